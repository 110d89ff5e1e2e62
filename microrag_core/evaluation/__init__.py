"""Labelled sets, the measures of a retrieval, and what a pipeline reaches on a set."""

from microrag_core.evaluation.beir import LabelledSet, Question, read_labelled_set
from microrag_core.evaluation.run import Evaluation, Outcome, evaluate

__all__ = ["Evaluation", "LabelledSet", "Outcome", "Question", "evaluate", "read_labelled_set"]
