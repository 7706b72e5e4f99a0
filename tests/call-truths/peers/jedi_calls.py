"""What jedi finds to be called at each call of a repository, as JSON lines.

    python jedi_calls.py REPOSITORY
"""

import ast
import json
import os
import sys

import jedi


def main():
    root = os.path.realpath(sys.argv[1])
    project = jedi.Project(root, added_sys_path=[os.path.join(root, "src"), root])
    files = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".py")]
    failed = 0
    for path in sorted(files):
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            tree = ast.parse(text)
        except (SyntaxError, UnicodeDecodeError):
            continue
        script = jedi.Script(text, path=path, project=project)
        lines = text.splitlines()
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
                line, column = place(node.func, lines)
                try:
                    found = script.goto(line, column, follow_imports=True)
                    if any(name.type in ("statement", "param", "instance") for name in found):
                        found = script.infer(line, column)
                except Exception:
                    failed += 1
                    continue
                for name in found:
                    report(root, path, line, name)
    print(f"jedi failed at {failed} calls", file=sys.stderr)


def place(func, lines):
    """Line and column of the name that is called; columns of `ast` are in bytes."""
    if isinstance(func, ast.Name):
        return func.lineno, len(lines[func.lineno - 1].encode()[: func.col_offset].decode())
    before = lines[func.end_lineno - 1].encode()[: func.end_col_offset].decode()
    return func.end_lineno, len(before) - len(func.attr)


def report(root, path, line, name):
    target = name.module_path and os.path.realpath(name.module_path)
    if name.type not in ("function", "class", "property") or not target or not target.startswith(root + os.sep):
        return
    start = name.get_definition_start_position()
    call = {
        "path": os.path.relpath(path, root),
        "line": line,
        "to_path": os.path.relpath(target, root),
        "to_name": name.name,
        "to_line": start[0] if start else name.line,
    }
    print(json.dumps(call))


main()
