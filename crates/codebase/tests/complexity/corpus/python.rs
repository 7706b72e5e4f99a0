//! Python.

use super::{Case, nest, row};

/// See the module.
pub const PYTHON: &[Case] = &[
    Case::one("star targets", "a.py", |size| "*a,=".repeat(size / 4) + "b\n"),
    Case::one("star targets of a long list", "a.py", |size| {
        row(size / 2, "", |_| "*a,=".to_owned(), &row(size / 2, "[", |at| format!("f{at},"), "]\n"))
    }),
    Case::one("nested classes of long names", "a.py", |size| {
        let class = |depth: usize| format!("{}class {}{depth}:\n", " ".repeat(depth), "long".repeat(size / 160));
        let outer: String = (0..20).map(class).collect();
        row(size, &outer, |at| format!("{}def m{at}(): pass\n", " ".repeat(20)), "")
    }),
    Case::one("parameters", "a.py", |size| row(size, "def f(", |at| format!("a{at},"), "): pass\n")),
    Case::one("parameters, all read", "a.py", |size| {
        let reads = row(size / 2, "): return [", |at| format!("a{at},"), "]\n");
        row(size / 2, "def f(", |at| format!("a{at},"), "") + &reads
    }),
    Case::one("parameters, filled by many calls", "a.py", |size| {
        row(size, &row(size / 2, "def f(", |at| format!("a{at},"), "): pass\n"), |at| format!("f(*g{at})\n"), "")
    }),
    Case::one("keywords of many calls", "a.py", |size| {
        let function = row(size / 2, "def f(", |at| format!("a{at},"), "): pass\n");
        row(size, &function, |at| format!("f(a{at}=g)\n"), "")
    }),
    Case::one("returned parameters", "a.py", |size| {
        row(size, &row(size / 2, "def f(", |at| format!("a{at},"), "):\n"), |at| format!(" return a{at}\n"), "")
    }),
    Case::one("definitions", "a.py", |size| row(size, "", |at| format!("def f{at}(): pass\n"), "")),
    Case::one("definitions of one name", "a.py", |size| "def f(): pass\n".repeat(size / 14)),
    Case::one("methods of one name", "a.py", |size| {
        "class C:\n def __init__(self): pass\n".repeat(size / 37) + "C()\n"
    }),
    Case::one("constructors of one class", "a.py", |size| {
        let class = format!("class C:\n{}", " def __init__(self): pass\n".repeat(size / 54));
        row(size, &class, |_| "C()\n".to_owned(), "")
    }),
    Case::one("methods called by name alone", "a.py", |size| {
        let classes = row(size / 2, "", |at| format!("class C{at}:\n def common(self): pass\n"), "");
        row(size, &classes, |at| format!("x{at}.common()\n"), "")
    }),
    Case::one("variables", "a.py", |size| row(size, "", |at| format!("a{at}=1\n"), "")),
    Case::one("calls of one name", "a.py", |size| "def f(): pass\n".to_owned() + &"f()\n".repeat(size / 4)),
    Case::one("calls of one name with many meanings", "a.py", |size| {
        "def f(): pass\n".repeat(24) + &"f()\n".repeat(size / 4)
    }),
    Case::one("imports", "a.py", |size| row(size, "", |at| format!("import m{at}\n"), "")),
    Case::one("imports from a module of a long name", "a.py", |size| {
        row(size, &format!("from {} import a", "m".repeat(size / 2)), |at| format!(",n{at}"), "\n")
    }),
    Case::one("calls into a module of a long name", "a.py", |size| {
        row(size, &format!("import {} as m\n", "m".repeat(size / 2)), |_| "m.f()\n".to_owned(), "")
    }),
    Case::one("exports of imports", "a.py", |size| {
        let exports = row(size / 2, "__all__ = [", |at| format!("'n{at}',"), "]\n");
        row(size, &format!("{exports}from m import a"), |at| format!(",n{at}"), "\n")
    }),
    Case::one("brackets in brackets", "a.py", |size| nest(size, "(", "x", ")")),
    Case::one("calls in calls", "a.py", |size| nest(size, "f(", "x", ")")),
    Case::one("blocks in blocks", "a.py", |size| {
        let depth = (2 * size).isqrt();
        (0..depth).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect::<String>()
            + &" ".repeat(depth)
            + "f()\n"
    }),
    Case::one("a chain of calls", "a.py", |size| "x".to_owned() + &".f()".repeat(size / 4) + "\n"),
    Case::one("a chain of operators", "a.py", |size| "x = a".to_owned() + &" + b".repeat(size / 4) + "\n"),
    Case::one("a long name", "a.py", |size| format!("def {0}(): {0}()\n", "n".repeat(size / 2))),
    Case::one("a long list", "a.py", |size| row(size, "x = [", |at| format!("f{at},"), "]\nx[0]()\n")),
    Case::one("a long text", "a.py", |size| format!("x = '''{}'''\n", "text ".repeat(size / 5))),
    Case::one("a long dictionary", "a.py", |size| row(size, "x = {", |at| format!("'k{at}': f,"), "}\n")),
    Case::one("decorators", "a.py", |size| row(size, "", |at| format!("@d{at}\n"), "def f(): pass\n")),
    Case::one("a union", "a.py", |size| row(size, "def f(x: A", |at| format!("|A{at}"), "): x.m()\n")),
    Case::one("names of the module", "a.py", |size| {
        row(size, &row(size / 2, "def f():\n global a", |at| format!(",a{at}"), "\n"), |at| format!(" a{at}()\n"), "")
    }),
    Case::one("bases that share bases", "a.py", |size| {
        row(
            size,
            "class A0: pass\nclass B0: pass\n",
            |at| {
                let n = at + 1;
                format!("class A{n}(A{at},B{at}): pass\nclass B{n}(A{at},B{at}): pass\n")
            },
            "A9().m()\n",
        )
    }),
    Case::one("bases of one class", "a.py", |size| {
        let bases = row(size / 2, "", |at| format!("class B{at}: pass\n"), "");
        row(size, &format!("{bases}class C("), |at| format!("B{at},"), "): pass\nC().m()\n")
    }),
    Case::one("classes of one base", "a.py", |size| {
        row(size, "class A: pass\nA().m()\n", |at| format!("class B{at}(A): pass\nB{at}().m()\n"), "")
    }),
    Case::one("comments in a block", "a.py", |size| {
        "if x:\n y\n".to_owned() + &" # comment\n".repeat(size / 11) + " z\n"
    }),
    Case::one("lines that go on", "a.py", |size| "x=".to_owned() + &"\\\n".repeat(size / 2)),
    Case::one("lambdas in lambdas", "a.py", |size| "x = ".to_owned() + &"lambda a: ".repeat(size / 10) + "a\n"),
    Case::one("comprehensions", "a.py", |size| nest(size, "[", "x", " for x in y]")),
    Case::one("patterns", "a.py", |size| {
        row(size, "match x:\n", |at| format!(" case A{at}(b={{'k': [*c]}}): c()\n"), "")
    }),
    Case::one("damaged text", "a.py", |size| ")]}(def class ".repeat(size / 14)),
];
