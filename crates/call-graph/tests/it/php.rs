//! PHP, a category each: imports, classes and inheritance, traits, types, closures and callbacks, containers, dynamic calls.

use crate::fixture::{build, render};
use expect_test::{Expect, expect};

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&render(&build(fixture)));
}

#[test]
fn namespaces_imports_and_functions() {
    check(
        r#"
//- /src/App.php
<?php
namespace Acme;
use Acme\Util\Strings;
use Acme\Util\Money as Cash;
use function Acme\Util\round_up;
use Vendor\Client;
class App {
  public function run() {
    Strings::join('a'); (new Cash(1))->show(); round_up(2); helper(); global_helper();
    \Acme\Util\Strings::split('b'); Util\Strings::join('c');
    (new Client())->send(); strlen('x'); new Near();
  }
}
function helper() { return new App(); }
//- /src/Near.php
<?php
namespace Acme;
class Near {}
helper()->run();
//- /src/Util/Strings.php
<?php
namespace Acme\Util;
class Strings {
  public static function join($s) { return self::pad($s); }
  public static function split($s) { return static::pad($s); }
  private static function pad($s) { return $s; }
}
class Money { public function __construct(private int $n) {} public function show() {} }
function round_up($n) { return $n; }
//- /functions.php
<?php
function global_helper() {}
"#,
        expect![[r#"
            Acme -> Acme.App.run (returned)
            Acme -> Acme.helper (scope)
            Acme.App.run -> Acme.Near (constructor)
            Acme.App.run -> Acme.Util.Money.__construct (constructor)
            Acme.App.run -> Acme.Util.Money.show (constructed)
            Acme.App.run -> Acme.Util.Strings.join (member)
            Acme.App.run -> Acme.Util.Strings.split (member)
            Acme.App.run -> Acme.Util.round_up (import)
            Acme.App.run -> Acme.helper (scope)
            Acme.App.run -> global_helper (scope)
            Acme.Util.Strings.join -> Acme.Util.Strings.pad (member)
            Acme.Util.Strings.split -> Acme.Util.Strings.pad (member)
            Acme.helper -> Acme.App (constructor)
        "#]],
    );
}

#[test]
fn inheritance_traits_and_interfaces() {
    check(
        r#"
//- /a.php
<?php
interface Shape { public function area(); }
abstract class Base implements Shape {
  public function __construct() { $this->boot(); }
  public function describe() { return $this->area() . $this->name(); }
  public function name() { return 'base'; }
  abstract protected function boot();
}
trait Loud {
  public function shout() { return $this->name(); }
  public static function make() { return new static(); }
}
class Square extends Base {
  use Loud { shout as yell; }
  public function area() { return 1; }
  protected function boot() {}
  public function name() { return parent::name(); }
}
function draw(Shape $shape) { $shape->area(); }
$s = new Square();
$s->describe(); $s->shout(); $s->yell(); Square::make(); draw($s);
"#,
        expect![[r#"
            Base.__construct -> Base.boot (member)
            Base.__construct -> Square.boot (override)
            Base.describe -> Base.name (member)
            Base.describe -> Shape.area (inherited)
            Base.describe -> Square.area (override)
            Base.describe -> Square.name (override)
            Loud.shout -> Square.name (override)
            Square.name -> Base.name (inherited)
            Square.yell -> Loud.shout (inherited)
            a -> Base.__construct (constructor)
            a -> Base.describe (constructed)
            a -> Loud.make (inherited)
            a -> Loud.shout (constructed)
            a -> Square.yell (constructed)
            a -> draw (scope)
            draw -> Shape.area (annotation)
            draw -> Square.area (override)
        "#]],
    );
}

#[test]
fn types_fields_and_arguments() {
    check(
        r#"
//- /a.php
<?php
class Engine { public function start() {} public function __toString() { return ''; } }
class Car {
  private Engine $engine;
  /** @var Engine[] */
  private $spares = [];
  private $late;
  public function __construct(Engine $engine, private ?Engine $second = null) { $this->engine = $engine; }
  public function go() {
    $this->engine->start(); $this->second?->start();
    foreach ($this->spares as $spare) { $spare->start(); }
    $this->late = new Engine(); $this->late->start();
    $this->engine()->start();
    return (string) $this->engine;
  }
  public function engine(): Engine { return $this->engine; }
  public static function build(): self { return new self(second: new Engine(), engine: new Engine()); }
}
/** @return Car */
function car() { return load(); }
car()->go();
Car::build()->go();
"#,
        expect![[r#"
            Car.build -> Car.__construct (constructor)
            Car.build -> Engine (constructor)
            Car.go -> Car.engine (member)
            Car.go -> Engine (constructor)
            Car.go -> Engine.__toString (implicit)
            Car.go -> Engine.start (annotation)
            Car.go -> Engine.start (constructed)
            Car.go -> Engine.start (returned)
            a -> Car.build (member)
            a -> Car.go (returned)
            a -> car (scope)
        "#]],
    );
}

#[test]
fn closures_and_callbacks() {
    check(
        r#"
//- /a.php
<?php
class Item { public function go() {} public function __invoke() {} }
class Runner {
  private $handlers = [];
  public function run(array $items) {
    $then = function (Item $i) { $i->go(); };
    $this->apply($then, new Item());
    array_map([$this, 'each'], $items);
    array_map(fn(Item $i) => $i->go(), $items);
    $this->handlers['a'] = fn() => helper();
    $this->handlers['a']();
    call_user_func('helper');
    call_user_func([$this, 'each'], 1);
    $f = $this->each(...); $f(1);
    (new Item())();
  }
  public function apply(callable $f, $item) { $f($item); }
  public function each($i) {}
}
function helper() {}
"#,
        expect![[r#"
            Runner.apply -> Runner.run.<lambda1> (flow)
            Runner.run -> Item (constructor)
            Runner.run -> Item.__invoke (implicit)
            Runner.run -> Runner.apply (member)
            Runner.run -> Runner.each (callback)
            Runner.run -> Runner.each (member)
            Runner.run -> Runner.run.<lambda2> (callback)
            Runner.run -> Runner.run.<lambda3> (container)
            Runner.run -> helper (scope)
            Runner.run.<lambda1> -> Item.go (annotation)
            Runner.run.<lambda2> -> Item.go (annotation)
            Runner.run.<lambda3> -> helper (scope)
        "#]],
    );
}

#[test]
fn enums_dynamic_members_and_names_alone() {
    check(
        r#"
//- /a.php
<?php
enum Suit { case Hearts; public function label() { return match($this) { self::Hearts => pick() }; } }
function pick() { return 'x'; }
class Proxy { public function __call($name, $arguments) {} }
class Report { public function compute_everything() {} }
function use_it($anything) {
  Suit::Hearts->label();
  (new Proxy())->compute_everything();
  (new Report())->missing_here();
  $anything->compute_everything();
}
class Rows implements IteratorAggregate {
  public function getIterator() { yield new Report(); }
}
function all() { foreach (new Rows() as $row) { $row->compute_everything(); } }
"#,
        expect![[r#"
            Rows.getIterator -> Report (constructor)
            Suit.label -> pick (scope)
            all -> Report.compute_everything (container)
            all -> Rows (constructor)
            all -> Rows.getIterator (implicit)
            use_it -> Proxy (constructor)
            use_it -> Report (constructor)
            use_it -> Report.compute_everything (unique-name)
            use_it -> Suit.label (member)
        "#]],
    );
}

/// Each block of a file is a namespace of its own: what is in `namespace { .. }` has none.
#[test]
fn a_file_with_several_namespaces() {
    check(
        r#"
//- /src/Extension.php
<?php
namespace Acme\Extension {
use Acme\Filter;
final class Core {
  public function filters() { return [new Filter(), acme_slice('a'), local_help()]; }
}
function local_help() {}
}
namespace {
use Acme\Node;
function acme_slice($item) { acme_length($item); new Node(); new Filter(); return local_help(); }
function acme_length($item) {}
class Filter {}
}
//- /src/Filter.php
<?php
namespace Acme;
class Filter { public function __construct() { acme_slice('b'); \acme_length('c'); local_help(); } }
class Node { public function __construct() {} }
//- /lib/first.php
<?php
namespace { function first() { \second(); \Lib\third(); } function second() {} }
namespace Lib { function third() { second(); first(); } function second() {} }
"#,
        expect![[r#"
            Acme.Extension.Core.filters -> Acme.Extension.local_help (scope)
            Acme.Extension.Core.filters -> Acme.Filter.__construct (constructor)
            Acme.Extension.Core.filters -> acme_slice (scope)
            Acme.Filter.__construct -> acme_length (import)
            Acme.Filter.__construct -> acme_slice (scope)
            Lib.third -> Lib.second (scope)
            Lib.third -> first (scope)
            acme_slice -> Acme.Node.__construct (constructor)
            acme_slice -> Filter (constructor)
            acme_slice -> acme_length (scope)
            first -> Lib.third (import)
            first -> second (import)
        "#]],
    );
}

/// A namespace without a block goes on to the next, and has its own imports.
#[test]
fn a_file_with_several_namespaces_without_blocks() {
    check(
        r#"
//- /src/all.php
<?php
namespace Acme\One;
use Acme\Tools\Slice;
function first() { second(); new Slice(); }
function second() {}
namespace Acme\Two;
use Acme\Tools\Whole as Slice;
class Core {
  public function run() { second(); new Slice(); \Acme\One\first(); }
}
function second() {}
namespace Acme\Three;
function third() { new \Acme\Two\Core(); }
//- /src/tools.php
<?php
namespace Acme\Tools;
class Slice { public function __construct() {} }
class Whole { public function __construct() { (new \Acme\Two\Core())->run(); } }
"#,
        expect![[r#"
            Acme.One.first -> Acme.One.second (scope)
            Acme.One.first -> Acme.Tools.Slice.__construct (constructor)
            Acme.Three.third -> Acme.Two.Core (constructor)
            Acme.Tools.Whole.__construct -> Acme.Two.Core (constructor)
            Acme.Tools.Whole.__construct -> Acme.Two.Core.run (constructed)
            Acme.Two.Core.run -> Acme.One.first (import)
            Acme.Two.Core.run -> Acme.Tools.Whole.__construct (constructor)
            Acme.Two.Core.run -> Acme.Two.second (scope)
        "#]],
    );
}
