//! Scala: packages, companions, traits, functions as values, cases.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Packages across files and languages, renamed imports, companions and lone objects.
#[test]
fn imports_and_classes() {
    check(
        r#"
//- /src/shop/Shop.scala
package shop
import shop.util.{Log => L}
class Shop(val name: String) {
  val items: List[Item] = Nil
  def sell(): Unit = { L.write(name); total; items.head.price(); Shop.count(this); help() }
  def total = compute()
  private def compute(): Int = 3
}
object Shop {
  def apply(name: String): Shop = new Shop(name)
  def count(s: Shop): Int = limit()
  private def limit(): Int = 1
}
case class Item(cost: Int) { def price(): Int = cost }
//- /src/shop/package.scala
package object shop { def help(): Unit = () }
//- /src/shop/util/Log.scala
package shop.util
object Log { def write(s: String): Unit = println(s) }
//- /src/app/Main.scala
package app
import shop._
object Main extends App {
  val s = Shop("a")
  s.sell()
  val t = new Shop("b")
  t.total
  Item(3).price()
  new Old().run()
}
//- /src/app/Old.java
package app;
public class Old { public void run() {} }
"#,
        expect![[r#"
            app.Main -> app.Old (constructor)
            app.Main -> app.Old.run (constructed)
            app.Main -> shop.Item.Item (constructor)
            app.Main -> shop.Item.price (constructed)
            app.Main -> shop.Shop.Shop (constructor)
            app.Main -> shop.Shop.apply (member)
            app.Main -> shop.Shop.sell (returned)
            app.Main -> shop.Shop.total (property)
            shop.Shop.apply -> shop.Shop.Shop (constructor)
            shop.Shop.count -> shop.Shop.limit (member)
            shop.Shop.sell -> shop.Shop.count (member)
            shop.Shop.sell -> shop.Shop.total (property)
            shop.Shop.sell -> shop.help (scope)
            shop.Shop.sell -> shop.util.Log.write (member)
            shop.Shop.total -> shop.Shop.compute (scope)
        "#]],
    );
}

#[test]
fn inheritance_and_interfaces() {
    check(
        r#"
//- /a.scala
abstract class Animal(name: String) {
  def speak(): Unit = { move(); sound() }
  def move(): Unit = ()
  def sound(): Unit
}
class Dog extends Animal("dog") with Loud {
  override def move(): Unit = super.move()
  def sound(): Unit = shout()
}
trait Loud { def shout(): Unit = () }
trait Store { def get(k: Int): Int }
class Memory extends Store { def get(k: Int): Int = k }
object Use {
  def all(a: Animal, s: Store): Unit = { a.speak(); s.get(1); new Dog().speak() }
  val own = new Store { def get(k: Int): Int = other(k) }
  def other(k: Int): Int = k
}
"#,
        expect![[r#"
            Animal.speak -> Animal.move (scope)
            Animal.speak -> Animal.sound (scope)
            Animal.speak -> Dog.move (override)
            Animal.speak -> Dog.sound (override)
            Dog -> Animal.Animal (constructor)
            Dog.move -> Animal.move (inherited)
            Dog.sound -> Loud.shout (inherited)
            Use -> Store (constructor)
            Use -> Use.<lambda1> (constructor)
            Use.<lambda1>.get -> Use.other (scope)
            Use.all -> Animal.Animal (constructor)
            Use.all -> Animal.speak (constructed)
            Use.all -> Memory.get (override)
            Use.all -> Store.get (annotation)
            Use.all -> Use.<lambda1>.get (override)
        "#]],
    );
}

#[test]
fn callbacks_and_arguments() {
    check(
        r#"
//- /a.scala
class Item { def use(): Unit = () }
object A {
  def each(f: Int => Unit): Unit = f(1)
  def show(n: Int): Unit = ()
  def done(): Unit = ()
  def pick(b: Boolean): () => Unit = if (b) done _ else stop _
  def stop(): Unit = ()
  def fold(a: Int)(f: Int => Int): Int = f(a)
  def size(n: Int): Int = n
  def size(n: Int, m: Int): Int = size(n)
  def run(items: List[Item]): Unit = {
    each(show)
    each { n => show(n) }
    items.foreach(_.use())
    items.map { case i: Item => i.use() }
    pick(true)()
    fold(1)(x => size(x))
    size(1, 2)
    val local = (n: Int) => show(n)
    local(3)
    this each show
  }
}
"#,
        expect![[r#"
            A.each -> A.run.<lambda1> (flow)
            A.each -> A.show (flow)
            A.fold -> A.run.<lambda4> (flow)
            A.run -> A.each (member)
            A.run -> A.each (scope)
            A.run -> A.fold (scope)
            A.run -> A.pick (scope)
            A.run -> A.run.<lambda2> (callback)
            A.run -> A.run.<lambda3> (callback)
            A.run -> A.run.<lambda5> (scope)
            A.run -> A.size (scope)
            A.run.<lambda1> -> A.show (scope)
            A.run.<lambda3> -> Item.use (annotation)
            A.run.<lambda4> -> A.size (scope)
            A.run.<lambda5> -> A.show (scope)
            A.size -> A.size (scope)
        "#]],
    );
}

#[test]
fn generics_containers_and_returns() {
    check(
        r#"
//- /a.scala
class Item { def use(): Unit = (); def next: Option[Item] = None }
class Box[T](value: T) { def open: T = value }
object A {
  def make(): Item = new Item
  def table: Map[String, Item] = Map()
  def run(items: List[Item], maybe: Option[Item]): Unit = {
    make().use()
    maybe.get.use()
    for (i <- items) i.use()
    for (i <- maybe; n <- i.next) n.use()
    maybe match { case Some(i) => i.use(); case None => }
    table("a").use()
    val b = new Box(new Item)
    b.open
    (maybe: Any) match { case i: Item => i.use() }
  }
}
"#,
        expect![[r#"
            A.make -> Item (constructor)
            A.run -> A.make (scope)
            A.run -> A.table (property)
            A.run -> Box.Box (constructor)
            A.run -> Box.open (property)
            A.run -> Item (constructor)
            A.run -> Item.next (property)
            A.run -> Item.use (annotation)
            A.run -> Item.use (returned)
        "#]],
    );
}

/// Types in companions, names of packages around, imports from there on, names for the value itself.
#[test]
fn companions_packages_and_self() {
    check(
        r#"
//- /a.scala
package shop
package cart
import Doc.Kind
object Doc {
  class Command(n: Int) { def run(): Unit = () }
  case class Kind(n: Int) { def show(): Unit = () }
  object Deep { def dive(): Unit = () }
  def make(): Command = new Command(3)
}
class Doc {
  def go(): Unit = new Doc.Command(1).run()
  def whole(): Unit = { import Doc._; make().run(); Deep.dive() }
}
trait Control { self: Global =>
  def one(): Unit = self.unit()
  def two(): Unit = self.one()
}
class Global extends Control { def unit(): Unit = () }
class Alone { me =>
  class Inner { def h(): Unit = me.g() }
  def g(): Unit = ()
}
object Use {
  def use(k: Kind, c: Doc.Command): Unit = { k.show(); c.run(); new Above().up() }
  val made = new { def q(): Unit = () }
}
//- /b.scala
package shop
class Above { def up(): Unit = () }
//- /c.scala
package shop.other
import cart.Doc
object Far { def far(): Unit = Doc.make() }
"#,
        expect![[r#"
            shop.cart.Alone.Inner.h -> shop.cart.Alone.g (annotation)
            shop.cart.Control.one -> shop.cart.Global.unit (annotation)
            shop.cart.Control.two -> shop.cart.Control.one (annotation)
            shop.cart.Doc.go -> shop.cart.Doc.Command.Command (constructor)
            shop.cart.Doc.go -> shop.cart.Doc.Command.run (constructed)
            shop.cart.Doc.make -> shop.cart.Doc.Command.Command (constructor)
            shop.cart.Doc.whole -> shop.cart.Doc.Command.run (returned)
            shop.cart.Doc.whole -> shop.cart.Doc.Deep.dive (member)
            shop.cart.Doc.whole -> shop.cart.Doc.make (member)
            shop.cart.Use -> shop.cart.Use.<lambda1> (constructor)
            shop.cart.Use.use -> shop.Above (constructor)
            shop.cart.Use.use -> shop.Above.up (constructed)
            shop.cart.Use.use -> shop.cart.Doc.Command.run (annotation)
            shop.cart.Use.use -> shop.cart.Doc.Kind.show (annotation)
            shop.other.Far.far -> shop.cart.Doc.make (member)
        "#]],
    );
}

#[test]
fn overloads_by_plain_types() {
    let text = r#"
//- /a.scala
class Writer {
  def text(s: String): Unit = print(s)
  def number(n: Int): Unit = print(n)
  def sum(n: Int): Unit = print("n: " + n + ";")
  def size(s: String): Unit = print(s.length)
  def print(s: String): Unit = ()
  def print(n: Int): Unit = ()
  def print(b: Boolean): Unit = ()
}
"#;
    let edges = fixture::edges_to(&fixture::build(text), "Writer.print");
    let of = |from: &str, sure: &str| format!("Writer.{from} -> Writer.print (scope, {sure})");
    let any = [of("size", "possible"), of("size", "possible"), of("size", "possible")];
    let mut expected = vec![of("number", "proven")];
    expected.extend(any);
    expected.extend([of("sum", "proven"), of("text", "proven")]);
    assert_eq!(edges, expected);
}
