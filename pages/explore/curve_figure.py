"""The share of a document that is covered, against the budget: the method in use and random choice."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import plotly.graph_objects as go

from microrag_core.datatypes import Floats, Pins
from microrag_core.pruning import NO_PINS, coverage_by_budget
from microrag_core.settings import PruneMethod, PruneSettings
from microrag_core.split_document import SplitDocument
from pages.shared.colors import ACCENT, EDGE

BUDGETS = tuple(round(percent / 100, 2) for percent in range(5, 101, 5))
AIMS: dict[PruneMethod, str] = {
    "soft_coverage": " It spends more on what the document is about than on covering every detail: a search finds documents "
    "better by it than by a random choice, or whole (measured in the README), and details are what it loses.",
    "centrality": " It keeps the sentences that most others resemble, and so repeats more and covers less than random.",
}
"""What a method aims at where this figure alone would mislead."""
LONG = 3000
"""Above so many sentences one random order stands for five and every fourth budget for all, as each may cost a run."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Covered shares (m,), 0 to 1, of the method and of random choice (the mean of several orders) at `budgets` (m,)."""

    budgets: tuple[float, ...]
    method: Floats
    random: Floats

    def at(self, values: Floats, budget: float) -> float:
        """Return one of the two at a budget between the computed ones."""
        return float(np.interp(budget, self.budgets, values))


def coverage_curves(part: SplitDocument, settings: PruneSettings, pins: Pins = NO_PINS) -> Curve:
    """Compute both curves for a document; the budget of `settings` plays no part, and the baseline knows no pins."""
    vectors, tokens = part.vectors, part.sentence_tokens
    is_long = len(vectors) > LONG
    budgets = BUDGETS[3::4] if is_long else BUDGETS
    method = coverage_by_budget(vectors, tokens, settings, budgets, pins=pins, document_vector=part.theme)
    orders = [
        coverage_by_budget(vectors, tokens, replace(settings, method="random", seed=seed), budgets)
        for seed in range(1 if is_long else 5)
    ]
    return Curve(budgets, method, np.mean(orders, axis=0, dtype=np.float32))


def curve_figure(curve: Curve, settings: PruneSettings, covered: float, name: Callable[[str], str]) -> go.Figure:
    """Draw both curves and a marker at the budget in use, where the document is `covered` (0 to 1)."""
    percents = [100 * budget for budget in curve.budgets]
    figure = go.Figure()
    figure.add_trace(line(percents, curve.random, "Random choice", EDGE, "dash"))
    if settings.method != "random":
        figure.add_trace(line(percents, curve.method, name(settings.method), ACCENT, "solid"))
    now, share = 100 * settings.budget, 100 * covered
    words = f"Now: {share:.0f} %"
    marker = {"size": 13, "symbol": "circle-open", "color": ACCENT, "line": {"width": 3}}
    hover = f"Now: a budget of {now:.0f} % covers {share:.0f} %<extra></extra>"
    figure.add_trace(go.Scatter(x=[now], y=[share], mode="markers", name="Now", marker=marker, hovertemplate=hover))
    figure.add_vline(x=now, line={"width": 1, "dash": "dot", "color": EDGE})
    # At the foot of the figure no curve is in the way, and on the side that has room it is not cut.
    figure.add_annotation(
        x=now, y=6, text=words, showarrow=False, xanchor="left" if now < 55 else "right", xshift=6 if now < 55 else -6
    )
    figure.update_layout(
        xaxis={"title": f"Budget, % of {settings.budget_unit}", "range": [0, 102], "ticksuffix": " %"},
        yaxis={"title": "Sentences covered", "range": [0, 104], "ticksuffix": " %"},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        hovermode="closest",
    )
    return figure


def line(percents: list[float], shares: Floats, name: str, color: str, dash: str) -> go.Scatter:
    """Return one curve."""
    return go.Scatter(
        x=percents,
        y=100 * shares,
        mode="lines",
        name=name,
        line={"color": color, "width": 3 if dash == "solid" else 2, "dash": dash},
        hovertemplate=f"{name}: a budget of %{{x:.0f}} % covers %{{y:.0f}} %<extra></extra>",
    )


def what_to_see(curve: Curve, settings: PruneSettings, covered: float, name: Callable[[str], str]) -> str:
    """Return the figure's caption."""
    baseline = curve.at(curve.random, settings.budget)
    meaning = f"Covered: kept, or at least {settings.at_risk_below:.2f} similar to a kept sentence. "
    if settings.method == "none":
        return f"{meaning}This method keeps every sentence whatever the budget; choose another to see what pruning costs."
    if settings.method == "random":
        return f"{meaning}This is the random choice itself: choose another method to see what it gains."
    aim = AIMS.get(settings.method, "")
    return (
        f"{meaning}{name(settings.method)} covers {covered:.0%} at a budget of {settings.budget:.0%}, "
        f"a random choice {baseline:.0%}. Where the line is flat, a larger budget buys nothing.{aim}"
    ).replace("%", " %")
