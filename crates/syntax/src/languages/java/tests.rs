//! What Java says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_members() {
    check(
        Language::Java,
        &[],
        r#"
/** The shop. */
package org.acme.shop;

import java.util.List;
import java.io.*;
import static org.junit.Assert.assertEquals;

/**
 * Keeps items.
 */
@Service("store")
public class Store<T extends Item> extends Base<T> implements Closer, java.util.Comparator<T> {
    private final List<T> items = new ArrayList<>();
    static int count = start(), other;
    Runnable later = () -> close(true);
    { init(); }
    static { Registry.add(new Store()); }

    public Store(List<T> items, String... names) { super(names); this.items = items; }
    Store() { this(null); }

    /** Finds. */
    @Override protected T find(String name) throws IOException {
        items.forEach(this::check);
        return items.stream().map(x -> x.copy()).findFirst().get();
    }
    static <R> R make(Class<R> type) { return new Helper() { R run() { return inner(); } }.run(); }

    enum Color implements Named { RED(1) { void paint() { red(); } }, GREEN; Color() {} void paint() {} }
    record Point(int x, Point next) { Point { check(x); } static Point zero() { return new Point(0, null); } }
    interface Closer { void close(boolean force); default void end() { close(true); } }
    @interface Marker { String value() default "x"; }
}

class StoreTest {
    @Test void finds() { assertEquals(1, new Store().find("a")); run(() -> deep()); }
}
"#,
        expect![[r#"
            1..38 module <module> doc "The shop."
            9..34 class Store bases Base<T>, Closer, java.util.Comparator<T> decorators Service `public class Store<T extends Item> extends Base<T> implements Closer, java.util.Comparator<T>` doc "Keeps items."
            14..14 field Store.items +private `private final List<T> items = new ArrayList<>()`
            15..15 field Store.count +private +static `static int count = start(), other`
            15..15 field Store.other +private +static `static int count = start(), other`
            16..16 field Store.later +private `Runnable later = () -> close(true)`
            16..16 lambda Store.<lambda> +private `() ->`
            20..20 constructor Store.Store(items: List<T>, *names: [?: #text]) `public Store(List<T> items, String... names)`
            21..21 constructor Store.Store +private `Store()`
            23..27 method Store.find(name: #text) -> T decorators Override `protected T find(String name) throws IOException` doc "Finds."
            26..26 lambda Store.find.<lambda>(x) +private `x ->`
            28..28 method Store.make(type: Class<R>) -> R +private +static `static <R> R make(Class<R> type)`
            28..28 class Store.make.<anonymous> bases Helper +private `new Helper()`
            28..28 method Store.make.<anonymous>.run -> R +private `R run()`
            30..30 enum Store.Color bases Named +private +static `enum Color implements Named`
            30..30 field Store.Color.RED +static `RED(1)`
            30..30 class Store.Color.<anonymous> bases fn Store.Color +private `RED(1)`
            30..30 method Store.Color.<anonymous>.paint -> #null +private `void paint()`
            30..30 field Store.Color.GREEN +static `GREEN`
            30..30 constructor Store.Color.Color +private `Color()`
            30..30 method Store.Color.paint -> #null +private `void paint()`
            31..31 class Store.Point +private +static `record Point(int x, Point next)`
            31..31 field Store.Point.x +property `int x`
            31..31 field Store.Point.next +property `Point next`
            31..31 constructor Store.Point.Point +private `Point`
            31..31 method Store.Point.zero -> Point +private +static `static Point zero()`
            32..32 interface Store.Closer +private +static `interface Closer`
            32..32 method Store.Closer.close(force: #boolean) -> #null `void close(boolean force)`
            32..32 method Store.Closer.end -> #null `default void end()`
            33..33 interface Store.Marker +private +static `@interface Marker`
            33..33 method Store.Marker.value -> #text `String value() default "x"`
            36..38 class StoreTest +private `class StoreTest`
            37..37 method StoreTest.finds -> #null decorators Test +private +test `void finds()`
            37..37 lambda StoreTest.finds.<lambda> +private +test `() ->`
            import "java.util" item List
            import "java.io" item *
            import "org.junit.Assert" item assertEquals
            package org.acme.shop
            <module>: List (import 0)
            <module>: assertEquals (import 2)
            <module>: Store = fn Store (definition Store)
            Store: T: Item
            Store: items: List<T> = ArrayList()
            Store: count: #number = start()
            Store: other: #number
            Store: later: Runnable = fn Store.<lambda>
            Store.Store: items: List<T> (parameter 0 of Store.Store)
            Store.Store: names: [?: #text] (parameter 1 of Store.Store)
            Store.Store: self@Store.Store.items = items
            Store: find = fn Store.find (definition Store.find)
            Store.find: name: #text (parameter 0 of Store.find)
            Store.find.<lambda>: x (parameter 0 of Store.find.<lambda>)
            Store: make = fn Store.make (definition Store.make)
            Store.make: R
            Store.make: type: Class<R> (parameter 0 of Store.make)
            Store.make.<anonymous>: run = fn Store.make.<anonymous>.run (definition Store.make.<anonymous>.run)
            Store: Color = fn Store.Color (definition Store.Color)
            Store.Color.<anonymous>: paint = fn Store.Color.<anonymous>.paint (definition Store.Color.<anonymous>.paint)
            Store.Color: RED = fn Store.Color.<anonymous>(#number)
            Store.Color: GREEN = fn Store.Color()
            Store.Color: paint = fn Store.Color.paint (definition Store.Color.paint)
            Store: Point = fn Store.Point (definition Store.Point)
            Store.Point: x: #number
            Store.Point: next: Point
            Store.Point: zero = fn Store.Point.zero (definition Store.Point.zero)
            Store: Closer = fn Store.Closer (definition Store.Closer)
            Store.Closer: close = fn Store.Closer.close (definition Store.Closer.close)
            Store.Closer: force: #boolean (parameter 0 of Store.Closer.close)
            Store.Closer: end = fn Store.Closer.end (definition Store.Closer.end)
            Store: Marker = fn Store.Marker (definition Store.Marker)
            Store.Marker: value = fn Store.Marker.value (definition Store.Marker.value)
            <module>: StoreTest = fn StoreTest (definition StoreTest)
            StoreTest: finds = fn StoreTest.finds (definition StoreTest.finds)
            14: Store calls new ArrayList()
            15: Store calls start()
            16: Store.<lambda> calls close(#boolean)
            17: Store calls init()
            18: Store calls new Store()
            18: Store calls Registry.add(Store())
            20: Store.Store calls super@Store.Store(names)
            21: Store.Store calls self@Store.Store(#null)
            25: Store.find calls items.forEach(self@Store.find.check)
            26: Store.find calls items.stream()
            26: Store.find.<lambda> calls x.copy()
            26: Store.find calls items.stream().map(fn Store.find.<lambda>)
            26: Store.find calls items.stream().map(fn Store.find.<lambda>).findFirst()
            26: Store.find calls items.stream().map(fn Store.find.<lambda>).findFirst().get()
            28: Store.make.<anonymous>.run calls inner()
            28: Store.make calls new fn Store.make.<anonymous>()
            28: Store.make calls fn Store.make.<anonymous>().run()
            30: Store.Color.<anonymous>.paint calls red()
            30: Store.Color calls new fn Store.Color.<anonymous>(#number)
            30: Store.Color calls new fn Store.Color()
            31: Store.Point.Point calls check(x)
            31: Store.Point.zero calls new Point(#number, #null)
            32: Store.Closer.end calls close(#boolean)
            37: StoreTest.finds calls new Store()
            37: StoreTest.finds calls Store().find(#text)
            37: StoreTest.finds calls assertEquals(#number, Store().find(#text))
            37: StoreTest.finds.<lambda> calls deep()
            37: StoreTest.finds calls run(fn StoreTest.finds.<lambda>)
            return close(#boolean) from Store.<lambda>
            return x.copy() from Store.find.<lambda>
            return items.stream().map(fn Store.find.<lambda>).findFirst().get() from Store.find
            return inner() from Store.make.<anonymous>.run
            return fn Store.make.<anonymous>().run() from Store.make
            return Point(#number, #null) from Store.Point.zero
            return deep() from StoreTest.finds.<lambda>
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::Java,
        &["bindings", "calls", "returns"],
        r#"
class Flow {
    Thing field;
    Thing go(Object o, Thing[] all) throws Exception {
        var a = load();
        Function<String, Thing> make = Thing::new, of = name -> Thing.of(name);
        field = a; this.field.next = make.apply("x"); all[0] = a;
        for (Thing t : all) t.use();
        if (o instanceof Thing t && t.ok()) { t.run(); } else if (o instanceof Pair(Thing l, var r)) l.run();
        try (Reader in = open(); other) { in.read(); } catch (IOException | Error e) { e.print(); } finally { done(); }
        Thing picked = switch (o) { case Thing t -> t.self(); case String s when s.isEmpty() -> none(); default -> { yield b(); } };
        Thing cast = (Thing) o;
        Flow.this.helper(); super.toString(); Closer.super.end();
        Thing[] list = new Thing[] { one(), two() };
        int[][] grid = new int[size()][2];
        throw new Failure("no " + o, cast == null ? a : picked);
    }
}
"#,
        expect![[r#"
            <module>: Flow = fn Flow (definition Flow)
            Flow: field: Thing
            Flow: go = fn Flow.go (definition Flow.go)
            Flow.go: o: Object (parameter 0 of Flow.go)
            Flow.go: all: [?: Thing] (parameter 1 of Flow.go)
            Flow.go: a = load()
            Flow.go: make: Function<#text, Thing> = Thing.new
            Flow.go.of: name (parameter 0 of Flow.go.of)
            Flow.go: of: Function<#text, Thing> = fn Flow.go.of (definition Flow.go.of)
            Flow: field = a
            Flow.go: self@Flow.go.field.next = make.apply(#text)
            Flow.go: all[0] = a
            Flow.go: t: Thing = each(all)
            Flow.go: t = (o as Thing)
            Flow.go: l: Thing
            Flow.go: r
            Flow.go: in: Reader = open()
            Flow.go: e: (IOException | Error)
            Flow.go: t = (o as Thing)
            Flow.go: s = (o as #text)
            Flow.go: picked: Thing = (t.self() | none())
            Flow.go: cast: Thing = (o as Thing)
            Flow.go: list: [?: Thing] = ([0: one(), 1: two()] as [?: Thing])
            Flow.go: grid: [?: #number] = ([] as [?: #number])
            5: Flow.go calls load()
            6: Flow.go.of calls Thing.of(name)
            7: Flow.go calls make.apply(#text)
            8: Flow.go calls implicit all.iterator()
            8: Flow.go calls implicit all.iterator().hasNext()
            8: Flow.go calls implicit all.iterator().next()
            8: Flow.go calls t.use()
            9: Flow.go calls t.ok()
            9: Flow.go calls t.run()
            9: Flow.go calls l.run()
            10: Flow.go calls open()
            10: Flow.go calls implicit in.close()
            10: Flow.go calls implicit other.close()
            10: Flow.go calls in.read()
            10: Flow.go calls e.print()
            10: Flow.go calls done()
            11: Flow.go calls t.self()
            11: Flow.go calls s.isEmpty()
            11: Flow.go calls none()
            11: Flow.go calls b()
            13: Flow.go calls (self@Flow.go as Flow).helper()
            13: Flow.go calls super@Flow.go.toString()
            13: Flow.go calls Closer.end()
            14: Flow.go calls one()
            14: Flow.go calls two()
            15: Flow.go calls size()
            16: Flow.go calls implicit o.toString()
            16: Flow.go calls new Failure(#text, (a | picked))
            return Thing.of(name) from Flow.go.of
            throw Failure(#text, (a | picked)) from Flow.go
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("Object x = {}y{};", "(".repeat(5000), ")".repeat(5000)),
        format!("int x = {}1;", "a + ".repeat(5000)),
        format!("Object x = a{};", ".b()".repeat(5000)),
        format!("Object x = {}1;", "a ? b : ".repeat(2000)),
        format!("void f() {{ {} {} }}", "{".repeat(3000), "}".repeat(3000)),
        format!("void f() {{ {}{{}} }}", "if (a) {} else ".repeat(3000)),
        format!("{}{}", "class C {".repeat(1000), "}".repeat(1000)),
        format!("Object x = {}1;", "!".repeat(5000)),
    ];
    for text in deep {
        let facts = facts(Language::Java, &format!("class A {{\n{text}\nvoid after() {{ last(); }}\n}}"));
        assert!(facts.definitions.iter().any(|d| d.name == "after"), "{}", &text[..20]);
    }
    check(
        Language::Java,
        &["defs", "calls"],
        "class A {\n void one() { a( }\n void two() { b(); }\n int = ;\n void three() { c(); }\n}\n",
        expect![[r#"
            1..6 module <module>
            1..6 class A +private `class A`
            2..2 method A.one -> #null +private `void one()`
            3..3 method A.two -> #null +private `void two()`
            5..5 method A.three -> #null +private `void three()`
            3: A.two calls b()
            5: A.three calls c()
            syntax errors: 2
        "#]],
    );
}

#[test]
fn names_are_highlighted() {
    let text = "@Override class A extends B<T> { int go(String s) { return this.field.run(A::of, null, 1.5); } }";
    let shown = |class| highlighted(Language::Java, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run of");
    assert_eq!(shown(HighlightClass::Type), "A B T int String");
    assert_eq!(shown(HighlightClass::Attribute), "Override");
    assert_eq!(shown(HighlightClass::Property), "field");
    assert_eq!(shown(HighlightClass::Number), "1.5");
}
