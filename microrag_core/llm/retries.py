"""Trying a request again where that may help."""

import time
from collections.abc import Callable
from typing import TypeVar

from microrag_core.llm.errors import NO_CREDIT

FIRST_WAIT = 0.5
LONGEST_WAIT = 10.0
"""Seconds; a server that asks for a longer wait is not waited for."""

Answer = TypeVar("Answer")


def with_retries(request: Callable[[], Answer], retries: int, should_stop: Callable[[], bool]) -> Answer:
    """Return what `request()` gives, tried again up to `retries` times after errors that may pass.

    The wait doubles from half a second, unless the server names one. It ends early when `should_stop()` is true, and the
    error is raised.
    """
    for attempt in range(retries):
        try:
            return request()
        except Exception as error:
            seconds = wait_before_retry(error, attempt)
            if seconds is None or seconds > LONGEST_WAIT or not slept(seconds, should_stop):
                raise
    return request()


def wait_before_retry(error: Exception, attempt: int) -> float | None:
    """Return how many seconds to wait after an error, None where trying again is of no use.

    Too many requests, a fault of the server and a lost connection may pass. A time-out does not count: a slow model would be
    made slower by the same request once more.
    """
    import openai  # noqa: PLC0415

    doubled = FIRST_WAIT * 2.0**attempt
    if isinstance(error, openai.APIStatusError):
        may_pass = error.status_code >= 500 or (error.status_code == 429 and not NO_CREDIT.search(str(error.body)))
        named = error.response.headers.get("retry-after", "")
        return (float(named) if named.isdigit() else doubled) if may_pass else None
    if isinstance(error, openai.APIConnectionError) and not isinstance(error, openai.APITimeoutError):
        return doubled
    return None


def slept(seconds: float, should_stop: Callable[[], bool]) -> bool:
    """Sleep, and return whether it was to the end; `should_stop()` is asked twenty times a second."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if should_stop():
            return False
        time.sleep(min(0.05, left))
    return True
