"""From support to a verdict and its reason in words."""

from collections.abc import Sequence

from microrag_core.datatypes import Verdict
from microrag_core.grounding.settings import GroundingSettings
from microrag_core.grounding.support import Support


def name_numbers(numbers: Sequence[int]) -> str:
    """Return "passage 2" or "passages 1 and 3"."""
    listed = [str(number) for number in dict.fromkeys(numbers)]
    if len(listed) < 2:
        return f"passage {listed[0]}" if listed else "no passage"
    return f"passages {', '.join(listed[:-1])} and {listed[-1]}"


def saying(names: str, one: str, several: str, rest: str) -> str:
    """Return names with the verb that one passage has, or several, and what follows it."""
    return f"{names} {several if ' and ' in names else one} {rest}"


def level(support: Support, settings: GroundingSettings) -> Verdict:
    """Return the verdict that a support stands for by itself.

    What a sentence contradicts is contradicted however much of it is borne out: one wrong number in a true sentence is enough.
    """
    if support.contradicted:
        return "contradicted"
    if support.score >= settings.supported_from:
        return "supported"
    return "partly" if support.score >= settings.partly_from else "unsupported"


def decide(
    cited: Support | None, numbers: Sequence[int], anywhere: Support, best: str, settings: GroundingSettings
) -> tuple[Verdict, str]:
    """Return the verdict on a claim and its reason.

    `cited` is its support by the passages with `numbers`, None where it cites none; `anywhere` by all that were retrieved, of
    which `best` names the one that bears it out best. A claim that its citations do not bear out but another passage does is
    partly supported: what it says is there, where it says it is not.
    """
    everywhere = level(anywhere, settings)
    if cited is None:
        if everywhere == "supported":
            return "partly", f"It cites no passage; {best} bears it out."
        return everywhere, sentence(f"it cites no passage, and {against(anywhere, everywhere, 'what was retrieved')}")
    verdict = level(cited, settings)
    names = name_numbers(numbers)
    if verdict == "supported":
        return verdict, sentence(saying(names, "bears", "bear", "it out"))
    if everywhere == "supported" and not cited.contradicted:
        return "partly", sentence(saying(names, "does", "do", f"not bear it out, {best} does"))
    besides = f"; {best} bears it out" if everywhere == "supported" else ""
    return verdict, sentence(against(cited, verdict, names) + besides)


def against(support: Support, verdict: Verdict, names: str) -> str:
    """Say what speaks against a claim."""
    if verdict == "contradicted":
        said = saying(names, "contradicts", "contradict", "it")
    elif verdict == "partly":
        said = saying(names, "bears", "bear", "it out only in part")
    else:
        said = saying(names, "does", "do", "not bear it out")
    return ": ".join(filter(None, [said, "; ".join(support.reasons)]))


def sentence(text: str) -> str:
    """Return the text as a sentence."""
    return text[0].upper() + text[1:] + "."
