from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import many, ranked, unit_rows

from microrag_core.datatypes import Chunk, Document
from microrag_core.retrieval.collection import Collection
from microrag_core.retrieval.step_up import chunk_of, parents_of, step_up

DOCUMENT = Document("", "x" * 100)


def chunk(key: str, parent: str | None, level: int) -> Chunk:
    return Chunk(key, DOCUMENT.id, 0, 1, "x", "", 1, parent, level)


def family(shape: dict[str, dict[str, int]]) -> Collection:
    """A tree: grandparent -> parent -> number of children; children of "A" are "A0", "A1"... Those without are orphans."""
    leaves, parents = [], {}
    for grandparent, inner in shape.items():
        parents[grandparent] = chunk(grandparent, None, 2)
        for parent, count in inner.items():
            parents[parent] = chunk(parent, grandparent, 1)
            leaves += [chunk(f"{parent}{number}", parent, 0) for number in range(count)]
    leaves.append(chunk("orphan", None, 0))
    texts = tuple(leaf.text for leaf in leaves)
    return Collection(tuple(leaves), texts, unit_rows(len(leaves), 4, 0), {DOCUMENT.id: DOCUMENT}, parents)


TREE = family({"G": {"A": 4, "B": 4, "C": 2}, "H": {"D": 5}})


def test_a_parent_replaces_half_of_its_children() -> None:
    assert step_up(ranked(["orphan", "A0", "B0", "A3"]), TREE) == [("orphan", 4.0), ("A", 3.0), ("B0", 2.0)]


def test_less_than_half_stays() -> None:
    hits = ranked(["A0", "B0", "D0", "D1"])  # 1 of 4, 1 of 4, 2 of 5
    assert step_up(hits, TREE) == hits
    assert step_up(hits, TREE, enough=0.4) == [("A0", 4.0), ("B0", 3.0), ("H", 2.0)]  # D, the only child of H, goes up again


def test_it_goes_on_level_by_level_and_takes_in_what_lies_inside() -> None:
    # A (2 of 4) and C (1 of 2) come in; they are 2 of G's 3, so G comes in, and B0 lies inside it.
    assert step_up(ranked(["D0", "B0", "A0", "A1", "C0"]), TREE) == [("D0", 5.0), ("G", 4.0)]


def test_parents_are_handed_over_once() -> None:
    hits = ranked(["A0", "orphan", "B1", "A2", "B0"])
    assert parents_of(hits, TREE) == [("A", 5.0), ("orphan", 4.0), ("B", 3.0)]
    assert parents_of(parents_of(hits, TREE), TREE) == [("G", 5.0), ("orphan", 4.0)]
    assert parents_of([], TREE) == step_up([], TREE) == []
    assert chunk_of("A", TREE).level == 1


def climb(hits: set[str], collection: Collection, enough: float) -> set[str]:
    """By the rule, one parent at a time until nothing changes, then without what lies inside another."""
    everything = {c.id: c for c in (*collection.chunks, *collection.parents.values())}
    found, came_in = set(hits), set()
    changed = True
    while changed:
        changed = False
        for parent in collection.parents.values():
            children = [key for key, c in everything.items() if c.parent == parent.id]
            share = sum(key in found for key in children) / len(children)
            if parent.id not in found and share >= enough:
                found.add(parent.id)
                came_in.add(parent.id)
                changed = True
    inside = {key for key in found for other in came_in if holds(other, key, everything)}
    return found - inside


def holds(ancestor: str, key: str, everything: dict[str, Chunk]) -> bool:
    parent = everything[key].parent
    return parent is not None and (parent == ancestor or holds(ancestor, parent, everything))


@many
@given(st.lists(st.sampled_from(TREE.ids), unique=True), st.sampled_from([0.2, 0.5, 0.75, 1.0]))
def test_as_by_the_rule_one_at_a_time(keys: list[str], enough: float) -> None:
    found = step_up(ranked(keys), TREE, enough)
    assert {key for key, _ in found} == climb(set(keys), TREE, enough)
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
