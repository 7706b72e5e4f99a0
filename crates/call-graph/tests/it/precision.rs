//! Edges that must not be there, and those that must be no more than possible.

use crate::fixture::{self, edges_to};

#[test]
fn a_class_decorator_hands_each_class_through_and_mixes_none() {
    let classes: String = (0..8)
        .map(|at| {
            format!("@register('t{at}')\nclass C{at}:\n    def run(self): pass\ndef use{at}():\n    C{at}().run()\n")
        })
        .collect();
    let graph = fixture::build(&format!(
        "//- /m.py\ndef register(*args, **kwargs):\n    def wrap(cls):\n        return cls\n    return wrap\n{classes}\
         //- /n.py\ndef plain(*args):\n    return args[0]\n@plain\nclass D:\n    def go(self): pass\n@plain\nclass E:\n    def go(self): pass\ndef use():\n    D().go()\n"
    ));
    assert_eq!(edges_to(&graph, "C3.run"), ["m.use3 -> m.C3.run (constructed, proven)"]);
    assert_eq!(edges_to(&graph, "D.go"), ["n.use -> n.D.go (constructed, proven)"]);
    assert_eq!(edges_to(&graph, "E.go"), [""; 0]);
}

#[test]
fn a_decorated_allocator_is_not_proven_to_run_the_wrapper() {
    let graph = fixture::build(
        "//- /m.py\ndef cached(f):\n    def wrapper(*args):\n        return f(*args)\n    return wrapper\nclass Symbol:\n    @cached\n    def __new__(cls, name): return object.__new__(cls)\nclass Sub(Symbol): pass\ndef use():\n    Sub('x')\n",
    );
    assert_eq!(edges_to(&graph, "wrapper"), ["m.use -> m.cached.wrapper (returned, possible)"]);
    assert_eq!(
        edges_to(&graph, "Symbol.__new__"),
        ["m.cached.wrapper -> m.Symbol.__new__ (flow, possible)", "m.use -> m.Symbol.__new__ (constructor, proven)"]
    );
}

#[test]
fn a_rust_field_is_no_method() {
    let graph = fixture::build(
        "//- /Cargo.toml\n//- /src/lib.rs\npub struct Span { pub start: usize }\nimpl Span { pub fn start(&self) -> usize { self.start } }\npub struct Job { run: fn() }\nimpl Job { pub fn run(&self) {} }\nfn each(s: Span) { apply(s.start); s.start(); }\nfn apply(at: usize) {}\nfn one(j: Job) { apply(j.run); }\n",
    );
    assert_eq!(edges_to(&graph, "Span.start"), ["crate.each -> crate.Span.start (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "Job.run"), [""; 0]);
}

#[test]
fn a_java_field_is_not_the_method_of_its_name() {
    let graph = fixture::build(
        "//- /a/Box.java\npackage a;\nclass Box {\n  private final Runnable size;\n  Box(Runnable size) { this.size = size; }\n  Runnable size() { return size; }\n  void go() { size.run(); this.size.run(); }\n  void call() { size(); }\n}\n",
    );
    assert_eq!(edges_to(&graph, "Box.size"), ["a.Box.call -> a.Box.size (scope, proven)"]);
}

#[test]
fn java_functions_are_values_of_interfaces_alone() {
    let graph = fixture::build(
        r#"
//- /a/Doc.java
package a;
class Doc {
  private Settings settings = new Settings();
  Settings settings() { return settings; }
  void set(Sink sink) { sink.keep(settings); }
  void text() {}
}
class Settings {}
class Sink {
  void keep(Object value) {
    ((Runnable) value).run();
    ((Doc) value).text();
  }
}
class Use { void run(Sink sink) { sink.keep(() -> {}); } }
"#,
    );
    assert_eq!(edges_to(&graph, "Doc.settings"), [""; 0]);
    assert_eq!(edges_to(&graph, "Doc.text"), ["a.Sink.keep -> a.Doc.text (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "<lambda1>"), ["a.Sink.keep -> a.Use.run.<lambda1> (flow, possible)"]);
}

#[test]
fn reading_a_property_runs_its_getter_and_assigning_its_setter() {
    let graph = fixture::build(
        "//- /m.py\nclass A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, value): pass\n    @property\n    def size(self, unit=1): return 1\ndef read(a: A):\n    return a.x\ndef write(a: A):\n    a.x = 2\ndef measure(a: A):\n    return a.size\n//- /m.ts\nexport class B {\n  get y() { return 1; }\n  set y(v) { }\n}\nexport function readB(b: B) { return b.y; }\nexport function writeB(b: B) { b.y = 2; }\n",
    );
    assert_eq!(edges_to(&graph, "A.x"), ["m.read -> m.A.x (property, proven)", "m.write -> m.A.x (property, proven)"]);
    assert_eq!(edges_to(&graph, "A.size"), ["m.measure -> m.A.size (property, proven)"]);
    let lines = |name: &str| {
        let edges = fixture::whole(&graph).edges();
        let ends = |id| fixture::symbol(&graph, id).qualified_name.ends_with(name);
        edges
            .iter()
            .filter(|edge| ends(edge.to))
            .map(|edge| (edge.line, fixture::symbol(&graph, edge.to).name_span.start_line))
            .collect::<Vec<_>>()
    };
    assert_eq!(lines("A.x"), [(9, 3), (11, 5)]);
    assert_eq!(lines("B.y"), [(5, 2), (6, 3)]);
}

#[test]
fn functions_assigned_to_one_variable_exclude_each_other() {
    let graph = fixture::build(
        "//- /m.py\ndef a(): pass\ndef b(): pass\ndef branch(flag):\n    f = a\n    if flag:\n        f = b\n    f()\n",
    );
    assert_eq!(edges_to(&graph, "m.a"), ["m.branch -> m.a (scope, possible)"]);
}

#[test]
fn of_definitions_of_one_name_none_is_proven() {
    let graph = fixture::build(
        "//- /m.py\nimport sys\nif sys.platform == 'win32':\n    def where(): pass\nelse:\n    def where(): pass\ndef use():\n    where()\n",
    );
    assert_eq!(edges_to(&graph, "m.where"), ["m.use -> m.where (scope, possible)"; 2]);
}

#[test]
fn binding_a_method_does_not_call_it() {
    let graph = fixture::build(
        "//- /m.js\nclass A {\n  constructor() { this.f = this.f.bind(this); on(this.f); }\n  f() {}\n  go() { this.f(); }\n}\n",
    );
    assert_eq!(
        edges_to(&graph, "A.f"),
        ["m.A.constructor -> m.A.f (callback, possible)", "m.A.go -> m.A.f (member, proven)"]
    );
}

#[test]
fn go_conversions_call_nothing_and_interfaces_prove_no_implementation() {
    let graph = fixture::build(
        "//- /go.mod\nmodule ex\n//- /m.go\npackage m\ntype I interface { Run() }\ntype T struct{}\nfunc (t *T) Run() {}\ntype U struct{}\nfunc (u *U) Run() {}\nvar _ I = (*T)(nil)\nfunc Make() *T { return &T{} }\nfunc Use(i I) { i.Run() }\n",
    );
    assert_eq!(edges_to(&graph, "T.Run"), ["m.Use -> m.T.Run (override, possible)"]);
    assert_eq!(edges_to(&graph, "I.Run"), ["m.Use -> m.I.Run (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "m.T"), [""; 0]);
}

#[test]
fn a_receiver_constructed_on_the_spot_has_no_overrides() {
    let graph = fixture::build(
        "//- /m.py\nclass A:\n    def run(self): pass\nclass B(A):\n    def run(self): pass\ndef spot():\n    A().run()\ndef var():\n    a = A()\n    a.run()\ndef given(a: A):\n    a.run()\n",
    );
    assert_eq!(
        edges_to(&graph, "B.run"),
        ["m.given -> m.B.run (override, possible)", "m.var -> m.B.run (override, possible)"]
    );
}

#[test]
fn slices_and_filters_are_new_containers() {
    let graph = fixture::build(
        "//- /m.js\nfunction a() {}\nfunction b() {}\nexport function use() {\n  const all = [a];\n  const some = all.slice();\n  some.push(b);\n  all[0]();\n  all.forEach(f => f());\n}\n",
    );
    assert_eq!(edges_to(&graph, "m.b"), [""; 0]);
}

#[test]
fn a_function_put_in_place_of_one_values_method_proves_nothing_of_others() {
    let graph = fixture::build(
        "//- /m.py\nclass A:\n    def run(self): pass\ndef fake(): pass\ndef patched():\n    a = A()\n    a.run = fake\ndef plain():\n    A().run()\n",
    );
    assert_eq!(edges_to(&graph, "m.fake"), ["m.plain -> m.fake (flow, possible)"]);
}

#[test]
fn types_that_stand_for_each_other_end() {
    let graph = fixture::build(
        "//- /Cargo.toml\n//- /src/lib.rs\npub struct A(Box<B>);\npub struct B(Box<A>);\nimpl std::ops::Deref for A { type Target = B; fn deref(&self) -> &B { &self.0 } }\nimpl std::ops::Deref for B { type Target = A; fn deref(&self) -> &A { &self.0 } }\nimpl B { fn own(&self) {} }\npub fn f(a: A) { a.nowhere(); a.own(); }\n",
    );
    assert_eq!(edges_to(&graph, "B.own"), ["crate.f -> crate.B.own (annotation, proven)"]);
}

#[test]
fn a_default_is_one_of_the_values_that_a_parameter_may_have() {
    let graph = fixture::build(
        "//- /m.py\nclass Fixed:\n    def __call__(self): pass\nclass Retry:\n    def __init__(self, wait=Fixed()):\n        self.wait = wait\ndef use(r: Retry):\n    r.wait()\n",
    );
    assert_eq!(edges_to(&graph, "Fixed.__call__"), ["m.use -> m.Fixed.__call__ (flow, possible)"]);
}

#[test]
fn only_the_definition_with_code_of_an_overloaded_function_runs() {
    let graph = fixture::build(
        "//- /m.py\nfrom typing import overload\n@overload\ndef size(x: int) -> int: ...\n@overload\ndef size(x: str) -> int: ...\ndef size(x): return 1\ndef use():\n    size(1)\n",
    );
    let edges = fixture::whole(&graph).edges();
    let lines: Vec<u32> = edges.iter().map(|edge| fixture::symbol(&graph, edge.to).name_span.start_line).collect();
    assert_eq!(lines, [6]);
}

#[test]
fn an_overloaded_method_is_called_once_where_its_code_is() {
    let graph = fixture::build(
        "//- /m.ts\nexport class Source {\n  subscribe(next: () => void): void;\n  subscribe(next: object): void;\n  subscribe(next: any): void {}\n}\nexport function use(source: Source) { source.subscribe({}); }\n",
    );
    let edges = fixture::whole(&graph).edges();
    let lines: Vec<u32> = edges.iter().map(|edge| fixture::symbol(&graph, edge.to).name_span.start_line).collect();
    assert_eq!((lines, edges[0].is_proven()), (vec![4], true));
}

#[test]
fn what_is_passed_at_one_place_of_a_rest_parameter_is_not_passed_on_at_another() {
    let graph = fixture::build(
        "//- /m.py\ndef one(): pass\ndef two(): pass\ndef inner(first, second):\n    second()\ndef outer(*args):\n    inner(*args)\ndef use():\n    outer(one, two)\n",
    );
    assert_eq!(edges_to(&graph, "m.one"), [""; 0]);
    assert_eq!(edges_to(&graph, "m.two"), ["m.inner -> m.two (container, possible)"]);
}

#[test]
fn named_arguments_that_are_handed_on_keep_their_names() {
    let graph = fixture::build(
        "//- /m.py\ndef one(): pass\ndef two(): pass\nclass Base:\n    def __init__(self, first=None, second=None):\n        self.first = first\n        self.second = second\n    def run(self):\n        self.second()\nclass Child(Base):\n    def __init__(self, **kwargs):\n        super().__init__(**kwargs)\ndef make(*args, **given):\n    return Child(*args, **given)\nmake(first=one, second=two).run()\n",
    );
    assert_eq!(edges_to(&graph, "m.one"), [""; 0]);
    assert_eq!(edges_to(&graph, "m.two"), ["m.Base.run -> m.two (container, possible)"]);
}
