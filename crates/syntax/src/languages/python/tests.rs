use crate::languages::render::{check, facts};
use expect_test::expect;
use facts::{DefinitionKind, Expr};
use source::Language::Python;

const SHOP: &str = r#"#!/usr/bin/env python
"""A shop.

Sells things.
"""
import os, a.b as ab
from . import util
from ..core.base import Base as B, helper
from .all import *

__all__ = ["Shop", "B"]
LIMIT: int = 3

@register(name="shop")
class Shop(B, Generic[T], metaclass=Meta):
    """Holds stock."""
    stock: "dict[str, Item]" = {}

    def __init__(self, owner: Owner | None = None, *rest: int, cheap=False, **kw):
        super().__init__(owner)
        self.owner = owner

    @property
    def size(self) -> int:
        return len(self.stock)

    @size.setter
    def size(self, value): ...

    @classmethod
    async def open(cls):
        async with lock() as held:
            return await cls.make(held)

def _sell(shop: Shop):
    def inner():
        global LIMIT
        LIMIT = 4
        yield shop
    return inner
"#;

#[test]
fn definitions_and_imports() {
    check(
        Python,
        &["defs", "imports"],
        SHOP,
        expect![[r#"
        1..40 module <module> doc "A shop.\n\nSells things."
        12..12 variable LIMIT -> int `LIMIT: int = 3`
        14..33 class Shop bases B, Generic<T> decorators register(name=#text) `class Shop(B, Generic[T], metaclass=Meta)` doc "Holds stock."
        17..17 field Shop.stock -> dict<str, Item> `stock: "dict[str, Item]" = {}`
        19..21 constructor Shop.__init__(&self, owner: (Owner | #null) = #null, *rest: int, =cheap = #boolean, **kw) `def __init__(self, owner: Owner | None = None, *rest: int, cheap=False, **kw)`
        23..25 method Shop.size(&self) -> int decorators property +property `def size(self) -> int`
        27..28 method Shop.size(&self, value) decorators size.setter +property `def size(self, value)`
        30..33 method Shop.open(&cls) decorators classmethod +static +async `async def open(cls)`
        35..40 function _sell(shop: Shop) +private `def _sell(shop: Shop)`
        36..39 function _sell.inner +private `def inner()`
        import "os"
        import "a.b" as "ab"
        import ."" item util
        import .."core.base" item Base as "B" +reexport
        import .."core.base" item helper
        import ."all" item * +reexport
        export Shop as Shop
        export B as B
    "#]],
    );
}

#[test]
fn bindings_calls_and_returns() {
    check(
        Python,
        &["bindings", "calls", "returns"],
        SHOP,
        expect![[r#"
        <module>: os (import 0)
        <module>: ab (import 1)
        <module>: util (import 2)
        <module>: B (import 3)
        <module>: helper (import 4)
        <module>: __all__ = [0: #text, 1: #text]
        <module>: LIMIT: int = #number
        <module>: Shop = register(name=#text)(fn Shop) (definition Shop)
        Shop: stock: dict<str, Item> = []
        Shop: __init__ = fn Shop.__init__ (definition Shop.__init__)
        Shop.__init__: self (parameter 0 of Shop.__init__)
        Shop.__init__: owner: (Owner | #null) = #null (parameter 1 of Shop.__init__)
        Shop.__init__: rest: int (parameter 2 of Shop.__init__)
        Shop.__init__: cheap = #boolean (parameter 3 of Shop.__init__)
        Shop.__init__: kw (parameter 4 of Shop.__init__)
        Shop.__init__: self@Shop.__init__.owner = owner
        Shop: size = fn Shop.size (definition Shop.size)
        Shop.size: self (parameter 0 of Shop.size)
        Shop.size: self (parameter 0 of Shop.size)
        Shop.size: value (parameter 1 of Shop.size)
        Shop: open = fn Shop.open (definition Shop.open)
        Shop.open: cls (parameter 0 of Shop.open)
        Shop.open: held = (lock().__aenter__() | each(lock()))
        <module>: _sell = fn _sell (definition _sell)
        _sell: shop: Shop (parameter 0 of _sell)
        _sell: inner = fn _sell.inner (definition _sell.inner)
        _sell.inner: LIMIT = #number
        14: <module> calls register(name=#text)
        14: <module> calls decorator register(name=#text)(fn Shop)
        15: <module> calls implicit Meta(fn Shop)
        20: Shop.__init__ calls super()
        20: Shop.__init__ calls super@Shop.__init__.__init__(owner)
        23: Shop calls decorator property(fn Shop.size)
        25: Shop.size calls len(self@Shop.size.stock)
        27: Shop calls decorator size.setter(fn Shop.size)
        30: Shop calls decorator classmethod(fn Shop.open)
        32: Shop.open calls lock()
        32: Shop.open calls implicit lock().__aenter__()
        32: Shop.open calls implicit lock().__aexit__()
        33: Shop.open calls self@Shop.open.make(held)
        return len(self@Shop.size.stock) from Shop.size
        return await(self@Shop.open.make(held)) from Shop.open
        yield shop from _sell.inner
        return inner from _sell
    "#]],
    );
}

#[test]
fn destructuring() {
    let text = "
a, (b, *c), d = f, (g, h, i), k
x, *y, z = make()
p.q = r[0] = s
n += [m]
for i, (j, l) in pairs: pass
with open(p) as t, lock: pass
try: pass
except (E, F.G) as e: raise Bad from e
if (w := v()): pass
[(u := o) for o in q if o.ok]
";
    check(
        Python,
        &["bindings"],
        text,
        expect![[r#"
        <module>: a = f
        <module>: b = g
        <module>: c = [0: h, 1: i]
        <module>: d = k
        <module>: x = make()[0]
        <module>: y = [?: each(make())]
        <module>: z = make()[-1]
        <module>: p.q = s
        <module>: r[0] = s
        <module>: n = (n | [0: m])
        <module>: i = each(pairs)[0]
        <module>: j = each(pairs)[1][0]
        <module>: l = each(pairs)[1][1]
        <module>: t = (open(p).__enter__() | each(open(p)))
        <module>: e = (_ as (E | F.G))
        <module>: w = v()
        <module>: o = each(q)
        <module>: u = o
    "#]],
    );
}

#[test]
fn values() {
    let text = "
v1 = {'a': f, 2: g, **h}
v2 = [f, *g][0]
v3 = a if c() else b or d
v4 = lambda x, *y: x(y)
v5 = f'{call(1)!r:>{width()}}' 'x'
v6 = x[1:2], x['k'], x[i], x[-1]
v7 = a + b - 1
v8 = {k(): w for k, w in e.items() if w in s}
v9 = -n, not m, 1 < 2, 'x' % y, ...
run(1, *rest, key=val, **kw)(2)
g(z for z in zs)
";
    check(
        Python,
        &["bindings", "calls"],
        text,
        expect![[r#"
            <module>: v1 = ['a': f, 2: g, ...: h]
            <module>: v2 = [0: f, ?: each(g)][0]
            <module>: v3 = (a | (b | d))
            v4: x (parameter 0 of v4)
            v4: y (parameter 1 of v4)
            <module>: v4 = fn v4
            <module>: v5 = #text
            <module>: v6 = [0: [?: each(x)], 1: x['k'], 2: x[?], 3: x[-1]]
            <module>: v7 = (a | b | #number)
            <module>: k = each(e.items())[0]
            <module>: w = each(e.items())[1]
            <module>: v8 = [?: w]
            <module>: v9 = [0: n, 1: #boolean, 2: #boolean, 3: #text, 4: _]
            <module>: z = each(zs)
            4: <module> calls c()
            4: <module> calls implicit c().__bool__()
            4: <module> calls implicit b.__bool__()
            5: v4 calls x(y)
            6: <module> calls call(#number)
            6: <module> calls implicit call(#number).__repr__()
            6: <module> calls width()
            7: <module> calls implicit x.__getitem__(_)
            7: <module> calls implicit x.__getitem__(#text)
            7: <module> calls implicit x.__getitem__(i)
            7: <module> calls implicit x.__getitem__(#number)
            8: <module> calls implicit a.__add__(b)
            8: <module> calls implicit a.__sub__(#number)
            9: <module> calls e.items()
            9: <module> calls implicit s.__contains__(w)
            9: <module> calls k()
            10: <module> calls implicit n.__neg__()
            10: <module> calls implicit m.__bool__()
            11: <module> calls run(#number, *rest, key=val, *kw)
            11: <module> calls run(#number, *rest, key=val, *kw)(#number)
            12: <module> calls implicit zs.__iter__()
            12: <module> calls implicit zs.__iter__().__next__()
            12: <module> calls g([?: z])
        "#]],
    );
}

#[test]
fn patterns() {
    let text = "
match command, other:
    case [first, *rest], 1: use(first)
    case Point(x=px, y=0) | shapes.Circle(c) as whole if px > limit: pass
    case {'key': got, **others}: pass
    case str() | None: pass
    case Color.RED: pass
    case _: pass
";
    check(
        Python,
        &["bindings", "calls"],
        text,
        expect![[r#"
        <module>: first = command[0]
        <module>: rest = [?: each(command)]
        <module>: px = ([0: command, 1: other] as Point).x
        <module>: c = _
        <module>: whole = [0: command, 1: other]
        <module>: got = [0: command, 1: other]['key']
        <module>: others = [0: command, 1: other]
        3: <module> calls use(first)
        4: <module> calls implicit px.__gt__(limit)
    "#]],
    );
}

#[test]
fn decorators_nest() {
    let text = "
@outer
@inner(1)
def f(): pass
class T:
    @staticmethod
    def s(x): pass
    def m(this):
        def nested(this): return this
        return lambda: this.other()
";
    check(
        Python,
        &[],
        text,
        expect![[r#"
        1..10 module <module>
        2..4 function f decorators outer, inner(#number) `def f()`
        5..10 class T `class T`
        6..7 method T.s(x) decorators staticmethod +static `def s(x)`
        8..10 method T.m(&this) `def m(this)`
        9..9 function T.m.nested(this) +private `def nested(this)`
        10..10 lambda T.m.<lambda> +private `lambda: this.other()`
        <module>: f = outer(inner(#number)(fn f)) (definition f)
        <module>: T = fn T (definition T)
        T: s = fn T.s (definition T.s)
        T.s: x (parameter 0 of T.s)
        T: m = fn T.m (definition T.m)
        T.m: this (parameter 0 of T.m)
        T.m: nested = fn T.m.nested (definition T.m.nested)
        T.m.nested: this (parameter 0 of T.m.nested)
        3: <module> calls inner(#number)
        3: <module> calls decorator inner(#number)(fn f)
        2: <module> calls decorator outer(inner(#number)(fn f))
        6: T calls decorator staticmethod(fn T.s)
        10: T.m.<lambda> calls self@T.m.other()
        return this from T.m.nested
        return self@T.m.other() from T.m.<lambda>
        return fn T.m.<lambda> from T.m
    "#]],
    );
}

#[test]
fn annotations() {
    let text = "
def f(a: Optional[B], b: 'm.C[int, \"D\"] | None', c: Callable[[A], B], d: t.Union[A, B]) -> Annotated[list[A], 1]: ...
type Pair[T] = tuple[T, T]
Old: TypeAlias = A | B
";
    check(
        Python,
        &["defs"],
        text,
        expect![[r#"
        1..4 module <module>
        2..2 function f(a: (B | #null), b: (m.C<int, D> | #null), c: Callable<[0: A], B>, d: (A | B)) -> list<A> `def f(a: Optional[B], b: 'm.C[int, "D"] | None', c: Callable[[A], B], d: t.Union[A, B]) -> Annotated[list[A], 1]`
        3..3 type alias Pair `type Pair[T] = tuple[T, T]`
        4..4 type alias Old -> TypeAlias `Old: TypeAlias = A | B`
    "#]],
    );
}

#[test]
fn kinds_and_tests() {
    let text = "
class Color(enum.Enum):
    RED = 1
    RED = 2
class Reads(Protocol): ...
class TestShop:
    def helper(self): ...
def test_sale():
    local = 1
if True:
    A, _b = 1, 2
";
    check(
        Python,
        &["defs"],
        text,
        expect![[r#"
        1..11 module <module>
        2..4 enum Color bases enum.Enum `class Color(enum.Enum)`
        3..3 field Color.RED `RED = 1`
        5..5 interface Reads bases Protocol `class Reads(Protocol)`
        6..7 class TestShop +test `class TestShop`
        7..7 method TestShop.helper(&self) +test `def helper(self)`
        8..9 function test_sale +test `def test_sale()`
        11..11 variable A `A, _b = 1, 2`
        11..11 variable _b +private `A, _b = 1, 2`
    "#]],
    );
}

#[test]
fn comprehensions_and_functions_pass_over_class_scopes() {
    let facts = facts(Python, "class A:\n    x = 1\n    y = [x for _ in z]\n    def f(self): return x\n");
    let skipping = facts.scopes.iter().filter(|scope| scope.skips_class_scopes).count();
    assert_eq!((facts.scopes.len(), skipping), (4, 2));
}

#[test]
fn syntax_errors_keep_the_rest() {
    let facts = facts(Python, "def good():\n    call()\n\nclass (:\n    x = = 3\n\ndef also(a):\n    other(a)\n");
    let names: Vec<&str> = facts.definitions.iter().map(|d| d.path.as_str()).collect();
    assert!(facts.syntax_errors > 0);
    assert!(names.contains(&"good") && names.contains(&"also"), "{names:?}");
    assert!(facts.calls.len() >= 2);
}

#[test]
fn deep_nesting_is_cut_not_fatal() {
    for (open, close) in [("(", ")"), ("[", "]"), ("f(", ")"), ("not ", ""), ("lambda: ", ""), ("{1: ", "}")] {
        let text = format!("x = {}y{}\nafter()\n", open.repeat(5000), close.repeat(5000));
        let facts = facts(Python, &text);
        let after = facts.calls.last().expect("the call after it");
        assert!(matches!(facts.expr(after.callee), Expr::Name { name, .. } if name == "after"), "{open}");
    }
    let blocks: String = (0..1000).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect();
    facts(Python, &format!("{blocks}{}y()\n", " ".repeat(1000)));
    let chain = format!("x = a{}\n", " + a.b".repeat(5000));
    assert_eq!(facts(Python, &chain).exprs.iter().filter(|e| matches!(e, Expr::Either(_))).count(), 1);
}

#[test]
fn a_lambda_takes_the_name_it_is_bound_to() {
    let facts = facts(Python, "handler = lambda e: e\n");
    let lambda = facts.definitions.iter().find(|d| d.kind == DefinitionKind::Lambda).expect("a lambda");
    assert_eq!((lambda.name.as_str(), facts.definitions.len()), ("handler", 2));
}

#[test]
fn a_docstring_may_begin_behind_a_backslash() {
    let facts = facts(Python, "def reap():\n    \"\"\"\\\n    Ends workers.\n\n    All of \\\n    them.\n    \"\"\"\n");
    let reap = facts.definitions.iter().find(|definition| definition.name == "reap").unwrap();
    assert_eq!(reap.doc.as_deref(), Some("Ends workers.\n\nAll of     them."));
}
