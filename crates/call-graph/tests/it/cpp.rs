//! C++: headers and sources, namespaces, classes and what they inherit, templates, lambdas, operators.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// A header without a word of C++ is C's; what is declared in a class is defined outside of it; a namespace has parts.
#[test]
fn imports() {
    check(
        r#"
//- /include/shop/store.h
#pragma once
#include <string>
#include "item.h"
namespace shop {
class Store {
 public:
  Store(int size);
  ~Store();
  int count() const;
  static Store *open(const std::string &name);
 private:
  int size_;
  Item first_;
};
int total(const Store &s);
}
//- /include/shop/item.h
namespace shop {
struct Item { int price() const { return round(3); } };
inline int round(int x) { return x; }
}
//- /src/store.cc
#include "shop/store.h"
namespace {
int hidden() { return 1; }
}
namespace shop {
static int helper() { return 2; }
Store::Store(int size) : size_(size) { count(); }
Store::~Store() { hidden(); }
int Store::count() const { return first_.price() + helper(); }
Store *Store::open(const std::string &name) { return new Store(name.size()); }
int total(const Store &s) { return s.count(); }
}
//- /src/main.cc
#include <shop/store.h>
using namespace shop;
using shop::total;
int helper() { return 0; }
int main() {
  Store *s = Store::open("a");
  Store local(3);
  helper();
  int n = total(*s) + ::shop::total(local);
  delete s;
  return n;
}
//- /src/other.cc
#include "shop/store.h"
namespace s = shop;
int other() { return s::total(s::Store(1)); }
int shop::Store::late() { return count(); }
"#,
        expect![[r#"
            include.shop.item.shop.Item.price -> include.shop.item.shop.round (scope)
            include.shop.store.shop.Store.Store -> include.shop.store.shop.Store.count (member)
            include.shop.store.shop.Store.count -> include.shop.item.shop.Item.price (annotation)
            include.shop.store.shop.Store.count -> src.store.shop.helper (scope)
            include.shop.store.shop.Store.late -> include.shop.store.shop.Store.count (member)
            include.shop.store.shop.Store.open -> include.shop.store.shop.Store.Store (constructor)
            include.shop.store.shop.Store.~Store -> src.store.hidden (scope)
            src.main.main -> include.shop.store.shop.Store.Store (constructor)
            src.main.main -> include.shop.store.shop.Store.open (member)
            src.main.main -> include.shop.store.shop.Store.~Store (implicit)
            src.main.main -> src.main.helper (scope)
            src.main.main -> src.store.shop.total (import)
            src.other.other -> include.shop.store.shop.Store.Store (constructor)
            src.other.other -> src.store.shop.total (member)
            src.store.shop.total -> include.shop.store.shop.Store.count (annotation)
        "#]],
    );
}

#[test]
fn classes() {
    check(
        r#"
//- /a.cc
class Engine {
 public:
  explicit Engine(int n) { start(); }
  void start() { log("start"); }
  void start(int speed) { this->start(); }
 private:
  void log(const char *s);
};
void Engine::log(const char *s) { print(s); }
void print(const char *s);
void print(const char *s) {}
class Car {
 public:
  Car() : engine_(3) {}
  void drive() { engine_.start(2); wheels[0].turn(); Wheel::make().turn(); }
  struct Wheel { void turn() {} static Wheel make(); };
 private:
  Engine engine_;
  Wheel wheels[4];
};
Car::Wheel Car::Wheel::make() { return Wheel(); }
struct Plain { int x; };
int run() {
  Car c;
  c.drive();
  auto d = Car();
  d.drive();
  Plain p;
  return p.x;
}
"#,
        expect![[r#"
            a.Car.drive -> a.Car.Wheel.make (member)
            a.Car.drive -> a.Car.Wheel.turn (annotation)
            a.Car.drive -> a.Engine.start (annotation)
            a.Engine.Engine -> a.Engine.start (scope)
            a.Engine.log -> a.print (scope)
            a.Engine.start -> a.Engine.log (scope)
            a.Engine.start -> a.Engine.start (member)
            a.run -> a.Car.Car (constructor)
            a.run -> a.Car.drive (annotation)
            a.run -> a.Car.drive (constructed)
        "#]],
    );
}

/// Virtual functions are overridden; a call that names the class runs that one; members of bases are names.
#[test]
fn inheritance() {
    check(
        r#"
//- /shape.h
#pragma once
class Shape {
 public:
  Shape(int n) : n_(n) {}
  virtual ~Shape() {}
  virtual double area() const { return 0; }
  double twice() const { return area() * 2; }
 protected:
  int scale(int x) { return x; }
  int n_;
};
//- /square.h
#include "shape.h"
class Square : public Shape {
 public:
  Square(int n);
  double area() const override;
};
class Small : public Square {
 public:
  Small() : Square(1) {}
  ~Small() override {}
  double area() const override { return Square::area(); }
};
//- /square.cc
#include "square.h"
Square::Square(int n) : Shape(n) { scale(n); }
double Square::area() const { return twice(); }
double all(Shape *s) { return s->area(); }
void drop(Shape *s) { delete s; }
void own() { Small s; s.area(); s.twice(); }
"#,
        expect![[r#"
            shape.Shape.twice -> shape.Shape.area (scope)
            shape.Shape.twice -> square.Small.area (override)
            shape.Shape.twice -> square.Square.area (override)
            square.Small.Small -> square.Square.Square (constructor)
            square.Small.area -> square.Square.area (member)
            square.Square.Square -> shape.Shape.Shape (constructor)
            square.Square.Square -> shape.Shape.scale (inherited)
            square.Square.area -> shape.Shape.twice (inherited)
            square.all -> shape.Shape.area (annotation)
            square.all -> square.Small.area (override)
            square.all -> square.Square.area (override)
            square.drop -> shape.Shape.~Shape (implicit)
            square.drop -> square.Small.~Small (override)
            square.own -> shape.Shape.twice (annotation)
            square.own -> square.Small.Small (constructor)
            square.own -> square.Small.area (annotation)
        "#]],
    );
}

/// A class that has nothing but pure virtual functions is an interface: what runs is its one implementation.
#[test]
fn interfaces() {
    check(
        r#"
//- /store.h
class Store {
 public:
  virtual ~Store() = default;
  virtual int get(int key) = 0;
};
//- /memory.cc
#include "store.h"
class Memory : public Store {
 public:
  int get(int key) override { return key; }
};
int read(Store &s) { return s.get(1); }
int make() { Memory m; return read(m); }
"#,
        expect![[r#"
            memory.make -> memory.read (scope)
            memory.read -> memory.Memory.get (override)
            memory.read -> store.Store.get (annotation)
        "#]],
    );
}

#[test]
fn generics() {
    check(
        r#"
//- /box.h
#pragma once
#include <memory>
template <typename T> class Box {
 public:
  Box(T t);
  T get() const { return value_; }
  void set(T t);
 private:
  T value_;
};
template <typename T> Box<T>::Box(T t) : value_(t) { set(t); }
template <typename T> void Box<T>::set(T t) { value_ = t; }
template <typename T> T largest(T a, T b) { return a; }
//- /main.cc
#include "box.h"
struct Item { void use() {} };
struct T { void set(int) {} };
int main() {
  Box<int> b(3);
  b.get();
  auto shared = std::make_shared<Box<Item>>(Item());
  shared->set(Item{});
  std::unique_ptr<Item> item = std::make_unique<Item>();
  item->use();
  largest<int>(1, 2);
  std::optional<Item> maybe;
  maybe->use(); maybe.value().use();
}
"#,
        expect![[r#"
            box.Box.Box -> box.Box.set (member)
            main.main -> box.Box.Box (constructor)
            main.main -> box.Box.get (annotation)
            main.main -> box.Box.set (constructed)
            main.main -> box.largest (scope)
            main.main -> main.Item (constructor)
            main.main -> main.Item.use (annotation)
        "#]],
    );
}

#[test]
fn containers() {
    check(
        r#"
//- /a.cc
#include <vector>
#include <map>
struct Item { void use() {} Item *next; };
struct Other { void use() {} };
class Shelf {
 public:
  void all() {
    for (auto &item : items_) item->use();
    for (const auto &[name, other] : others_) other.use();
    items_[0]->use();
    items_.back()->use();
    auto it = others_.find("a");
    it->second.use();
    others_["a"].use();
  }
  std::vector<Item *> items_;
  std::map<std::string, Other> others_;
};
"#,
        expect![[r#"
            a.Shelf.all -> a.Item.use (annotation)
            a.Shelf.all -> a.Other.use (annotation)
        "#]],
    );
}

/// Functions and lambdas that are handed on, kept and returned.
#[test]
fn callbacks() {
    check(
        r#"
//- /a.cc
#include <functional>
#include <algorithm>
static void quit() {}
static void help() {}
static bool by_size(int a, int b) { return a < b; }
void each(std::function<void()> f) { f(); }
template <typename F> void twice(F &&f) { f(); f(); }
void (*pick(bool b))() { return b ? quit : help; }
struct Button { std::function<void()> on_click; void click() { on_click(); } };
struct Adder { int operator()(int x) const { return add(x); } int add(int x) const { return x; } };
int main() {
  each(quit);
  each([] { help(); });
  auto local = [&](int n) { quit(); return n; };
  local(3);
  twice(local);
  std::vector<int> v;
  std::sort(v.begin(), v.end(), by_size);
  Button b;
  b.on_click = help;
  b.click();
  Adder adder;
  return adder(2);
}
"#,
        expect![[r#"
            a.Adder.operator() -> a.Adder.add (scope)
            a.Button.click -> a.help (scope)
            a.each -> a.main.<lambda1> (flow)
            a.each -> a.quit (flow)
            a.main -> a.Adder.operator() (implicit)
            a.main -> a.Button.click (annotation)
            a.main -> a.by_size (callback)
            a.main -> a.each (scope)
            a.main -> a.main.<lambda2> (scope)
            a.main -> a.twice (scope)
            a.main.<lambda1> -> a.help (scope)
            a.main.<lambda2> -> a.quit (scope)
            a.twice -> a.main.<lambda2> (flow)
        "#]],
    );
}

#[test]
fn args_and_returns() {
    check(
        r#"
//- /a.cc
class Item { public: void use() {} Item &self() { return *this; } Item *next() { return next_; } Item *next_; };
Item *make() { return new Item(); }
auto find(int n) -> Item { return Item(); }
Item &same(Item &i) { return i; }
void take(Item i) { i.use(); }
int size(int a) { return a; }
int size(const char *text) { return size(1); }
int size(int a, int b) { return size(a); }
int main() {
  make()->use();
  find(1).self().use();
  auto item = make();
  item->next()->use();
  same(*item).use();
  size("a"); size(1, 2);
}
"#,
        expect![[r#"
            a.find -> a.Item (constructor)
            a.main -> a.Item.next (returned)
            a.main -> a.Item.self (returned)
            a.main -> a.Item.use (returned)
            a.main -> a.find (scope)
            a.main -> a.make (scope)
            a.main -> a.same (scope)
            a.main -> a.size (scope)
            a.make -> a.Item (constructor)
            a.size -> a.size (scope)
            a.take -> a.Item.use (annotation)
        "#]],
    );
}

#[test]
fn operators() {
    check(
        r#"
//- /a.cc
struct Vec {
  Vec operator+(const Vec &o) const { return o; }
  Vec &operator+=(const Vec &o) { return *this; }
  int operator[](int i) { return i; }
  int length() { return 1; }
};
class Handle {
 public:
  Vec *operator->() { return &v_; }
 private:
  Vec v_;
};
int main() {
  Vec a, b;
  a += b;
  Handle h;
  h->length();
  int n = 1 + 2;
  return (a + b)[0] + (a + b).length();
}
"#,
        expect![[r#"
            a.main -> a.Handle.operator-> (implicit)
            a.main -> a.Vec.length (annotation)
            a.main -> a.Vec.length (returned)
            a.main -> a.Vec.operator+ (implicit)
            a.main -> a.Vec.operator+= (implicit)
            a.main -> a.Vec.operator[] (implicit)
        "#]],
    );
}

/// Tests by the macros of their frameworks; the members of a fixture are names in its tests.
#[test]
fn tests_are_marked() {
    let graph = fixture::build(
        "//- /shop.cc\nclass Shop : public Base {\n protected:\n  void open() {}\n};\nTEST(Plain, Adds) { helper(); }\nTEST_F(Shop, Opens) { open(); }\nTEST_CASE(\"it holds\") { helper(); }\nvoid helper() {}\n",
    );
    let tests: Vec<&str> = fixture::whole(&graph)
        .symbols()
        .iter()
        .filter(|symbol| symbol.is_test)
        .map(|symbol| symbol.qualified_name.as_str())
        .collect();
    assert_eq!(tests, ["shop.Plain_Adds", "shop.Shop.Shop_Opens", "shop.it holds"]);
    expect![[r#"
        shop.Plain_Adds -> shop.helper (scope)
        shop.Shop.Shop_Opens -> shop.Shop.open (member)
        shop.it holds -> shop.helper (scope)
    "#]]
    .assert_eq(&fixture::render(&graph));
}
