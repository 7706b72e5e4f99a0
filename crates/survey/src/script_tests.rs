//! Lists of a repository in Ruby, PHP and Kotlin.

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
