//! What Scala says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn declarations() {
    check(
        Language::Scala,
        &[],
        r#"
package shop.core
import shop.util.{Helper, Other => O}
import shop.data._
/** A shop. */
class Shop[T <: Item](val name: String, n: Int = 3)(implicit ec: Ctx) extends Base(name) with Store[T] {
  private val items: List[Item] = Nil
  lazy val engine = new Engine(3)
  def this() = this("a")
  def add(item: Item, f: Item => Unit = use): Boolean = { f(item); items.map(_.price).foreach(use); true }
  override def get(k: Int): Item = super.get(k)
  def total = items.size
}
object Shop { def apply(n: String): Shop = new Shop(n); val shared = Shop("x") }
trait Store[T] { def get(k: Int): T }
case class Point(x: Int, y: Int) { def +(o: Point) = Point(x + o.x, y) }
enum Color { case Red, Green; case Custom(v: Int) }
extension (s: Text) def twice: Text = s.more(s)
object Main extends App { val s = Shop("a"); def run(): Unit = s.add(1) }
class ShopSpec extends AnyFunSuite { test("adds") { assert(add() == 1) } }
class JTest { @Test def adds(): Unit = {} }
"#,
        expect![[r#"
            1..21 module <module>
            5..13 class Shop bases Base, Store<T> `class Shop[T <: Item](val name: String, n: Int = 3)(implicit ec: Ctx) extends Base(name) with Store[T]` doc "A shop."
            6..6 constructor Shop.Shop(name: #text, n: #number = #number, ec: Ctx) `Shop(val name: String, n: Int = 3)(implicit ec: Ctx)`
            6..6 field Shop.name `val name: String`
            7..7 field Shop.items +private `private val items: List[Item] = Nil`
            8..8 field Shop.engine `lazy val engine = new Engine(3)`
            9..9 constructor Shop.this `def this()`
            10..10 method Shop.add(item: Item, f: _ = use) -> #boolean `def add(item: Item, f: Item => Unit = use): Boolean`
            10..10 lambda Shop.add.<lambda>(_) +private `_.price`
            11..11 method Shop.get(k: #number) -> Item `override def get(k: Int): Item`
            12..12 method Shop.total +property `def total`
            14..14 method Shop.apply(n: #text) -> Shop owner Shop +static `def apply(n: String): Shop`
            14..14 field shared +static `val shared = Shop("x")`
            15..15 interface Store `trait Store[T]`
            15..15 method Store.get(k: #number) -> T `def get(k: Int): T`
            16..16 class Point `case class Point(x: Int, y: Int)`
            16..16 constructor Point.Point(x: #number, y: #number) `Point(x: Int, y: Int)`
            16..16 field Point.x `x: Int`
            16..16 field Point.y `y: Int`
            16..16 method Point.+(o: Point) `def +(o: Point)`
            17..17 enum Color `enum Color`
            17..17 field Color.Red +static `Red`
            17..17 field Color.Green +static `Green`
            17..17 field Color.Custom +static `Custom(v: Int)`
            18..18 method Text.twice -> Text owner Text +property `def twice: Text`
            19..19 class Main bases App `object Main extends App`
            19..19 field Main.s +static `val s = Shop("a")`
            19..19 method Main.run -> #null +static `def run(): Unit`
            20..20 class ShopSpec bases AnyFunSuite `class ShopSpec extends AnyFunSuite`
            20..20 method ShopSpec.adds +private +test `test("adds")`
            21..21 class JTest `class JTest`
            21..21 method JTest.adds -> #null decorators Test +test `@Test def adds(): Unit`
            import "shop.util" item Helper
            import "shop.util" item Other as "O"
            import "shop.data" item *
            package shop.core
            <module>: Helper (import 0)
            <module>: O (import 1)
            <module>: Shop = fn Shop (definition Shop)
            Shop: T = Item
            Shop.Shop: name: #text (parameter 0 of Shop.Shop)
            Shop.Shop: self@Shop.Shop.name: #text = name
            Shop.Shop: n: #number = #number (parameter 1 of Shop.Shop)
            Shop.Shop: self@Shop.Shop.n: #number = n
            Shop.Shop: ec: Ctx (parameter 2 of Shop.Shop)
            Shop.Shop: self@Shop.Shop.ec: Ctx = ec
            Shop: name: #text
            Shop: n: #number
            Shop: ec: Ctx
            Shop: items: List<Item> = Nil
            Shop: engine = Engine(#number)
            Shop: add = fn Shop.add (definition Shop.add)
            Shop.add: item: Item (parameter 0 of Shop.add)
            Shop.add: f: _ = use (parameter 1 of Shop.add)
            Shop.add.<lambda>: _ (parameter 0 of Shop.add.<lambda>)
            Shop: get = fn Shop.get (definition Shop.get)
            Shop.get: k: #number (parameter 0 of Shop.get)
            Shop: total = fn Shop.total (definition Shop.total)
            <module>: apply = fn Shop.apply (definition Shop.apply)
            Shop.apply: n: #text (parameter 0 of Shop.apply)
            <module>: shared = Shop(#text)
            <module>: Shop.shared = shared
            <module>: Store = fn Store (definition Store)
            Store: T
            Store: get = fn Store.get (definition Store.get)
            Store.get: k: #number (parameter 0 of Store.get)
            <module>: Point = fn Point (definition Point)
            Point.Point: x: #number (parameter 0 of Point.Point)
            Point.Point: self@Point.Point.x: #number = x
            Point.Point: y: #number (parameter 1 of Point.Point)
            Point.Point: self@Point.Point.y: #number = y
            Point: x: #number
            Point: y: #number
            Point: + = fn Point.+ (definition Point.+)
            Point.+: o: Point (parameter 0 of Point.+)
            <module>: Color = fn Color (definition Color)
            <module>: s: Text
            <module>: twice = fn Text.twice (definition Text.twice)
            <module>: Main = fn Main (definition Main)
            Main: s = Shop(#text)
            Main: run = fn Main.run (definition Main.run)
            <module>: ShopSpec = fn ShopSpec (definition ShopSpec)
            <module>: JTest = fn JTest (definition JTest)
            JTest: adds = fn JTest.adds (definition JTest.adds)
            6: Shop.Shop calls new Base(name)
            8: Shop calls new Engine(#number)
            9: Shop.this calls self@Shop.this(#text)
            10: Shop.add calls f(item)
            10: Shop.add calls items.map(fn Shop.add.<lambda>)
            10: Shop.add calls items.map(fn Shop.add.<lambda>).foreach(use)
            11: Shop.get calls super@Shop.get.get(k)
            14: Shop.apply calls new Shop(n)
            14: <module> calls Shop(#text)
            16: Point.+ calls implicit x.+(o.x)
            16: Point.+ calls Point(x.+(o.x), y)
            18: Text.twice calls s.more(s)
            19: Main calls Shop(#text)
            19: Main.run calls s.add(#number)
            20: ShopSpec.adds calls add()
            20: ShopSpec.adds calls implicit add().==(#number)
            20: ShopSpec.adds calls assert(#boolean)
            return self@Shop.this(#text) from Shop.this
            return _.price from Shop.add.<lambda>
            return #boolean from Shop.add
            return super@Shop.get.get(k) from Shop.get
            return items.size from Shop.total
            return Shop(n) from Shop.apply
            return Point(x.+(o.x), y) from Point.+
            return s.more(s) from Text.twice
            return s.add(#number) from Main.run
            return _ from JTest.adds
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::Scala,
        &["bindings", "calls", "returns"],
        r#"
def run(shop: Shop, items: List[Item]): Int = {
  shop add (item, x => x.go())
  val used = for { i <- items; j = i.next if j.ok } yield j.use()
  shop match { case Point(a, b) => a.go(); case p: Point if p.ok => p.go(); case Some(q) => q.go(); case _ => }
  try { risky() } catch { case e: MyError => e.show() } finally { close() }
  if (a) b() else if (c) d() else e()
  val (a, b) = pair()
  val f = (x: Int) => x + one(x)
  val g: Int => Int = helper _
  list.foreach { case (k, v) => v.go() }
  val made = new Store[Int] { def get(k: Int) = 1 }
  shop.name = "b"; val str = s"a ${f(1)} $g"
  obj.method[Int](1)(2).other { x => x }
  throw new Error("x")
}
"#,
        expect![[r#"
            <module>: run = fn run (definition run)
            run: shop: Shop (parameter 0 of run)
            run: items: List<Item> (parameter 1 of run)
            run.<lambda>: x (parameter 0 of run.<lambda>)
            run: i = each(items)
            run: j = i.next
            run: used = [?: j.use()]
            run: a
            run: b
            run: p: Point
            run: q = shop
            run: e: MyError
            run: a = pair()[0]
            run: b = pair()[1]
            run.<lambda>: x: #number (parameter 0 of run.<lambda>)
            run: f = fn run.<lambda> (definition run.<lambda>)
            run: g: _ = helper
            run.<lambda>:  (parameter 0 of run.<lambda>)
            run.<lambda>: k = [0]
            run.<lambda>: v = [1]
            run.<anonymous>: get = fn run.<anonymous>.get (definition run.<anonymous>.get)
            run.<anonymous>.get: k: #number (parameter 0 of run.<anonymous>.get)
            run: made = fn run.<anonymous>()
            run: shop.name = #text
            run: str = #text
            run.<lambda>: x (parameter 0 of run.<lambda>)
            3: run.<lambda> calls x.go()
            3: run calls shop.add(item, fn run.<lambda>)
            4: run calls j.use()
            5: run calls a.go()
            5: run calls p.go()
            5: run calls q.go()
            6: run calls risky()
            6: run calls e.show()
            6: run calls close()
            7: run calls b()
            7: run calls d()
            7: run calls e()
            8: run calls pair()
            9: run.<lambda> calls one(x)
            9: run.<lambda> calls implicit x.+(one(x))
            11: run.<lambda> calls v.go()
            11: run calls list.foreach(fn run.<lambda>)
            12: run calls new Store<#number>()
            12: run calls new fn run.<anonymous>()
            13: run calls f(#number)
            14: run calls obj.method(#number, #number)
            14: run calls obj.method(#number, #number).other(fn run.<lambda>)
            15: run calls new Error(#text)
            return x.go() from run.<lambda>
            return x.+(one(x)) from run.<lambda>
            return v.go() from run.<lambda>
            return #number from run.<anonymous>.get
            return x from run.<lambda>
            throw Error(#text) from run
            return _ from run
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("val x = {}y{}", "(".repeat(3000), ")".repeat(3000)),
        format!("val x = a{}", ".b(1)".repeat(5000)),
        format!("val x = a{}", " + b".repeat(5000)),
        format!("val x = {}1{}", "f { ".repeat(1000), " }".repeat(1000)),
        format!("def f = {} e", "if (a) b else ".repeat(2000)),
        format!("{} val x = 1 {}", "class A { ".repeat(1000), "}".repeat(1000)),
        format!("val x: {}Int{} = 1", "A[".repeat(2000), "]".repeat(2000)),
        "class A extends { def f( = { val [\n".to_owned(),
    ];
    for text in deep {
        let facts = facts(Language::Scala, &format!("class Before {{ def first() = 1 }}\n{text}\n"));
        assert!(facts.stopped.is_some() || facts.definitions.iter().any(|d| d.name == "Before"), "{}", &text[..20]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "class Shop { def go(a: Item): Shop = this.run(a.size, f(1.5), \"x\") } // c\n";
    let shown = |class| highlighted(Language::Scala, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f");
    assert_eq!(shown(HighlightClass::Type), "Shop Item Shop");
    assert_eq!(shown(HighlightClass::Property), "size");
    assert_eq!(shown(HighlightClass::Number), "1.5");
}
