//! Lists of repositories in Ruby, PHP and Kotlin, and in C++, Swift, Scala, Lua, Dart, Elixir and shell scripts.

use crate::List;
use crate::tests::Repository;
use expect_test::expect;

const MIXED: &str = r#"
//- bin/shop.rb
#!/usr/bin/env ruby
require "shop/cart"
Shop::Cart.new
//- lib/shop/cart.rb
module Shop
  class Cart
    def add(item) = item
  end
end
//- test/cart_test.rb
class CartTest < Minitest::Test
  def test_adds = Shop::Cart.new.add(1)
  def helper = 1
end
//- tests/CartTest.php
<?php
class CartTest extends TestCase {
  public function testAdds() { (new Cart())->add(1); }
  /** @test */
  public function it_takes() { (new Cart())->take(1); }
  private function helper() {}
}
//- src/main/kotlin/Main.kt
package shop
fun main() {}
//- src/test/kotlin/CartTest.kt
package shop
class CartTest {
  @Test fun adds() { Cart().add(1) }
  fun helper() {}
}
"#;

#[test]
fn tests_and_entry_points_of_ruby_php_and_kotlin() {
    let repository = Repository::new(MIXED);
    let found = [List::Tests, List::EntryPoints].map(|list| repository.ask(list, None)).concat();
    expect![[r#"
        tests: 4, in examples 0, in tests 0; listed 1 to 4
        src/test/kotlin/CartTest.kt:3 CartTest.adds | 
        test/cart_test.rb:2 CartTest.test_adds | 
        tests/CartTest.php:3 CartTest.testAdds | 
        tests/CartTest.php:5 CartTest.it_takes | 
        entry_points: 2, in examples 0, in tests 0; listed 1 to 2
        bin/shop.rb:1 bin/shop.rb | executable script
        src/main/kotlin/Main.kt:2 main | src/main/kotlin/Main.kt
    "#]]
    .assert_eq(&found);
}

const LATER: &str = r#"
//- bin/build.sh
#!/usr/bin/env bash
build() { make; }
build
//- test/build_test.sh
test_builds() { build; }
helper() { :; }
//- src/main.cc
int main() { return 0; }
//- test/cart_test.cc
TEST(Cart, Adds) { EXPECT_EQ(1, add(1)); }
TEST_F(Shop, Opens) { open(); }
int helper() { return 1; }
//- Sources/App.swift
@main struct App { static func main() {} }
//- Tests/CartTests.swift
class CartTests: XCTestCase {
  func testAdds() { add(1) }
  func helper() {}
}
//- src/Main.scala
object Main { def main(args: Array[String]): Unit = () }
//- src/test/CartSpec.scala
class CartSpec extends AnyFunSuite { test("adds") { add(1) } }
//- test/cart_spec.lua
function test_adds() add(1) end
//- src/main.zig
pub fn main() !void {}
test "adds" { try add(); }
//- tool/seed.dart
void main() { seed(Platform.environment['SEED']); }
//- lib/shop/application.ex
defmodule Shop.Application do
  use Application
  def start(_type, _arguments), do: Supervisor.start_link([], name: Shop)
end
//- test/cart_test.exs
defmodule CartTest do
  use ExUnit.Case
  setup do: {:ok, cart: 1}
  test "opens", do: open()
  describe "adding" do
    test "adds", %{cart: cart} do
      add(cart)
    end
  end
  def helper, do: 1
end
//- test/cart_test.dart
void main() { group('cart', () { setUp(() {}); test('adds', () { add(1); }); }); }
"#;

#[test]
fn tests_and_entry_points_of_later_languages() {
    let repository = Repository::new(LATER);
    let found = [List::Tests, List::EntryPoints].map(|list| repository.ask(list, None)).concat();
    expect![[r#"
        tests: 10, in examples 0, in tests 0; listed 1 to 10
        Tests/CartTests.swift:2 CartTests.testAdds | 
        src/main.zig:2 test.adds | 
        src/test/CartSpec.scala:1 CartSpec.adds | 
        test/build_test.sh:1 test_builds | 
        test/cart_spec.lua:1 test_adds | 
        test/cart_test.cc:1 Cart_Adds | 
        test/cart_test.cc:2 Shop.Shop_Opens | 
        test/cart_test.dart:1 main.cart.adds | 
        test/cart_test.exs:4 CartTest.opens | 
        test/cart_test.exs:6 CartTest.adding.adds | 
        entry_points: 7, in examples 0, in tests 0; listed 1 to 7
        Sources/App.swift:1 App | main type
        bin/build.sh:1 bin/build.sh | executable script
        lib/shop/application.ex:3 Shop.Application.start | application
        src/Main.scala:1 Main.main | main method
        src/main.cc:1 main | src/main.cc
        src/main.zig:1 main | src/main.zig
        tool/seed.dart:1 main | tool/seed.dart
    "#]]
    .assert_eq(&found);
}

const SYSTEM: &str = r#"
//- bin/entry.sh
#!/bin/sh
# ${IN_A_COMMENT:-x}
MODE="${MODE:-fast}"
OWN=1
echo "${OWN:-2} ${DATA_DIR:?where is it} $HOME"
//- src/Main.scala
object Main { val port = sys.env.getOrElse("PORT", "80") }
//- src/parse.cc
struct ParseError : public std::runtime_error { ParseError(); };
"#;

#[test]
fn environment_of_shell_and_scala_and_errors_of_the_standard_library_of_cpp() {
    let repository = Repository::new(SYSTEM);
    let found = [List::Environment, List::Errors].map(|list| repository.ask(list, None)).concat();
    expect![[r#"
        environment: 3, in examples 0, in tests 0; listed 1 to 3
        bin/entry.sh:5 DATA_DIR | echo "${OWN:-2} ${DATA_DIR:?where is it} $HOME"
        bin/entry.sh:3 MODE | MODE="${MODE:-fast}"
        src/Main.scala:1 PORT | object Main { val port = sys.env.getOrElse("PORT", "80") }
        errors: 1, in examples 0, in tests 0; listed 1 to 1
        src/parse.cc:1 ParseError | struct ParseError : public std::runtime_error
        note: What the language and other packages raise is not listed.
    "#]]
    .assert_eq(&found);
}

const BUS: &str = r#"
//- src/bus.js
const NAME = "chokidar";
class Watcher {
  async start() {
    const lib = await import(NAME);
    this.config.events.emit("watch.start", lib);
    bus.emit(`watch.${lib}`);
    window.dispatchEvent(new CustomEvent("saved", { detail: 1 }));
  }
  stop() { this.config.events.emit("watch.start"); stream.on("data", f); }
}
//- test/bus.test.js
bus.emit("only.tested");
//- app/load.py
import importlib
BACKEND = "app.backends.local"
backend = importlib.import_module(BACKEND)
bus.publish("loaded")
"#;

#[test]
fn events_are_counted_once_and_imports_by_constants_are_imports() {
    let repository = Repository::new(BUS);
    expect![[r#"
        events: 3, in examples 0, in tests 1; listed 1 to 4
        app/load.py:4 loaded | bus.publish("loaded")
        src/bus.js:7 saved | window.dispatchEvent(new CustomEvent("saved", { detail: 1 }))
        src/bus.js:5 watch.start | this.config.events.emit("watch.start", lib) x2
        test/bus.test.js:1 only.tested | bus.emit("only.tested")
        note: Events whose names the code computes are not listed.
        imports: 3, in examples 0, in tests 0; listed 1 to 3
        app/load.py:3 app.backends.local | app/load.py
        src/bus.js:4 chokidar | src/bus.js
        app/load.py:1 importlib | app/load.py
    "#]]
    .assert_eq(&[List::Events, List::Imports].map(|list| repository.ask(list, None)).concat());
}

#[test]
fn events_are_those_of_what_sends_them() {
    let repository = Repository::new(
        "//- src/tree.js\nclass Tree {\n  grow() { this.emit('leaf'); }\n}\nclass Forest {\n  add() { this.emit('tree'); }\n}\n",
    );
    let sent_by = |of: &str| repository.names(List::Events, Some(of));
    assert_eq!(sent_by("tree"), ["leaf"], "what a tree sends, and not what is called so");
    assert_eq!(sent_by("leaf"), ["leaf"]);
    assert_eq!(sent_by("lake"), ["leaf", "tree"], "a note says that none is sent by it");
    assert!(repository.ask(List::Events, Some("lake")).contains("No event is sent by what is called `lake`"));
}

#[test]
fn what_a_page_listens_to_is_no_group_of_what_its_function_is_called() {
    let repository = Repository::new(
        r#"
//- book.js
(function themes() {
  const popup = document.getElementById('theme-list');
  document.querySelector('button.theme');
  document.querySelector('html');
  popup.addEventListener('click', close);
  document.addEventListener('keydown', function (e) {
    switch (e.key) {
      case 'Escape': return close();
      case 'ArrowUp': return up();
      case 'Home': return first();
    }
  });
})();
function modes(name) {
  switch (name) {
    case 'fast': return 1;
    case 'slow': return 2;
  }
}
"#,
    );
    let said = |of: &str| {
        crate::members(of, repository.survey.page(List::Members), &|file| repository.path(file)).map(|found| found.said)
    };
    assert_eq!(said("themes"), None);
    assert!(said("modes").is_some());
}
