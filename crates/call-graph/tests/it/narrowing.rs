//! What a branch knows of the type of a value.

use crate::fixture::edges_to;

const CLASSES: &str = "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\n";

#[test]
fn python_isinstance_narrows_its_branch() {
    let text = [
        "def branch(x):\n    if isinstance(x, A):\n        x.run()\n    else:\n        x.walk()\n",
        "def guard(x):\n    if not isinstance(x, A):\n        return\n    x.run()\n",
        "def both(x):\n    return isinstance(x, A) and x.run()\n",
        "def either(x):\n    return x.run() if isinstance(x, A) else None\n",
        "def asserted(x):\n    assert isinstance(x, A)\n    x.run()\n",
        "def each(xs):\n    return [x.run() for x in xs if isinstance(x, A)]\n",
        "def exact(x):\n    if type(x) is A:\n        x.run()\n",
        "def field(o):\n    if isinstance(o.x, A):\n        o.x.run()\n",
        "def assigned(x, y):\n    if isinstance(x, A):\n        x = y\n        x.run()\n",
        "def negated(x):\n    if isinstance(x, A):\n        pass\n    else:\n        x.run()\n",
        "def handed(x):\n    if isinstance(x, A):\n        take(x)\ndef take(y):\n    y.run()\n",
    ];
    let graph = crate::fixture::build(&format!("//- /m.py\n{CLASSES}{}", text.concat()));
    let mut expected: Vec<String> = ["asserted", "both", "branch", "each", "either", "exact", "field", "guard"]
        .iter()
        .map(|from| format!("m.{from} -> m.A.run (annotation, proven)"))
        .collect();
    expected.push("m.take -> m.A.run (flow, possible)".to_owned());
    assert_eq!(edges_to(&graph, "A.run"), expected);
    assert_eq!(edges_to(&graph, "B.run"), [""; 0]);
}

#[test]
fn python_a_check_and_what_is_bound_in_its_branch_are_known_behind_it() {
    let text = [
        "def made(x: B | A):\n    if isinstance(x, B):\n        x = A()\n    x.run()\n",
        "def ensured(x):\n    if not isinstance(x, A):\n        x = A()\n    x.run()\n",
        "def rest(x: Union[A, B]):\n    if isinstance(x, B):\n        return\n    x.run()\n",
        "def other(x: Optional[B | A]):\n    if isinstance(x, B):\n        pass\n    else:\n        x.run()\n",
        "def none(x: B | A):\n    if x:\n        x = A()\n",
    ];
    let graph = crate::fixture::build(&format!("//- /m.py\n{CLASSES}{}", text.concat()));
    let proven = ["ensured", "made", "other", "rest"];
    assert_eq!(edges_to(&graph, "A.run"), proven.map(|from| format!("m.{from} -> m.A.run (annotation, proven)")));
    assert_eq!(edges_to(&graph, "B.run"), [""; 0]);
}

#[test]
fn python_a_value_of_another_package_takes_the_place_of_what_was_checked() {
    let graph = crate::fixture::build(
        "//- /m.py\nfrom pathlib import Path\nclass Text(str):\n    def read_text(self): pass\ndef known(x: Text | Path):\n    if isinstance(x, Text):\n        x = Path(x)\n    x.read_text()\ndef sometimes(x: Text | Path, c):\n    if isinstance(x, Text):\n        if c:\n            x = Path(x)\n    x.read_text()\ndef straight(x: Text):\n    x = Path(x)\n    x.read_text()\n",
    );
    assert_eq!(edges_to(&graph, "read_text"), ["m.sometimes -> m.Text.read_text (annotation, proven)"]);
}

#[test]
fn python_what_is_bound_only_sometimes_in_a_branch_leaves_all() {
    let text = [
        "def nested(x: A | B, c):\n    if isinstance(x, B):\n        if c:\n            x = A()\n    x.run()\n",
        "def called(x: A | B):\n    if isinstance(x, B):\n        x = make(x)\n    x.run()\n",
        "def twice(x: A | B):\n    if isinstance(x, B):\n        x = A()\n        x = make(x)\n    x.run()\n",
        "def make(x): return x\n",
    ];
    let graph = crate::fixture::build(&format!("//- /m.py\n{CLASSES}{}", text.concat()));
    for class in ["A", "B"] {
        let all = ["called", "nested", "twice"];
        let possible = all.map(|from| format!("m.{from} -> m.{class}.run (annotation, possible)"));
        assert_eq!(edges_to(&graph, &format!("{class}.run")), possible);
    }
}

#[test]
fn python_what_is_returned_under_a_check_is_still_what_came_in() {
    let graph = crate::fixture::build(
        "//- /m.py\nfrom types import FunctionType\ndef mark(f):\n    if isinstance(f, FunctionType):\n        return f\n    return f\ndef a(): pass\ndef b(): pass\ndef use():\n    mark(a)()\ndef other():\n    mark(b)()\n",
    );
    assert_eq!(edges_to(&graph, "m.a"), ["m.use -> m.a (returned, proven)"]);
}

#[test]
fn python_match_narrows_its_captures() {
    let graph = crate::fixture::build(&format!(
        "//- /m.py\n{CLASSES}def f(x):\n    match x:\n        case A() as a:\n            a.run()\n"
    ));
    assert_eq!(edges_to(&graph, "A.run"), ["m.f -> m.A.run (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "B.run"), [""; 0]);
}

#[test]
fn javascript_instanceof_narrows_its_branch() {
    let graph = crate::fixture::build(
        "//- /m.ts\nclass A { run() {} }\nclass B { run() {} }\nexport function branch(x: unknown) { if (x instanceof A) { x.run(); } else if (x instanceof B) { x.run(); } }\nexport function guard(x: unknown) { if (!(x instanceof A)) return; x.run(); }\nexport function both(x: unknown) { return x instanceof A && x.run(); }\nexport function either(x: unknown) { return x instanceof A ? x.run() : null; }\nexport function field(o: any) { if (o.x instanceof A) { o.x.run(); } }\nexport function assigned(x: any, y: any) { if (x instanceof A) { x = y; x.run(); } }\n",
    );
    let proven = ["both", "branch", "either", "field", "guard"];
    assert_eq!(edges_to(&graph, "A.run"), proven.map(|from| format!("m.{from} -> m.A.run (annotation, proven)")));
    assert_eq!(edges_to(&graph, "B.run"), ["m.branch -> m.B.run (annotation, proven)"]);
}

#[test]
fn typescript_a_check_and_what_is_bound_in_its_branch_are_known_behind_it() {
    let graph = crate::fixture::build(
        "//- /m.ts\nclass A { run() {} }\nclass B { run() {} }\nexport function made(x: B | A) { if (x instanceof B) { x = new A(); } x.run(); }\nexport function ensured(x: any) { if (!(x instanceof A)) x = new A(); x.run(); }\nexport function rest(x: A | B) { if (x instanceof B) return; x.run(); }\nexport function text(x: string | A) { if (typeof x === 'string') throw x; x.run(); }\nexport function loose(x: any, c: any) { if (!(x instanceof A)) c && (x = new B()); x.run(); }\n",
    );
    let from = ["ensured", "made", "rest", "text"];
    assert_eq!(edges_to(&graph, "A.run"), from.map(|from| format!("m.{from} -> m.A.run (annotation, proven)")));
    assert_eq!(edges_to(&graph, "B.run"), ["m.loose -> m.B.run (constructed, proven)"]);
}

#[test]
fn rust_patterns_have_the_types_of_variants() {
    let graph = crate::fixture::build(
        "//- /Cargo.toml\n//- /src/lib.rs\nstruct A;\nimpl A { fn run(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nenum Job { One(A), Two { held: B } }\nuse Job::One;\nimpl Job {\n    fn go(&self) { match self { Self::One(a) => a.run(), Job::Two { held } => held.run() } }\n    fn first(&self) { if let One(a) = self { a.run(); } }\n}\n",
    );
    assert_eq!(
        edges_to(&graph, "A.run"),
        ["crate.Job.first -> crate.A.run (annotation, proven)", "crate.Job.go -> crate.A.run (annotation, proven)"]
    );
    assert_eq!(edges_to(&graph, "B.run"), ["crate.Job.go -> crate.B.run (annotation, proven)"]);
}

#[test]
fn go_type_switches_narrow() {
    let graph = crate::fixture::build(
        "//- /m.go\npackage m\ntype A struct{}\nfunc (a *A) Run() {}\ntype B struct{}\nfunc (b *B) Run() {}\nfunc pick(x any) {\n\tswitch v := x.(type) {\n\tcase *A:\n\t\tv.Run()\n\tcase *B:\n\t\tv.Run()\n\t}\n\tif a, ok := x.(*A); ok {\n\t\ta.Run()\n\t}\n}\n",
    );
    assert_eq!(edges_to(&graph, "A.Run"), ["m.pick -> m.A.Run (annotation, proven)"; 2]);
    assert_eq!(edges_to(&graph, "B.Run"), ["m.pick -> m.B.Run (annotation, proven)"]);
}

#[test]
fn java_instanceof_patterns_narrow() {
    let graph = crate::fixture::build(
        "//- /a/M.java\npackage a;\nclass A { void run() {} }\nclass B { void run() {} }\nclass M {\n  void go(Object x) { if (x instanceof A a) { a.run(); } }\n  void pick(Object x) { switch (x) { case A a -> a.run(); case B b -> b.run(); default -> {} } }\n}\n",
    );
    assert_eq!(
        edges_to(&graph, "A.run"),
        ["a.M.go -> a.A.run (annotation, proven)", "a.M.pick -> a.A.run (annotation, proven)"]
    );
}
