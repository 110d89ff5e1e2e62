"""The two colours that mean kept and pruned everywhere (Okabe and Ito, 2008: safe for the colour-blind), and neutral ones."""

KEPT = "#0072B2"
PRUNED = "#E69F00"
EDGE = "#8A94A3"
ACCENT = "#6C86BF"
"""The theme's accent, in a tone that stands out on the light and on the dark background."""
NEUTRAL = "#6F7A8A"
"""For what is pointed at: the selected sentence, a pin; strong enough on both backgrounds."""
