"""A source file in memory: with probes that tell which of its lines are reached, or with one mutant.

    import ---> Finder ---> the file's tree + a probe ahead of each statement of its functions
    mutant ---> the file's tree + the mutant ---> code ---> into the functions that live already

Whoever has imported a function by its name holds that very function: its code is exchanged, so everybody gets
the mutant, and nothing is imported anew.  What is done as a file is imported needs a process that has not
imported it yet.  No file is ever written.
"""

import ast
import copy
import gc
import sys
from functools import cached_property
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, FunctionType

from tests.mutants.operators import FUNCTIONS, mutants

PROBE = "__reached__"
reached = set()  # (path of a file, line of a statement), until it is cleared


class Source:
    """A file whose mutants are asked for."""

    def __init__(self, root, name):
        """Read the file of that name below the root."""
        self.root, self.name, self.path = root, name, str(root / name)
        self.module = name.removesuffix(".py").replace("/", ".")
        self.tree = ast.parse((root / name).read_text(), self.path)
        self.mutants = mutants(self.tree)

    def probed(self):
        """Return the code that tells which lines are reached."""
        tree = copy.deepcopy(self.tree)
        _probe(tree, self.path, inside=False)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def mutated(self, mutant):
        """Return the code with a mutant."""
        with mutant.made():
            return compile(self.tree, self.path, "exec")

    @cached_property
    def codes(self):
        """The codes as they are written, by the functions that they are of."""
        return _codes(compile(self.tree, self.path, "exec"))

    def changed(self, mutant):
        """Return the codes that a mutant changes, by the functions that they are of."""
        codes = _codes(self.mutated(mutant))
        return {key: code for key, code in codes.items() if code != self.codes.get(key)}


def _probe(node, path, *, inside):
    """Put a probe ahead of each statement that a function does."""
    is_function = isinstance(node, FUNCTIONS)
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST):
                _probe(child, path, inside=inside or is_function)
        if (inside or is_function) and children and isinstance(children[0], ast.stmt):
            first = 1 if is_function and ast.get_docstring(node) is not None else 0
            pairs = [(_probe_of(each, path), each) for each in children[first:]]
            setattr(node, name, [*children[:first], *(each for pair in pairs for each in pair)])


def _probe_of(statement, path):
    arguments = [ast.Constant(value=(path, statement.lineno))]
    call = ast.Call(func=ast.Name(id=PROBE, ctx=ast.Load()), args=arguments, keywords=[])
    return ast.copy_location(ast.Expr(value=call), statement)


def _codes(code):
    """Return all codes in a code, by name and line."""
    found = {(code.co_qualname, code.co_firstlineno): code}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found |= _codes(each)
    return found


class Functions:
    """The functions that live, of the files that were imported through a finder."""

    def __init__(self, paths):
        """Look for them once."""
        self._found = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename in paths:
                self._found.setdefault(_key(each.__code__), []).append(each)

    def exchange(self, path, codes):
        """Give functions other codes; False if that cannot be done, and then they are as they were."""
        pairs = [
            (function, code)
            for code in codes.values()
            for function in self._found.get((path, code.co_qualname, code.co_firstlineno), ())
        ]
        if not pairs or any(f.__code__.co_freevars != code.co_freevars for f, code in pairs):
            return False
        for function, code in pairs:
            function.__code__ = code
        return True


def _key(code):
    return code.co_filename, code.co_qualname, code.co_firstlineno


class Finder:
    """Imports files from codes in memory."""

    def __init__(self, codes):
        """Take codes by (module, path), and be asked before all others."""
        self._loaders = {module: _Loader(module, path, code) for (module, path), code in codes.items()}
        sys.meta_path.insert(0, self)

    def find_spec(self, name, path=None, target=None):
        """Return where a module comes from; None: not from here."""
        loader = self._loaders.get(name)
        return loader and spec_from_file_location(name, loader.path, loader=loader)


class _Loader(SourceFileLoader):
    def __init__(self, module, path, code):
        super().__init__(module, path)
        self._code = code

    def get_code(self, fullname):
        return self._code

    def exec_module(self, module):
        setattr(module, PROBE, reached.add)
        super().exec_module(module)
