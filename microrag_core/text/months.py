"""The names of the months in the languages whose dates are read."""

from microrag_core.text.vocabulary import words

MONTHS = words(
    "january february march april may june july august september october november december "
    "januar jänner februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre "
    "novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
)
VERBS = words("may march mars")
"""Those that are a month with a capital alone, and in lower case other words more often."""
