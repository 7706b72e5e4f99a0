//! What Dart says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_members() {
    check(
        Language::Dart,
        &[],
        r#"
/// The shop.
library shop;

import 'dart:io';
import 'package:base/base.dart' as base;
import 'src/money.dart' show Money, Cash;
export 'src/item.dart' hide Old;
part 'shop.g.dart';

/// Keeps items.
/// In order.
@Service('store')
abstract class Store<T extends Item> extends Base<T> with Counted, Named implements Closer {
  final List<Item> items;
  static const Store empty = Store._(1), _none = Store.of([]);
  late String? name;
  Store(this.items, {required String name, super.key, int size = 3}) : name = clean(name), super.named(size) {
    check();
  }
  const Store._(int size) : this(const []);
  factory Store.of(List<Item> items) => Store(items, name: 'a');
  factory Store.other() = OtherStore.named;
  int get count => items.length;
  set count(int value) { items.length = value; }
  Store operator +(Store other) => this;
  static Future<void> load(String path, [int times = 1]) async { await read(path); }
  void close();
}
mixin Counted on Base {
  int counted() => 1;
}
extension StoreX on Store<Item> {
  int half() => count ~/ 2;
  bool get isFull => false;
}
extension type Id(int value) {
  int next() => value + 1;
}
enum Color with Counted {
  red(1),
  green.of(2);
  final int code;
  const Color(this.code);
  const Color.of(this.code);
}
abstract interface class Closer {}
class Both = Base with Counted;
typedef Handler = void Function(Store);
typedef Items = Iterable<Item>;
int apply(int a, void f(int x), [String Function()? g]) => f(a);
String get title => 'a';
final top = Store.of([]), other = (int a) => a;
"#,
        expect![[r#"
            1..53 module <module> doc "The shop."
            11..29 class Store bases Named, Counted, Base<T>, Closer decorators Service `abstract class Store<T extends Item> extends Base<T> with Counted, Named implements Closer` doc "Keeps items.\nIn order."
            15..15 field Store.items `final List<Item> items`
            16..16 field Store.empty +static `static const Store empty = Store._(1), _none = Store.of([])`
            16..16 field Store._none +private +static `static const Store empty = Store._(1), _none = Store.of([])`
            17..17 field Store.name `late String? name`
            18..20 constructor Store.Store(items, =name: #text, =key, =size: #number = #number) -> fn Store `Store(this.items, {required String name, super.key, int size = 3}) : name = clean(name), super.named(size)`
            21..21 constructor Store._(size: #number) -> fn Store +private `const Store._(int size) : this(const [])`
            22..22 constructor Store.of(items: List<Item>) -> fn Store `factory Store.of(List<Item> items)`
            23..23 constructor Store.other -> fn Store `factory Store.other() = OtherStore.named`
            24..24 method Store.count -> #number +property `int get count`
            25..25 method Store.count(value: #number) +property `set count(int value)`
            26..26 method Store.operator+(other: Store) -> Store `Store operator +(Store other)`
            27..27 method Store.load(path: #text, times: #number = #number) -> Future<#null> +static +async `static Future<void> load(String path, [int times = 1])`
            28..28 method Store.close -> #null `void close()`
            30..32 class Counted bases Base `mixin Counted on Base`
            31..31 method Counted.counted -> #number `int counted()`
            34..34 method Store.half -> #number owner Store `int half()`
            35..35 method Store.isFull -> #boolean owner Store +property `bool get isFull`
            37..39 class Id `extension type Id(int value)`
            37..37 field Id.value `(int value)`
            38..38 method Id.next -> #number `int next()`
            40..46 enum Color bases Counted `enum Color with Counted`
            41..41 field Color.red +static `red(1)`
            42..42 field Color.green +static `green.of(2)`
            43..43 field Color.code `final int code`
            44..44 constructor Color.Color(code) -> fn Color `const Color(this.code)`
            45..45 constructor Color.of(code) -> fn Color `const Color.of(this.code)`
            47..47 interface Closer `abstract interface class Closer`
            48..48 class Both bases Counted, Base `class Both = Base with Counted`
            49..49 type alias Handler `typedef Handler = void Function(Store)`
            50..50 type alias Items bases Iterable<Item> `typedef Items = Iterable<Item>`
            51..51 function apply(a: #number, f, g: _) -> #number `int apply(int a, void f(int x), [String Function()? g])`
            52..52 function title -> #text +property `String get title`
            53..53 variable top `final top = Store.of([]), other = (int a) => a`
            53..53 variable other `final top = Store.of([]), other = (int a) => a`
            53..53 function other(a: #number) +private `(int a)`
            import "dart:io" item *
            import "package:base/base.dart" as "base"
            import "src/money.dart" item Money
            import "src/money.dart" item Cash
            import "src/item.dart" item * +reexport
            import ."shop.g.dart" as ""
            <module>: base (import 1)
            <module>: Money (import 2)
            <module>: Cash (import 3)
            <module>: Store = fn Store (definition Store)
            Store: T: Item
            Store: items: List<Item>
            Store: empty: Store = Store._(#number)
            Store: _none: Store = Store.of([])
            Store: name: #text
            Store.Store: items (parameter 0 of Store.Store)
            Store.Store: self@Store.Store.items = items
            Store.Store: name: #text (parameter 1 of Store.Store)
            Store.Store: key (parameter 2 of Store.Store)
            Store.Store: size: #number = #number (parameter 3 of Store.Store)
            Store.Store: self@Store.Store.name = clean(name)
            Store._: size: #number (parameter 0 of Store._)
            Store.of: items: List<Item> (parameter 0 of Store.of)
            Store: count = fn Store.count (definition Store.count)
            Store.count: value: #number (parameter 0 of Store.count)
            Store.count: items.length = value
            Store.operator+: other: Store (parameter 0 of Store.operator+)
            Store: load = fn Store.load (definition Store.load)
            Store.load: path: #text (parameter 0 of Store.load)
            Store.load: times: #number = #number (parameter 1 of Store.load)
            Store: close = fn Store.close (definition Store.close)
            <module>: Counted = fn Counted (definition Counted)
            Counted: counted = fn Counted.counted (definition Counted.counted)
            <module>: Id = fn Id (definition Id)
            Id: value: #number
            Id: next = fn Id.next (definition Id.next)
            <module>: Color = fn Color (definition Color)
            Color: red = fn Color(#number)
            Color: green = fn Color.of(#number)
            Color: code: #number
            Color.Color: code (parameter 0 of Color.Color)
            Color.Color: self@Color.Color.code = code
            Color.of: code (parameter 0 of Color.of)
            Color.of: self@Color.of.code = code
            <module>: Closer = fn Closer (definition Closer)
            <module>: Both = fn Both (definition Both)
            <module>: Handler = fn Handler (definition Handler)
            <module>: Items = fn Items (definition Items)
            <module>: apply = fn apply (definition apply)
            apply: a: #number (parameter 0 of apply)
            apply: f (parameter 1 of apply)
            apply: g: _ (parameter 2 of apply)
            <module>: title = fn title (definition title)
            <module>: top = Store.of([])
            other: a: #number (parameter 0 of other)
            <module>: other = fn other (definition other)
            16: Store calls Store._(#number)
            16: Store calls Store.of([])
            18: Store.Store calls clean(name)
            18: Store.Store calls super@Store.Store.named(size)
            19: Store.Store calls check()
            21: Store._ calls self@Store._([])
            22: Store.of calls Store(items, name=#text)
            23: Store.other calls OtherStore.named()
            27: Store.load calls read(path)
            34: Store.half calls implicit count.operator~/(#number)
            38: Id.next calls implicit value.operator+(#number)
            41: Color calls fn Color(#number)
            42: Color calls fn Color.of(#number)
            51: apply calls f(a)
            53: <module> calls Store.of([])
            return Store(items, name=#text) from Store.of
            return items.length from Store.count
            return self@Store.operator+ from Store.operator+
            return #number from Counted.counted
            return count.operator~/(#number) from Store.half
            return #boolean from Store.isFull
            return value.operator+(#number) from Id.next
            return f(a) from apply
            return #text from title
            return a from other
        "#]],
    );
}

#[test]
fn values_and_calls() {
    check(
        Language::Dart,
        &[],
        r#"
Future<void> run(Shop shop, List<Item> items) async {
  final cart = Cart.empty(items[0], size: 2)..add(1)..name = make()..lines[0].clear();
  final (first, second) = pair();
  var all = [one(), ...more(), if (ready()) two() else three(), for (final i in items) i.price()];
  var map = {'a': four(), ...?rest()};
  shop?.open<int>(() => five())!.close();
  for (var i = start(); i < end(); i++) { step(i); }
  await for (final e in events()) e.show();
  if (shop case Store(:var size, name: String n) when valid(size)) {
    n.trim();
  } else if (shop is Shop) {
    shop.sell();
  }
  switch (shop) {
    case Store(items: [var x, ...]): x.go();
    case null || 1: none();
    default: never();
  }
  final area = switch (shop) { Circle(r: var r) => circle(r), _ => 0 };
  try { risky(); } on FormatException catch (e, s) { e.show(s); } finally { done(); }
  a = b() ?? c();
  (cart, all) = swap();
  cart.total += d();
  shop['a'] = e();
  print('x $cart ${f('y')}');
  int local(int a) => a + one();
  final named = (int a) { return local(a); };
  assert(named(1), 'no');
  new Foo.named(1);
  const p.Bar();
  list.map(Item.new).forEach(print);
  -shop == cart ? yes() : no();
  yield* other();
  throw Failure('x');
}
class Child extends Shop {
  Child() : super(1);
  void sell() { super.sell(); this.check(this); helper(); }
}
"#,
        expect![[r#"
            1..40 module <module>
            2..36 function run(shop: Shop, items: List<Item>) -> Future<#null> +async `Future<void> run(Shop shop, List<Item> items)`
            7..7 lambda run.<lambda> +private `()`
            27..27 function run.local(a: #number) -> #number `int local(int a)`
            28..28 function run.named(a: #number) +private `(int a)`
            37..40 class Child bases Shop `class Child extends Shop`
            38..38 constructor Child.Child -> fn Child `Child() : super(1)`
            39..39 method Child.sell -> #null `void sell()`
            <module>: run = fn run (definition run)
            run: shop: Shop (parameter 0 of run)
            run: items: List<Item> (parameter 1 of run)
            run: Cart.empty((items[0] | items.operator[](#number)), size=#number).name = make()
            run: cart = Cart.empty((items[0] | items.operator[](#number)), size=#number)
            run: first = pair()[0]
            run: second = pair()[1]
            run: i = each(items)
            run: all = [0: one(), ?: each(more()), ?: two(), ?: three(), ?: i.price()]
            run: map = ['a': four(), ?: each(rest())]
            run: i = start()
            run: e = each(events())
            run: size = (shop as Store).size
            run: n: #text = (shop as Store).name
            run: x = each((shop as Store).items)
            run: r = (shop as Circle).r
            run: area = (circle(r) | #number)
            run: e: FormatException
            run: s
            <module>: a = (b() | c())
            run: cart = swap()[0]
            run: all = swap()[1]
            run: cart.total = cart.total.operator+(d())
            run: shop['a'] = e()
            run: local = fn run.local (definition run.local)
            run.local: a: #number (parameter 0 of run.local)
            run.named: a: #number (parameter 0 of run.named)
            run: named = fn run.named (definition run.named)
            <module>: Child = fn Child (definition Child)
            Child: sell = fn Child.sell (definition Child.sell)
            3: run calls implicit items.operator[](#number)
            3: run calls Cart.empty((items[0] | items.operator[](#number)), size=#number)
            3: run calls Cart.empty((items[0] | items.operator[](#number)), size=#number).add(#number)
            3: run calls make()
            3: run calls implicit Cart.empty((items[0] | items.operator[](#number)), size=#number).lines.operator[](#number)
            3: run calls (Cart.empty((items[0] | items.operator[](#number)), size=#number).lines[0] | Cart.empty((items[0] | items.operator[](#number)), size=#number).lines.operator[](#number)).clear()
            4: run calls pair()
            5: run calls one()
            5: run calls more()
            5: run calls ready()
            5: run calls two()
            5: run calls three()
            5: run calls i.price()
            6: run calls four()
            6: run calls rest()
            7: run.<lambda> calls five()
            7: run calls shop.open(fn run.<lambda>)
            7: run calls await(shop.open(fn run.<lambda>)).close()
            8: run calls start()
            8: run calls end()
            8: run calls implicit i.operator<(end())
            8: run calls step(i)
            9: run calls events()
            9: run calls e.show()
            10: run calls valid(size)
            11: run calls n.trim()
            13: run calls (shop as Shop).sell()
            16: run calls x.go()
            17: run calls none()
            18: run calls never()
            20: run calls circle(r)
            21: run calls risky()
            21: run calls e.show(s)
            21: run calls done()
            22: run calls b()
            22: run calls c()
            23: run calls swap()
            24: run calls d()
            24: run calls implicit cart.total.operator+(d())
            25: run calls e()
            25: run calls implicit shop.operator[]=(#text, e())
            26: run calls f(#text)
            26: run calls print(#text)
            27: run.local calls one()
            27: run.local calls implicit a.operator+(one())
            28: run.named calls local(a)
            29: run calls named(#number)
            30: run calls Foo.named(#number)
            31: run calls p.Bar()
            32: run calls list.map(Item)
            32: run calls list.map(Item).forEach(print)
            33: run calls implicit shop.operator-()
            33: run calls implicit shop.operator-().operator==(cart)
            33: run calls yes()
            33: run calls no()
            34: run calls other()
            35: run calls Failure(#text)
            38: Child.Child calls super@Child.Child(#number)
            39: Child.sell calls super@Child.sell.sell()
            39: Child.sell calls self@Child.sell.check(self@Child.sell)
            39: Child.sell calls helper()
            return five() from run.<lambda>
            return a.operator+(one()) from run.local
            return local(a) from run.named
            yield each(other()) from run
            throw Failure(#text) from run
        "#]],
    );
}

#[test]
fn tests_have_the_names_of_their_texts() {
    check(
        Language::Dart,
        &[],
        r#"
void main() {
  setUp(() { open(); });
  group('cart', () {
    test('adds ${1}', () async { add(1); });
    testWidgets('shows', (tester) async { await tester.pump(); }, skip: no());
  });
}
"#,
        expect![[r#"
            1..8 module <module>
            2..8 function main -> #null `void main()`
            3..3 lambda main.<lambda> +private +test `()`
            4..7 lambda main.cart +private +test `()`
            5..5 function main.cart.<lambda> +private +async +test `()`
            6..6 function main.cart.shows(tester) +private +async +test `(tester)`
            <module>: main = fn main (definition main)
            main.cart.shows: tester (parameter 0 of main.cart.shows)
            3: main.<lambda> calls open()
            3: main calls setUp(fn main.<lambda>)
            5: main.cart.<lambda> calls add(#number)
            5: main.cart calls test(#text, fn main.cart.<lambda>)
            6: main.cart.shows calls tester.pump()
            6: main.cart calls no()
            6: main.cart calls testWidgets(#text, fn main.cart.shows, skip=no())
            4: main calls group(#text, fn main.cart)
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("var x = {}y{};", "(".repeat(3000), ")".repeat(3000)),
        format!("var x = a{};", ".b(1)".repeat(5000)),
        format!("var x = a{};", " + b".repeat(5000)),
        format!("var x = a{};", " ?? b".repeat(5000)),
        format!("var x = a{};", "..b(1)".repeat(5000)),
        format!("var x = {}1{};", "f(() => ".repeat(1000), ")".repeat(1000)),
        format!("f() {{ {} {{}} }}", "if (a) {} else ".repeat(2000)),
        format!("var x = {}1;", "a ? b : ".repeat(2000)),
        format!("f() {{ var ({}a{}) = b; }}", "(".repeat(1000), ",)".repeat(1000)),
        "class A extends { f( { var <\n".to_owned(),
    ];
    for text in deep {
        let facts =
            facts(Language::Dart, &format!("void before() {{ first(); }}\n{text}\nvoid after() {{ last(); }}\n"));
        assert!(facts.stopped.is_some() || facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..20]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "@override Shop go(int a) { this.run(a.size, f(1.5), 'x', null); } // c\nclass B {}";
    let shown = |class| highlighted(Language::Dart, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f");
    assert_eq!(shown(HighlightClass::Type), "Shop int B");
    assert_eq!(shown(HighlightClass::Property), "size");
    assert_eq!(shown(HighlightClass::Attribute), "@override");
    assert_eq!(shown(HighlightClass::Number), "1.5");
    assert_eq!(shown(HighlightClass::Comment), "// c");
}
