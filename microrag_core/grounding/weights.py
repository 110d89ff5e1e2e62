"""The weights of the signals and what is added to their sum, as `python benchmarks/grounding.py --fit` prints them."""

from microrag_core.grounding.signals import Signals

WEIGHTS = Signals(weakest=1.617, missing=1.289, together=1.441, number=-1.354, name=-0.667, turned=-2.16)
INTERCEPT = -2.37
