"""Runs a module as `python -m` does and writes which function of a repository called which, as JSON lines.

    python calls.py REPOSITORY OUT MODULE [argument ...]

A call counts where both functions are in the repository and nothing but C code is between them. A generator or coroutine runs later
than it is called, so it counts only where the line of whoever runs it first names it.
"""

import json
import linecache
import os
import re
import runpy
import sys
import threading

OPTIMIZED, LATER = 0x1, 0x20 | 0x80 | 0x200


def main():
    repository, out, module = os.path.realpath(sys.argv[1]) + os.sep, sys.argv[2], sys.argv[3]
    calls = set()
    paths = {}

    def path_of(code):
        """Its path in the repository; None where it is elsewhere."""
        if code not in paths:
            real = os.path.realpath(code.co_filename)
            inside = real.startswith(repository) and os.path.exists(real) and "site-packages" not in real
            paths[code] = real[len(repository):].replace(os.sep, "/") if inside else None
        return paths[code]

    def on_event(frame, event, _):
        if event != "call":
            return
        code, back = frame.f_code, frame.f_back
        # Bodies of classes and modules are not called; a comprehension is a part of the function around it.
        if back is None or not code.co_flags & OPTIMIZED or comprehension(code):
            return
        target = path_of(code)
        origin = target and path_of(back.f_code)
        if not origin:
            return
        line = back.f_lineno
        if line is None:
            return
        if code.co_flags & LATER:
            text = linecache.getline(back.f_code.co_filename, line)
            if frame.f_lasti > 4 or not re.search(rf"\b{re.escape(code.co_name)}\s*\(", text):
                return
        caller = ("", 0) if comprehension(back.f_code) else (back.f_code.co_name, back.f_code.co_firstlineno)
        calls.add((origin, line, *caller, target, code.co_name, code.co_firstlineno))

    def comprehension(code):
        return code.co_name in ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")

    sys.argv = sys.argv[3:]
    sys.path.insert(0, os.getcwd())
    threading.setprofile(on_event)
    sys.setprofile(on_event)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        sys.setprofile(None)
        names = ("path", "line", "caller", "caller_line", "to_path", "to_name", "to_line")
        with open(out, "w", encoding="utf-8") as file:
            for call in sorted(calls):
                file.write(json.dumps(dict(zip(names, call))) + "\n")


main()
