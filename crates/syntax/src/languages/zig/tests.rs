use crate::languages::render::{check, facts};
use expect_test::expect;
use source::Language;

fn zig(sections: &[&str], text: &str, expected: expect_test::Expect) {
    check(Language::Zig, sections, text, expected);
}

#[test]
fn containers_functions_and_tests_are_definitions() {
    zig(
        &["defs"],
        r#"//! Points and what is made of them.

const std = @import("std");
const mem = std.mem;
pub const Allocator = std.mem.Allocator;
pub const limit: usize = 3;

/// A point.
pub const Point = extern struct {
    const Self = @This();
    /// Left.
    x: i32 = 0,
    next: ?*const Point,
    pub fn init(x: i32) !Self {
        return .{ .x = x };
    }
    fn len(self: *const Self) u32 { return self.x; }
    const Inner = union(enum) { a: u8, b };
};
const Color = enum(u8) { red, @"dark red" = 4, _ };
pub const Failure = error{ NotFound, Closed };
const Handle = opaque {};
extern "c" fn open(path: [*:0]const u8, ...) c_int;
pub fn List(comptime T: type) type {
    return struct { items: []T, fn at(self: @This(), i: usize) T { return self.items[i]; } };
}
test "adds. two" {}
test limit {}
test {}
"#,
        expect![[r#"
            1..29 module <module> doc "Points and what is made of them."
            5..5 variable Allocator `pub const Allocator = std.mem.Allocator`
            6..6 variable limit `pub const limit: usize = 3`
            8..19 class Point `pub const Point = extern struct` doc "A point."
            11..12 field Point.x -> #number `x: i32 = 0` doc "Left."
            13..13 field Point.next -> Point `next: ?*const Point`
            14..16 method Point.init(x: #number) -> Self +static `pub fn init(x: i32) !Self`
            17..17 method Point.len(&self: Self) -> #number +private `fn len(self: *const Self) u32`
            18..18 class Point.Inner +private `const Inner = union(enum)`
            18..18 field Point.Inner.a -> #number `a: u8`
            18..18 field Point.Inner.b `b`
            20..20 enum Color +private `const Color = enum(u8)`
            20..20 field Color.red `red`
            20..20 field Color.dark red `@"dark red" = 4`
            21..21 enum Failure `pub const Failure = error`
            21..21 field Failure.NotFound `NotFound`
            21..21 field Failure.Closed `Closed`
            22..22 class Handle +private `const Handle = opaque`
            23..23 function open(path: [?: #number], *_) -> #number +private `extern "c" fn open(path: [*:0]const u8, ...) c_int`
            24..26 function List(T) `pub fn List(comptime T: type) type`
            25..25 class List.List +private `struct`
            25..25 field List.List.items -> [?: T] `items: []T`
            25..25 method List.List.at(&self: fn List.List, i: #number) -> T +private `fn at(self: @This(), i: usize) T`
            27..27 function test.adds. two +private +test `test "adds. two"`
            28..28 function decltest.limit +private +test `test limit`
            29..29 function test +private +test `test`
        "#]],
    );
}

#[test]
fn a_file_with_fields_is_a_type() {
    zig(
        &["defs", "bindings"],
        "const Self = @This();\nlexer: Lexer,\ndepth: Depth = .init(2),\npub fn next(self: *Self) void { self.depth = self.lexer.next(); other(self); }\nfn other(x: u8) void {}\n",
        expect![[r#"
            1..5 module <module>
            2..2 field lexer -> Lexer `lexer: Lexer`
            3..3 field depth -> Depth `depth: Depth = .init(2)`
            4..4 method next(&self: Self) `pub fn next(self: *Self) void`
            5..5 function other(x: #number) +private `fn other(x: u8) void`
            <module>: Self = fn
            <module>: self@.depth = Depth.init(#number)
            <module>: next = fn next (definition next)
            next: self: Self (parameter 0 of next)
            next: self@next.depth = self@next.lexer.next()
            <module>: other = fn other (definition other)
            other: x: #number (parameter 0 of other)
        "#]],
    );
}

#[test]
fn imports_bind_files_and_names_behind_them() {
    zig(
        &["imports", "bindings"],
        r#"const std = @import("std");
pub const Deep = @import("a/b.zig").Inner.Deep;
const c = @cImport({ @cInclude("stdio.h"); });
usingnamespace @import("d.zig");
pub usingnamespace std;
fn f() void { const g = @import("g.zig"); @import("h.zig").i(); }
"#,
        expect![[r#"
            import "std" as "std"
            import "a/b.zig" item Inner.Deep as "Deep" +reexport
            import "@cImport" as "c"
            import "d.zig" item *
            import "std" item * +reexport
            import "g.zig" as "g" in f
            import "h.zig" as "<import h.zig>" in f
            <module>: std (import 0)
            <module>: Deep (import 1)
            <module>: c (import 2)
            <module>: f = fn f (definition f)
            f: g (import 5)
            f: <import h.zig> (import 6)
        "#]],
    );
}

#[test]
fn values_flow_through_what_zig_writes_around_them() {
    zig(
        &["bindings", "returns"],
        r#"fn f(a: ?*A, list: []const B, u: U) !C {
    const x = try a.?.b.*;
    const y = a orelse return null;
    var z: C = .init(1);
    z = g() catch |err| switch (err) { error.D => .{}, else => return err };
    const w, var v = pair();
    for (list, 0..) |*item, i| item.go(i);
    while (it.next()) |n| : (i += 1) {} else |e| {}
    if (a) |b| b.go() else |e| e.no();
    const s = switch (u) { .one => |one| one.x, .two, .three => |more| more.y, else => undefined };
    const t = done: { break :done x; };
    const k = [_]B{ .{ .n = 1 }, B{} };
    const l = if (x) y else if (w) v else 2;
    a.?.b = &y;
    list[3].c.* = x;
    z.* = .{ .m = x };
    const p: *P = @ptrCast(@alignCast(x));
    const q = @as(Q, x);
    return .{ .r = x };
}
"#,
        expect![[r#"
            <module>: f = fn f (definition f)
            f: a: A (parameter 0 of f)
            f: list: [?: B] (parameter 1 of f)
            f: u: U (parameter 2 of f)
            f: x = a.b
            f: y = (a | _)
            f: z: C = C.init(#number)
            f: err
            f: z = (g() | ([] | _))
            f: w = pair()[0]
            f: v = pair()[1]
            f: item = each(list)
            f: i
            f: n = it.next()
            f: e
            f: b = a
            f: e
            f: one = u.one
            f: more = u.two
            f: s = (one.x | more.y)
            f: done:
            f: done: = x
            f: t = done:
            f: k = ([0: (['n': #number] as B), 1: ([] as B)] as [?: B])
            f: l = (y | v | #number)
            f: a.b = y
            f: list[3].c = x
            f: z.m = x
            f: p: P = _
            f: q = (x as Q)
            return err from f
            return (['r': x] as C) from f
        "#]],
    );
}

#[test]
fn calls_of_members_builtins_and_implied_members() {
    zig(
        &["calls"],
        r#"const Self = @This();
fn f(self: Self, g: anytype) T {
    a.b(c)[0].d().?.e(.{ .x = h() });
    self.i();
    @call(.auto, j, .{ k, 1 });
    @field(l, "m")();
    @panic(n());
    defer o();
    errdefer |e| p(e);
    comptime q();
    _ = @TypeOf(r());
    s(struct { fn t() void {} }.t);
    const v = try self.allocator.create(V);
    const w = gpa.alloc(W, 2);
    return .u(v.w(w[0]));
}
"#,
        expect![[r#"
            3: f calls a.b(c)
            3: f calls a.b(c)[0].d()
            3: f calls h()
            3: f calls a.b(c)[0].d().e(['x': h()])
            4: f calls self@f.i()
            5: f calls j(k, #number)
            6: f calls l.m()
            7: f calls n()
            8: f calls o()
            9: f calls p(e)
            10: f calls q()
            12: f calls s(fn f.<lambda>.t)
            13: f calls self@f.allocator.create(V)
            14: f calls gpa.alloc(W, #number)
            15: f calls v.w(w[0])
            15: f calls T.u(v.w(w[0]))
        "#]],
    );
}

#[test]
fn an_error_costs_one_function() {
    let text =
        "const A = struct {\n    fn a() void {}\n    fn b() void { ) }\n    fn c() void {}\n};\nfn d() void {}\n";
    let found = facts(Language::Zig, text);
    let names: Vec<&str> = found.definitions.iter().skip(1).map(|definition| definition.path.as_str()).collect();
    assert_eq!((names, found.syntax_errors), (vec!["A", "A.a", "A.b", "A.c", "d"], 1));
}

#[test]
fn names_are_highlighted() {
    let text = "pub fn add(a: Point) ?u8 { return @min(a.x, call(b.go(), null)); }";
    let spans = crate::highlight(Language::Zig, text).unwrap();
    let shown: Vec<String> = spans
        .iter()
        .map(|span| format!("{}: {:?}", &text[span.start as usize..span.end as usize], span.class))
        .collect();
    expect![[r#"
        [
            "pub: Keyword",
            "fn: Keyword",
            "add: Function",
            ":: Operator",
            "Point: Type",
            "?: Operator",
            "u8: Type",
            "return: Keyword",
            "@min: Attribute",
            "x: Property",
            "call: Function",
            "go: Function",
            "null: Constant",
        ]
    "#]]
    .assert_debug_eq(&shown);
}
