//! What Lua says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn files() {
    check(
        Language::Lua,
        &[],
        r#"
-- A module.
local M = {}
local util = require("shop.util")
M.__index = M
M.VERSION = "1"
--- Makes one.
-- With a name.
function M.new(name, ...)
  local self = setmetatable({}, M)
  self.name = name or util.default()
  return self
end
function M:add(item, cb)
  table.insert(self.items, item)
  self:notify("x"):done()
  return self
end
M.helper = function(x) return x end
local function private(a) return a end
function global_fn() private(1); later = function() end end
local Derived = setmetatable({}, { __index = M })
function Derived:run() end
local Child = Base:extend()
Child.__index = Child
for i, v in ipairs(list) do v:go() end
for k = 1, 10 do f(k) end
if x then y() elseif z() then w() else v() end
repeat c() until d()
local t = { a = private, [1] = M.helper, "s", fn = function() end }
t.a(1); t["fn"](); M.new("a"):add(1, private)
local a, b = f(), g()
return M
"#,
        expect![[r#"
            1..33 module <module> doc "A module."
            2..3 class M `local M` doc "A module."
            7..13 method M.new(name, *...) owner M +static `function M.new(name, ...)` doc "Makes one.\nWith a name."
            14..18 method M.add(item, cb) owner M `function M:add(item, cb)`
            19..19 method M.helper(x) owner M +static `M.helper = function(x)`
            20..20 function private(a) +private `local function private(a)`
            21..21 function global_fn `function global_fn()`
            21..21 lambda global_fn.<lambda> +private `function()`
            22..22 class Derived bases M `local Derived`
            23..23 method Derived.run owner Derived `function Derived:run()`
            24..24 class Child bases Base `local Child`
            30..30 lambda <lambda> +private `function()`
            30..30 variable t `local t = { a = private, [1] = M.helper, "s", fn = function() end }`
            32..32 variable a `local a, b = f(), g()`
            32..32 variable b `local a, b = f(), g()`
            import "shop.util" as "util"
            export <returned> as =
            <module>: M = fn M (definition M)
            <module>: util (import 0)
            <module>: M.__index = M
            <module>: M.VERSION = #text
            <module>: M.new = fn M.new
            M.new: name (parameter 0 of M.new)
            M.new: ... (parameter 1 of M.new)
            M.new: self = ([] as M)
            M.new: self.name = (name | util.default())
            <module>: M.add = fn M.add
            M.add: self = self@M.add
            M.add: item (parameter 0 of M.add)
            M.add: cb (parameter 1 of M.add)
            <module>: M.helper = fn M.helper
            M.helper: x (parameter 0 of M.helper)
            <module>: private = fn private (definition private)
            private: a (parameter 0 of private)
            <module>: global_fn = fn global_fn (definition global_fn)
            <module>: later = fn global_fn.<lambda>
            <module>: Derived = fn Derived (definition Derived)
            <module>: Derived.run = fn Derived.run
            Derived.run: self = self@Derived.run
            <module>: Child = fn Child (definition Child)
            <module>: Child.__index = Child
            <module>: i
            <module>: v = each(ipairs(list))
            <module>: k
            <module>: t = ['a': private, 1: M.helper, 1: #text, 'fn': fn <lambda>] (definition t)
            <module>: a = f() (definition a)
            <module>: b = g() (definition b)
            <module>: <returned> = M
            11: M.new calls util.default()
            15: M.add calls table.insert(self.items, item)
            16: M.add calls self.notify(#text)
            16: M.add calls self.notify(#text).done()
            21: global_fn calls private(#number)
            24: <module> calls Base.extend()
            26: <module> calls ipairs(list)
            26: <module> calls v.go()
            27: <module> calls f(k)
            28: <module> calls y()
            28: <module> calls z()
            28: <module> calls w()
            28: <module> calls v()
            29: <module> calls d()
            29: <module> calls c()
            31: <module> calls t.a(#number)
            31: <module> calls t['fn']()
            31: <module> calls M.new(#text)
            31: <module> calls M.new(#text).add(#number, private)
            32: <module> calls f()
            32: <module> calls g()
            return self from M.new
            return self from M.add
            return x from M.helper
            return a from private
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("x = {}y{}", "(".repeat(3000), ")".repeat(3000)),
        format!("x = a{}", ".b(1)".repeat(5000)),
        format!("x = a{}", " + b".repeat(5000)),
        format!("x = {}1{}", "{".repeat(3000), "}".repeat(3000)),
        format!("{} x() {}", "if a then ".repeat(2000), "end ".repeat(2000)),
        format!("x = {}1{}", "function() return ".repeat(1000), " end".repeat(1000)),
        "function f( local = { if\n".to_owned(),
    ];
    for text in deep {
        let facts = facts(Language::Lua, &format!("function before() first() end\n{text}\n"));
        assert!(facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[..10]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "function M:go(a) return self.run(a.size, f(1.5), 'x') end -- c\n";
    let shown = |class| highlighted(Language::Lua, class, text);
    assert_eq!(shown(HighlightClass::Function), "go run f");
    assert_eq!(shown(HighlightClass::Property), "size");
    assert_eq!(shown(HighlightClass::Number), "1.5");
    assert_eq!(shown(HighlightClass::Comment), "-- c");
}
