//! C++, shell scripts, Swift, Scala, Lua, Dart, Elixir, Zig, SQL and the languages of schemas.

use super::{Case, nest, row};

/// See the module.
pub const CPP: &[Case] = &[
    Case::one("methods", "a.cpp", |size| row(size, "class A {\n", |at| format!("void m{at}() {{ m(); }}\n"), "};\n")),
    Case::one("methods outside of their class", "a.cpp", |size| {
        row(size, "class A {};\n", |at| format!("void A::m{at}() {{ m(); }}\n"), "")
    }),
    Case::one("overloads of one name", "a.cpp", |size| {
        row(size, "", |at| format!("int f(A{at} a);\nint f(A{at} a) {{ return f(a); }}\n"), "")
    }),
    Case::one("parts of a namespace", "a.cpp", |size| {
        row(size, "", |at| format!("namespace a {{ void f{at}() {{ g(); }} }}\n"), "")
    }),
    Case::one("namespaces in namespaces", "a.cpp", |size| nest(size, "namespace a {\n", "int b;\n", "}\n")),
    Case::one("classes in classes", "a.cpp", |size| nest(size, "class A : B {\n", "void m();\n", "};\n")),
    Case::one("bases", "a.cpp", |size| row(size, "class A : B", |at| format!(",\nB{at}"), " {};\n")),
    Case::one("templates in templates", "a.cpp", |size| nest(size, "a<", "int", ">") + " b;\n"),
    Case::one("lambdas in lambdas", "a.cpp", |size| {
        "auto a = ".to_owned() + &nest(size, "f([] { return ", "1", "; })") + ";\n"
    }),
    Case::one("a chain of calls", "a.cpp", |size| "auto a = b".to_owned() + &"\n.f()".repeat(size / 5) + ";\n"),
    Case::one("a chain of operators", "a.cpp", |size| "auto a = b".to_owned() + &" +\nc".repeat(size / 4) + ";\n"),
    Case::one("a qualified name", "a.cpp", |size| "auto a = ".to_owned() + &"b::\n".repeat(size / 4) + "c();\n"),
    Case::one("classes without an end", "a.cpp", |size| "class AB ".repeat(size / 9)),
];

/// See the module.
pub const SHELL: &[Case] = &[
    Case::one("functions", "a.sh", |size| row(size, "", |at| format!("f{at}() {{ f1; }}\n"), "")),
    Case::one("assignments", "a.sh", |size| row(size, "", |at| format!("a{at}=$(f)\n"), "")),
    Case::one("a pipe", "a.sh", |size| "a".to_owned() + &" | b".repeat(size / 4)),
    Case::one("conditions in conditions", "a.sh", |size| nest(size, "if a; then\n", "b\n", "fi\n")),
    Case::one("arguments", "a.sh", |size| row(size, "f", |at| format!(" \\\nword{at}"), "\n")),
];

/// See the module.
pub const SWIFT: &[Case] = &[
    Case::one("methods", "a.swift", |size| row(size, "class A {\n", |at| format!("func m{at}() {{ m() }}\n"), "}\n")),
    Case::one("extensions", "a.swift", |size| {
        row(size, "class A {}\n", |at| format!("extension A {{ func m{at}() {{ m1() }} }}\n"), "")
    }),
    Case::one("closures in closures", "a.swift", |size| "let a = ".to_owned() + &nest(size, "f(1) {\n", "$0", "}\n")),
    Case::one("a chain of calls", "a.swift", |size| "let a = b".to_owned() + &"\n.f()".repeat(size / 5)),
    Case::one("cases of a switch", "a.swift", |size| {
        row(size, "switch a {\n", |at| format!("case .b{at}(let c): c.d()\n"), "}\n")
    }),
];

/// See the module.
pub const SCALA: &[Case] = &[
    Case::one("methods", "a.scala", |size| row(size, "class A {\n", |at| format!("def m{at}() = m()\n"), "}\n")),
    Case::one("members of a companion", "a.scala", |size| {
        row(size, "class A\nobject A {\n", |at| format!("def m{at}() = m1()\n"), "}\n")
    }),
    Case::one("a chain of calls", "a.scala", |size| "val a = b".to_owned() + &"\n.f()".repeat(size / 5)),
    Case::one("a chain of operators", "a.scala", |size| "val a = b".to_owned() + &" + c".repeat(size / 4)),
    Case::one("lists of arguments", "a.scala", |size| "val a = b".to_owned() + &"(c)".repeat(size / 3)),
    Case::one("cases", "a.scala", |size| {
        row(size, "val a = b match {\n", |at| format!("case C{at}(d) => d.e()\n"), "}\n")
    }),
];

/// See the module.
pub const LUA: &[Case] = &[
    Case::one("methods", "a.lua", |size| {
        row(size, "local A = {}\n", |at| format!("function A:m{at}() self:m1() end\n"), "")
    }),
    Case::one("fields of a table", "a.lua", |size| row(size, "local a = {\n", |at| format!("b{at} = f(),\n"), "}\n")),
    Case::one("a chain of calls", "a.lua", |size| "local a = b".to_owned() + &"\n.f()".repeat(size / 5)),
    Case::one("functions in functions", "a.lua", |size| nest(size, "local function f()\n", "g()\n", "end\n")),
    Case::one("modules", "a.lua", |size| row(size, "", |at| format!("local a{at} = require('b{at}')\n"), "")),
];

/// See the module.
pub const GRAPHQL: &[Case] = &[
    Case::one("fields", "a.graphql", |size| row(size, "type A {\n", |at| format!("f{at}(b: A): [A!]\n"), "}\n")),
    Case::one("interfaces", "a.graphql", |size| row(size, "type A implements B", |at| format!(" & B{at}"), "\n")),
    Case::one("extensions", "a.graphql", |size| {
        row(size, "type A { b: C }\n", |_| "extend type A { d: A }\n".into(), "")
    }),
    Case::one("fields in fields", "a.graphql", |size| "query ".to_owned() + &nest(size, "{ a ", "{ b }", "}")),
];

/// See the module.
pub const PROTOBUF: &[Case] = &[
    Case::one("fields", "a.proto", |size| row(size, "message A {\n", |at| format!("// b\nA f{at} = {at};\n"), "}\n")),
    Case::one("messages in messages", "a.proto", |size| nest(size, "message A {", "int32 b = 1;", "}")),
    Case::one("procedures", "a.proto", |size| {
        row(size, "message A {}\nservice B {\n", |at| format!("rpc C{at} (A) returns (A);\n"), "}\n")
    }),
    Case::one("messages of one name", "a.proto", |size| {
        row(size, "", |at| format!("message A{at} {{ message B {{}} B c = 1; }}\n"), "")
    }),
];

/// See the module.
pub const HCL: &[Case] = &[
    Case::one("variables", "a.tf", |size| {
        row(size, "", |at| format!("# b\nvariable \"a{at}\" {{ default = var.a }}\n"), "")
    }),
    Case::one("locals", "a.tf", |size| row(size, "locals {\n", |at| format!("a{at} = local.a\n"), "}\n")),
    Case::one("blocks in blocks", "a.tf", |size| nest(size, "resource \"a\" \"b\" {\n", "c = 1\n", "}\n")),
    Case::one("lists in lists", "a.tf", |size| "a = ".to_owned() + &nest(size, "[", "1", "]") + "\n"),
];

/// See the module.
pub const DART: &[Case] = &[
    Case::one("methods", "a.dart", |size| row(size, "class A {\n", |at| format!("void m{at}() {{ m1(); }}\n"), "}\n")),
    Case::one("extensions", "a.dart", |size| {
        row(size, "class A {}\n", |at| format!("extension on A {{ void m{at}() {{ m1(); }} }}\n"), "")
    }),
    Case::one("closures in closures", "a.dart", |size| {
        "var a = ".to_owned() + &nest(size, "f(() =>\n", "b", ")\n") + ";"
    }),
    Case::one("a chain of calls", "a.dart", |size| "var a = b".to_owned() + &"\n.f()".repeat(size / 5) + ";"),
    Case::one("a cascade", "a.dart", |size| "var a = b".to_owned() + &"\n..f()".repeat(size / 6) + ";"),
    Case::one("a chain of operators", "a.dart", |size| "var a = b".to_owned() + &" + c".repeat(size / 4) + ";"),
    Case::one("parts", "a.dart", |size| row(size, "", |at| format!("part 'b{at}.dart';\n"), "")),
    Case::one("cases", "a.dart", |size| {
        row(size, "f() { switch (a) {\n", |at| format!("case C{at}(:var d): d.e();\n"), "} }\n")
    }),
];

/// See the module.
pub const ELIXIR: &[Case] = &[
    Case::one("functions", "a.ex", |size| {
        row(size, "defmodule A do\n", |at| format!("def f{at}(a), do: f1(a)\n"), "end\n")
    }),
    Case::one("clauses of one function", "a.ex", |size| {
        row(size, "defmodule A do\n", |at| format!("def f({{{at}, a}}), do: f(a)\n"), "end\n")
    }),
    Case::one("aliases", "a.ex", |size| {
        row(size, "defmodule A do\n", |at| format!("alias B.C{at}\nC{at}.f()\n"), "end\n")
    }),
    Case::one("modules in modules", "a.ex", |size| nest(size, "defmodule A do\n", "def f, do: g()\n", "end\n")),
    Case::one("a pipe", "a.ex", |size| "a".to_owned() + &"\n|> f()".repeat(size / 7)),
    Case::one("a chain of operators", "a.ex", |size| "a".to_owned() + &" ++ b".repeat(size / 5)),
    Case::one("functions in functions", "a.ex", |size| nest(size, "f(fn a ->\n", "b", "end)\n")),
    Case::one("captures in captures", "a.ex", |size| nest(size, "&f(&1, ", "b", ")")),
    Case::one("cases", "a.ex", |size| {
        row(size, "case a do\n", |at| format!("{{:c{at}, %D{{e: f}}}} -> f.g(a)\n"), "end\n")
    }),
    Case::one("implementations of a protocol", "a.ex", |size| {
        row(
            size,
            "defprotocol P do\ndef f(a)\nend\n",
            |at| format!("defimpl P, for: A{at} do\ndef f(a), do: P.f(a)\nend\n"),
            "",
        )
    }),
];

/// See the module.
pub const ZIG: &[Case] = &[
    Case::one("functions", "a.zig", |size| row(size, "", |at| format!("fn f{at}(a: u8) u8 {{ return f1(a); }}\n"), "")),
    Case::one("containers in containers", "a.zig", |size| nest(size, "const A = struct {\n", "a: u8,", "};\n")),
    Case::one("functions that return types", "a.zig", |size| {
        nest(size, "fn F(T: type) type { return struct {\n", "a: T,", "}; }\n")
    }),
    Case::one("a union and inline else", "a.zig", |size| {
        row(
            size,
            "const U = union(enum) {\n",
            |at| format!("a{at}: A{at},\n"),
            "fn f(s: U) void { switch (s) { inline else => |x| x.f() } } };\n",
        )
    }),
    Case::one("an else if ladder", "a.zig", |size| {
        row(size, "fn f() void { if (a) {}\n", |at| format!("else if (b{at}) |c| {{ c.d(); }}\n"), "}\n")
    }),
    Case::one("a ladder of values", "a.zig", |size| {
        row(size, "const a = ", |at| format!("if (b{at}) c{at} else\n"), "d;\n")
    }),
    Case::one("a chain of calls", "a.zig", |size| "const a = b".to_owned() + &".c(d).?".repeat(size / 7) + ";"),
    Case::one("a chain of operators", "a.zig", |size| "const a = b".to_owned() + &" orelse c".repeat(size / 9) + ";"),
    Case::one("initializers in initializers", "a.zig", |size| nest(size, "f(.{ .a = &.{\n", "b", "} });\n")),
    Case::one("labels", "a.zig", |size| {
        row(size, "fn f() void {\n", |at| format!("const a{at} = b: {{ break :b a{at}; }};\n"), "}\n")
    }),
    Case::one("imports of names", "a.zig", |size| {
        row(size, "", |at| format!("const a{at} = @import(\"b.zig\").c{at};\n"), "")
    }),
    Case::one("usingnamespace", "a.zig", |size| {
        row(size, "", |at| format!("usingnamespace @import(\"b{at}.zig\");\n"), "")
    }),
];

/// See the module.
pub const SQL: &[Case] = &[
    Case::one("tables", "a.sql", |size| {
        row(size, "", |at| format!("create table t{at} (a int references t1 (a));\n"), "")
    }),
    Case::one("columns", "a.sql", |size| row(size, "create table t (\n", |at| format!("a{at} int,\n"), "b int);\n")),
    Case::one("statements that cannot be read", "a.sql", |size| {
        row(size, "", |at| format!("create procedure p{at}() as begin select 1; end;\n"), "")
    }),
    Case::one("a table with many errors", "a.sql", |size| {
        row(size, "create table t (\n", |at| format!("a{at} !! int,\n"), "b int);\n")
    }),
    Case::one("joins", "a.sql", |size| {
        row(size, "select 1 from t\n", |at| format!("join t a{at} on t.a = a{at}.a\n"), ";\n")
    }),
    Case::one("columns added", "a.sql", |size| {
        row(size, "create table t (a int);\n", |at| format!("alter table t add column a{at} int;\n"), "")
    }),
    Case::one("queries in queries", "a.sql", |size| nest(size, "select * from (\n", "select 1", ") a\n")),
    Case::one("open quotes", "a.sql", |size| "$a$ 'b \" ` /* ".repeat(size / 15)),
    Case::one("rows to copy", "a.sql", |size| row(size, "copy t from stdin;\n", |at| format!("{at}\t'x;\n"), "\\.\n")),
];
