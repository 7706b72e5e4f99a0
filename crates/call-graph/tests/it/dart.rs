//! Dart: libraries and their parts, constructors, extensions, mixins, closures.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Packages by their manifests, paths, prefixes, what is shown, what is exported on, parts of a library.
#[test]
fn imports() {
    check(
        r#"
//- /shop/pubspec.yaml
name: shop
//- /shop/lib/shop.dart
library shop;
import 'src/util.dart' as util;
import 'dart:io';
export 'src/money.dart';
part 'shop_part.dart';
void open() { util.log(); inPart(); _hidden(); exit(1); }
void _hidden() {}
//- /shop/lib/shop_part.dart
part of 'shop.dart';
void inPart() { _hidden(); util.log(); }
//- /shop/lib/src/util.dart
void log() {}
void open() {}
//- /shop/lib/src/money.dart
class Money { Money.of(int a); int round() => 1; }
void pay() {}
//- /app/pubspec.yaml
name: app
//- /app/bin/main.dart
import 'package:shop/shop.dart';
import '../lib/other.dart' show first;
import 'package:unknown/unknown.dart';
void main() { open(); pay(); Money.of(1).round(); first(); second(); away(); }
//- /app/lib/other.dart
void first() {}
void second() {}
"#,
        expect![[r#"
            app.bin.main.main -> app.lib.other.first (import)
            app.bin.main.main -> shop.lib.shop.open (scope)
            app.bin.main.main -> shop.lib.src.money.Money.of (member)
            app.bin.main.main -> shop.lib.src.money.Money.round (returned)
            app.bin.main.main -> shop.lib.src.money.pay (scope)
            shop.lib.shop.inPart -> shop.lib.shop._hidden (scope)
            shop.lib.shop.inPart -> shop.lib.src.util.log (import)
            shop.lib.shop.open -> shop.lib.shop._hidden (scope)
            shop.lib.shop.open -> shop.lib.shop.inPart (scope)
            shop.lib.shop.open -> shop.lib.src.util.log (import)
        "#]],
    );
}

/// What is hidden is left out, of imports and of exports; a second list is of what the first one leaves.
#[test]
fn imports_show_and_hide() {
    check(
        r#"
//- /lib/a.dart
void one() {}
void two() {}
void three() {}
//- /lib/b.dart
void one() {}
void two() {}
//- /lib/both.dart
export 'a.dart' hide one, two;
export 'b.dart' show one, two hide two;
//- /lib/hides.dart
import 'a.dart' hide one;
import 'b.dart' hide two;
void hides() { one(); two(); three(); }
//- /lib/through.dart
import 'both.dart';
void through() { one(); two(); three(); }
//- /lib/shows.dart
import 'a.dart' show one, two show two, three;
void shows() { one(); two(); three(); }
"#,
        expect![[r#"
            lib.hides.hides -> lib.a.three (scope)
            lib.hides.hides -> lib.a.two (scope)
            lib.hides.hides -> lib.b.one (scope)
            lib.shows.shows -> lib.a.two (import)
            lib.through.through -> lib.a.three (scope)
            lib.through.through -> lib.b.one (import)
        "#]],
    );
}

/// One of several libraries is meant where a condition chooses: none is proven.
#[test]
fn conditional_imports() {
    let graph = fixture::build(
        r#"
//- /lib/stub.dart
void open() {}
void close() {}
void only() {}
//- /lib/io.dart
void open() {}
void close() {}
//- /lib/web.dart
void open() {}
//- /lib/main.dart
import 'stub.dart' if (dart.library.io) 'io.dart' if (dart.library.js_interop == 'true') 'web.dart';
void main() { open(); only(); }
//- /lib/files.dart
export 'stub.dart' if (dart.library.io) 'io.dart' hide close;
//- /lib/through.dart
import 'files.dart';
void through() { open(); close(); }
//- /lib/shows.dart
import 'stub.dart' if (dart.library.io) 'io.dart' show close;
import 'stub.dart' if (dart.library.io) 'io.dart' as files;
void shows() { close(); }
void prefixed() { files.open(); }
"#,
    );
    assert_eq!(
        fixture::edges_to(&graph, ".open"),
        [
            "lib.main.main -> lib.io.open (scope, possible)",
            "lib.main.main -> lib.stub.open (scope, possible)",
            "lib.main.main -> lib.web.open (scope, possible)",
            "lib.shows.prefixed -> lib.io.open (import, possible)",
            "lib.shows.prefixed -> lib.stub.open (import, possible)",
            "lib.through.through -> lib.io.open (scope, possible)",
            "lib.through.through -> lib.stub.open (scope, possible)",
        ]
    );
    assert_eq!(fixture::edges_to(&graph, ".only"), ["lib.main.main -> lib.stub.only (scope, proven)"]);
    assert_eq!(
        fixture::edges_to(&graph, ".close"),
        ["lib.shows.shows -> lib.io.close (import, possible)", "lib.shows.shows -> lib.stub.close (import, possible)"]
    );
}

#[test]
fn classes_and_inheritance() {
    check(
        r#"
//- /shop.dart
abstract class Shape {
  Shape.named(int a) { prepare(); }
  Shape();
  double area();
  void prepare() {}
  void show() { area(); }
}
mixin Counted {
  int counted() { return 1; }
  void log() { counted(); }
}
class Circle extends Shape with Counted {
  final Store store;
  late Item item = Item(2);
  Circle(this.store, {int size = 1}) : super.named(size) { setUp(); }
  factory Circle.of(Store store) => Circle(store);
  Circle.small() : this(Store());
  void setUp() { store.take(); item.price(); log(); half(); }
  double area() { super.show(); return total; }
  double get total => store.take();
  set total(double v) { store.put(v); }
  Circle operator +(Circle other) => other;
  static Circle shared = Circle.small();
}
extension CircleX on Circle {
  double half() => total / size();
  int size() => 1;
}
class Store { double take() => 1; void put(double v) {} }
class Item { Item(int a); int price() => 3; }
enum Color {
  red(1), green.of(2);
  const Color(int a);
  const Color.of(int a);
  int code() => 1;
}
void draw(Shape shape, List<Item> items, Map<String, Item> byName) {
  shape.area();
  final circle = Circle.of(Store());
  circle.half();
  circle.total = 2;
  (circle + circle).setUp();
  Circle.shared.log();
  for (final item in items) { item.price(); }
  byName['a']!.price();
  Color.red.code();
  circle..setUp()..store.put(1);
}
"#,
        expect![[r#"
            shop.Circle -> shop.Circle.small (member)
            shop.Circle -> shop.Item.Item (constructor)
            shop.Circle.Circle -> shop.Circle.setUp (scope)
            shop.Circle.Circle -> shop.Shape.named (inherited)
            shop.Circle.area -> shop.Circle.total (property)
            shop.Circle.area -> shop.Shape.show (inherited)
            shop.Circle.half -> shop.Circle.size (member)
            shop.Circle.half -> shop.Circle.total (property)
            shop.Circle.of -> shop.Circle.Circle (constructor)
            shop.Circle.setUp -> shop.Circle.half (member)
            shop.Circle.setUp -> shop.Counted.log (inherited)
            shop.Circle.setUp -> shop.Item.price (annotation)
            shop.Circle.setUp -> shop.Store.take (annotation)
            shop.Circle.small -> shop.Circle.Circle (constructor)
            shop.Circle.small -> shop.Store (constructor)
            shop.Circle.total -> shop.Store.put (annotation)
            shop.Circle.total -> shop.Store.take (annotation)
            shop.Color -> shop.Color.Color (constructor)
            shop.Color -> shop.Color.of (member)
            shop.Counted.log -> shop.Counted.counted (scope)
            shop.Shape.named -> shop.Shape.prepare (scope)
            shop.Shape.show -> shop.Circle.area (override)
            shop.Shape.show -> shop.Shape.area (scope)
            shop.draw -> shop.Circle.area (override)
            shop.draw -> shop.Circle.half (returned)
            shop.draw -> shop.Circle.of (member)
            shop.draw -> shop.Circle.operator+ (implicit)
            shop.draw -> shop.Circle.setUp (returned)
            shop.draw -> shop.Circle.total (property)
            shop.draw -> shop.Color.code (member)
            shop.draw -> shop.Counted.log (annotation)
            shop.draw -> shop.Item.price (annotation)
            shop.draw -> shop.Shape.area (annotation)
            shop.draw -> shop.Store (constructor)
            shop.draw -> shop.Store.put (returned)
        "#]],
    );
}

/// Functions as values: arguments, closures, containers, tear-offs; what is awaited; what patterns bind.
#[test]
fn closures_and_containers() {
    check(
        r#"
//- /run.dart
class Task { int go() => 1; void stop() {} }
Future<Task> make() async => Task();
int apply(int Function() f) => f();
int one() => 1;
int two() => 2;
(Task, int) pair() => (Task(), 1);
Future<void> run() async {
  final task = await make();
  task.go();
  make().then((t) => t.stop());
  apply(one);
  apply(() => two());
  final table = {'a': one, 'b': two};
  table['a']!();
  final later = () => task.stop();
  later();
  final (first, _) = pair();
  first.go();
  final made = [1].map(Task.new);
  if (later is Object) { apply(task.go); }
}
Iterable<Task> all() sync* { yield Task(); }
void each() { for (final t in all()) t.go(); }
"#,
        expect![[r#"
            run.all -> run.Task (constructor)
            run.apply -> run.Task.go (flow)
            run.apply -> run.one (flow)
            run.apply -> run.run.<lambda2> (flow)
            run.each -> run.Task.go (annotation)
            run.each -> run.all (scope)
            run.make -> run.Task (constructor)
            run.pair -> run.Task (constructor)
            run.run -> run.Task.go (container)
            run.run -> run.Task.go (returned)
            run.run -> run.apply (scope)
            run.run -> run.make (scope)
            run.run -> run.one (container)
            run.run -> run.pair (scope)
            run.run -> run.run.<lambda1> (callback)
            run.run -> run.run.later (scope)
            run.run.<lambda1> -> run.Task.stop (flow)
            run.run.<lambda2> -> run.two (scope)
            run.run.later -> run.Task.stop (returned)
        "#]],
    );
}

/// A variable has the type that a condition found, in its branch and until it is assigned to; beyond, names alone lead on.
#[test]
fn a_type_is_narrowed_by_is() {
    check(
        r#"
//- /run.dart
class Cat { void purr() {} void eat() {} }
class Dog { void bark() {} void eat() {} }
void feed(Object pet, Object other, bool hungry) {
  if (pet is Cat) { pet.purr(); }
  if (hungry && pet is Dog && other is Cat) { pet.eat(); other.eat(); }
  if (pet is! Dog) { pet.bark(); } else { pet.bark(); }
  if (pet is Dog) { pet = other; pet.bark(); }
}
"#,
        expect![[r#"
            run.feed -> run.Cat.eat (annotation)
            run.feed -> run.Cat.purr (annotation)
            run.feed -> run.Dog.bark (unique-name)
            run.feed -> run.Dog.eat (annotation)
        "#]],
    );
}
