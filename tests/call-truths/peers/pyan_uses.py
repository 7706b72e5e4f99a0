"""Which functions and classes of a repository call each other as pyan3 finds it, as JSON lines. Pyan knows what is used: of that,
what is called by its name where it is used, and what syntax calls. Bases, annotations and what is passed on are no calls; decorators
and defaults are called where a function is written, not by the function. A class is the one whose constructor runs.

    python pyan_uses.py REPOSITORY
"""

import ast
import json
import logging
import os
import sys
import tempfile

from pyan.analyzer import CallGraphVisitor
from pyan.node import Flavor

CALLED = (Flavor.FUNCTION, Flavor.METHOD, Flavor.STATICMETHOD, Flavor.CLASSMETHOD, Flavor.CLASS)
DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def main():
    root = os.path.realpath(sys.argv[1])
    files = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".py")]
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        linked = [link(root, path, folder) for path in sorted(files) if is_read(path)]
        graph = CallGraphVisitor(linked, root=folder, logger=logging.getLogger("pyan"))
        report(root, graph)


def is_read(path):
    try:
        with open(path, encoding="utf-8") as file:
            ast.parse(file.read())
        return True
    except (SyntaxError, UnicodeDecodeError):
        return False


def link(root, path, folder):
    """The file where the name of its module is that which imports give it: `src` is no part of it."""
    place = os.path.join(folder, os.path.relpath(path, root).removeprefix("src" + os.sep))
    os.makedirs(os.path.dirname(place), exist_ok=True)
    os.symlink(path, place)
    return place


def report(root, graph):
    for user, used in sorted(graph.uses_edges.items(), key=lambda pair: pair[0].get_name()):
        if not user.defined or not user.filename:
            continue
        called = called_names(user.ast_node)
        for target in sorted(used, key=lambda node: node.get_name()):
            is_known = target.flavor in CALLED and target.defined and isinstance(target.ast_node, DEFINES)
            if is_known and is_called(target, called):
                print(json.dumps(edge(root, user, constructed(graph, target))))


def is_called(target, called):
    """By its name, by the name of its class, or by syntax."""
    if target.name in ("__init__", "__new__"):
        return target.namespace.rpartition(".")[2] in called
    return target.name in called or target.name.startswith("__")


def constructed(graph, target):
    """Of a class the one that has the constructor, as far as it is in the repository."""
    for one in graph.mro.get(target, ()):
        if isinstance(one.ast_node, ast.ClassDef) and any(getattr(part, "name", "") == "__init__" for part in one.ast_node.body):
            return one
    return target


def called_names(tree):
    """The last names of what is called inside, and of decorators there."""
    names = set()
    inside = tree.body if isinstance(tree, DEFINES) else [tree] if tree else []
    for node in (node for part in inside for node in ast.walk(part)):
        found = [node.func] if isinstance(node, ast.Call) else getattr(node, "decorator_list", [])
        names.update(getattr(one, "attr", getattr(one, "id", None)) for one in found)
    return names


def edge(root, user, target):
    # Lambdas and comprehensions are known by where they begin.
    line = getattr(user.ast_node, "lineno", 0)
    name = user.ast_node.name if isinstance(user.ast_node, DEFINES) else ""
    return {
        "path": os.path.relpath(os.path.realpath(user.filename), root),
        "line": line,
        "caller": name if line else "<module>",
        "caller_line": line,
        "to_path": os.path.relpath(os.path.realpath(target.filename), root),
        "to_name": target.ast_node.name,
        "to_line": target.ast_node.lineno,
    }


main()
