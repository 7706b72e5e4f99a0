"""Runs one program as `python` with these arguments would, and gives its exit code. Read by worker.js."""

import atexit
import os
import runpy
import sys
import traceback

ROOT = "/repo"

# Options of Python that change nothing about what a program does here.
QUIET = {"-B", "-u", "-s", "-S", "-E", "-I", "-P", "-q", "-b", "-d", "-v"}

KNOWN = "`python FILE ARGUMENTS`, `python -c CODE` and `python -m MODULE ARGUMENTS`"


# What Python itself does with what nothing caught; a program may set another.
EXCEPTHOOK = sys.excepthook


class OutOfMemory(BaseException):
    """The program found no more memory, and nothing caught that."""


def run(argv, folder, left_out):
    """The exit code of `python *argv` in the folder. `left_out` has a reason for each path that the import left out."""
    left_out = {f"{ROOT}/{path}".rstrip("/"): why for path, why in left_out}
    os.chdir(f"{ROOT}/{folder}".rstrip("/"))
    note_what_is_opened(left_out)
    code = ended_with(lambda: start(list(argv)))
    code = ended_with(atexit._run_exitfuncs) or code
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code


def start(argv):
    options = []
    while argv and argv[0].startswith("-") and argv[0] != "-":
        option = argv.pop(0)
        if option in ("-W", "-X") and argv:
            argv.pop(0)
        elif option in ("-c", "-m"):
            if not argv:
                return refuse(f"{option} needs an argument")
            return run_code(argv) if option == "-c" else run_module(argv)
        elif option in ("-V", "--version"):
            return print(f"Python {sys.version.split()[0]}")
        elif option not in QUIET and not option.startswith(("-W", "-X")):
            return refuse(f"the option {option} is not understood in this tab; what is: {KNOWN}")
    if not argv:
        return refuse(f"there is nothing to run; what is understood in this tab: {KNOWN}")
    if argv[0] == "-":
        return run_code([sys.stdin.read(), *argv[1:]], name="-")
    return run_file(argv)


def refuse(why):
    print(f"python: {why}", file=sys.stderr)
    sys.exit(2)


def run_code(argv, name="-c"):
    sys.argv = [name, *argv[1:]]
    sys.path.insert(0, "")
    main = type(sys)("__main__")
    sys.modules["__main__"] = main
    exec(compile(argv[0], "<string>", "exec"), main.__dict__)


def run_module(argv):
    sys.argv = argv
    sys.path.insert(0, os.getcwd())
    runpy.run_module(argv[0], run_name="__main__", alter_sys=True)


def run_file(argv):
    path = argv[0]
    sys.argv = argv
    if os.path.isdir(path):
        runpy.run_path(path, run_name="__main__")
        return
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    try:
        # Bytes, so that Python reads the encoding's declaration itself.
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        print(f"python: can't open file '{os.path.abspath(path)}': [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        sys.exit(2)
    main = type(sys)("__main__")
    main.__file__ = path
    sys.modules["__main__"] = main
    exec(compile(text, path, "exec"), main.__dict__)


def ended_with(part):
    """Runs a part of the program; its exit code."""
    try:
        part()
        return 0
    except SystemExit as exit:
        return exit_code(exit.code)
    except MemoryError:
        raise OutOfMemory from None
    except BaseException as error:
        show(error)
        return 1


def exit_code(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 255
    print(code, file=sys.stderr)
    return 1


def show(error):
    """Prints what nothing caught, without the lines of this file."""
    sys.stdout.flush()
    if sys.excepthook is not EXCEPTHOOK:
        return sys.excepthook(type(error), error, error.__traceback__)
    lines = error.__traceback__
    while lines is not None and lines.tb_frame.f_code.co_filename in (__file__, "<frozen runpy>"):
        lines = lines.tb_next
    if isinstance(error, ModuleNotFoundError):
        error.add_note("A run in this tab has the standard library, pytest, and the repository's own files.")
    traceback.print_exception(type(error), error, lines)


def note_what_is_opened(left_out):
    """Prints a line for each file that is opened and that the repository has, but that its import left out."""
    noted = set()

    def why(path):
        path = os.path.abspath(path)
        while len(path) > len(ROOT):
            if path in left_out:
                return path
            path = os.path.dirname(path)
        return None

    def look(event, arguments):
        if event not in ("open", "os.listdir") or not isinstance(arguments[0], str):
            return
        path = why(arguments[0])
        if path is not None and path not in noted:
            noted.add(path)
            shown = path[len(ROOT) + 1 :]
            print(f"note: {shown} was left out when the repository was imported: {left_out[path]}", file=sys.stderr)

    if left_out:
        sys.addaudithook(look)
