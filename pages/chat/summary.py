"""One line that sums an answer up: the pipeline, the claims, the tokens, the cost, the time, who answered."""

from dataclasses import dataclass

from pages.chat.conversation import Attempt
from pages.shared import state
from pages.shared.wording import counted, percent


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in a currency that is the person's affair; None where nobody said."""

    prompt: float | None = None
    completion: float | None = None


def prices() -> Prices:
    """Return what a person said that tokens cost; nothing by default."""
    found: Prices = state.recall("prices", Prices())
    return found


def line(attempt: Attempt, known: Prices) -> str:
    """Return the summary of a finished answer as plain text."""
    reply = attempt.reply
    if reply is None:
        return ""
    parts = [attempt.name]
    supported, claims = reply.supported
    if claims:
        parts.append(f"{supported} of {counted(claims, 'claim')} supported")
    parts += [tokens(attempt), cost(attempt, known), seconds(sum(reply.seconds.values()))]
    parts.append("no model, sentences picked" if reply.answer.answerer == "extractive" else reply.answer.answerer)
    parts += ["stopped early"] if reply.answer.stopped else []
    return " · ".join(filter(None, parts))


def tokens(attempt: Attempt) -> str:
    """Return the tokens of the context, beside those of the same passages whole where that is more."""
    given, whole = attempt.reply.context.tokens if attempt.reply else 0, attempt.whole_tokens
    if whole <= given:
        return counted(given, "token")
    return f"{given:,} tokens of {whole:,}, {percent(1 - given / whole)} saved"


def cost(attempt: Attempt, known: Prices) -> str:
    """Return what an answer costs, beside what it would with the same passages whole; nothing where no price is known.

    What the model did not count is taken from the context: that is the least a prompt can have.
    """
    if attempt.reply is None or known.prompt is None:
        return ""
    answer, context = attempt.reply.answer, attempt.reply.context
    prompt = context.tokens if answer.prompt_tokens is None else answer.prompt_tokens
    written = (known.completion or 0) * (answer.completion_tokens or 0)
    now = (known.prompt * prompt + written) / 1e6
    whole = now + known.prompt * max(0, attempt.whole_tokens - context.tokens) / 1e6
    return f"cost {money(now)}" + (f" instead of {money(whole)}" if whole > now else "")


def money(amount: float) -> str:
    """Return an amount with two digits that say something: 0.00042, 1.5."""
    return f"{amount:,.2f}" if amount >= 1 else f"{amount:.2g}" if amount >= 1e-4 else f"{amount:.7f}".rstrip("0").rstrip(".")


def seconds(amount: float) -> str:
    """Return seconds with one digit after the point, or two where it took less than a tenth."""
    return f"{amount:.1f} s" if amount >= 0.1 else f"{amount:.2f} s"
