//! C++ and shell scripts.

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
