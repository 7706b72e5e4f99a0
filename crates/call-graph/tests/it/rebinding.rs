//! A variable that is bound again: the last binding in straight-line code wins, else all are kept and none is proven.

use crate::fixture::{build, edges_to};

const CLASSES: &str = "class A:\n    def run(self): pass\nclass B:\n    def run(self): pass\n";

/// The callers of each class's `run`, and whether that is proven.
fn runs(text: &str) -> [Vec<String>; 2] {
    let graph = build(text);
    ["A.run", "B.run"].map(|method| {
        let edges = edges_to(&graph, method).into_iter();
        let short = edges
            .map(|edge| edge.split(" -> ").next().unwrap().rsplit('.').next().unwrap().to_owned() + edge_end(&edge));
        short.collect()
    })
}

fn edge_end(edge: &str) -> &'static str {
    if edge.ends_with("proven)") { "" } else { "?" }
}

fn python(functions: &[&str]) -> [Vec<String>; 2] {
    runs(&format!("//- /m.py\n{CLASSES}{}", functions.concat()))
}

#[test]
fn python_the_last_binding_wins() {
    let found = python(&[
        "def first():\n    x = A()\n    x.run()\n    x = B()\n    x.walk()\n",
        "def second():\n    x = A()\n    x.walk()\n    x = B()\n    x.run()\n",
        "def inside(c):\n    x = A()\n    x = B()\n    if c:\n        for y in c:\n            x.run()\n",
        "def again(c):\n    for y in c:\n        x = A()\n        x.run()\n        x = B()\n        x.walk()\n",
        "def branch(c):\n    x = A()\n    if c:\n        x.run()\n        x = B()\n        x.walk()\n",
        "def unpacked():\n    x, y = A(), 1\n    x, y = B(), 2\n    x.run()\n",
        "def parameter(x=A()):\n    x = B()\n    x.run()\n",
        "def read_inside():\n    x = A()\n    x = B()\n    def late(): return x\n    x.run()\n",
        "def passed():\n    x = A()\n    y = x\n    x = B()\n    y.run()\n",
    ]);
    assert_eq!(
        found,
        [vec!["again", "branch", "first", "passed"], vec!["inside", "parameter", "read_inside", "second", "unpacked"]]
    );
}

#[test]
fn a_parameter_with_a_written_type_is_what_a_class_makes_that_is_bound_to_it() {
    let found = python(&[
        "def wrapped(x: A):\n    x = B(x)\n    x.run()\n",
        "def later(x: A):\n    x = B()\n    x.run()\n",
        "def either(x: A, c):\n    if c:\n        x = B()\n    x.run()\n",
        "def called(x: A):\n    x = unknown(x)\n    x.run()\n",
        "def local():\n    x: A = A()\n    x = B()\n    x.run()\n",
    ]);
    assert_eq!(found, [vec!["called", "either?"], vec!["either?", "later", "local", "wrapped"]]);
    let found = runs(
        "//- /m.ts\nclass A { run() {} }\nclass B { run() {} }\nfunction later(x: A) { x = new B(); x.run(); }\nfunction either(x: A, c: any) { if (c) x = new B(); x.run(); }\nfunction element(xs: A[]) { xs = new Array(); xs[0].run(); }\n",
    );
    assert_eq!(found, [vec!["either?", "element"], vec!["either?", "later"]]);
}

#[test]
fn python_branches_and_loops_keep_all_values() {
    let found = python(&[
        "def either(c):\n    x = A()\n    if c:\n        x = B()\n    x.run()\n",
        "def each(c):\n    x = A()\n    for y in c:\n        x.run()\n        x = B()\n",
        "def loop(c):\n    x = A()\n    while c:\n        if c:\n            x.run()\n        else:\n            x = B()\n",
        "def tested(c):\n    x = A()\n    while x.run():\n        x = B()\n",
        "def tried(c):\n    x = A()\n    try:\n        x = B()\n    finally:\n        x.run()\n",
        "def changed():\n    x = A()\n    def change():\n        nonlocal x\n        x = B()\n    x = A()\n    change()\n    x.run()\n",
        "def late():\n    x = A()\n    def inner(): x.run()\n    x = B()\n    inner()\n",
        "def lazily():\n    x = A()\n    xs = (x.run() for y in [1])\n    x = B()\n    list(xs)\n",
        "def kept(c):\n    x = A()\n    x = x or B()\n    x.run()\n",
        "def walrus(c):\n    x = A()\n    c and (x := B())\n    x.run()\n",
    ]);
    let all = ["changed?", "each?", "either?", "kept?", "inner?", "lazily?", "loop?", "tested?", "tried?", "walrus?"];
    assert_eq!(found, [all, all]);
}

#[test]
fn python_modules_run_from_top_to_bottom_but_their_functions_later() {
    let graph = build(
        "//- /m.py\ndef one(): pass\ndef two(): pass\njob = one\njob()\njob = two\nif job:\n    job()\ndef later(): job()\n",
    );
    assert_eq!(edges_to(&graph, ".one"), ["m -> m.one (scope, proven)", "m.later -> m.one (scope, possible)"]);
    assert_eq!(edges_to(&graph, ".two"), ["m -> m.two (scope, proven)", "m.later -> m.two (scope, possible)"]);
}

#[test]
fn python_a_function_that_assigns_the_name_of_a_module_keeps_all() {
    let text = "//- /m.py\ndef one(): pass\ndef two(): pass\njob = one\ndef set():\n    global job\n    job = one\njob = two\nset()\njob()\n";
    assert_eq!(edges_to(&build(text), ".one"), ["m -> m.one (scope, possible)"]);
}

#[test]
fn python_conditional_functions_of_one_name_exclude_each_other() {
    let graph = build(
        "//- /m.py\ntry:\n    from fast import work\nexcept ImportError:\n    from slow import work\ndef go(): work()\n//- /fast.py\ndef work(): pass\n//- /slow.py\ndef work(): pass\n",
    );
    assert_eq!(
        edges_to(&graph, ".work"),
        ["m.go -> fast.work (import, possible)", "m.go -> slow.work (import, possible)"]
    );
}

#[test]
fn python_reading_what_a_property_gave_does_not_read_it_again() {
    let text = "//- /m.py\nclass A:\n    @property\n    def x(self): return 1\ndef f(a: A):\n    x = 0\n    x = a.x\n    if x:\n        use(x)\n";
    assert_eq!(edges_to(&build(text), "A.x"), ["m.f -> m.A.x (property, proven)"]);
}

#[test]
fn python_elements_of_a_table_of_its_own() {
    let graph = build(
        "//- /m.py\ndef one(): pass\ndef two(): pass\ndef last():\n    table = {'a': one}\n    table['a'] = two\n    table['a']()\ndef first():\n    jobs = [one, one]\n    jobs[1]()\n    jobs[1] = two\ndef shared(take):\n    table = {'a': one}\n    table['a'] = two\n    take(table)\n    table['a']()\ndef unknown(key):\n    table = {'a': one}\n    table['a'] = two\n    table[key] = one\n    table['a']()\n",
    );
    let sure = |from: &str, to: &str, how: &str| format!("m.{from} -> m.{to} ({how})");
    let unsure = "container, possible";
    assert_eq!(
        edges_to(&graph, ".one"),
        [sure("first", "one", "scope, proven"), sure("shared", "one", unsure), sure("unknown", "one", unsure)]
    );
    assert_eq!(
        edges_to(&graph, ".two"),
        [sure("last", "two", "scope, proven"), sure("shared", "two", unsure), sure("unknown", "two", unsure)]
    );
}

#[test]
fn javascript_the_last_binding_wins() {
    let found = runs(
        "//- /m.js\nclass A { run() {} }\nclass B { run() {} }\nfunction first() { let x = new A(); x.run(); x = new B(); x.walk(); }\nfunction second() { let x = new A(); x = new B(); if (c) { x.run(); } }\nfunction chained() { let x, y; x = new A(); x = y = new B(); x.run(); }\nfunction either(c) { let x = new A(); if (c) x = new B(); x.run(); }\nfunction each(c) { let x = new A(); while (c) { x.run(); x = new B(); } }\nfunction bare(c) { let x = new A(); while (c) x.run(), x = new B(); }\nfunction changed() { let x = new A(); const set = () => { x = new B(); }; x = new A(); set(); x.run(); }\nfunction named(c) { let x = new A(); c && (x = new B()); x.run(); }\n",
    );
    let all = ["bare?", "changed?", "each?", "either?"];
    assert_eq!(
        found,
        [
            [&all[..], &["first", "named?"]].concat(),
            [&["bare?", "chained", "changed?", "each?", "either?"][..], &["named?", "second"]].concat()
        ]
    );
}

#[test]
fn go_the_last_binding_wins() {
    let found = runs(
        "//- /m.go\npackage m\ntype A struct{}\nfunc (a *A) run() {}\ntype B struct{}\nfunc (b *B) run() {}\ntype Runner interface { run() }\nfunc one() Runner { return &A{} }\nfunc two() Runner { return &B{} }\nfunc first() {\n\tx := pick(&A{})\n\tx = &A{}\n\tx.run()\n}\nfunc each(c []int) {\n\tvar x, _ = any(&A{}), 1\n\tx = &A{}\n\tfor range c {\n\t\tx.run()\n\t\tx = &B{}\n\t}\n}\n",
    );
    assert_eq!(found, [vec!["each?", "first"], vec!["each?"]]);
}

#[test]
fn rust_shadowed_variables_are_their_own() {
    let found = runs(
        "//- /Cargo.toml\n//- /src/lib.rs\nstruct A;\nimpl A { fn run(&self) {} }\nstruct B;\nimpl B { fn run(&self) {} }\nfn shadowed(x: A) { let x = B; x.run(); }\nfn both() { let x = A; x.run(); let x = B; x.walk(); }\nfn chosen(c: bool) { let x = A; { let x = B; x.walk(); } x.run(); }\nfn looped() { let mut x = one(); loop { x.run(); x = two(); } }\nfn one() -> A { A }\nfn two() -> B { B }\n",
    );
    assert_eq!(found, [vec!["both", "chosen", "looped?"], vec!["looped?", "shadowed"]]);
}

#[test]
fn other_languages_name_their_blocks_otherwise() {
    for (path, text) in [
        (
            "m.rb",
            "class A; def run; end; end\nclass B; def run; end; end\ndef go\n  x = A.new\n  x = B.new\n  x.run\nend\n",
        ),
        (
            "m.php",
            "<?php\nclass A { function run() {} }\nclass B { function run() {} }\nfunction go() { $x = new A(); $x = new B(); $x->run(); }\n",
        ),
        (
            "m.kt",
            "class A {\n  fun run() {}\n}\nclass B {\n  fun run() {}\n}\nfun go() { var x = A(); x = B(); x.run() }\n",
        ),
        (
            "m.swift",
            "class A { func run() {} }\nclass B { func run() {} }\nfunc go() { var x = A(); x = B(); x.run() }\n",
        ),
        (
            "m.scala",
            "class A { def run() = 1 }\nclass B { def run() = 1 }\nobject M { def go() = { var x = new A(); x = new B(); x.run() } }\n",
        ),
        (
            "m.dart",
            "class A { void run() {} }\nclass B { void run() {} }\nvoid go() { var x = A(); x = B(); x.run(); }\n",
        ),
        (
            "m.java",
            "class A { void run() {} }\nclass B { void run() {} }\nclass M { void go() { var x = new A(); x = new B(); x.run(); } }\n",
        ),
        (
            "m.cs",
            "class A { void run() {} }\nclass B { void run() {} }\nclass M { void go() { var x = new A(); x = new B(); x.run(); } }\n",
        ),
        (
            "m.ts",
            "class A { run() {} }\nclass B { run() {} }\nfunction go() { let x = new A(); x = new B(); x.run(); }\n",
        ),
        (
            "m.lua",
            "local A = {}\nfunction A.run() end\nlocal B = {}\nfunction B.run() end\nfunction go()\n  local x = A\n  x = B\n  x.run()\nend\n",
        ),
    ] {
        assert_eq!(runs(&format!("//- /{path}\n{text}")), [vec![], vec!["go"]], "{path}");
    }
}

#[test]
fn elixir_a_name_that_is_bound_again_is_another_variable() {
    let graph = build(
        "//- /lib/m.ex\ndefmodule M do\n  def one, do: 1\n  def two, do: 2\n  def go do\n    job = &one/0\n    job = &two/0\n    job.()\n  end\nend\n",
    );
    assert_eq!(edges_to(&graph, ".one"), [""; 0]);
    assert_eq!(edges_to(&graph, ".two").len(), 1);
}
