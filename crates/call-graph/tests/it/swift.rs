//! Swift: extensions, protocols, properties, closures, optionals.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Files of a module see each other; members of extensions and of bases are names in each other's functions.
#[test]
fn classes_and_imports() {
    check(
        r#"
//- /Sources/Shop.swift
import Foundation
class Shop {
  let store: Store
  var items: [Item] = []
  static let shared = Shop(store: Store())
  init(store: Store) { self.store = store; prepare() }
  convenience init() { self.init(store: Store()) }
  func prepare() { items.append(Item()) }
  func sell() { store.take(count); total(); items[0].price(); Shop.log("x") }
  static func log(_ text: String) { print(text) }
}
//- /Sources/Store.swift
struct Store { func take(_ n: Int) { helper(n) } }
struct Item { func price() -> Int { 3 } }
func helper(_ n: Int) {}
//- /Sources/Shop+Total.swift
extension Shop {
  var count: Int { items.count + size() }
  func total() { for item in items { item.price() } }
  func size() -> Int { 0 }
}
//- /Tests/ShopTests.swift
@testable import Sources
class ShopTests: XCTestCase {
  func testSell() { let shop = Shop(); shop.sell(); Shop.shared.total() }
}
"#,
        expect![[r#"
            Shop -> Shop.init (constructor)
            Shop -> Store (constructor)
            Shop.count -> Shop.size (member)
            Shop.init -> Shop.init (constructor)
            Shop.init -> Shop.prepare (scope)
            Shop.init -> Store (constructor)
            Shop.prepare -> Item (constructor)
            Shop.sell -> Item.price (annotation)
            Shop.sell -> Shop.count (property)
            Shop.sell -> Shop.log (member)
            Shop.sell -> Shop.total (member)
            Shop.sell -> Store.take (annotation)
            Shop.total -> Item.price (annotation)
            ShopTests.testSell -> Shop.init (constructor)
            ShopTests.testSell -> Shop.sell (constructed)
            ShopTests.testSell -> Shop.total (constructed)
            Store.take -> helper (scope)
        "#]],
    );
}

/// Overrides, `super`, protocols with their one implementation, and what a protocol's extension gives.
#[test]
fn inheritance_and_interfaces() {
    check(
        r#"
//- /a.swift
class Animal {
  init(name: String) { register() }
  func speak() { move() }
  func move() {}
  func register() {}
}
class Dog: Animal {
  init() { super.init(name: "dog") }
  override func speak() { super.speak(); move() }
}
protocol Storing { func load() -> Int }
extension Storing { func twice() -> Int { load() * 2 } }
class Disk: Storing { func load() -> Int { read() }; func read() -> Int { 1 } }
func use(_ s: Storing, _ a: Animal, disk: Disk) { s.load(); a.speak(); disk.twice(); Dog().speak() }
"#,
        expect![[r#"
            Animal.init -> Animal.register (scope)
            Animal.speak -> Animal.move (scope)
            Disk.load -> Disk.read (scope)
            Dog.init -> Animal.init (inherited)
            Dog.speak -> Animal.move (inherited)
            Dog.speak -> Animal.speak (inherited)
            Storing.twice -> Disk.load (override)
            Storing.twice -> Storing.load (member)
            use -> Animal.speak (annotation)
            use -> Disk.load (override)
            use -> Dog.init (constructor)
            use -> Dog.speak (constructed)
            use -> Storing.load (annotation)
            use -> Storing.twice (annotation)
        "#]],
    );
}

/// Closures that are handed on, kept and run; labels choose among overloads.
#[test]
fn callbacks_and_arguments() {
    check(
        r#"
//- /a.swift
func each(_ f: (Int) -> Void) { f(1) }
func show(_ n: Int) {}
func done() {}
class Button {
  var action: (() -> Void)?
  func tap() { action?() }
}
func pick(_ b: Bool) -> () -> Void { b ? done : stop }
func stop() {}
func size(of n: Int) {}
func size(in text: String) {}
func run() {
  each(show)
  each { show($0) }
  let button = Button()
  button.action = done
  button.tap()
  pick(true)()
  size(in: "a")
  let local = { done() }
  local()
}
"#,
        expect![[r#"
            Button.tap -> done (scope)
            run -> Button (constructor)
            run -> Button.tap (constructed)
            run -> done (returned)
            run -> pick (scope)
            run -> run.<lambda2> (scope)
            run -> size (scope)
            run -> stop (returned)
            run.<lambda1> -> show (scope)
            run.<lambda2> -> done (scope)
        "#]],
    );
}

/// Generics, optionals, containers, results.
#[test]
fn generics_containers_and_returns() {
    check(
        r#"
//- /a.swift
struct Item { func use() {}; func next() -> Item? { nil } }
class Box<T> { var value: T; init(_ value: T) { self.value = value }; func open() -> T { value } }
enum Kind { case one, two(Item); func label() {} }
func make() -> Item { Item() }
func find() -> [String: Item] { [:] }
func run(items: [Item], maybe: Item?, table: [String: Item], kind: Kind) {
  make().use()
  maybe?.next()?.use()
  if let item = maybe { item.use() }
  for i in items { i.use() }
  items.map { $0.use() }
  table["a"]!.use()
  for (_, v) in table { v.use() }
  find()["x"]?.use()
  Box(Item()).open()
  kind.label()
  let k = Kind.two(Item())
  k.label()
  (maybe as! Item).use()
}
"#,
        expect![[r#"
            make -> Item (constructor)
            run -> Box.init (constructor)
            run -> Box.open (constructed)
            run -> Item (constructor)
            run -> Item.next (annotation)
            run -> Item.use (annotation)
            run -> Item.use (returned)
            run -> Kind.label (annotation)
            run -> Kind.label (constructed)
            run -> find (scope)
            run -> make (scope)
            run -> run.<lambda1> (callback)
            run.<lambda1> -> Item.use (flow)
        "#]],
    );
}
