use crate::languages::render::{check, facts};
use expect_test::expect;
use facts::Expr;
use source::Language::Rust;

const SHOP: &str = r#"//! A shop.
//! Sells things.

use std::{collections::{BTreeMap as Map, self}, fmt::*};
pub use crate::stock::Item;
use serde;
use io::Write as _;
mod stock;
pub(crate) mod till;

/// Most items.
///
/// Per shop.
pub const LIMIT: usize = 3;

/// Holds stock.
#[derive(Debug, Clone)]
#[serde::remote]
pub struct Shop<T> {
    /// By name.
    pub stock: Map<String, Box<Item>>,
    owner: Option<&'static T>,
}

struct Id(u32, Rc<Item>);

pub enum Sale {
    /// Nothing sold.
    None,
    One(Item),
}

pub trait Sells: Counts + Send {
    const KIND: u8;
    type Error;
    fn sell(&mut self, name: &str) -> Result<Item, Self::Error>;
    fn twice(&self) -> usize { self.count() * 2 }
}

impl<T> Shop<T> {
    pub fn new(owner: T) -> Self {
        Self { stock: Map::new(), owner: Some(owner) }
    }
    async fn open(self: Arc<Self>, f: impl Fn(u8) -> u8, (a, b): (A, B)) {}
}

impl<T: Clone> a::Sells for Shop<T> {
    type Error = Missing;
    fn sell(&mut self, name: &str) -> Result<Item, Missing> {
        let item = self.stock.remove(name).ok_or(Missing)?;
        if item.dear() { return Err(Missing) }
        Ok(*item)
    }
}

impl Default for Id {}

macro_rules! sold { ($e:expr) => { $crate::log(note($e)) } }

#[cfg(test)]
mod tests {
    //! Checks.
    use super::*;
    #[test]
    fn sells() { assert_eq!(Shop::new(1).twice(), LIMIT, "{}", why(2)); }
}
"#;

#[test]
fn definitions_and_imports() {
    check(
        Rust,
        &["defs", "imports"],
        SHOP,
        expect![[r#"
        1..66 module <module> doc "A shop.\nSells things."
        11..14 variable LIMIT -> usize `pub const LIMIT: usize = 3` doc "Most items.\n\nPer shop."
        16..23 class Shop bases a.Sells decorators serde.remote `pub struct Shop<T>` doc "Holds stock."
        20..21 field Shop.stock -> Map<String, Item> `pub stock: Map<String, Box<Item>>` doc "By name."
        22..22 field Shop.owner -> Option<T> +private `owner: Option<&'static T>`
        25..25 class Id bases Default +private `struct Id(u32, Rc<Item>)`
        27..31 enum Sale `pub enum Sale`
        28..29 field Sale.None `None` doc "Nothing sold."
        30..30 field Sale.One `One(Item)`
        33..38 interface Sells bases Counts, Send `pub trait Sells: Counts + Send`
        34..34 field Sells.KIND -> u8 +static `const KIND: u8`
        35..35 type alias Sells.Error `type Error`
        36..36 method Sells.sell(&self, name: str) -> Result<Item, Self.Error> `fn sell(&mut self, name: &str) -> Result<Item, Self::Error>`
        37..37 method Sells.twice(&self) -> usize `fn twice(&self) -> usize`
        41..43 method Shop.new(owner: T) -> Self owner Shop<T> +static `pub fn new(owner: T) -> Self`
        44..44 method Shop.open(&self: Self, f: _, _: [0: A, 1: B]) owner Shop<T> +private +async `async fn open(self: Arc<Self>, f: impl Fn(u8) -> u8, (a, b): (A, B))`
        48..48 type alias Shop.Error -> Missing owner Shop<T> implements a.Sells `type Error = Missing`
        49..53 method Shop.sell(&self, name: str) -> Result<Item, Missing> owner Shop<T> implements a.Sells `fn sell(&mut self, name: &str) -> Result<Item, Missing>`
        58..58 macro sold +private `macro_rules! sold`
        60..66 module tests +private +test `mod tests` doc "Checks."
        64..65 function tests.sells +private +test `fn sells()`
        import "std::collections" item BTreeMap as "Map"
        import "std::collections"
        import "std::fmt" item *
        import "crate::stock" item Item +reexport
        import "serde"
        import "io" item Write as ""
        import "self" item stock
        import "self" item till +reexport
        import "super" item * in tests
    "#]],
    );
}

#[test]
fn bindings_calls_and_returns() {
    check(
        Rust,
        &["bindings", "calls", "returns"],
        SHOP,
        expect![[r#"
            <module>: Map (import 0)
            <module>: collections (import 1)
            <module>: Item (import 3)
            <module>: serde (import 4)
            <module>: stock (import 6)
            <module>: till (import 7)
            <module>: LIMIT: usize = #number
            <module>: Shop = fn Shop (definition Shop)
            <module>: T
            Shop: stock: Map<String, Item>
            Shop: owner: Option<T>
            <module>: Id = fn Id (definition Id)
            Id: 0: u32
            Id: 1: Item
            <module>: Sale = fn Sale (definition Sale)
            Sale: None: Sale
            Sale: One: Sale
            Sale: One.0: Item
            <module>: Sells = fn Sells (definition Sells)
            Sells: KIND: u8
            Sells: Error = fn Sells.Error (definition Sells.Error)
            Sells: sell = fn Sells.sell (definition Sells.sell)
            Sells.sell: self (parameter 0 of Sells.sell)
            Sells.sell: name: str (parameter 1 of Sells.sell)
            Sells: twice = fn Sells.twice (definition Sells.twice)
            Sells.twice: self (parameter 0 of Sells.twice)
            <module>: T
            <module>: Self = Shop<T>
            Shop.new: owner: T (parameter 0 of Shop.new)
            Shop.open: self: Self (parameter 0 of Shop.open)
            Shop.open: f: _ (parameter 1 of Shop.open)
            Shop.open: a = (_ as [0: A, 1: B])[0]
            Shop.open: b = (_ as [0: A, 1: B])[1]
            <module>: T = Clone
            <module>: Self = Shop<T>
            Shop.sell: self (parameter 0 of Shop.sell)
            Shop.sell: name: str (parameter 1 of Shop.sell)
            Shop.sell: item = await(self@Shop.sell.stock.remove(name).ok_or(Missing))
            <module>: Self = Id
            <module>: sold = fn sold (definition sold)
            <module>: tests = fn tests (definition tests)
            tests: sells = fn tests.sells (definition tests.sells)
            37: Sells.twice calls self@Sells.twice.count()
            37: Sells.twice calls implicit self@Sells.twice.count().mul(#number)
            42: Shop.new calls Map.new()
            50: Shop.sell calls self@Shop.sell.stock.remove(name)
            50: Shop.sell calls self@Shop.sell.stock.remove(name).ok_or(Missing)
            51: Shop.sell calls item.dear()
            58: sold calls note()
            58: sold calls crate.log()
            65: tests.sells calls Shop.new(#number)
            65: tests.sells calls Shop.new(#number).twice()
            65: tests.sells calls why(#number)
            65: tests.sells calls macro assert_eq(Shop.new(#number).twice(), LIMIT, #text, why(#number))
            return (self@Sells.twice.count() | #number) from Sells.twice
            return (['stock': Map.new(), 'owner': owner] as Self) from Shop.new
            return _ from Shop.sell
            return await(item) from Shop.sell
        "#]],
    );
}

#[test]
fn patterns() {
    let text = "
fn f(pair: (A, B), s: &S) {
    let (a, mut b) = make();
    let Point { x, y: [first, .., last], .. } = p else { return };
    if let Some(v) = find() && let Ok(w) = v.get() { use_it(v, w) }
    match shape {
        Shape::Circle(r) | Shape::Ring(r, _) if r > MAX => grow(r),
        whole @ Shape::Square { side } => side,
        NONE => other(),
    }
    for (k, v) in s.map.iter() { k.go() }
    while let Some(top) = stack.pop() { top.run(); }
    self_.total += one; list[0] = two; (l, *r) = three();
}
";
    check(
        Rust,
        &["bindings", "calls", "returns"],
        text,
        expect![[r#"
            <module>: f = fn f (definition f)
            f: pair: [0: A, 1: B] (parameter 0 of f)
            f: s: S (parameter 1 of f)
            f: a = make()[0]
            f: b = make()[1]
            f: x = ((p as Point).x | Point.Point.x)
            f: first = each(((p as Point).y | Point.Point.y))
            f: last = each(((p as Point).y | Point.Point.y))
            f: v = await(find())
            f: w = await(v.get())
            f: r = ((shape as Shape.Circle).0 | Shape.Circle.Circle.0)
            f: r = ((shape as Shape.Ring).0 | Shape.Ring.Ring.0)
            f: whole = shape
            f: side = ((shape as Shape.Square).side | Shape.Square.Square.side)
            f: k = each(s.map.iter())[0]
            f: v = each(s.map.iter())[1]
            f: top = await(stack.pop())
            f: self_.total = (self_.total | one)
            f: list[0] = two
            <module>: l = three()[0]
            <module>: r = three()[1]
            3: f calls make()
            5: f calls find()
            5: f calls v.get()
            5: f calls use_it(v, w)
            7: f calls implicit r.partial_cmp(MAX)
            7: f calls grow(r)
            9: f calls other()
            11: f calls s.map.iter()
            11: f calls implicit s.map.iter().next()
            11: f calls k.go()
            12: f calls stack.pop()
            12: f calls top.run()
            13: f calls implicit self_.total.add_assign(one)
            13: f calls three()
            return #null from f
        "#]],
    );
}

#[test]
fn values() {
    let text = "
fn f() -> R {
    let c = move |x: &T, (y, z)| x.go(y);
    let v = vec![one(), two];
    let d = dbg!(inner(format!(\"{}\", deep())));
    let m = json!({ \"a\": call(1), b: self.go(x)?, name!(q) });
    let p = <T as Make>::make::<u8>(&mut a, *b).await?;
    let t = (first, second).0;
    let u = x as Vec<U>;
    let w = if a { b } else if c() { d } else { return e };
    let (r, y) = (&xs[1..], xs[2]);
    items.iter().map(|i| i.name()).collect::<Vec<_>>();
    self::helper(); super::up::above(); Self::own();
    write!(out, \"{n}\", n = count())
}
";
    check(
        Rust,
        &["bindings", "calls", "returns"],
        text,
        expect![[r#"
            <module>: f = fn f (definition f)
            f.c: x: T (parameter 0 of f.c)
            f.c: y = _[0]
            f.c: z = _[1]
            f: c = fn f.c
            f: v = [0: one(), 1: two]
            f: d = inner(#text)
            f: m = json()
            f: p = await(await((T | Make).make(await(a), await(b))))
            f: t = [0: first, 1: second].0
            f: u = (x as Vec<U>)
            f: w = (b | d)
            f: r = await([?: each(xs)])
            f: y = (xs[2] | xs.index())
            f.<lambda>: i (parameter 0 of f.<lambda>)
            3: f.c calls x.go(y)
            4: f calls one()
            4: f calls macro vec(one(), two)
            5: f calls deep()
            5: f calls macro format(#text, deep())
            5: f calls inner(#text)
            5: f calls macro dbg(inner(#text))
            6: f calls call()
            6: f calls self.go()
            6: f calls macro name()
            6: f calls macro json()
            7: f calls (T | Make).make(await(a), await(b))
            10: f calls c()
            11: f calls implicit xs.index()
            12: f calls items.iter()
            12: f.<lambda> calls i.name()
            12: f calls items.iter().map(fn f.<lambda>)
            12: f calls items.iter().map(fn f.<lambda>).collect()
            13: f calls self.helper()
            13: f calls super.up.above()
            13: f calls Self.own()
            14: f calls count()
            14: f calls macro write(out, #text, n=count())
            return x.go(y) from f.c
            return e from f
            return i.name() from f.<lambda>
            return write(out, #text, n=count()) from f
        "#]],
    );
}

#[test]
fn items_inside_macros_are_items_of_the_place() {
    let text = r#"cfg_net! {
    /// A stream.
    pub struct Stream { inner: Io }

    impl Stream {
        pub fn open(&self) { self.inner.ready(); }
        cfg_trace! {
            fn traced(&self) {}
        }
    }
    cfg_rt! { pub mod rt { pub fn spawn() {} } }
}
pin_project! {
    #[project = FoldProj]
    struct Fold<F> where F: Sized { #[pin] future: F }
}
cfg_if::cfg_if! {
    if #[cfg(unix)] { pub(crate) use unix::Imp; } else { fn fallback() {} }
}
thread_local! { static CURRENT: Stack = const { Stack::new() }; }
words!(one, two);
fn user(s: Stream) { s.open(); cfg_rt! { let inner = 1; } }
"#;
    check(
        Rust,
        &["defs", "imports", "calls"],
        text,
        expect![[r#"
            1..22 module <module>
            2..3 class Stream `pub struct Stream` doc "A stream."
            3..3 field Stream.inner -> Io +private `inner: Io`
            6..6 method Stream.open(&self) owner Stream `pub fn open(&self)`
            8..8 method Stream.traced(&self) owner Stream +private `fn traced(&self)`
            11..11 module rt `pub mod rt`
            11..11 function rt.spawn `pub fn spawn()`
            14..15 class Fold decorators project +private `struct Fold<F> where F: Sized`
            15..15 field Fold.future -> F +private `future: F`
            18..18 function fallback +private `fn fallback()`
            20..20 variable CURRENT -> Stack +private `static CURRENT: Stack = const { Stack::new() }`
            22..22 function user(s: Stream) +private `fn user(s: Stream)`
            import "unix" item Imp +reexport
            1: <module> calls macro cfg_net()
            6: Stream.open calls self@Stream.open.inner.ready()
            7: <module> calls macro cfg_trace()
            11: <module> calls macro cfg_rt()
            13: <module> calls macro pin_project()
            17: <module> calls macro cfg_if.cfg_if()
            20: <module> calls macro thread_local()
            20: <module> calls Stack.new()
            21: <module> calls macro words(one, two)
            22: user calls s.open()
            22: user calls macro cfg_rt()
        "#]],
    );
}

#[test]
fn syntax_errors_keep_the_rest() {
    let facts = facts(Rust, "fn good() { call(); }\nfn bad( { let = ; }\nstruct S { a: T }\nfn also() { other(a) }\n");
    let names: Vec<&str> = facts.definitions.iter().map(|d| d.path.as_str()).collect();
    assert!(facts.syntax_errors > 0);
    assert!(names.contains(&"good") && names.contains(&"S") && names.contains(&"also"), "{names:?}");
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    let kinds = [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("!", ""),
        ("{", "}"),
        ("m!(", ")"),
        ("|x| ", ""),
        ("if a { b } else ", "{}"),
    ];
    for (open, close) in kinds {
        let text = format!("fn a() {{ let x = {}y{}; after(); }}", open.repeat(5000), close.repeat(5000));
        let facts = facts(Rust, &text);
        let after = facts.calls.last().expect("the call after it");
        assert!(matches!(facts.expr(after.callee), Expr::Name { name, .. } if name == "after"), "{open}");
    }
    facts(Rust, &format!("{}fn f() {{}}{}", "mod a {".repeat(3000), "}".repeat(3000)));
    facts(Rust, &format!("{}fn f() {{}}{}", "m! {".repeat(3000), "}".repeat(3000)));
    facts(Rust, &format!("use {}a{};", "a::{".repeat(3000), "}".repeat(3000)));
    facts(Rust, &format!("type T = {}u8{};", "Vec<".repeat(3000), ">".repeat(3000)));
    let chain = format!("fn f() {{ x = a{} }}", " + b".repeat(5000));
    assert_eq!(facts(Rust, &chain).exprs.iter().filter(|e| matches!(e, Expr::Either(_))).count(), 1);
}
