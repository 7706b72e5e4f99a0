//! What Go says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_methods() {
    check(
        Language::Go,
        &[],
        r#"
// Package shop sells.
package shop

import (
	"fmt"
	log "github.com/acme/logging/v2"
	. "math"
	_ "embed"
	"gopkg.in/yaml.v3"
)

// Limit bounds.
const Limit, unit = 10, "kg"

var handler = func(x int) error { return check(x) }

// Store keeps items.
type Store[T any] struct {
	*Base
	yaml.Node
	items map[string]T // by name
	Next, prev *Store[T]
}

type Closer interface {
	fmt.Stringer
	// Close ends it.
	Close(force bool) error
}

type ID string
type Alias = log.Logger
type Number interface{ ~int | ~float64 }

// Get finds.
func (s *Store[T]) Get(name string, more ...int) (item T, err error) {
	item, ok := s.items[name]
	if !ok {
		err = fmt.Errorf("no %s", name)
		return
	}
	s.hits.add(func() { s.prev.touch() })
	return item, nil
}

func New[T any](base *Base) *Store[T] { return &Store[T]{Base: base, items: make(map[string]T)} }

func TestGet(t *testing.T) { t.Run("x", func(t *testing.T) { New(nil) }) }
"#,
        expect![[r#"
            1..49 module <module> doc "Package shop sells."
            13..14 variable Limit `const Limit, unit = 10, "kg"` doc "Limit bounds."
            13..14 variable unit +private `const Limit, unit = 10, "kg"` doc "Limit bounds."
            16..16 function handler(x: #number) -> error +private `func(x int) error`
            18..24 class Store bases Base, yaml.Node `type Store[T any] struct` doc "Store keeps items."
            20..20 field Store.Base `*Base`
            21..21 field Store.Node `yaml.Node`
            22..22 field Store.items +private `items map[string]T`
            23..23 field Store.Next `Next, prev *Store[T]`
            23..23 field Store.prev +private `Next, prev *Store[T]`
            26..30 interface Closer bases fmt.Stringer `type Closer interface`
            28..29 method Closer.Close(force: #boolean) -> error `Close(force bool) error` doc "Close ends it."
            32..32 type alias ID `type ID string`
            33..33 type alias Alias bases log.Logger `type Alias = log.Logger`
            34..34 interface Number `type Number interface`
            36..45 method Store.Get(&s: Store<T>, name: #text, *more: [?: #number]) -> [0: T, 1: error] owner Store `func (s *Store[T]) Get(name string, more ...int) (item T, err error)` doc "Get finds."
            43..43 lambda Store.Get.<lambda> +private `func()`
            47..47 function New(base: Base) -> Store<T> `func New[T any](base *Base) *Store[T]`
            49..49 function TestGet(t: testing.T) +test `func TestGet(t *testing.T)`
            49..49 lambda TestGet.<lambda>(t: testing.T) +private +test `func(t *testing.T)`
            import "fmt"
            import "github.com/acme/logging/v2" as "log"
            import "math" item *
            import "embed" as ""
            import "gopkg.in/yaml.v3"
            package shop
            <module>: fmt (import 0)
            <module>: log (import 1)
            <module>: yaml (import 4)
            <module>: Limit = #number
            <module>: unit = #text
            handler: x: #number (parameter 0 of handler)
            <module>: handler = fn handler (definition handler)
            <module>: Store = fn Store (definition Store)
            <module>: T = _
            Store: Base: Base
            Store: Node: yaml.Node
            Store: items: [?: T]
            Store: Next: Store<T>
            Store: prev: Store<T>
            <module>: Closer = fn Closer (definition Closer)
            Closer: Close = fn Closer.Close (definition Closer.Close)
            Closer: force: #boolean (parameter 0 of Closer.Close)
            <module>: ID = fn ID (definition ID)
            <module>: Alias = fn Alias (definition Alias)
            <module>: Number = fn Number (definition Number)
            Store.Get: T
            Store.Get: s: Store<T> (parameter 0 of Store.Get)
            Store.Get: name: #text (parameter 1 of Store.Get)
            Store.Get: more: [?: #number] (parameter 2 of Store.Get)
            Store.Get: item: T
            Store.Get: err: error
            Store.Get: item = self@Store.Get.items[?]
            Store.Get: ok = #boolean
            Store.Get: err = fmt.Errorf(#text, name)
            <module>: New = fn New (definition New)
            New: T = _
            New: base: Base (parameter 0 of New)
            <module>: TestGet = fn TestGet (definition TestGet)
            TestGet: t: testing.T (parameter 0 of TestGet)
            TestGet.<lambda>: t: testing.T (parameter 0 of TestGet.<lambda>)
            16: handler calls check(x)
            40: Store.Get calls fmt.Errorf(#text, name)
            43: Store.Get.<lambda> calls self@Store.Get.prev.touch()
            43: Store.Get calls self@Store.Get.hits.add(fn Store.Get.<lambda>)
            49: TestGet.<lambda> calls New(#null)
            49: TestGet calls t.Run(#text, fn TestGet.<lambda>)
            return check(x) from handler
            return [0: item, 1: #null] from Store.Get
            return [0: item, 1: err] from Store.Get
            return await((['Base': base, 'items': ([] as [?: T])] as Store<T>)) from New
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::Go,
        &["bindings", "calls", "returns"],
        r#"
package main

func main() {
	a, err := load()
	var b, c Thing = one(), two()
	a, b.field, list[0], *p = f()
	for i, item := range items() { item.use(i) }
	for msg := range ch { msg.send() }
	switch v := a.(type) {
	case *Thing:
		v.run()
	default:
		v.other()
	}
	go worker(ch)
	defer func() { recover() }()
	if x, ok := a.(Thing); ok { x.run() } else if y := g(); y { y.h() }
	select { case m := <-ch: m.go1() }
	things := []Thing{{Name: "a"}, make1()}
	table := map[string]func(){"x": run, "y": func() {}}
	table["x"]()
	n := new(Thing)
	(*n).run()
	total += pkg.Sum(things...)
}
"#,
        expect![[r#"
            <module>: main = fn main (definition main)
            main: a = load()[0]
            main: err = load()[1]
            main: b: Thing = one()
            main: c: Thing = two()
            main: a = f()[0]
            main: b.field = f()[1]
            main: list[0] = f()[2]
            main: item = each(items())
            main: i
            main: msg = each(ch)
            main: v = (a as Thing)
            main: v = a
            main: x = (a as Thing)
            main: ok = #boolean
            main: y = g()
            main: m = each(ch)
            main: things = ([0: (['Name': #text] as Thing), 1: make1()] as [?: Thing])
            main: table = (['x': run, 'y': fn main.<lambda>] as [?: _])
            main: n = ([] as Thing)
            5: main calls load()
            6: main calls one()
            6: main calls two()
            7: main calls f()
            8: main calls items()
            8: main calls item.use(i)
            9: main calls msg.send()
            12: main calls v.run()
            14: main calls v.other()
            16: main calls worker(ch)
            17: main.<lambda> calls recover()
            17: main calls fn main.<lambda>()
            18: main calls x.run()
            18: main calls g()
            18: main calls y.h()
            19: main calls m.go1()
            20: main calls make1()
            22: main calls table['x']()
            24: main calls await(n).run()
            25: main calls pkg.Sum(*things)
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("var x = {}y{}", "(".repeat(5000), ")".repeat(5000)),
        format!("var x = {}1", "a + ".repeat(5000)),
        format!("var x = a{}", ".b()".repeat(5000)),
        format!("var x = {}1{}", "[]T{".repeat(1000), "}".repeat(1000)),
        format!("func f() {{ {} {} }}", "{".repeat(3000), "}".repeat(3000)),
        format!("func f() {{ {}{{}} }}", "if a {} else ".repeat(3000)),
        format!("var x {}int", "[]".repeat(5000)),
    ];
    for text in deep {
        let facts = facts(Language::Go, &format!("package p\n{text}\nfunc after() {{ last() }}\n"));
        assert!(facts.definitions.iter().any(|d| d.name == "after"), "{}", &text[..20]);
    }
    check(
        Language::Go,
        &["defs", "calls"],
        "package p\nfunc one() { a( }\nfunc two() { b() }\ntype T struct { x }}\nfunc three() { c() }\n",
        expect![[r#"
            1..5 module <module>
            3..3 function two +private `func two()`
            5..5 function three +private `func three()`
            2..2 function one +private `func one()`
            4..4 class T bases x `type T struct`
            4..4 field T.x +private `x`
            3: two calls b()
            5: three calls c()
            syntax errors: 2
        "#]],
    );
}

#[test]
fn names_are_highlighted() {
    let text = "package p\nconst Max = iota\nfunc (s *Store) Get(k string) { fmt.Println(s.name, 'x', nil); run() }\n";
    let shown = |class| highlighted(Language::Go, class, text);
    assert_eq!(shown(HighlightClass::Function), "Get Println run");
    assert_eq!(shown(HighlightClass::Type), "Store string");
    assert_eq!(shown(HighlightClass::Constant), "Max iota nil");
    assert_eq!(shown(HighlightClass::Property), "name");
}

#[test]
fn constants_of_a_group_say_that_they_are() {
    let text = "package p\nconst (\n\tMax = 10\n\tLow Level = iota\n\tHigh\n)\nvar (\n\tnow = Max\n)\n";
    let facts = facts(Language::Go, text);
    let heads: Vec<&str> = facts.definitions.iter().skip(1).map(|definition| definition.signature.as_str()).collect();
    assert_eq!(heads, ["const Max = 10", "const Low Level = iota", "const High", "now = Max"]);
    let alone = crate::parse(Language::Go, "package p\nconst (\n\tMax = 10\n)\n").expect("a language of this build");
    assert_eq!(alone.definitions[1].signature, "const Max = 10");
    assert!(Language::Go.is_constant("const Max = 10", "Max") && !Language::Go.is_constant("now = Max", "now"));
}
