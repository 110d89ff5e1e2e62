"""Questions are answered from a context, or refused.

Two answerers behind one interface: `ExtractiveAnswerer` quotes the sentences that answer, `ChatAnswerer` asks a model.
`judge` tells how answerable a question is, `suggestions` what to change after a refusal, `standalone` what to search for in a
conversation.
"""

from microrag_core.answering.answerer import Answerer
from microrag_core.answering.calibration import Calibration, calibrate
from microrag_core.answering.chat import ChatAnswerer
from microrag_core.answering.extractive import ExtractiveAnswerer
from microrag_core.answering.follow_up import standalone
from microrag_core.answering.refusal import Answerability, judge, refusal_text
from microrag_core.answering.stream import AnswerStream
from microrag_core.answering.suggestions import suggestions
from microrag_core.answering.turn import Turn

__all__ = [
    "AnswerStream",
    "Answerability",
    "Answerer",
    "Calibration",
    "ChatAnswerer",
    "ExtractiveAnswerer",
    "Turn",
    "calibrate",
    "judge",
    "refusal_text",
    "standalone",
    "suggestions",
]
