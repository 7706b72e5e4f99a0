//! Ruby, a category each: arguments, returns, closures, classes, inheritance, mixins, accessors, containers, callbacks.

use crate::fixture::{build, render};
use expect_test::{Expect, expect};

fn check(fixture: &str, expected: Expect) {
    expected.assert_eq(&render(&build(fixture)));
}

#[test]
fn constants_across_files_and_reopened_modules() {
    check(
        r#"
//- /lib/shop.rb
module Shop
  class Store
    def open = Item.new("a").show
    def self.default = new
  end
end
//- /lib/shop/item.rb
require_relative "base"
class Shop::Item < Shop::Base
  def initialize(name) = super
  def show = Shop::Format.line(label)
end
//- /lib/shop/base.rb
module Shop
  class Base
    def initialize(name) = @name = name
    def label = self.class.prefix
    def self.prefix = "x"
    def prefix = 1
  end
  module Format
    def self.line(text) = pad(text)
    def self.pad(text) = text
  end
end
//- /lib/shop/more.rb
module Shop
  class Store
    def close = open
  end
end
//- /bin/run.rb
require "shop"
def main
  Shop::Store.default.close
  helper
end
def helper = puts("done")
main
"#,
        expect![[r#"
            Shop.Base.label -> Shop.Base.prefix (member)
            Shop.Format.line -> Shop.Format.pad (member)
            Shop.Item.initialize -> Shop.Base.initialize (inherited)
            Shop.Item.show -> Shop.Base.label (inherited)
            Shop.Item.show -> Shop.Format.line (member)
            Shop.Store.close -> Shop.Store.open (member)
            Shop.Store.default -> Shop.Store (constructor)
            Shop.Store.open -> Shop.Item.initialize (constructor)
            Shop.Store.open -> Shop.Item.show (constructed)
            main -> Shop.Store.close (returned)
            main -> Shop.Store.default (member)
            main -> helper (scope)
            run -> main (scope)
        "#]],
    );
}

#[test]
fn mixins_and_super() {
    check(
        r#"
//- /a.rb
module Loud
  def speak = shout(super)
  def shout(text) = text
end
module Finders
  def find(id) = new(id)
end
class Animal
  def speak = "..."
end
class Dog < Animal
  include Loud
  extend Finders
  def speak = super
  def self.rex = find(1).speak
end
class Puppy < Dog
  prepend Loud
  class << self
    def rex = super
  end
end
Dog.rex
"#,
        expect![[r#"
            Dog.rex -> Finders.find (inherited)
            Dog.speak -> Loud.speak (inherited)
            Loud.speak -> Animal.speak (override)
            Loud.speak -> Dog.speak (override)
            Loud.speak -> Loud.shout (member)
            Puppy.rex -> Dog.rex (inherited)
            a -> Dog.rex (member)
        "#]],
    );
}

#[test]
fn blocks_procs_and_methods_as_values() {
    check(
        r#"
//- /a.rb
class Runner
  def each_item
    yield Item.new
  end
  def twice(&block)
    block.call(Item.new)
    each_item(&block)
  end
  def run
    each_item { |item| item.go }
    twice { |one| one.stop }
    handler = method(:handle)
    handler.call(1)
    later = ->(x) { x.go }
    later.(Item.new)
    [Item.new].each { |i| i.stop }
    [Item.new].map(&:go)
  end
  def handle(n) = n
end
class Item
  def go = 1
  def stop = 2
end
"#,
        expect![[r#"
            Runner.each_item -> Item (constructor)
            Runner.each_item -> Runner.run.<lambda1> (flow)
            Runner.each_item -> Runner.run.<lambda2> (flow)
            Runner.run -> Item (constructor)
            Runner.run -> Runner.each_item (member)
            Runner.run -> Runner.handle (member)
            Runner.run -> Runner.run.<lambda3> (scope)
            Runner.run -> Runner.run.<lambda4> (callback)
            Runner.run -> Runner.run.<lambda5> (callback)
            Runner.run -> Runner.twice (member)
            Runner.run.<lambda1> -> Item.go (flow)
            Runner.run.<lambda2> -> Item.stop (flow)
            Runner.run.<lambda3> -> Item.go (flow)
            Runner.run.<lambda4> -> Item.stop (container)
            Runner.run.<lambda5> -> Item.go (container)
            Runner.twice -> Item (constructor)
            Runner.twice -> Runner.each_item (member)
            Runner.twice -> Runner.run.<lambda2> (flow)
        "#]],
    );
}

#[test]
fn accessors_fields_and_arguments() {
    check(
        r#"
//- /a.rb
class Engine
  def start = 1
end
class Car
  attr_accessor :engine
  attr_reader :spare
  def initialize(engine, spare: nil)
    @engine = engine
    @spare = spare
  end
  def go
    @engine.start
    spare.start
    self.engine = Engine.new
  end
  alias drive go
  delegate :start, to: :engine
end
Pair = Struct.new(:left, :right) do
  def sum = left
end
def build
  car = Car.new(Engine.new, spare: Engine.new)
  car.engine.start
  car.drive
  car.send(:go)
  Pair.new(1, 2).sum
end
"#,
        expect![[r#"
            Car.drive -> Car.go (member)
            Car.go -> Car.engine= (member)
            Car.go -> Car.spare (member)
            Car.go -> Engine (constructor)
            Car.go -> Engine.start (flow)
            Car.start -> Car.engine (member)
            Car.start -> Engine.start (flow)
            Pair.sum -> Pair.left (member)
            build -> Car.drive (constructed)
            build -> Car.engine (constructed)
            build -> Car.go (constructed)
            build -> Car.initialize (constructor)
            build -> Engine (constructor)
            build -> Engine.start (flow)
            build -> Pair (constructor)
            build -> Pair.sum (constructed)
        "#]],
    );
}

#[test]
fn metaprogramming_with_constant_names() {
    check(
        r#"
//- /a.rb
class Proxy
  def method_missing(name, *args) = super
end
class Report
  define_method(:render) { total }
  def total = 1
  def compute_everything = 2
end
class Base
  def run = step
end
class Child < Base
  def step = 3
end
def use(anything)
  Report.new.render
  Proxy.new.compute_everything
  Report.new.missing_here
  Base.new.run
  anything.compute_everything
end
"#,
        expect![[r#"
            Base.run -> Child.step (override)
            Report.render -> Report.total (member)
            use -> Base (constructor)
            use -> Base.run (constructed)
            use -> Proxy (constructor)
            use -> Report (constructor)
            use -> Report.compute_everything (unique-name)
            use -> Report.render (constructed)
        "#]],
    );
}

#[test]
fn containers_returns_and_operators() {
    check(
        r#"
//- /a.rb
class Money
  def +(other) = Money.new
  def ==(other) = true
  def [](key) = Item.new
  def show = 1
end
class Item
  def show = 2
end
class Registry
  HANDLERS = { "a" => Item.new, b: Money.new }
  def initialize = @all = []
  def add(item) = @all << item
  def fill
    add(Item.new)
    @all.each { |item| item.show }
    HANDLERS[:b].show
    (Money.new + Money.new).show
    Money.new[1].show
    pick(true).show
  end
  def pick(flag)
    return Item.new if flag
    raise Failure, "no"
  end
end
class Failure < StandardError
  def initialize(text) = super
end
"#,
        expect![[r#"
            Money.+ -> Money (constructor)
            Money.[] -> Item (constructor)
            Registry -> Item (constructor)
            Registry -> Money (constructor)
            Registry.fill -> Item (constructor)
            Registry.fill -> Item.show (returned)
            Registry.fill -> Money (constructor)
            Registry.fill -> Money.+ (implicit)
            Registry.fill -> Money.[] (implicit)
            Registry.fill -> Money.show (container)
            Registry.fill -> Money.show (returned)
            Registry.fill -> Registry.add (member)
            Registry.fill -> Registry.fill.<lambda1> (callback)
            Registry.fill -> Registry.pick (member)
            Registry.fill.<lambda1> -> Item.show (container)
            Registry.pick -> Failure.initialize (constructor)
            Registry.pick -> Item (constructor)
        "#]],
    );
}
