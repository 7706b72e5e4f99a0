//! Zig: files as modules and types, `build.zig`, containers, receivers, functions that return types, captures, vtables.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Files by path, names behind them, modules of `build.zig`, `usingnamespace`; modules from outside.
#[test]
fn imports() {
    check(
        r#"
//- /build.zig
pub fn build(b: *std.Build) void {
    const money = b.addModule("money", .{ .root_source_file = b.path("libs/money.zig") });
    exe.root_module.addImport("cash", money);
}
//- /libs/money.zig
pub fn pay() void { round(); }
fn round() void {}
//- /src/util.zig
pub const text = @import("text.zig");
pub fn log() void { text.trim(); }
pub const Log = struct { pub fn init() Log { return .{}; } };
//- /src/text.zig
pub fn trim() void {}
pub const Inner = struct { pub const Deep = struct { pub fn run() void {} }; };
//- /src/all.zig
pub usingnamespace @import("text.zig");
//- /src/main.zig
const std = @import("std");
const util = @import("util.zig");
const log = @import("util.zig").log;
const run = @import("text.zig").Inner.Deep.run;
const money = @import("money");
const all = @import("all.zig");
const missing = @import("missing.zig");
pub fn main() void {
    util.log();
    log();
    run();
    util.text.trim();
    money.pay();
    @import("cash").pay();
    all.trim();
    std.log();
    missing.log();
    _ = util.Log.init();
}
"#,
        expect![[r#"
            libs.money.pay -> libs.money.round (scope)
            src.main.main -> libs.money.pay (import)
            src.main.main -> src.text.Inner.Deep.run (member)
            src.main.main -> src.text.trim (import)
            src.main.main -> src.util.Log.init (member)
            src.main.main -> src.util.log (import)
            src.util.log -> src.text.trim (import)
        "#]],
    );
}

/// Structs, enums, unions and error sets; what a value's type is: written, returned, of a field, of a capture.
#[test]
fn containers() {
    check(
        r#"
//- /shop.zig
const Item = struct {
    price: u32,
    next: ?*Item = null,
    pub fn cost(self: Item) u32 { return self.price; }
    fn last(self: *Item) *Item { return if (self.next) |next| next.last() else self; }
};
pub const Cart = struct {
    const Self = @This();
    items: []Item,
    store: Store = .{},
    first: ?Item,
    pub fn init(store: Store) !Self {
        var self = Self{ .items = &.{}, .store = store, .first = null };
        self.reset();
        try self.store.open();
        return self;
    }
    fn reset(self: *Self) void { self.items.len = 0; }
    pub fn total(self: *const Self) u32 {
        var sum: u32 = 0;
        for (self.items, 0..) |*item, i| { sum += item.cost(); _ = i; }
        if (self.first) |first| sum += first.cost();
        while (self.iterator().next()) |item| { sum += item.cost(); }
        return helper(self) + sum;
    }
    fn iterator(self: *const Self) Iterator { return .{ .cart = self }; }
    const Iterator = struct {
        cart: *const Cart,
        fn next(it: *Iterator) ?Item { it.cart.check(); return null; }
    };
    fn check(_: *const Self) void {}
};
fn helper(cart: *const Cart) u32 { return Cart.total(cart); }
const Store = struct { fn open(self: *Store) !void { _ = self; } };
const Color = enum {
    red,
    green,
    fn code(self: Color) u8 { return switch (self) { .red => self.one(), .green => 2 }; }
    fn one(_: Color) u8 { return 1; }
};
const Shape = union(enum) {
    circle: Circle,
    square: Square,
    fn area(self: Shape) u32 {
        return switch (self) { .circle => |c| c.round(), .square => |s| s.edge() };
    }
    fn draw(self: *Shape) void { switch (self.*) { inline else => |*one| one.show() } }
};
const Circle = struct { fn round(self: Circle) u32 { _ = self; return 1; } fn show(_: *Circle) void {} };
const Square = struct { fn edge(self: Square) u32 { _ = self; return 1; } fn show(_: *Square) void {} };
const Failure = error{ NoMoney, Closed };
pub fn main() !void {
    var cart = try Cart.init(.{});
    defer cart.reset();
    errdefer |e| report(e);
    _ = cart.total();
    const other: Cart = .init(.{});
    other.check();
    Color.red.code();
    const found = cart.first orelse return;
    found.cost();
    cart.items[0].last().cost();
    const one = blk: { if (found.price > 1) break :blk found; break :blk cart.items[1]; };
    one.cost();
    (Shape{ .circle = .{} }).area();
    const picked = cart.find() catch |e| switch (e) { error.Closed => return, else => found };
    @as(Item, picked).cost();
}
fn report(_: anyerror) void {}
test "adds" { try main(); }
"#,
        expect![[r#"
            shop.Cart.Iterator.next -> shop.Cart.check (member)
            shop.Cart.init -> shop.Cart.reset (annotation)
            shop.Cart.init -> shop.Store.open (container)
            shop.Cart.total -> shop.Cart.Iterator.next (returned)
            shop.Cart.total -> shop.Cart.iterator (member)
            shop.Cart.total -> shop.Item.cost (annotation)
            shop.Cart.total -> shop.Item.cost (returned)
            shop.Cart.total -> shop.helper (scope)
            shop.Color.code -> shop.Color.one (member)
            shop.Item.last -> shop.Item.last (annotation)
            shop.Shape.area -> shop.Circle.round (annotation)
            shop.Shape.area -> shop.Square.edge (annotation)
            shop.Shape.draw -> shop.Circle.show (annotation)
            shop.Shape.draw -> shop.Square.show (annotation)
            shop.helper -> shop.Cart.total (member)
            shop.main -> shop.Cart.check (annotation)
            shop.main -> shop.Cart.init (member)
            shop.main -> shop.Cart.reset (returned)
            shop.main -> shop.Cart.total (returned)
            shop.main -> shop.Color.code (member)
            shop.main -> shop.Item.cost (annotation)
            shop.main -> shop.Item.cost (returned)
            shop.main -> shop.Item.last (annotation)
            shop.main -> shop.Shape.area (annotation)
            shop.main -> shop.report (scope)
            shop.test.adds -> shop.main (scope)
        "#]],
    );
}

/// A file with fields is a type; its constant elsewhere has its members.
#[test]
fn files_are_types() {
    check(
        r#"
//- /Parser.zig
const Parser = @This();
const Lexer = @import("Lexer.zig");
lexer: Lexer,
depth: u32 = 0,
pub fn init(text: []const u8) Parser { return .{ .lexer = Lexer.init(text) }; }
pub fn parse(p: *Parser) !void { p.step(); const t = p.lexer.next(); t.show(); }
fn step(p: *Parser) void { p.depth += 1; enter(p); }
fn enter(p: *Parser) void { _ = p; }
//- /Lexer.zig
const Self = @This();
pub const Token = struct { pub fn show(_: Token) void {} };
text: []const u8,
pub fn init(text: []const u8) Self { return .{ .text = text }; }
pub fn next(self: *Self) Token { self.skip(); return .{}; }
fn skip(self: *Self) void { _ = self; }
//- /main.zig
const Parser = @import("Parser.zig");
const Holder = struct { parser: *Parser };
pub fn main(holder: Holder) !void {
    var parser = Parser.init("a");
    try parser.parse();
    holder.parser.parse();
    Parser.parse(&parser);
    parser.lexer.next();
}
"#,
        expect![[r#"
            Lexer.next -> Lexer.skip (member)
            Parser.init -> Lexer.init (import)
            Parser.parse -> Lexer.Token.show (returned)
            Parser.parse -> Lexer.next (annotation)
            Parser.parse -> Parser.step (member)
            Parser.step -> Parser.enter (scope)
            main.main -> Lexer.next (returned)
            main.main -> Parser.init (import)
            main.main -> Parser.parse (annotation)
            main.main -> Parser.parse (import)
            main.main -> Parser.parse (returned)
        "#]],
    );
}

/// Functions that return types, and values of these.
#[test]
fn generics() {
    check(
        r#"
//- /list.zig
pub fn List(comptime T: type) type {
    return struct {
        const Self = @This();
        items: []T,
        pub fn init() Self { return .{ .items = &.{} }; }
        pub fn append(self: *Self, item: T) void { self.grow(); item.touch(); _ = self.items[0].touch(); }
        fn grow(self: *Self) void { _ = self; }
        pub fn first(self: Self) ?T { return self.items[0]; }
    };
}
//- /main.zig
const list = @import("list.zig");
const Item = struct { fn touch(self: Item) void { _ = self; } fn other(self: Item) void { _ = self; } };
const Items = list.List(Item);
const Shop = struct {
    items: list.List(Item),
    fn add(self: *Shop) void { self.items.append(.{}); }
};
fn show(things: anytype) void { for (things) |thing| thing.other(); }
pub fn main() void {
    var items = Items.init();
    items.append(.{});
    items.first().?.other();
    var direct = list.List(Item).init();
    direct.append(.{});
    show([_]Item{.{}});
    show(&[_]Item{Item{}});
}
"#,
        expect![[r#"
            list.List.List.append -> list.List.List.grow (member)
            list.List.List.append -> main.Item.touch (flow)
            main -> list.List (import)
            main.Shop -> list.List (import)
            main.Shop.add -> list.List.List.append (returned)
            main.main -> list.List (import)
            main.main -> list.List.List.append (returned)
            main.main -> list.List.List.first (returned)
            main.main -> list.List.List.init (returned)
            main.main -> main.Item.other (flow)
            main.main -> main.show (scope)
            main.show -> main.Item.other (annotation)
        "#]],
    );
}

/// Functions as values: arguments, fields, tables, vtables; `anytype`; what is handed to code outside.
#[test]
fn functions_as_values() {
    check(
        r#"
//- /run.zig
const std = @import("std");
fn apply(f: *const fn (u32) u32) u32 { return f(1); }
fn one(x: u32) u32 { return x; }
fn two(x: u32) u32 { return x; }
fn pick(a: bool) *const fn (u32) u32 { return if (a) &one else two; }
const Writer = struct {
    ptr: *anyopaque,
    vtable: *const VTable,
    const VTable = struct { write: *const fn (*anyopaque) void, flush: *const fn (*anyopaque) void };
    fn write(self: Writer) void { self.vtable.write(self.ptr); }
    fn flush(self: Writer) void { self.vtable.flush(self.ptr); }
};
const File = struct {
    fn writer(self: *File) Writer { return .{ .ptr = self, .vtable = &.{ .write = write, .flush = flush } }; }
    fn write(ctx: *anyopaque) void { const self: *File = @ptrCast(@alignCast(ctx)); self.sync(); }
    fn flush(ctx: *anyopaque) void { _ = ctx; }
    fn sync(_: *File) void {}
};
const Duck = struct { fn quack(_: Duck) void {} };
const Goose = struct { fn quack(_: Goose) void {} };
fn speak(bird: anytype) void { bird.quack(); }
const Handler = struct { run: *const fn () void };
const handlers = [_]Handler{ .{ .run = start }, .{ .run = stop } };
fn start() void {}
fn stop() void {}
fn less(_: void, a: u32, b: u32) bool { return a < b; }
pub fn main() void {
    _ = apply(one);
    _ = apply(&two);
    pick(true)(2);
    const f = one;
    _ = f(1);
    var file = File{};
    file.writer().write();
    speak(Duck{});
    speak(Goose{});
    handlers[0].run();
    for (handlers) |handler| handler.run();
    std.sort.pdq(u32, &.{}, {}, less);
    std.sort.pdq(u32, &.{}, {}, struct { fn inner(_: void, a: u32, b: u32) bool { return less({}, a, b); } }.inner);
    const thread = std.Thread.spawn(.{}, start, .{});
    thread.join();
    @call(.auto, stop, .{});
    @field(file, "sync")();
}
"#,
        expect![[r#"
            run.File.write -> run.File.sync (annotation)
            run.Writer.flush -> run.File.flush (container)
            run.Writer.write -> run.File.write (container)
            run.apply -> run.one (flow)
            run.apply -> run.two (flow)
            run.main -> run.File.sync (annotation)
            run.main -> run.File.writer (annotation)
            run.main -> run.Writer.write (returned)
            run.main -> run.apply (scope)
            run.main -> run.less (callback)
            run.main -> run.main.<lambda1>.inner (callback)
            run.main -> run.one (returned)
            run.main -> run.one (scope)
            run.main -> run.pick (scope)
            run.main -> run.speak (scope)
            run.main -> run.start (annotation)
            run.main -> run.start (callback)
            run.main -> run.stop (annotation)
            run.main -> run.stop (scope)
            run.main -> run.two (returned)
            run.main.<lambda1>.inner -> run.less (scope)
            run.speak -> run.Duck.quack (flow)
            run.speak -> run.Goose.quack (flow)
        "#]],
    );
}
