//! Kotlin, a category each: packages, classes, extensions, objects, lambdas, properties, overloads, Java beside it.

use crate::fixture::{build, render};
use expect_test::{Expect, expect};

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&render(&build(fixture)));
}

#[test]
fn packages_constructors_and_inheritance() {
    check(
        r#"
//- /src/main/kotlin/acme/App.kt
package acme
import acme.util.Strings
import acme.util.shout
class App(private val service: Service, name: String = "x") : Base(name) {
  private val spare = Service()
  constructor(name: String) : this(Service(), name)
  init { boot() }
  fun run() {
    service.serve()
    spare.serve()
    inherited()
    Strings.join("a")
    shout()
    Legacy().old()
    over(1)
  }
  fun over(a: Int) {}
  fun over(a: Int, b: Int) {}
  override fun hook() { super.hook() }
  private fun boot() {}
}
open class Base(val name: String) {
  open fun hook() {}
  fun inherited() { hook() }
}
fun main() {
  App("a").run()
}
//- /src/main/kotlin/acme/Service.kt
package acme
class Service { fun serve() = Unit }
//- /src/main/java/acme/Legacy.java
package acme;
class Legacy { void old() { new Service().serve(); } }
//- /src/main/kotlin/acme/util/Strings.kt
package acme.util
object Strings {
  fun join(s: String) = pad(s)
  private fun pad(s: String) = s
}
fun shout() {}
"#,
        expect![[r#"
            acme.App -> acme.App.boot (scope)
            acme.App -> acme.Service (constructor)
            acme.App.App -> acme.App.App (constructor)
            acme.App.App -> acme.Base.Base (constructor)
            acme.App.App -> acme.Service (constructor)
            acme.App.hook -> acme.Base.hook (inherited)
            acme.App.run -> acme.App.over (scope)
            acme.App.run -> acme.Base.inherited (inherited)
            acme.App.run -> acme.Legacy (constructor)
            acme.App.run -> acme.Legacy.old (constructed)
            acme.App.run -> acme.Service.serve (annotation)
            acme.App.run -> acme.Service.serve (constructed)
            acme.App.run -> acme.util.Strings.join (member)
            acme.App.run -> acme.util.shout (import)
            acme.Base.inherited -> acme.App.hook (override)
            acme.Base.inherited -> acme.Base.hook (scope)
            acme.Legacy.old -> acme.Service (constructor)
            acme.Legacy.old -> acme.Service.serve (constructed)
            acme.main -> acme.App.App (constructor)
            acme.main -> acme.App.run (constructed)
            acme.util.Strings.join -> acme.util.Strings.pad (scope)
        "#]],
    );
}

#[test]
fn extensions_companions_and_properties() {
    check(
        r#"
//- /a.kt
package a
class Item(val next: Item?) {
  val total: Int get() = compute()
  var label: String
    get() = read()
    set(value) { write(value) }
  val made by lazy { Engine() }
  lateinit var engine: Engine
  private fun compute() = 1
  private fun read() = ""
  private fun write(s: String) {}
  fun go() {
    made.start()
    engine.start()
    next?.go()
    this.twice()
  }
  companion object {
    const val LIMIT = 3
    fun create(): Item = Item(null)
  }
}
class Engine { fun start() {} }
fun Item.twice() = this.go()
val Item.half: Int get() = this.total
operator fun Item.plus(other: Item) = Item.create()
enum class Color(val code: Int) {
  RED(1), GREEN(2);
  fun paint() {}
}
fun use(item: Item) {
  item.twice()
  item.half
  item.total
  item.label = "x"
  (item + item).go()
  Item.create().go()
  Color.RED.paint()
}
"#,
        expect![[r#"
            a.Color -> a.Color.Color (constructor)
            a.Item -> a.Engine (constructor)
            a.Item.create -> a.Item.Item (constructor)
            a.Item.go -> a.Engine.start (annotation)
            a.Item.go -> a.Engine.start (constructed)
            a.Item.go -> a.Item.go (annotation)
            a.Item.go -> a.Item.twice (member)
            a.Item.half -> a.Item.total (property)
            a.Item.label -> a.Item.read (scope)
            a.Item.label -> a.Item.write (scope)
            a.Item.plus -> a.Item.create (member)
            a.Item.total -> a.Item.compute (scope)
            a.Item.twice -> a.Item.go (member)
            a.use -> a.Color.paint (member)
            a.use -> a.Item.create (member)
            a.use -> a.Item.go (returned)
            a.use -> a.Item.half (property)
            a.use -> a.Item.label (property)
            a.use -> a.Item.plus (implicit)
            a.use -> a.Item.total (property)
            a.use -> a.Item.twice (annotation)
        "#]],
    );
}

#[test]
fn lambdas_callbacks_and_containers() {
    check(
        r#"
//- /a.kt
package a
class Item { fun go() {} }
interface Listener { fun heard(item: Item) }
class Runner {
  private val items = mutableListOf<Item>()
  private val handlers: List<Item> = listOf()
  fun each(block: (Item) -> Unit) { block(Item()) }
  fun run() {
    each { it.go() }
    each(::handle)
    val later = { item: Item -> item.go() }
    later(Item())
    for (item in handlers) item.go()
    handlers.forEach { it.go() }
    items.add(Item())
    find()?.let { it.go() }
    val listener = object : Listener { override fun heard(item: Item) { item.go() } }
    listener.heard(Item())
    unknown { handle(Item()) }
  }
  fun find(): Item? = null
}
fun handle(item: Item) {}
"#,
        expect![[r#"
            a.Runner.each -> a.Item (constructor)
            a.Runner.each -> a.Runner.run.<lambda1> (flow)
            a.Runner.each -> a.handle (flow)
            a.Runner.run -> a.Item (constructor)
            a.Runner.run -> a.Item.go (annotation)
            a.Runner.run -> a.Runner.each (scope)
            a.Runner.run -> a.Runner.find (scope)
            a.Runner.run -> a.Runner.run.<lambda2> (callback)
            a.Runner.run -> a.Runner.run.<lambda3> (callback)
            a.Runner.run -> a.Runner.run.<lambda4> (constructor)
            a.Runner.run -> a.Runner.run.<lambda4>.heard (constructed)
            a.Runner.run -> a.Runner.run.<lambda5> (callback)
            a.Runner.run -> a.Runner.run.later (scope)
            a.Runner.run.<lambda1> -> a.Item.go (flow)
            a.Runner.run.<lambda2> -> a.Item.go (flow)
            a.Runner.run.<lambda3> -> a.Item.go (flow)
            a.Runner.run.<lambda4>.heard -> a.Item.go (annotation)
            a.Runner.run.<lambda5> -> a.Item (constructor)
            a.Runner.run.<lambda5> -> a.handle (scope)
            a.Runner.run.later -> a.Item.go (annotation)
        "#]],
    );
}
