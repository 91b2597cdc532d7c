"""The gate is one object: each of its parts writes only on itself, and all that it holds is in its key."""

import ast
from pathlib import Path

import pytest

ROOM = Path(__file__).resolve().parents[3] / "planner" / "gate"
FILES = sorted(ROOM.rglob("*.py"))
CHANGES = {"append", "appendleft", "add", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft",
           "remove", "setdefault", "sort", "update"}  # fmt: skip

# What decides nothing, or what is the same for both gates that are compared.
LEFT_OUT = {
    "Gate": {
        "_stood": "follows from the state",
        "_presses": "whoever presses anew asks for no copies",
        "newest_press": "only tells",
        "_link": "only tells",
    },
    "GateState": {
        "_holds": "numbers of holds are counted from it",
        "ended_by": "only tells",
        "rolled_back": "only tells",
    },
    "ConfirmedWorld": {
        "_rules": "given for the run",
        "_view_of": "given for the run",
        "_watch": "the state's own",
        "_queue": "the state's own",
        "view": "follows from the updates",
    },
    "WorldProposals": {"_gate": "the state itself"},
    "Epochs": {"first": "only tells", "now": "epochs are counted from it"},
    "AuthorityActs": {"_gate": "the state itself"},
    "Quiet": {"_apart": "only told"},
    "Watchdogs": {"_rules": "given for the run"},
    "Watermark": {"_depth": "given for the run", "checks": "given for the run"},
    "Refill": {"_depth": "given for the run", "checks": "given for the run"},
    "Unchecked": {"_depth": "given for the run", "checks": "given for the run"},
    "CommandQueue": {"_configuration": "given for the run", "_chain": "follows from what was queued"},
    "ReleaseStream": {
        "_period_ns": "given for the run",
        "_undo": "a failure is told before anything else",
        "_newest": "asked only where a base floats past a body, as those that are compared do not",
        "number": "streams are counted from the newest",
    },
    "Ledger": {
        "_round_trip_ns": "given for the run",
        "_answer_ns": "given for the run",
        "_patience_ns": "given for the run",
        "_changes": "taken before anybody compares",
    },
    "UplinkDelay": {"_late_ns": "given for the run"},
    "WriteAhead": {
        "_output": "taken before anybody compares",
        "_late": "taken before anybody compares",
        "_behind": "a failure is told before anything else",
        "_accepted": "a failure is told before anything else",
    },
}


def own(node):
    """Whether a node is an attribute of `self` itself."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def root(node):
    """What an item or a part of an item belongs to."""
    return root(node.value) if isinstance(node, ast.Subscript) else node


def targets(node):
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.Delete):
        return node.targets if isinstance(node, ast.Delete) else [node.target]
    return []


def writes_elsewhere(source):
    """Lines that assign into another object, change a container of one, or look into its own matters."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        parts = [part for target in targets(node) for part in getattr(target, "elts", [target])]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            parts.append(node.func.value)
        foreign = [part for part in map(root, parts) if isinstance(part, ast.Attribute) and not own(part)]
        is_private = isinstance(node, ast.Attribute) and node.attr.startswith("_") and not own(node)
        if foreign or (is_private and not node.attr.startswith("__") and node.attr != "_replace"):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_part_of_the_gate_writes_only_on_itself(path):
    assert writes_elsewhere(path.read_text()) == []


@pytest.mark.parametrize(
    "line",
    ["gate.epoch = 1", "gate.epoch += 1", "self._gate.out.append(1)", "gate.out, x = [], 1", "del gate.queue",
     "gate.queue.waiting.clear()", "self._gate.lives[3] = 4", "self.gate._epoch", "gate.lives[1].pop()"],
)  # fmt: skip
def test_the_law_sees_a_hand_in_the_gate(line):
    assert writes_elsewhere(line) == [1]


@pytest.mark.parametrize(
    "line", ["self.epoch = 1", "self._open[2] = 3", "self._open.pop()", "lives.append(1)", "a, b = 1, 2"]
)
def test_the_law_lets_a_part_write_on_itself(line):
    assert writes_elsewhere(line) == []


def parts():
    """Classes that have a key, their attributes, and those that it speaks of."""
    for path in FILES:
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.ClassDef) or any("Protocol" in ast.unparse(b) for b in node.bases):
                continue
            functions = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
            if "key" in functions and "__init__" in functions:
                set_here = {
                    part.attr
                    for statement in ast.walk(functions["__init__"])
                    for target in targets(statement)
                    for part in getattr(target, "elts", [target])
                    if own(part)
                }
                spoken_of = {part.attr for part in ast.walk(functions["key"]) if own(part)}
                yield node.name, set_here, spoken_of


PARTS = list(parts())


@pytest.mark.parametrize(("name", "held", "in_key"), PARTS, ids=[part[0] for part in PARTS])
def test_all_that_a_part_holds_is_in_its_key_or_left_out_for_a_reason(name, held, in_key):
    assert held - in_key == set(LEFT_OUT.get(name, {}))
