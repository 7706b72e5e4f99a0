//! Kotlin.

use super::{Case, nest, row};

/// See the module.
pub const KOTLIN: &[Case] = &[
    Case::one("methods", "a.kt", |size| row(size, "class A {\n", |at| format!("fun m{at}() {{ m() }}\n"), "}\n")),
    Case::one("extension functions", "a.kt", |size| {
        row(size, "class A\n", |at| format!("fun A.m{at}() {{ this.m() }}\n"), "")
    }),
    Case::one("parameters of a class", "a.kt", |size| {
        row(size, "class A(val a: B", |at| format!(",\nval a{at}: B"), ")\n")
    }),
    Case::one("parameters with defaults", "a.kt", |size| {
        row(size, "fun f(a: B", |at| format!(",\na{at}: B = g()"), ") {}\n")
    }),
    Case::one("members of a companion", "a.kt", |size| {
        row(size, "class A { companion object {\n", |at| format!("val a{at} = f()\n"), "} }\n")
    }),
    Case::one("classes in classes", "a.kt", |size| nest(size, "class A : B() {\n", "fun m() { n() }\n", "}\n")),
    Case::one("lambdas in lambdas", "a.kt", |size| "val a = ".to_owned() + &nest(size, "f(1) {\n", "it", "}\n")),
    Case::one("imports", "a.kt", |size| row(size, "", |at| format!("import a.A{at}\n"), "class A\n")),
    Case::one("a chain of calls", "a.kt", |size| "val a = b".to_owned() + &"\n.f()".repeat(size / 5)),
    Case::one("a chain of elvises", "a.kt", |size| "val a = b".to_owned() + &" ?:\nb".repeat(size / 5)),
    Case::one("entries of a when", "a.kt", |size| {
        row(size, "val a = when (b) {\n", |at| format!("{at} -> f()\n"), "}\n")
    }),
    Case::one("constants of an enum", "a.kt", |size| {
        row(size, "enum class A(val a: Int) {\n", |at| format!("A{at}(1),\n"), "}\n")
    }),
];
