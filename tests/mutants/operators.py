"""The mutants of a source file: one small wrong step each, by fixed operators, all of them, none chosen.

    negated   a condition: of if, while, case, ternary, comprehension; a part of and / or; a comparison; a not
    step      a comparison of order: < is <=, <= is <, and the other way round
    return    a return ahead of a function's last line is left out
    state     an assignment to an attribute or an element is left out, or a counting one
    least     min is max, and max is min

A mutant is made in the file's syntax tree by exchanging one node, and taken back.
"""

import ast
import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

STEPS = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
LEAST = {"min": "max", "minimum": "maximum", "fmin": "fmax", "argmin": "argmax"}
SWAPPED = LEAST | {greatest: least for least, greatest in LEAST.items()}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
OUTSIDE = ("decorator_list", "args", "returns")  # what of a function is done where it is defined
LONGEST_CHANGE = 160


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Place:
    """Where a node stands in its tree."""

    parent: ast.AST
    field: str
    index: int | None  # in the field's list
    statement: int  # line of the statement that it belongs to
    scope: tuple[str, ...]  # classes and functions around it
    is_run: bool  # in a function: it is done when that is called, not when the file is imported

    def put(self, node):
        """Exchange the node; return the one before."""
        if self.index is None:
            before = getattr(self.parent, self.field)
            setattr(self.parent, self.field, node)
        else:
            before = getattr(self.parent, self.field)[self.index]
            getattr(self.parent, self.field)[self.index] = node
        return before


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mutant:
    """One wrong step."""

    place: Place
    operator: str
    line: int
    change: str
    node: ast.AST  # that stands there instead

    @property
    def scope(self):
        return ".".join(self.place.scope)

    @contextmanager
    def made(self):
        """Make it in the tree for a while."""
        before = self.place.put(self.node)
        try:
            yield
        finally:
            self.place.put(before)


def mutants(tree: ast.Module) -> list[Mutant]:
    """Return all mutants of a file, in its order."""
    found, seen = [], set()
    for node, place in _nodes(tree):
        for operator, new in _changes(node, place):
            ast.fix_missing_locations(ast.copy_location(new, node))
            change = _text(node, new)
            if (place.parent, place.field, place.index, change) in seen:
                continue
            seen.add((place.parent, place.field, place.index, change))
            found.append(Mutant(place=place, operator=operator, line=node.lineno, change=change, node=new))
    return found


def _text(node, new):
    before, after = (" ".join(ast.unparse(each).split()) for each in (node, new))
    return f"{before} -> {after}"[:LONGEST_CHANGE]


def _nodes(node, *, statement=0, scope=(), is_run=False) -> Iterator[tuple[ast.AST, Place]]:
    """Return all expressions and statements below a node, each with its place; annotations are none."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "type_comment"):
            continue
        of_body = isinstance(node, (*FUNCTIONS, ast.ClassDef)) and name not in OUTSIDE
        inner = (*scope, node.name) if of_body else scope
        runs = is_run or (of_body and isinstance(node, FUNCTIONS)) or isinstance(node, ast.Lambda)
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST):
                continue
            line = child.lineno if isinstance(child, ast.stmt) else statement
            place = Place(
                parent=node, field=name, index=index, statement=line, scope=inner, is_run=runs
            )  # fmt: skip
            if isinstance(child, (ast.expr, ast.stmt)):
                yield child, place
            yield from _nodes(child, statement=line, scope=inner, is_run=runs)


def _changes(node, place):
    """Return what can stand instead of a node, each by its operator."""
    if _is_condition(node, place):
        yield "negated", _negated(node)
    match node:
        case ast.Compare():
            for index, sign in enumerate(node.ops):
                if type(sign) in STEPS:
                    ops = [*node.ops[:index], STEPS[type(sign)](), *node.ops[index + 1 :]]
                    yield "step", ast.Compare(left=node.left, ops=ops, comparators=node.comparators)
        case ast.Return() if not _is_last(node, place):
            yield "return", ast.Pass()
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
            yield from _without_state(node)
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield "least", _calling(node, ast.Name(id=SWAPPED[name], ctx=ast.Load()))
        case ast.Call(func=ast.Attribute(attr=name, value=value)) if name in SWAPPED:
            yield "least", _calling(node, ast.Attribute(value=value, attr=SWAPPED[name], ctx=ast.Load()))


def _is_condition(node, place):
    """True for what decides; below a `not`, that one is."""
    if not isinstance(node, ast.expr) or isinstance(place.parent, ast.UnaryOp):
        return False
    decides = place.field in ("test", "guard", "ifs") and not isinstance(place.parent, ast.Assert)
    is_part = isinstance(place.parent, ast.BoolOp)
    is_not = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return decides or is_part or is_not or isinstance(node, ast.Compare)


def _negated(node):
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return copy.copy(node.operand)
    return ast.UnaryOp(op=ast.Not(), operand=node)


def _is_last(node, place):
    """True for the last line of a function, which is no early return."""
    return isinstance(place.parent, FUNCTIONS) and place.parent.body[-1] is node


def _calling(call, function):
    ast.copy_location(function, call)
    return ast.Call(func=function, args=call.args, keywords=call.keywords)


def _without_state(node):
    """Return an assignment without each of its targets that is state, or that counts."""
    if isinstance(node, ast.AugAssign):
        yield "state", ast.Pass()
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None and _is_state(node.target):
            yield "state", ast.Pass()
    else:
        for index, target in enumerate(node.targets):
            others = [*node.targets[:index], *node.targets[index + 1 :]]
            if _is_state(target):
                yield "state", _assigning(node, others) if others else ast.Pass()
            elif isinstance(target, ast.Tuple):
                for at, element in enumerate(target.elts):
                    if _is_state(element):
                        nobody = ast.Name(id="_", ctx=ast.Store())
                        elements = [*target.elts[:at], nobody, *target.elts[at + 1 :]]
                        rest = ast.Tuple(elts=elements, ctx=ast.Store())
                        yield "state", _assigning(node, [rest, *others])


def _is_state(target):
    return isinstance(target, (ast.Attribute, ast.Subscript))


def _assigning(node, targets):
    return ast.Assign(targets=targets, value=node.value)
