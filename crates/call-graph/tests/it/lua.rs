//! Lua: modules, classes by metatables, functions as values.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Modules by the end of their path, what a file returns, globals of the file.
#[test]
fn imports() {
    check(
        r#"
//- /lua/shop/init.lua
local util = require("shop.util")
local M = {}
function M.open(name) util.log(name); return M.count() end
function M.count() return helper() end
function helper() return 1 end
return M
//- /lua/shop/util.lua
local function hidden() end
local function log(text) hidden() end
return { log = log, other = function() return log("x") end }
//- /main.lua
local shop = require "shop"
shop.open("a")
require("shop.util").other()
local f = require("shop.single")
f(1)
//- /lua/shop/single.lua
return function(n) return n end
"#,
        expect![[r#"
            lua.shop.init.M.count -> lua.shop.init.helper (scope)
            lua.shop.init.M.open -> lua.shop.init.M.count (member)
            lua.shop.init.M.open -> lua.shop.util.log (import)
            lua.shop.util.<lambda1> -> lua.shop.util.log (scope)
            lua.shop.util.log -> lua.shop.util.hidden (scope)
            main -> lua.shop.init.M.open (member)
            main -> lua.shop.single.<lambda1> (import)
            main -> lua.shop.util.<lambda1> (container)
        "#]],
    );
}

#[test]
fn classes_and_inheritance() {
    check(
        r#"
//- /animal.lua
local Animal = {}
Animal.__index = Animal
function Animal.new(name)
  local self = setmetatable({}, Animal)
  self.name = name
  self:setup()
  return self
end
function Animal:setup() end
function Animal:speak() self:move() end
function Animal:move() end
return Animal
//- /dog.lua
local Animal = require("animal")
local Dog = setmetatable({}, { __index = Animal })
Dog.__index = Dog
function Dog.new()
  local self = setmetatable(Animal.new("dog"), Dog)
  return self
end
function Dog:move() Animal.move(self) end
return Dog
//- /main.lua
local Dog = require("dog")
local d = Dog.new()
d:speak()
d:move()
local function all(list) for _, a in ipairs(list) do a:setup() end end
all({ Dog.new() })
"#,
        expect![[r#"
            animal.Animal.new -> animal.Animal.setup (annotation)
            animal.Animal.speak -> animal.Animal.move (member)
            animal.Animal.speak -> dog.Dog.move (override)
            dog.Dog.move -> animal.Animal.move (member)
            dog.Dog.new -> animal.Animal.new (member)
            main -> animal.Animal.speak (returned)
            main -> dog.Dog.move (returned)
            main -> dog.Dog.new (member)
            main -> main.all (scope)
            main.all -> animal.Animal.setup (container)
        "#]],
    );
}

#[test]
fn callbacks_and_containers() {
    check(
        r#"
//- /a.lua
local function one() end
local function two(n) return n end
local function each(f) f(1) end
local function pick(b) return b and one or two end
local handlers = { start = one, [1] = two }
handlers.stop = function() one() end
each(two)
each(function(n) two(n) end)
pick(true)()
handlers.start()
handlers["stop"]()
handlers[1](2)
pcall(one)
local function outer() local function inner() one() end; inner() end
outer()
"#,
        expect![[r#"
            a -> a.each (scope)
            a -> a.handlers.stop (container)
            a -> a.one (callback)
            a -> a.one (container)
            a -> a.one (returned)
            a -> a.outer (scope)
            a -> a.pick (scope)
            a -> a.two (container)
            a -> a.two (returned)
            a.<lambda1> -> a.two (scope)
            a.each -> a.<lambda1> (flow)
            a.each -> a.two (flow)
            a.handlers.stop -> a.one (scope)
            a.outer -> a.outer.inner (scope)
            a.outer.inner -> a.one (scope)
        "#]],
    );
}
