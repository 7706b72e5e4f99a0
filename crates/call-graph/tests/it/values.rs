//! Functions as values: by the beginning of their names, partly applied, dispatched, registered, held by objects.

use crate::fixture::{self, edges_to};

fn python(text: &str) -> call_graph::CallGraph {
    fixture::build(&format!("//- /m.py\n{text}"))
}

fn script(text: &str) -> call_graph::CallGraph {
    fixture::build(&format!("//- /m.js\n{text}"))
}

#[test]
fn python_getattr_by_constant_and_by_prefix() {
    let graph = python(
        "class Walk:\n    def visit_a(self): pass\n    def visit_b(self): pass\n    def leave(self): pass\n    def go(self, kind):\n        getattr(self, 'visit_' + kind)()\n    def formatted(self, kind):\n        getattr(self, f'visit_{kind}', None)()\ndef constant(w: Walk):\n    getattr(w, 'leave')()\ndef unknown(w: Walk, name):\n    getattr(w, name)()\nclass More(Walk):\n    def visit_c(self): pass\n",
    );
    assert_eq!(
        edges_to(&graph, "visit_a"),
        [
            "m.Walk.formatted -> m.Walk.visit_a (container, possible)",
            "m.Walk.go -> m.Walk.visit_a (container, possible)"
        ]
    );
    assert_eq!(edges_to(&graph, "visit_c").len(), 2);
    assert_eq!(edges_to(&graph, "leave"), ["m.constant -> m.Walk.leave (annotation, proven)"]);
}

#[test]
fn python_setattr_by_constant_stores_a_member() {
    let graph = python(
        "def f(): pass\nclass A: pass\ndef put(a: A):\n    setattr(a, 'hook', f)\ndef use(a: A):\n    a.hook()\n",
    );
    assert_eq!(edges_to(&graph, "m.f"), ["m.use -> m.f (annotation, proven)"]);
}

#[test]
fn python_a_function_in_place_of_an_inherited_method_is_possible_for_other_values() {
    let graph = python(
        "class Base:\n    def on(self): pass\nclass A(Base): pass\ndef f(): pass\ndef put(a: A):\n    a.on = f\ndef use(a: A):\n    a.on()\n",
    );
    assert_eq!(edges_to(&graph, "m.f"), ["m.use -> m.f (annotation, possible)"]);
    assert_eq!(edges_to(&graph, "m.Base.on"), ["m.use -> m.Base.on (annotation, possible)"]);
}

#[test]
fn python_partial_runs_what_it_is_given_where_it_is_called() {
    let graph = python(
        "from functools import partial\nimport functools\ndef f(a, cb): cb()\ndef g(): pass\ndef make():\n    return partial(f, 1)\ndef use():\n    p = functools.partial(f, 2)\n    p(g)\n",
    );
    assert_eq!(edges_to(&graph, "m.f"), ["m.use -> m.f (returned, proven)"]);
}

#[test]
fn python_singledispatch_may_run_its_variants() {
    let graph = python(
        "from functools import singledispatch\n@singledispatch\ndef show(x): pass\n@show.register\ndef show_int(x: int): pass\n@show.register(str)\ndef show_str(x): pass\ndef use():\n    show(1)\n",
    );
    assert_eq!(edges_to(&graph, "m.show"), ["m.use -> m.show (scope, proven)"]);
    assert_eq!(edges_to(&graph, "m.show_int"), ["m.use -> m.show_int (override, possible)"]);
    assert_eq!(edges_to(&graph, "m.show_str"), ["m.use -> m.show_str (override, possible)"]);
}

#[test]
fn python_registries_filled_by_decorators_are_called_through() {
    let graph = python(
        "HANDLERS = dict()\ndef handler(name):\n    def wrap(f):\n        HANDLERS[name] = f\n        return f\n    return wrap\n@handler('a')\ndef on_a(): pass\n@handler('b')\ndef on_b(): pass\ndef run(name):\n    HANDLERS[name]()\n",
    );
    assert_eq!(edges_to(&graph, "m.on_a"), ["m.run -> m.on_a (container, possible)"]);
    assert_eq!(edges_to(&graph, "m.on_b"), ["m.run -> m.on_b (container, possible)"]);
}

#[test]
fn python_threads_and_map_run_what_they_are_given() {
    let graph = python(
        "from threading import Thread\ndef work(): pass\ndef double(x): pass\ndef unknown(x): pass\ndef start():\n    Thread(target=work).start()\ndef every(xs):\n    return map(double, xs)\ndef other(pool):\n    pool.send(unknown)\n",
    );
    assert_eq!(edges_to(&graph, "m.work"), ["m.start -> m.work (callback, proven)"]);
    assert_eq!(edges_to(&graph, "m.double"), ["m.every -> m.double (callback, proven)"]);
    assert_eq!(edges_to(&graph, "m.unknown"), ["m.other -> m.unknown (callback, possible)"]);
}

#[test]
fn python_mixins_bound_methods_and_own_types() {
    let graph = python(
        "class Mixin:\n    def go(self):\n        self.step()\n        super().close()\n    def again(self):\n        return type(self)()\nclass Base:\n    def step(self): pass\n    def close(self): pass\nclass Both(Mixin, Base):\n    def __init__(self): pass\ndef bound():\n    m = Base().step\n    m()\nclass Alone:\n    def __init__(self): pass\n    def copy(self):\n        return self.__class__()\n",
    );
    assert_eq!(
        edges_to(&graph, "Base.step"),
        ["m.Mixin.go -> m.Base.step (override, possible)", "m.bound -> m.Base.step (constructed, proven)"]
    );
    assert_eq!(edges_to(&graph, "Base.close"), ["m.Mixin.go -> m.Base.close (override, possible)"]);
    assert_eq!(edges_to(&graph, "Alone.__init__"), ["m.Alone.copy -> m.Alone.__init__ (constructor, proven)"]);
}

#[test]
fn javascript_constructor_functions_and_prototypes() {
    let graph = script(
        "function Shape(n) { this.n = n; this.init(); }\nShape.prototype.init = function () { this.draw(); };\nObject.assign(Shape.prototype, { draw() { } });\nfunction use() { const s = new Shape(1); s.draw(); }\n",
    );
    assert_eq!(edges_to(&graph, "Shape.init"), ["m.Shape -> m.Shape.init (member, proven)"]);
    assert_eq!(
        edges_to(&graph, "draw"),
        ["m.Shape.init -> m.draw (member, proven)", "m.use -> m.draw (constructed, proven)"]
    );
}

#[test]
fn javascript_this_in_an_object_is_the_object() {
    let graph = script(
        "const api = { a() { this.b(); }, b() { }, c: function () { this.b(); } };\nclass K { b() {} m() { return { a() { this.b(); }, b() {} }; } }\n",
    );
    assert_eq!(
        edges_to(&graph, "api.b"),
        ["m.api.a -> m.api.b (container, possible)", "m.api.c -> m.api.b (container, possible)"]
    );
    assert_eq!(edges_to(&graph, "K.b"), [""; 0]);
}

#[test]
fn javascript_sets_maps_and_object_functions_hand_on() {
    let graph = script(
        "function a() {}\nfunction b() {}\nfunction c() {}\nfunction d() {}\nfunction use() {\n  const all = new Set([a]);\n  all.forEach(f => f());\n  const map = new Map([['k', b]]);\n  map.get('k')();\n  const later = new Map();\n  later.set('x', c);\n  later.get('x')();\n  for (const [k, f] of Object.entries({ d })) f();\n}\n",
    );
    for (name, from) in [("m.a", "m.use.<lambda1>"), ("m.b", "m.use"), ("m.c", "m.use"), ("m.d", "m.use")] {
        let found = edges_to(&graph, name);
        assert!(found.iter().any(|edge| edge.starts_with(&format!("{from} -> {name} ("))), "{name}: {found:?}");
    }
}

#[test]
fn javascript_call_and_apply_shift_the_receiver() {
    let graph = script(
        "function run(cb) { cb(); }\nfunction a() {}\nfunction b() {}\nfunction one() { run.call(null, a); }\nfunction two() { run.apply(null, [b]); }\nfunction never() { }\nfunction three() { run.call(never, a); }\n",
    );
    assert_eq!(edges_to(&graph, "m.a"), ["m.run -> m.a (flow, possible)"]);
    assert_eq!(edges_to(&graph, "m.b"), ["m.run -> m.b (container, possible)"]);
    let run = edges_to(&graph, "m.run");
    assert_eq!(run.len(), 3, "{run:?}");
    assert!(!edges_to(&graph, "m.never").iter().any(|edge| edge.starts_with("m.run")));
}

#[test]
fn javascript_events_by_constant_name() {
    let graph = script(
        "const EventEmitter = require('events');\nclass Bus extends EventEmitter {\n  start() { this.emit('ready', 1); }\n  stop() { this.emit('gone'); }\n}\nfunction onReady() {}\nfunction onGone() {}\nconst bus = new Bus();\nbus.on('ready', onReady);\nbus.once('gone', onGone);\n",
    );
    let from_bus = |name: &str| {
        let edges = edges_to(&graph, name);
        edges.into_iter().filter(|edge| edge.starts_with("m.Bus.")).collect::<Vec<_>>()
    };
    assert_eq!(from_bus("m.onReady"), ["m.Bus.start -> m.onReady (implicit, proven)"]);
    assert_eq!(from_bus("m.onGone"), ["m.Bus.stop -> m.onGone (implicit, proven)"]);
}

#[test]
fn timers_and_array_methods_run_what_they_are_given() {
    let graph = script(
        "function tick() {}\nfunction each() {}\nfunction kept() {}\nfunction use(other) { setTimeout(tick, 5); [1, 2].forEach(each); other.keep(kept); }\n",
    );
    assert_eq!(edges_to(&graph, "m.tick"), ["m.use -> m.tick (callback, proven)"]);
    assert_eq!(edges_to(&graph, "m.each"), ["m.use -> m.each (callback, proven)"]);
    assert_eq!(edges_to(&graph, "m.kept"), ["m.use -> m.kept (callback, possible)"]);
}

#[test]
fn variables_and_fields_that_hold_functions_have_callers() {
    let graph = fixture::build(
        "//- /make.ts\nexport const store = make();\n//- /use.ts\nimport { store } from './make';\nexport interface Observer { next: (n: number) => void }\nexport function use(o: Observer) { store(); o.next(1); }\n//- /f.py\nhook = None\ndef run():\n    hook()\n",
    );
    assert_eq!(edges_to(&graph, "make.store"), ["use.use -> make.store (import, proven)"]);
    assert_eq!(edges_to(&graph, "Observer.next"), ["use.use -> use.Observer.next (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "f.hook"), ["f.run -> f.hook (scope, proven)"]);
}

#[test]
fn what_a_module_imports_is_not_what_it_exports() {
    let graph = fixture::build(
        "//- /all.ts\nexport * from './a';\nexport * from './b';\n//- /a.ts\nimport { go } from './all';\nexport function first() { go(); }\n//- /b.ts\nexport function go() {}\n",
    );
    assert_eq!(edges_to(&graph, "b.go"), ["a.first -> b.go (import, proven)"]);
}

#[test]
fn rust_given_and_dereferenced_members() {
    let graph = fixture::build(
        "//- /Cargo.toml\n//- /src/lib.rs\nuse std::ops::Deref;\n#[derive(Default, Clone)]\npub struct Inner;\nimpl Inner { pub fn ping(&self) {} pub fn new() -> Self { Self::default() } }\npub struct Outer { inner: Inner }\nimpl Deref for Outer { type Target = Inner; fn deref(&self) -> &Self::Target { &self.inner } }\npub fn through(o: Outer) { o.ping(); }\npub fn made() { Inner::default().ping(); }\npub trait Run { fn make() -> Self; fn run(&self); fn twice(&self) { self.run(); } }\npub fn by_bound<T: Run>(list: Vec<T>) { for t in list { t.run(); } T::make(); }\npub struct Holder<T>(T);\nimpl<T: Run> Holder<T> { pub fn go(&self, other: &T) { other.run(); } }\npub fn dynamic(r: &dyn Run, s: impl Run) { r.run(); s.twice(); }\n",
    );
    assert_eq!(
        edges_to(&graph, "Inner.ping"),
        ["crate.made -> crate.Inner.ping (returned, proven)", "crate.through -> crate.Inner.ping (annotation, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "Run.run"),
        [
            "crate.Holder.go -> crate.Run.run (annotation, proven)",
            "crate.Run.twice -> crate.Run.run (member, proven)",
            "crate.by_bound -> crate.Run.run (annotation, proven)",
            "crate.dynamic -> crate.Run.run (annotation, proven)"
        ]
    );
    assert_eq!(edges_to(&graph, "Run.make"), ["crate.by_bound -> crate.Run.make (member, proven)"]);
}

#[test]
fn rust_a_field_in_parentheses_is_called_and_not_the_method_of_its_name() {
    let graph = fixture::build(
        "//- /Cargo.toml\n//- /src/lib.rs\npub struct Job { run: fn() }\nimpl Job { pub fn run(&self) {} }\npub fn go(j: &Job) { (j.run)(); }\npub fn method(j: &Job) { j.run(); }\n",
    );
    assert_eq!(
        edges_to(&graph, "Job.run"),
        ["crate.go -> crate.Job.run (annotation, proven)", "crate.method -> crate.Job.run (annotation, proven)"]
    );
    let lines: Vec<u32> = fixture::whole(&graph)
        .edges()
        .iter()
        .map(|edge| fixture::symbol(&graph, edge.to).name_span.start_line)
        .collect();
    assert_eq!(lines, [1, 2], "the field, then the method");
}

#[test]
fn an_interface_with_one_implementation_proves_it() {
    let graph = fixture::build(
        "//- /a/Use.java\npackage a;\ninterface One { void go(); }\nclass Only implements One { public void go() {} }\ninterface Two { void go(); }\nclass First implements Two { public void go() {} }\nclass Second implements Two { public void go() {} }\nclass Use { void one(One o) { o.go(); } void two(Two t) { t.go(); } }\n",
    );
    assert_eq!(edges_to(&graph, "Only.go"), ["a.Use.one -> a.Only.go (override, proven)"]);
    assert_eq!(edges_to(&graph, "First.go"), ["a.Use.two -> a.First.go (override, possible)"]);
}
