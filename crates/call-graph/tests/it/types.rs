//! Types as each language writes them.

use crate::fixture::{self, edges_to};

#[test]
fn go_named_types_embedding_generics_and_interfaces() {
    let graph = fixture::build(
        r#"
//- /go.mod
module ex
//- /m.go
package m
type Item struct{}
func (i *Item) Touch() {}
type Items []*Item
type Index map[string]*Item
type Base struct{}
func (b *Base) Log() {}
type Outer struct{ *Base; items Items }
type List[T any] struct{ all []T }
func (l *List[T]) Push(x T) { l.all = append(l.all, x) }
func each(xs Items, ix Index, o Outer, l *List[*Item]) {
	for _, x := range xs { x.Touch() }
	xs[0].Touch()
	ix["a"].Touch()
	o.Log()
	l.Push(nil)
}
type Closer interface{ Close() }
type File struct{}
func (f *File) Close() {}
func done(c Closer) { c.Close() }
"#,
    );
    assert_eq!(edges_to(&graph, "Item.Touch").len(), 3, "{:?}", edges_to(&graph, "Item.Touch"));
    assert_eq!(edges_to(&graph, "Base.Log"), ["m.each -> m.Base.Log (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "List.Push"), ["m.each -> m.List.Push (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "File.Close"), ["m.done -> m.File.Close (override, proven)"]);
}

#[test]
fn go_a_local_with_the_name_of_its_type_is_a_value_of_it() {
    let graph = fixture::build(
        r#"
//- /go.mod
module ex
//- /m.go
package m
type future struct{}
func (f *future) init() {}
func literal() {
	future := &future{}
	future.init()
}
func list() {
	future := []*future{}
	future[0].init()
}
func asserted(value any) {
	if future, ok := value.(*future); ok {
		future.init()
	}
}
func declared() {
	var future future
	future.init()
}
func made() {
	future := new(future)
	future.init()
}
func passed(future *future) { future.init() }
func (future *future) again() { future.init() }
func shadowed(value any) {
	future := other{}
	future.init()
}
type other struct{}
"#,
    );
    let calls = edges_to(&graph, "future.init");
    let callers: Vec<&str> =
        calls.iter().filter_map(|edge| edge.strip_suffix(", proven)")?.split(" -> ").next()).collect();
    assert_eq!(
        callers,
        ["m.asserted", "m.declared", "m.future.again", "m.list", "m.literal", "m.made", "m.passed"],
        "{calls:?}"
    );
}

#[test]
fn java_overloads_records_enums_and_resources() {
    let graph = fixture::build(
        r#"
//- /a/M.java
package a;
import static a.Tools.trim;
import java.util.function.Function;
interface Visit { void on(int n); }
record Point(int x, int y) { int sum() { return x() + y(); } static Point of() { return new Point(1, 2); } }
enum Op { ADD { int run(int a) { return help(a); } }, SUB { int run(int a) { return a; } }; abstract int run(int a); int help(int a) { return a; } }
class Door implements AutoCloseable { public void close() { } void open() { } }
class Tools { static String trim(String s) { return s; } static void twice(Visit v) { v.on(1); } }
class M {
  void put(int a) { }
  void put(int a, int b) { }
  void go(Op op, Point p) {
    put(1); put(1, 2); trim("a"); op.run(1); p.sum(); Point.of().sum();
    Tools.twice(n -> seen(n));
    try (Door d = new Door()) { d.open(); }
  }
  void seen(int n) { }
}
"#,
    );
    assert_eq!(edges_to(&graph, "M.put"), ["a.M.go -> a.M.put (scope, proven)"; 2]);
    assert_eq!(edges_to(&graph, "Tools.trim"), ["a.M.go -> a.Tools.trim (member, proven)"]);
    assert_eq!(edges_to(&graph, "Point.sum"), ["a.M.go -> a.Point.sum (annotation, proven)"]);
    assert!(edges_to(&graph, "Op.run").contains(&"a.M.go -> a.Op.run (annotation, proven)".to_owned()));
    assert_eq!(edges_to(&graph, "Door.open"), ["a.M.go -> a.Door.open (annotation, proven)"]);
}

#[test]
fn typescript_overloads_merging_and_satisfies() {
    let graph = fixture::build(
        r#"
//- /m.ts
class A { run() {} }
interface Box { held: A }
interface Box { other: A }
class List<T> { items: T[] = []; first(): T { return this.items[0]; } }
function pick(x: string): A;
function pick(x: number): A;
function pick(x: any): A { return new A(); }
const table = { go() { } } satisfies Record<string, () => void>;
function use(b: Box, xs: A[], p: Promise<A>, m: Map<string, A>, l: List<A>) {
  b.held.run();
  b.other.run();
  xs[0].run();
  m.get('a').run();
  pick('x').run();
  table.go();
  l.first();
}
async function later(p: Promise<A>) { (await p).run(); }
"#,
    );
    let lines: Vec<u32> = fixture::whole(&graph)
        .edges()
        .iter()
        .filter(|edge| fixture::symbol(&graph, edge.to).qualified_name == "m.A.run")
        .map(|edge| edge.line)
        .collect();
    assert_eq!(lines, [10, 11, 12, 13, 14, 18]);
    assert_eq!(edges_to(&graph, "m.pick"), ["m.use -> m.pick (scope, proven)"]);
    assert_eq!(edges_to(&graph, "table.go").len(), 1);
    assert_eq!(edges_to(&graph, "List.first"), ["m.use -> m.List.first (annotation, proven)"]);
}

#[test]
fn rust_self_in_the_head_of_a_function_is_the_type() {
    let graph = fixture::build(
        r#"
//- /Cargo.toml
//- /src/lib.rs
pub struct Kind { n: u32 }
pub struct Other { n: u32 }
impl Kind {
    pub fn read() -> Self { todo!() }
    pub fn find() -> Option<Self> { todo!() }
    pub fn same(&self, other: &Self) { other.escapes(); }
    pub fn escapes(&self) -> bool { true }
}
impl Other {
    pub fn read() -> Self { todo!() }
    pub fn escapes(&self) -> bool { true }
}
fn whole() { let kind = Kind::read(); kind.escapes(); }
fn inside() { let kind = Kind::find().unwrap(); kind.escapes(); }
fn other() { Other::read().escapes(); }
"#,
    );
    assert_eq!(
        edges_to(&graph, "Kind.escapes"),
        [
            "crate.Kind.same -> crate.Kind.escapes (annotation, proven)",
            "crate.inside -> crate.Kind.escapes (returned, proven)",
            "crate.whole -> crate.Kind.escapes (returned, proven)"
        ]
    );
    assert_eq!(edges_to(&graph, "Other.escapes"), ["crate.other -> crate.Other.escapes (returned, proven)"]);
}

#[test]
fn rust_types_through_aliases_of_results() {
    let graph = fixture::build(
        r#"
//- /Cargo.toml
//- /src/lib.rs
mod kind;
mod other;
pub struct Error<'a> { text: &'a str }
pub type CompileResult<'a, T = ()> = Result<T, Error<'a>>;
pub type Found<T> = Option<Box<T>>;
pub type Nested<'a, T> = CompileResult<'a, Option<T>>;
pub type Swapped<E, T> = Result<T, E>;
pub type Many<T> = Vec<T>;
pub struct Token<'a> { text: &'a str }
impl<'a> Token<'a> { pub fn lexeme(&self) -> &str { "" } }
impl<'a> Error<'a> { pub fn report(&self) {} }
//- /src/kind.rs
use super::*;
pub struct Kind { n: u32 }
impl Kind {
    pub fn read(token: u32) -> CompileResult<'static, Self> { todo!() }
    pub fn escapes(&self) -> bool { true }
}
//- /src/other.rs
use crate::kind::Kind;
use crate::{CompileResult, Error, Found, Many, Nested, Swapped, Token};
struct Parser { next: u32 }
impl Parser {
    fn advance<'src>(&mut self) -> CompileResult<'src, Token<'src>> { todo!() }
    fn find(&self) -> Found<Kind> { None }
    fn nested(&self) -> Nested<'_, Kind> { todo!() }
    fn swapped(&self) -> Swapped<Error<'_>, Kind> { todo!() }
    fn many(&self) -> Many<Kind> { todo!() }
    fn nothing(&self) -> CompileResult<'_> { Ok(()) }
    fn question(&mut self) -> CompileResult<'_> { let kind = Kind::read(1)?; kind.escapes(); Ok(()) }
    fn token(&mut self) -> CompileResult<'_> { let token = self.advance()?; token.lexeme(); Ok(()) }
    fn unwrapped(&self) { self.find().unwrap().escapes(); }
    fn inside(&self) { self.nested().unwrap().unwrap().escapes(); }
    fn second(&self) { let kind = self.swapped().unwrap(); kind.escapes(); }
    fn each(&self) { for kind in self.many() { kind.escapes(); } }
    fn field(&self, kinds: Many<Kind>) { kinds[0].escapes(); }
    fn matched(&self) { if let Ok(kind) = Kind::read(1) { kind.escapes(); } }
    fn unit(&self) -> CompileResult<'_> { self.nothing()?; Ok(()) }
    fn failed(&self) { let failure = Kind::read(1).unwrap_err(); failure.report(); }
}
"#,
    );
    let proven = |callee: &str| -> Vec<String> {
        let proven = edges_to(&graph, callee).into_iter().filter(|edge| edge.ends_with(", proven)"));
        proven.filter_map(|edge| Some(edge.split(" -> ").next()?.rsplit('.').next()?.to_owned())).collect()
    };
    assert_eq!(proven("Kind.escapes"), ["each", "field", "inside", "matched", "question", "second", "unwrapped"]);
    assert_eq!(proven("Token.lexeme"), ["token"]);
}

#[test]
fn rust_macros_tuple_fields_and_default_methods() {
    let graph = fixture::build(
        r#"
//- /Cargo.toml
//- /src/lib.rs
pub struct Money(pub Inner);
pub struct Inner;
impl Inner { pub fn ping(&self) {} }
pub trait Named { fn name(&self) -> String { self.base(); String::new() } fn base(&self) {} }
impl Named for Inner {}
macro_rules! twice { ($e:expr) => { helper($e) } }
fn helper(n: u32) {}
pub fn go(a: Money, b: Money, i: Inner) {
    a.0.ping();
    i.name();
    twice!(1);
}
"#,
    );
    assert_eq!(edges_to(&graph, "Inner.ping"), ["crate.go -> crate.Inner.ping (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "Named.name"), ["crate.go -> crate.Named.name (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "twice"), ["crate.go -> crate.twice (scope, proven)"]);
}
