//! What C++ says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn declarations() {
    check(
        Language::Cpp,
        &[],
        r#"
#include <string>
#include "base.h"
namespace a::b {
// A shape.
class Shape : public Base, private ns::Other<int> {
 public:
  Shape() = default;
  explicit Shape(int x) : Base(x), n_(x), item_{make()} { init(); }
  virtual ~Shape();
  virtual double area() const = 0;
  static Shape *make(int x = 3);
  template <typename T> T get(const T &t) { return t; }
  Shape operator+(const Shape &o) const { return *this; }
  operator bool() const { return true; }
  std::unique_ptr<Item> item_;
  int n_ = 0;
  friend class Foo;
  using Alias = std::map<int, Item>;
  enum class Kind { A, B };
};
struct Visitor { virtual ~Visitor() = default; virtual void visit(Shape *s) = 0; };
template <class T> class Box { T value; };
}
namespace { int hidden() { return 1; } }
using namespace a::b;
using a::b::Shape;
using X = a::b::Shape;
namespace fs = std::filesystem;
a::b::Shape::~Shape() { delete item_; }
double Shape::area() const { return this->n_ + helper(); }
template <typename T> void Box<T>::set(T t) { value = t; }
int Shape::count = make();
auto later() -> Shape;
TEST(Shapes, Add) { EXPECT_EQ(1, hidden()); }
TEST_F(Fixture, Runs) { set_up(); }
TEST_CASE("it holds") { hidden(); }
"#,
        expect![[r#"
            1..37 module <module>
            4..24 module a `namespace a::b`
            4..24 module a.b `namespace a::b`
            5..21 class a.b.Shape bases Base, ns.Other<#number> `class Shape : public Base, private ns::Other<int>` doc "A shape."
            9..9 constructor a.b.Shape.Shape(x: #number) `explicit Shape(int x) : Base(x), n_(x), item_{make()}`
            10..10 method a.b.Shape.~Shape `virtual ~Shape()`
            11..11 method a.b.Shape.area -> #number `virtual double area() const = 0`
            12..12 method a.b.Shape.make(x: #number = #number) -> Shape +static `static Shape *make(int x = 3)`
            13..13 method a.b.Shape.get(t: T) -> T `template <typename T> T get(const T &t)`
            14..14 method a.b.Shape.operator+(o: Shape) -> Shape `Shape operator+(const Shape &o) const`
            15..15 method a.b.Shape.operator bool `operator bool() const`
            16..16 field a.b.Shape.item_ `std::unique_ptr<Item> item_`
            17..17 field a.b.Shape.n_ `int n_ = 0`
            19..19 type alias a.b.Shape.Alias bases std.map<#number, Item> `using Alias = std::map<int, Item>`
            20..20 enum a.b.Shape.Kind `enum class Kind`
            20..20 field a.b.Shape.Kind.A +static `A`
            20..20 field a.b.Shape.Kind.B +static `B`
            22..22 interface a.b.Visitor `struct Visitor`
            22..22 method a.b.Visitor.visit(s: Shape) -> #null `virtual void visit(Shape *s) = 0`
            23..23 class a.b.Box `template <class T> class Box`
            23..23 field a.b.Box.value `T value`
            25..25 function hidden -> #number +private `int hidden()`
            28..28 type alias X bases a.b.Shape `using X = a::b::Shape`
            30..30 method a.b.Shape.~Shape owner a.b.Shape `a::b::Shape::~Shape()`
            31..31 method Shape.area -> #number owner Shape `double Shape::area() const`
            32..32 method Box.set(t: T) -> #null owner Box `template <typename T> void Box<T>::set(T t)`
            34..34 function later -> Shape `auto later() -> Shape`
            35..35 function Shapes_Add +test `TEST(Shapes, Add)`
            36..36 method Fixture.Fixture_Runs owner Fixture +test `TEST_F(Fixture, Runs)`
            37..37 function it holds +private +test `it holds`
            import "<string>" item *
            import "base.h" item *
            import "namespace a::b" item *
            import "a::b" item Shape
            <module>: a = fn a (definition a)
            a: b = fn a.b (definition a.b)
            a.b: Shape = fn a.b.Shape (definition a.b.Shape)
            a.b: struct Shape = fn a.b.Shape (definition a.b.Shape)
            a.b.Shape.Shape: x: #number (parameter 0 of a.b.Shape.Shape)
            a.b.Shape.Shape: self@a.b.Shape.Shape.n_ = x
            a.b.Shape.Shape: self@a.b.Shape.Shape.item_ = make()
            a.b.Shape: ~Shape = fn a.b.Shape.~Shape (definition a.b.Shape.~Shape)
            a.b.Shape: ~ = fn a.b.Shape.~Shape
            a.b.Shape: area = fn a.b.Shape.area (definition a.b.Shape.area)
            a.b.Shape: make = fn a.b.Shape.make (definition a.b.Shape.make)
            a.b.Shape: x: #number = #number (parameter 0 of a.b.Shape.make)
            a.b.Shape: get = fn a.b.Shape.get (definition a.b.Shape.get)
            a.b.Shape.get: T
            a.b.Shape.get: t: T (parameter 0 of a.b.Shape.get)
            a.b.Shape: operator+ = fn a.b.Shape.operator+ (definition a.b.Shape.operator+)
            a.b.Shape.operator+: o: Shape (parameter 0 of a.b.Shape.operator+)
            a.b.Shape: item_: std.unique_ptr<Item>
            a.b.Shape: n_: #number = #number
            a.b.Shape: Alias = fn a.b.Shape.Alias (definition a.b.Shape.Alias)
            a.b.Shape: Kind = fn a.b.Shape.Kind (definition a.b.Shape.Kind)
            a.b.Shape: struct Kind = fn a.b.Shape.Kind (definition a.b.Shape.Kind)
            a.b: Visitor = fn a.b.Visitor (definition a.b.Visitor)
            a.b: struct Visitor = fn a.b.Visitor (definition a.b.Visitor)
            a.b.Visitor: visit = fn a.b.Visitor.visit (definition a.b.Visitor.visit)
            a.b.Visitor: s: Shape (parameter 0 of a.b.Visitor.visit)
            a.b: Box = fn a.b.Box (definition a.b.Box)
            a.b: struct Box = fn a.b.Box (definition a.b.Box)
            a.b.Box: T
            a.b.Box: value: T
            <module>: hidden = fn hidden (definition hidden)
            <module>: Shape (import 3)
            <module>: X = fn X (definition X)
            <module>: fs = std.filesystem
            Box.set: T
            Box.set: t: T (parameter 0 of Box.set)
            <module>: value = t
            <module>: Shape.count: #number = make()
            <module>: later = fn later (definition later)
            9: a.b.Shape.Shape calls new Base(x)
            9: a.b.Shape.Shape calls implicit n_(x)
            9: a.b.Shape.Shape calls make()
            9: a.b.Shape.Shape calls implicit item_(make())
            9: a.b.Shape.Shape calls init()
            30: a.b.Shape.~Shape calls implicit item_.~()
            31: Shape.area calls helper()
            31: Shape.area calls implicit self@Shape.area.n_.operator+(helper())
            33: <module> calls make()
            35: Shapes_Add calls hidden()
            35: Shapes_Add calls EXPECT_EQ(#number, hidden())
            36: Fixture.Fixture_Runs calls set_up()
            37: <module> calls TEST_CASE(#text)
            37: it holds calls hidden()
            return t from a.b.Shape.get
            return await(self@a.b.Shape.operator+) from a.b.Shape.operator+
            return #boolean from a.b.Shape.operator bool
            return #number from hidden
            return self@Shape.area.n_.operator+(helper()) from Shape.area
            syntax errors: 1
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::Cpp,
        &["bindings", "calls", "returns"],
        r#"
Shape *run(Shape &given, int n) {
  Shape s(3), t{4}, u, v(given);
  auto p = std::make_unique<Shape>(5);
  auto q = new a::b::Shape(1);
  p->area(); q->Shape::area(); s.get<int>(3);
  auto f = [&, k = n](int x) -> int { return hidden() + x; };
  f(3);
  for (auto &i : s.items) i->go();
  for (const auto &[k, v] : map) v.go();
  if (auto *d = dynamic_cast<Derived *>(q)) d->go();
  try { throw Error("x"); } catch (const Error &e) { e.what(); }
  std::cout << s << 3;
  Shape::make(); a::b::free_fn(); ::outer(); items[0]->go(); static_cast<Shape*>(v)->area();
  Shape x = Shape(3); auto y = Shape{3}; auto z = std::move(y);
  std::vector<Item *> list; int m = 0; Shape *none = nullptr;
  s += t; it->second->go(); delete q;
  return (*p).next();
}
"#,
        expect![[r#"
            <module>: run = fn run (definition run)
            run: given: Shape (parameter 0 of run)
            run: n: #number (parameter 1 of run)
            run: s: Shape = Shape(#number)
            run: t: Shape = ([0: #number] as Shape)
            run: u: Shape
            run: v: Shape = Shape(given)
            run: p = Shape(#number)
            run: q = a.b.Shape(#number)
            run: k = n
            run.<lambda>: x: #number (parameter 0 of run.<lambda>)
            run: f = fn run.<lambda>
            run: i = each(s.items)
            run: k = each(map)[0]
            run: v = (each(map) | each(map)[1])
            run: d = (q as Derived)
            run: e: Error
            run: x: Shape = Shape(#number)
            run: y = ([0: #number] as Shape)
            run: z = y
            run: list: std.vector<Item>
            run: m: #number = #number
            run: none: Shape = #null
            3: run calls new Shape(#number)
            3: run calls implicit Shape(#number)
            3: run calls implicit Shape()
            3: run calls new Shape(given)
            4: run calls new Shape(#number)
            5: run calls new a.b.Shape(#number)
            6: run calls p.area()
            6: run calls Shape.area()
            6: run calls s.get(#number)
            7: run.<lambda> calls hidden()
            7: run.<lambda> calls implicit hidden().operator+(x)
            8: run calls f(#number)
            9: run calls implicit s.items.begin()
            9: run calls i.go()
            10: run calls implicit map.begin()
            10: run calls v.go()
            11: run calls d.go()
            12: run calls Error(#text)
            12: run calls e.what()
            13: run calls implicit std.cout.operator<<(s)
            13: run calls implicit std.cout.operator<<(s).operator<<(#number)
            14: run calls Shape.make()
            14: run calls a.b.free_fn()
            14: run calls outer()
            14: run calls implicit items.operator[](_)
            14: run calls (items[0] | items.operator[](_)).go()
            14: run calls (v as Shape).area()
            15: run calls Shape(#number)
            15: run calls new Shape(#number)
            16: run calls implicit std.vector<Item>()
            17: run calls implicit s.operator+=(t)
            17: run calls (it | it.second).go()
            17: run calls implicit q.~()
            18: run calls await(p).next()
            return hidden().operator+(x) from run.<lambda>
            throw Error(#text) from run
            return await(p).next() from run
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("int x = {}y{};", "(".repeat(5000), ")".repeat(5000)),
        format!("auto x = a{};", "->b(1)".repeat(5000)),
        format!("auto x = {}a;", "b::".repeat(5000)),
        format!("{} x;", format_args!("{}int{}", "a<".repeat(2000), ">".repeat(2000))),
        format!("{}int x;{}", "namespace a {".repeat(2000), "}".repeat(2000)),
        format!("{}int x;{}", "class s {".repeat(1000), "};".repeat(1000)),
        format!("auto x = {}1{};", "[] { return ".repeat(1000), "; }".repeat(1000)),
        format!("{} int f();", "template <class T>".repeat(2000)),
        format!("void f() {{ {}g(); {} }}", "try { ".repeat(2000), "} catch (A &a) {}".repeat(2000)),
        format!("auto x = a{};", " + b".repeat(5000)),
        format!("auto x = a{};", "[0]".repeat(5000)),
        "class A : { void f( { template < namespace\n".to_owned(),
    ];
    for text in deep {
        let facts =
            facts(Language::Cpp, &format!("void before() {{ first(); }}\n{text}\nvoid after() {{ last(); }}\n"));
        assert!(facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..20]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "class A final : B { virtual int go(size_t n) const override { return this->run(ns::f(1.5), get<C>(n)); } };\nA::A() {}\n";
    let shown = |class| highlighted(Language::Cpp, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f get A");
    assert_eq!(shown(HighlightClass::Number), "1.5");
}
