//! What Ruby says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn classes_modules_and_members() {
    check(
        Language::Ruby,
        &[],
        r#"
# frozen_string_literal: true
require "json"
require_relative "../shop/item"
autoload :Cart, "shop/cart"

# The shop.
module Shop
  LIMIT = [1, 2].freeze

  # Keeps items.
  #
  # rubocop:disable all
  class Store < Base::Store
    include Enumerable, Closer
    extend Forwardable
    attr_reader :items, "name"
    attr_accessor :owner
    def_delegators :@items, :size

    def initialize(items, name = "x", *rest, deep:, limit: LIMIT, **options, &block)
      super(items)
      @items, @name = items, name
    end

    def each(&block) = @items.each(&block)
    alias all each

    class << self
      # Opens one.
      def open(*) = new(*)
      private def secret; end
    end

    def self.create(...) = new(...)

    private

    def []=(key, value)
      @items[key] = value
    end

    def owner_name
      self.class.create
      super
    end
  end

  class Store::Line; end
  Point = Struct.new(:x, :y) do
    def length = x + y
  end
end

class StoreTest < Minitest::Test
  def setup; @store = Shop::Store.new([]); end
  def test_opens
    assert_equal 1, @store.owner
  end
end
"#,
        expect![[r#"
            1..60 module <module>
            7..53 interface Shop `module Shop` doc "The shop."
            9..9 variable Shop.LIMIT `LIMIT = [1, 2].freeze`
            11..47 class Shop.Store bases Enumerable, Closer, Base.Store `class Store < Base::Store` doc "Keeps items."
            17..17 method Shop.Store.items `attr_reader :items, "name"`
            17..17 method Shop.Store.name `attr_reader :items, "name"`
            18..18 method Shop.Store.owner `attr_accessor :owner`
            18..18 method Shop.Store.owner=(value) `attr_accessor :owner`
            19..19 method Shop.Store.size `def_delegators :@items, :size`
            21..24 constructor Shop.Store.initialize(items, name = #text, *rest, =deep, =limit = LIMIT, **options, =&) `def initialize(items, name = "x", *rest, deep:, limit: LIMIT, **options, &block)`
            26..26 method Shop.Store.each(=&) `def each(&block)`
            27..27 method Shop.Store.all `alias all each`
            31..31 method Shop.Store.open(**) +static `def open(*)`
            32..32 method Shop.Store.secret +private +static `def secret`
            35..35 method Shop.Store.create(**, ****, =&) +static `def self.create(...)`
            39..41 method Shop.Store.[]=(key, value) +private `def []=(key, value)`
            43..46 method Shop.Store.owner_name +private `def owner_name`
            49..49 class Shop.Store.Line `class Store::Line`
            50..52 class Shop.Point `Point = Struct.new(:x, :y)`
            50..50 method Shop.Point.x `:x`
            50..50 method Shop.Point.x=(value) `:x`
            50..50 method Shop.Point.y `:y`
            50..50 method Shop.Point.y=(value) `:y`
            51..51 method Shop.Point.length `def length`
            55..60 class StoreTest bases Minitest.Test +test `class StoreTest < Minitest::Test`
            56..56 method StoreTest.setup +test `def setup`
            57..59 method StoreTest.test_opens +test `def test_opens`
            import "json" as ""
            import ."../shop/item" as ""
            import "shop/cart" item Cart as ""
            <module>: Shop = fn Shop (definition Shop)
            Shop: LIMIT = [0: #number, 1: #number]
            Shop: Store = fn Shop.Store (definition Shop.Store)
            Shop.Store.owner=: value (parameter 0 of Shop.Store.owner=)
            Shop.Store.owner=: self@Shop.Store.owner=.@owner = value
            Shop.Store.initialize: items (parameter 0 of Shop.Store.initialize)
            Shop.Store.initialize: name = #text (parameter 1 of Shop.Store.initialize)
            Shop.Store.initialize: rest (parameter 2 of Shop.Store.initialize)
            Shop.Store.initialize: deep (parameter 3 of Shop.Store.initialize)
            Shop.Store.initialize: limit = LIMIT (parameter 4 of Shop.Store.initialize)
            Shop.Store.initialize: options (parameter 5 of Shop.Store.initialize)
            Shop.Store.initialize: & (parameter 6 of Shop.Store.initialize)
            Shop.Store.initialize: block = &
            Shop.Store.initialize: self@Shop.Store.initialize.@items = items
            Shop.Store.initialize: self@Shop.Store.initialize.@name = name
            Shop.Store.each: & (parameter 0 of Shop.Store.each)
            Shop.Store.each: block = &
            Shop.Store.open: * (parameter 0 of Shop.Store.open)
            Shop.Store.create: * (parameter 0 of Shop.Store.create)
            Shop.Store.create: ** (parameter 1 of Shop.Store.create)
            Shop.Store.create: & (parameter 2 of Shop.Store.create)
            Shop.Store.[]=: key (parameter 0 of Shop.Store.[]=)
            Shop.Store.[]=: value (parameter 1 of Shop.Store.[]=)
            Shop.Store.[]=: self@Shop.Store.[]=.@items[?] = value
            Shop: Store.Line = fn Shop.Store.Line
            Shop: Point = fn Shop.Point (definition Shop.Point)
            Shop.Point.x=: value (parameter 0 of Shop.Point.x=)
            Shop.Point.x=: self@Shop.Point.x=.@x = value
            Shop.Point.y=: value (parameter 0 of Shop.Point.y=)
            Shop.Point.y=: self@Shop.Point.y=.@y = value
            <module>: StoreTest = fn StoreTest (definition StoreTest)
            StoreTest.setup: self@StoreTest.setup.@store = Shop.Store([])
            9: Shop calls [0: #number, 1: #number].freeze()
            16: Shop.Store calls fn Shop.Store.extend(Forwardable)
            19: Shop.Store.size calls self@Shop.Store.size.@items.size()
            22: Shop.Store.initialize calls super@Shop.Store.initialize(items)
            26: Shop.Store.each calls self@Shop.Store.each.@items.each(&=block)
            27: Shop.Store.all calls self@Shop.Store.all.each()
            31: Shop.Store.open calls new self@Shop.Store.open(**)
            35: Shop.Store.create calls new self@Shop.Store.create(**, ***, &=&)
            40: Shop.Store.[]= calls implicit self@Shop.Store.[]=.@items.[]=(key, value)
            44: Shop.Store.owner_name calls fn Shop.Store.create()
            45: Shop.Store.owner_name calls super@Shop.Store.owner_name.owner_name()
            51: Shop.Point.length calls self@Shop.Point.length.x()
            51: Shop.Point.length calls self@Shop.Point.length.y()
            51: Shop.Point.length calls implicit self@Shop.Point.length.x().+(self@Shop.Point.length.y())
            56: StoreTest.setup calls new Shop.Store([])
            58: StoreTest.test_opens calls self@StoreTest.test_opens.@store.owner()
            58: StoreTest.test_opens calls self@StoreTest.test_opens.assert_equal(#number, self@StoreTest.test_opens.@store.owner())
            return self@Shop.Store.items.@items from Shop.Store.items
            return self@Shop.Store.name.@name from Shop.Store.name
            return self@Shop.Store.owner.@owner from Shop.Store.owner
            return self@Shop.Store.size.@items.size() from Shop.Store.size
            return [0: items, 1: name] from Shop.Store.initialize
            return self@Shop.Store.each.@items.each(&=block) from Shop.Store.each
            return self@Shop.Store.all.each() from Shop.Store.all
            return self@Shop.Store.open(**) from Shop.Store.open
            return self@Shop.Store.create(**, ***, &=&) from Shop.Store.create
            return value from Shop.Store.[]=
            return super@Shop.Store.owner_name.owner_name() from Shop.Store.owner_name
            return self@Shop.Point.x.@x from Shop.Point.x
            return self@Shop.Point.y.@y from Shop.Point.y
            return self@Shop.Point.length.x().+(self@Shop.Point.length.y()) from Shop.Point.length
            return Shop.Store([]) from StoreTest.setup
            return self@StoreTest.test_opens.assert_equal(#number, self@StoreTest.test_opens.@store.owner()) from StoreTest.test_opens
        "#]],
    );
}

#[test]
fn statements_and_values() {
    check(
        Language::Ruby,
        &["defs", "bindings", "calls", "returns"],
        r#"
def run(list, other)
  first, (second, *third) = list
  @a ||= Item.new(first) { |x, (y, z)| x.use(y, z); next x }
  other.name = third
  list[1] = 2
  list << second
  total = if first then second else third end
  begin
    risky
  rescue Failure, Other => error
    error.show
  ensure
    done
  end
  case total
  when Item then 1
  end
  case total
  in {name: String => text, size:} then text.use(size)
  end
  list.each do |item| item.save or raise Failure, "no #{item.label}" end
  list.map(&:save).each(&method(:handle))
  later = ->(v) { v.send(:go, 1) }
  later.call(1)
  later.(2)
  yield total if total && !other
  for one in list do one.go end
  while first.more? do first.go end
  return second, total unless total == 3
  Item[total]&.go(*list, key: 1, **other, &later)
end

describe "items" do
  let(:item) { Item.new }
  def helper = 3
  it "works" do
    expect(item.go).to eq(helper)
  end
end
"#,
        expect![[r#"
            1..40 module <module>
            2..32 function run(list, other, =&) `def run(list, other)`
            4..4 lambda run.<lambda>(x, _) +private `{ |x, (y, z)|`
            22..22 lambda run.<lambda>(item) +private `do |item|`
            23..23 lambda run.<lambda>(it) +private `:save`
            24..24 lambda run.<lambda>(v) +private `->(v)`
            34..40 lambda <lambda> +private +test
            35..35 function <lambda>.item +test `let(:item)`
            36..36 function <lambda>.helper +test `def helper`
            37..39 lambda <lambda>.<lambda> +private +test
            <module>: run = fn run (definition run)
            run: list (parameter 0 of run)
            run: other (parameter 1 of run)
            run: first = list[0]
            run: second = list[1][0]
            run: third = list[1]
            run.<lambda>: x (parameter 0 of run.<lambda>)
            run.<lambda>:  (parameter 1 of run.<lambda>)
            run.<lambda>: y = [0]
            run.<lambda>: z = [1]
            run: @a = Item(first, &=fn run.<lambda>)
            run: list[1] = #number
            run: total = (second | third)
            run: error
            run: error: (Failure | Other)
            run: text = (total['name'] as String)
            run: size = total['size']
            run.<lambda>: item (parameter 0 of run.<lambda>)
            run.<lambda>: it (parameter 0 of run.<lambda>)
            run.<lambda>: v (parameter 0 of run.<lambda>)
            run: later = fn run.<lambda>
            run: & (parameter 2 of run)
            run: one = each(list)
            <lambda>: item = fn <lambda>.item (definition <lambda>.item)
            <lambda>: helper = fn <lambda>.helper (definition <lambda>.helper)
            4: run.<lambda> calls x.use(y, z)
            4: run calls new Item(first, &=fn run.<lambda>)
            5: run calls other.name=(third)
            6: run calls implicit list.[]=(#number, #number)
            7: run calls implicit list.<<(second)
            10: run calls risky()
            12: run calls error.show()
            14: run calls done()
            17: run calls implicit Item.===(total)
            20: run calls text.use(size)
            22: run.<lambda> calls item.save()
            22: run.<lambda> calls item.label()
            22: run.<lambda> calls new Failure(#text)
            22: run calls list.each(&=fn run.<lambda>)
            23: run.<lambda> calls it.save()
            23: run calls list.map(&=fn run.<lambda>)
            23: run calls list.map(&=fn run.<lambda>).each(&=handle)
            24: run.<lambda> calls v.go(#number)
            25: run calls later.call(#number)
            26: run calls later.call(#number)
            27: run calls &(total)
            28: run calls one.go()
            29: run calls first.more?()
            29: run calls first.go()
            30: run calls implicit total.==(#number)
            31: run calls implicit Item.[](total)
            31: run calls (Item.[](total) | Item[?]).go(*list, key=#number, *other, &=later)
            35: <lambda>.item calls new Item()
            38: <lambda>.<lambda> calls item()
            38: <lambda>.<lambda> calls item().go()
            38: <lambda>.<lambda> calls expect(item().go())
            38: <lambda>.<lambda> calls helper()
            38: <lambda>.<lambda> calls eq(helper())
            38: <lambda>.<lambda> calls expect(item().go()).to(eq(helper()))
            37: <lambda> calls it(#text, &=fn <lambda>.<lambda>)
            34: <module> calls describe(#text, &=fn <lambda>)
            return x from run.<lambda>
            return _ from run.<lambda>
            throw Failure(#text) from run.<lambda>
            return (item.save() | _) from run.<lambda>
            return it.save() from run.<lambda>
            return v.go(#number) from run.<lambda>
            return [0: second, 1: total] from run
            return (Item.[](total) | Item[?]).go(*list, key=#number, *other, &=later) from run
            return Item() from <lambda>.item
            return #number from <lambda>.helper
            return expect(item().go()).to(eq(helper())) from <lambda>.<lambda>
            return it(#text, &=fn <lambda>.<lambda>) from <lambda>
        "#]],
    );
}

#[test]
fn a_heredoc_and_an_error_cost_nothing_else() {
    let text = "class A\n  def a\n    run(<<~X)\n      hi #{name}\n    X\n    b ) c\n  end\nend\ndef after = last()\n";
    let facts = facts(Language::Ruby, text);
    let names: Vec<&str> = facts.definitions.iter().map(|definition| definition.name.as_str()).collect();
    assert!(names.contains(&"A") && names.contains(&"after"), "{names:?}");
}

#[test]
fn highlighting() {
    let text =
        "# c\nclass Store < Base\n  LIMIT = 1\n  def run(a)\n    @x = a.go(:k, \"t #{b}\")\n    nil\n  end\nend\n";
    let shown = |class| highlighted(Language::Ruby, class, text);
    assert_eq!(shown(HighlightClass::Function), "run go");
    assert_eq!(shown(HighlightClass::Type), "Store Base");
    assert_eq!(shown(HighlightClass::Constant), "LIMIT :k nil");
    assert_eq!(shown(HighlightClass::Property), "@x");
    assert_eq!(shown(HighlightClass::Keyword), "class def end end");
    assert_eq!(shown(HighlightClass::Comment), "# c");
}
