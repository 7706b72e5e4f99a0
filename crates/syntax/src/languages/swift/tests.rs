//! What Swift says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn declarations() {
    check(
        Language::Swift,
        &[],
        r#"
import Foundation
/// A shop.
@objc public final class Shop<T: Item>: Base, Store where T: Hashable {
  let items: [Item] = []
  private var cache: [String: Item] = [:]
  static let shared = Shop()
  var count: Int { return items.count }
  var size: Int { get { compute() } set { store(newValue) } }
  var watched: Int = 0 { didSet { changed() } }
  init(name: String, _ n: Int = 3) { self.name = name; super.init(); setUp() }
  convenience init?() { self.init(name: "a") }
  deinit { close() }
  func add(_ item: Item, to other: Shop? = nil, then done: @escaping (Item) -> Void) throws -> Bool { done(item) }
  class func make() async -> Shop { Shop(name: "x") }
  subscript(i: Int) -> Item { return items[i] }
  enum Kind: String { case a, b(Item); func f() {} }
}
extension Shop: Printable { func show() { add(Item()) {} } }
protocol Store { func get(_ k: Int) -> Item; var n: Int { get } }
struct Point { var x, y: Int; static func + (a: Point, b: Point) -> Point { a } }
let top = free { $0 + 1 }
typealias Handler = Other
class ShopTests: XCTestCase { func testAdd() { XCTAssertEqual(1, 1) } }
@Test func adds() { #expect(f() == 1) }
"#,
        expect![[r#"
            1..25 module <module>
            3..18 class Shop bases Base, Store, Printable decorators objc `@objc public final class Shop<T: Item>: Base, Store where T: Hashable` doc "A shop."
            5..5 field Shop.items `let items: [Item] = []`
            6..6 field Shop.cache +private `private var cache: [String: Item] = [:]`
            7..7 field Shop.shared +static `static let shared = Shop()`
            8..8 method Shop.count -> #number +property `var count: Int`
            9..9 method Shop.size -> #number +property `var size: Int`
            9..9 method Shop.size(newValue: #number) +property `var size: Int`
            10..10 field Shop.watched `var watched: Int = 0 { didSet { changed() } }`
            11..11 constructor Shop.init(name: #text, n: #number = #number) `init(name: String, _ n: Int = 3)`
            12..12 constructor Shop.init `convenience init?()`
            13..13 method Shop.deinit `deinit`
            14..14 method Shop.add(item: Item, to: Shop = #null, then: _) -> #boolean `func add(_ item: Item, to other: Shop? = nil, then done: @escaping (Item) -> Void) throws -> Bool`
            15..15 method Shop.make -> Shop +static +async `class func make() async -> Shop`
            16..16 method Shop.subscript(i: #number) -> Item `subscript(i: Int) -> Item`
            17..17 enum Shop.Kind bases #text `enum Kind: String`
            17..17 field Shop.Kind.a +static `case a, b(Item)`
            17..17 field Shop.Kind.b +static `case a, b(Item)`
            17..17 method Shop.Kind.f `func f()`
            19..19 method Shop.show owner Shop implements Printable `func show()`
            19..19 lambda Shop.show.<lambda>($0, $1) +private `{`
            20..20 interface Store `protocol Store`
            20..20 method Store.get(k: #number) -> Item `func get(_ k: Int) -> Item`
            20..20 field Store.n `var n: Int { get }`
            21..21 class Point `struct Point`
            21..21 field Point.x `var x, y: Int`
            21..21 field Point.y `var x, y: Int`
            21..21 method Point.+(a: Point, b: Point) -> Point +static `static func + (a: Point, b: Point) -> Point`
            22..22 variable top `let top = free { $0 + 1 }`
            22..22 lambda <lambda>($0, $1) +private `{`
            23..23 type alias Handler bases Other `typealias Handler = Other`
            24..24 class ShopTests bases XCTestCase `class ShopTests: XCTestCase`
            24..24 method ShopTests.testAdd +test `func testAdd()`
            25..25 function adds decorators Test +test `@Test func adds()`
            import "Foundation" as ""
            <module>: Shop = fn Shop (definition Shop)
            Shop: T = Item
            Shop: items: [?: Item] = []
            Shop: cache: [?: Item] = []
            Shop: shared = Shop()
            Shop: count = fn Shop.count (definition Shop.count)
            Shop: size = fn Shop.size (definition Shop.size)
            Shop.size: newValue: #number (parameter 0 of Shop.size)
            Shop: watched: #number = #number
            Shop.init: name: #text (parameter 0 of Shop.init)
            Shop.init: n: #number = #number (parameter 1 of Shop.init)
            Shop.init: self@Shop.init.name = name
            Shop: add = fn Shop.add (definition Shop.add)
            Shop.add: item: Item (parameter 0 of Shop.add)
            Shop.add: other: Shop = #null (parameter 1 of Shop.add)
            Shop.add: done: _ (parameter 2 of Shop.add)
            Shop: make = fn Shop.make (definition Shop.make)
            Shop.subscript: i: #number (parameter 0 of Shop.subscript)
            Shop: Kind = fn Shop.Kind (definition Shop.Kind)
            Shop.Kind: f = fn Shop.Kind.f (definition Shop.Kind.f)
            Shop.show.<lambda>: $0 (parameter 0 of Shop.show.<lambda>)
            Shop.show.<lambda>: $1 (parameter 1 of Shop.show.<lambda>)
            <module>: Store = fn Store (definition Store)
            Store: get = fn Store.get (definition Store.get)
            Store.get: k: #number (parameter 0 of Store.get)
            Store: n: #number
            <module>: Point = fn Point (definition Point)
            Point: x: #number
            Point: y: #number
            Point: + = fn Point.+ (definition Point.+)
            Point.+: a: Point (parameter 0 of Point.+)
            Point.+: b: Point (parameter 1 of Point.+)
            <lambda>: $0 (parameter 0 of <lambda>)
            <lambda>: $1 (parameter 1 of <lambda>)
            <module>: top = free(fn <lambda>)
            <module>: Handler = fn Handler (definition Handler)
            <module>: ShopTests = fn ShopTests (definition ShopTests)
            ShopTests: testAdd = fn ShopTests.testAdd (definition ShopTests.testAdd)
            <module>: adds = fn adds (definition adds)
            7: Shop calls Shop()
            9: Shop.size calls compute()
            9: Shop.size calls store(newValue)
            10: Shop calls changed()
            11: Shop.init calls super@Shop.init()
            11: Shop.init calls setUp()
            12: Shop.init calls self@Shop.init(name=#text)
            13: Shop.deinit calls close()
            14: Shop.add calls done(item)
            15: Shop.make calls Shop(name=#text)
            16: Shop.subscript calls implicit items.subscript(i)
            19: Shop.show calls Item()
            19: Shop.show calls add(Item(), fn Shop.show.<lambda>)
            22: <module> calls free(fn <lambda>)
            24: ShopTests.testAdd calls XCTAssertEqual(#number, #number)
            25: adds calls f()
            return items.count from Shop.count
            return compute() from Shop.size
            return store(newValue) from Shop.size
            return self@Shop.init(name=#text) from Shop.init
            return close() from Shop.deinit
            return done(item) from Shop.add
            return Shop(name=#text) from Shop.make
            return (items[?] | items.subscript(i)) from Shop.subscript
            return add(Item(), fn Shop.show.<lambda>) from Shop.show
            return a from Point.+
            return $0 from <lambda>
            return XCTAssertEqual(#number, #number) from ShopTests.testAdd
            return #boolean from adds
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::Swift,
        &["bindings", "calls", "returns"],
        r#"
func run(_ shop: Shop, with other: Shop?) -> Int {
  other?.add(item, to: shop) { x in print(x) }
  shop.items.map { $0.price() }.forEach(use)
  guard let first = shop.items.first else { return 0 }
  if let b = cache["x"], case .some(let c) = other { b.go(); c.go() } else if ok() { no() } else { never() }
  for i in shop.items where i.ok { i.price() }
  switch first { case .a(let x): x.go(); case let y as Other: y.go(); default: break }
  do { try risky() } catch let e as MyError { e.show() } catch { log(error) }
  let t = Task { await later() }
  let z = first as? Special
  let (a, b) = pair()
  var n = a ?? b; n = flag ? one : two; n += three()
  x.y = z; x[0] = shop; shop.name.text = "\(name())"
  let list: [Item?] = [Item(1), nil], table = ["k": make()]
  return try! other!.same(a: 1).done
}
"#,
        expect![[r#"
            <module>: run = fn run (definition run)
            run: shop: Shop (parameter 0 of run)
            run: other: Shop (parameter 1 of run)
            run.<lambda>: x (parameter 0 of run.<lambda>)
            run.<lambda>: $0 (parameter 0 of run.<lambda>)
            run.<lambda>: $1 (parameter 1 of run.<lambda>)
            run: first = shop.items.first
            run: b = (cache['x'] | cache.subscript(#text))
            run: c = other
            run: i = each(shop.items)
            run: x
            run: y: Other
            run: e: MyError
            run.<lambda>: $0 (parameter 0 of run.<lambda>)
            run.<lambda>: $1 (parameter 1 of run.<lambda>)
            run: t = Task(fn run.<lambda>)
            run: z = (first as Special)
            run: a = pair()[0]
            run: b = pair()[1]
            run: n = (a | b)
            run: n = (one | two)
            run: x.y = z
            run: x[?] = shop
            run: shop.name.text = #text
            run: list: [?: Item] = [0: Item(#number), 1: #null]
            run: table: [?: Item] = ['k': make()]
            3: run.<lambda> calls print(x)
            3: run calls other.add(item, to=shop, fn run.<lambda>)
            4: run.<lambda> calls $0.price()
            4: run calls shop.items.map(fn run.<lambda>)
            4: run calls shop.items.map(fn run.<lambda>).forEach(use)
            6: run calls implicit cache.subscript(#text)
            6: run calls b.go()
            6: run calls c.go()
            6: run calls ok()
            6: run calls no()
            6: run calls never()
            7: run calls i.price()
            8: run calls x.go()
            8: run calls y.go()
            9: run calls risky()
            9: run calls e.show()
            9: run calls log(error)
            10: run.<lambda> calls later()
            10: run calls Task(fn run.<lambda>)
            12: run calls pair()
            13: run calls three()
            14: run calls name()
            15: run calls Item(#number)
            15: run calls make()
            16: run calls await(other).same(a=#number)
            return print(x) from run.<lambda>
            return $0.price() from run.<lambda>
            return #number from run
            return later() from run.<lambda>
            return await(other).same(a=#number).done from run
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("let x = {}y{}", "(".repeat(3000), ")".repeat(3000)),
        format!("let x = a{}", ".b(1)".repeat(5000)),
        format!("let x = a{}", " + b".repeat(5000)),
        format!("let x = {}1{}", "f { ".repeat(1000), " }".repeat(1000)),
        format!("func f() {{ {} {{}} }}", "if a {} else ".repeat(2000)),
        format!("{} let x = 1 {}", "class A { ".repeat(1000), "}".repeat(1000)),
        format!("let x = {}1", "a ? b : ".repeat(2000)),
        format!("let x: {}Int{}", "[".repeat(2000), "]".repeat(2000)),
        "class A : { func f( { let <\n".to_owned(),
    ];
    for text in deep {
        let facts =
            facts(Language::Swift, &format!("func before() {{ first() }}\n{text}\nfunc after() {{ last() }}\n"));
        assert!(facts.stopped.is_some() || facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..20]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "@Test func go(a: Int) -> Shop { self.run(a.size, f(1.5), \"x\") } // c\n";
    let shown = |class| highlighted(Language::Swift, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f");
    assert_eq!(shown(HighlightClass::Type), "Int Shop");
    assert_eq!(shown(HighlightClass::Property), "size");
    assert_eq!(shown(HighlightClass::Number), "1.5");
    assert_eq!(shown(HighlightClass::Comment), "// c");
}
