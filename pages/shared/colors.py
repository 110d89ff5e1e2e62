"""The two colours that mean kept and pruned everywhere (Okabe and Ito, 2008: safe for the colour-blind), and a neutral one."""

KEPT = "#0072B2"
PRUNED = "#E69F00"
EDGE = "#8A94A3"
