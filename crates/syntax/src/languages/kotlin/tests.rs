//! What Kotlin says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_members() {
    check(
        Language::Kotlin,
        &[],
        r#"
package org.acme.shop

import org.acme.base.Base
import org.acme.util.*
import org.acme.money.Money as Cash

/** Keeps items. */
@Service("store")
data class Store(val items: List<Item>, private var name: String = "x", size: Int) : Base(name), Closer by other {
    private val made = Item(size)
    lateinit var later: Item
    val lazyItem by lazy { Item(2) }
    val count: Int get() = items.size
    init { made.check() }
    constructor(size: Int) : this(listOf(), size = size) { check() }
    override fun close(force: Boolean) = super.close(force)
    suspend fun find(id: Int): Item? { return items.first { it.id == id } }
    companion object {
        const val LIMIT = 3
        fun open(): Store = Store(LIMIT)
    }
    enum class Color(val code: Int) {
        RED(1) { override fun paint() { red() } }, GREEN(2);
        open fun paint() {}
    }
    object Registry { fun add(store: Store) {} }
}
interface Closer { fun close(force: Boolean) }
typealias Handler = (Store) -> Unit
fun Store.half(): Store = this.find(1)
val top = Store(1)

class StoreTest {
    @Test fun finds() { Store.open().find(1) }
}
"#,
        expect![[r#"
            1..36 module <module>
            8..28 class Store bases Base, Closer decorators Service `data class Store(val items: List<Item>, private var name: String = "x", size: Int) : Base(name), Closer by other` doc "Keeps items."
            10..10 constructor Store.Store(items: List<Item>, name: #text = #text, size: #number) `Store(val items: List<Item>, private var name: String = "x", size: Int)`
            10..10 field Store.items `val items: List<Item>`
            10..10 field Store.name +private `private var name: String = "x"`
            11..11 field Store.made +private `private val made = Item(size)`
            12..12 field Store.later `lateinit var later: Item`
            13..13 field Store.lazyItem `val lazyItem by lazy { Item(2) }`
            14..14 method Store.count -> #number +property `val count: Int`
            16..16 constructor Store.Store(size: #number) `constructor(size: Int) : this(listOf(), size = size)`
            17..17 method Store.close(force: #boolean) `override fun close(force: Boolean)`
            18..18 method Store.find(id: #number) -> Item +async `suspend fun find(id: Int): Item?`
            18..18 lambda Store.find.<lambda>(it) +private `{`
            20..20 field Store.LIMIT +static `const val LIMIT = 3`
            21..21 method Store.open -> Store +static `fun open(): Store`
            23..26 enum Store.Color `enum class Color(val code: Int)`
            23..23 constructor Store.Color.Color(code: #number) `Color(val code: Int)`
            23..23 field Store.Color.code `val code: Int`
            24..24 field Store.Color.RED +static `RED(1) { override fun paint() { red() } }`
            24..24 class Store.Color.<anonymous> bases fn Store.Color +private `RED(1)`
            24..24 method Store.Color.<anonymous>.paint `override fun paint()`
            24..24 field Store.Color.GREEN +static `GREEN(2)`
            25..25 method Store.Color.paint `open fun paint()`
            27..27 class Store.Registry `object Registry`
            27..27 method Store.Registry.add(store: Store) +static `fun add(store: Store)`
            29..29 interface Closer `interface Closer`
            29..29 method Closer.close(force: #boolean) `fun close(force: Boolean)`
            30..30 type alias Handler -> _ `typealias Handler = (Store) -> Unit`
            31..31 method half -> Store owner Store `fun Store.half(): Store`
            32..32 variable top `val top = Store(1)`
            34..36 class StoreTest `class StoreTest`
            35..35 method StoreTest.finds decorators Test +test `fun finds()`
            import "org.acme.base" item Base
            import "org.acme.util" item *
            import "org.acme.money" item Money as "Cash"
            package org.acme.shop
            <module>: Base (import 0)
            <module>: Cash (import 2)
            <module>: Store = fn Store (definition Store)
            Store.Store: items: List<Item> (parameter 0 of Store.Store)
            Store.Store: self@Store.Store.items: List<Item> = items
            Store.Store: name: #text = #text (parameter 1 of Store.Store)
            Store.Store: self@Store.Store.name: #text = name
            Store.Store: size: #number (parameter 2 of Store.Store)
            Store.Store: self@Store.Store.size: #number = size
            Store: items: List<Item>
            Store: name: #text
            Store: size: #number
            Store: made = Item(size)
            Store: later: Item
            Store: lazyItem = Item(#number)
            Store.Store: size: #number (parameter 0 of Store.Store)
            Store: close = fn Store.close (definition Store.close)
            Store.close: force: #boolean (parameter 0 of Store.close)
            Store: find = fn Store.find (definition Store.find)
            Store.find: id: #number (parameter 0 of Store.find)
            Store.find.<lambda>: it (parameter 0 of Store.find.<lambda>)
            Store: LIMIT = #number
            Store: open = fn Store.open (definition Store.open)
            Store: Color = fn Store.Color (definition Store.Color)
            Store.Color.Color: code: #number (parameter 0 of Store.Color.Color)
            Store.Color.Color: self@Store.Color.Color.code: #number = code
            Store.Color: code: #number
            Store.Color.<anonymous>: paint = fn Store.Color.<anonymous>.paint (definition Store.Color.<anonymous>.paint)
            Store.Color: RED = fn Store.Color.<anonymous>(#number)
            Store.Color: GREEN = fn Store.Color(#number)
            Store.Color: paint = fn Store.Color.paint (definition Store.Color.paint)
            Store: Registry = fn Store.Registry (definition Store.Registry)
            Store.Registry: add = fn Store.Registry.add (definition Store.Registry.add)
            Store.Registry.add: store: Store (parameter 0 of Store.Registry.add)
            <module>: Closer = fn Closer (definition Closer)
            Closer: close = fn Closer.close (definition Closer.close)
            Closer: force: #boolean (parameter 0 of Closer.close)
            <module>: Handler = fn Handler (definition Handler)
            <module>: top = Store(#number)
            <module>: StoreTest = fn StoreTest (definition StoreTest)
            StoreTest: finds = fn StoreTest.finds (definition StoreTest.finds)
            10: Store.Store calls new Base(name)
            11: Store calls Item(size)
            13: Store calls Item(#number)
            15: Store calls made.check()
            16: Store.Store calls listOf()
            16: Store.Store calls self@Store.Store(listOf(), size=size)
            16: Store.Store calls check()
            17: Store.close calls super@Store.close.close(force)
            18: Store.find.<lambda> calls implicit it.id.equals(id)
            18: Store.find calls items.first(fn Store.find.<lambda>)
            21: Store.open calls Store(LIMIT)
            24: Store.Color.<anonymous>.paint calls red()
            24: Store.Color calls new fn Store.Color.<anonymous>(#number)
            24: Store.Color calls new fn Store.Color(#number)
            31: half calls self@half.find(#number)
            32: <module> calls Store(#number)
            35: StoreTest.finds calls Store.open()
            35: StoreTest.finds calls Store.open().find(#number)
            return items.size from Store.count
            return super@Store.close.close(force) from Store.close
            return #boolean from Store.find.<lambda>
            return items.first(fn Store.find.<lambda>) from Store.find
            return Store(LIMIT) from Store.open
            return self@half.find(#number) from half
        "#]],
    );
}

#[test]
fn statements_and_values() {
    check(
        Language::Kotlin,
        &["defs", "bindings", "calls", "returns"],
        r#"
fun run(item: Item, vararg rest: Item, then: (Item) -> Unit = {}): Item? {
    val (a, b) = pair()
    val later = { x: Item, y -> x.go(y) }
    var count = 1
    count = 2
    apply(a, limit = 1) { it.go() }
    item.next = b
    item[1] = a
    item?.child!!.go()
    val r = if (a is Item) a.one() else if (b()) c() else { d() }
    val s = when (r) {
        1, two() -> x()
        is Item -> y()
        else -> z()
    }
    for (one in rest) one.go()
    while (more()) { go() }
    try { risky() } catch (e: Failure) { e.show() } finally { done() }
    val t = s as Item
    val u = t ?: make()
    rest.map(::handle)
    val v = object : Base(1) { override fun own() = this }
    a to b
    a + b
    println("t ${a.name()}")
    throw Failure("x")
}
"#,
        expect![[r#"
            1..28 module <module>
            2..28 function run(item: Item, *rest: [?: Item], then: _ = fn run.<lambda>) -> Item `fun run(item: Item, vararg rest: Item, then: (Item) -> Unit = {}): Item?`
            2..2 lambda run.<lambda>(it) +private `{`
            4..4 function run.later(x: Item, y) +private `{ x: Item, y`
            7..7 lambda run.<lambda>(it) +private `{`
            23..23 class run.<anonymous> bases Base +private `object : Base(1)`
            23..23 method run.<anonymous>.own `override fun own()`
            <module>: run = fn run (definition run)
            run: item: Item (parameter 0 of run)
            run: rest: [?: Item] (parameter 1 of run)
            run.<lambda>: it (parameter 0 of run.<lambda>)
            run: then: _ = fn run.<lambda> (parameter 2 of run)
            run: a = pair()[0]
            run: b = pair()[1]
            run.later: x: Item (parameter 0 of run.later)
            run.later: y (parameter 1 of run.later)
            run: later = fn run.later (definition run.later)
            run: count = #number
            run: count = #number
            run.<lambda>: it (parameter 0 of run.<lambda>)
            run: item.next = b
            run: item[1] = a
            run: r = (a.one() | c() | d())
            run: s = (x() | y() | z())
            run: one = each(rest)
            run: e: Failure
            run: t = (s as Item)
            run: u = (t | make())
            run.<anonymous>: own = fn run.<anonymous>.own (definition run.<anonymous>.own)
            run: v = fn run.<anonymous>()
            3: run calls pair()
            4: run.later calls x.go(y)
            7: run.<lambda> calls it.go()
            7: run calls apply(a, limit=#number, fn run.<lambda>)
            9: run calls implicit item.set(a)
            10: run calls await(item.child).go()
            11: run calls a.one()
            11: run calls b()
            11: run calls c()
            11: run calls d()
            13: run calls two()
            13: run calls x()
            14: run calls y()
            15: run calls z()
            17: run calls one.go()
            18: run calls more()
            18: run calls go()
            19: run calls risky()
            19: run calls e.show()
            19: run calls done()
            21: run calls make()
            22: run calls rest.map(handle)
            23: run calls new Base(#number)
            23: run calls new fn run.<anonymous>()
            24: run calls a.to(b)
            25: run calls implicit a.plus(b)
            26: run calls a.name()
            26: run calls println(#text)
            27: run calls Failure(#text)
            return _ from run.<lambda>
            return x.go(y) from run.later
            return it.go() from run.<lambda>
            return self@run.<anonymous>.own from run.<anonymous>.own
            throw Failure(#text) from run
        "#]],
    );
}

#[test]
fn an_error_costs_nothing_else() {
    let text = "class A {\n  fun a() { b(; }\n}\nfun after() { last() }\n";
    let facts = facts(Language::Kotlin, text);
    let names: Vec<&str> = facts.definitions.iter().map(|definition| definition.name.as_str()).collect();
    assert!(names.contains(&"after"), "{names:?}");
    assert!(facts.syntax_errors > 0);
}

#[test]
fn highlighting() {
    let text = "// c\n@Ann class Store(val a: Int) : Base() {\n  fun run() { a.b.go(1, \"x\") }\n}\n";
    let shown = |class| highlighted(Language::Kotlin, class, text);
    assert_eq!(shown(HighlightClass::Function), "run go");
    assert_eq!(shown(HighlightClass::Type), "Store Int Base");
    assert_eq!(shown(HighlightClass::Attribute), "Ann");
    assert_eq!(shown(HighlightClass::Property), "b");
    assert_eq!(shown(HighlightClass::Comment), "// c");
}
