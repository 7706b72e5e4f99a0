//! Ruby.

use super::{Case, nest, row};

/// See the module.
pub const RUBY: &[Case] = &[
    Case::one("methods", "a.rb", |size| row(size, "class A\n", |at| format!("def m{at} = m\n"), "end\n")),
    Case::one("one class opened again and again", "a.rb", |size| {
        row(size, "", |at| format!("class A; X = B; def m{at}; m; end; end\n"), "")
    }),
    Case::many("one module in many files", |size| {
        let file = |at: usize| (format!("a{at}.rb"), format!("module A\n  class C{at} < B; def m = C.n; end\nend\n"));
        (0..size / 60).map(file).collect()
    }),
    Case::one("modules in modules", "a.rb", |size| nest(size, "module A\n", "def m = n\n", "end\n")),
    Case::one("modules mixed in", "a.rb", |size| {
        row(size, "class A\n", |at| format!("include M{at}\nextend N{at}\n"), "end\n")
    }),
    Case::one("parameters", "a.rb", |size| row(size, "def f(a", |at| format!(",\na{at}"), ") = super\n")),
    Case::one("attributes", "a.rb", |size| {
        row(size, "class A\nattr_accessor :a", |at| format!(",\n:a{at}"), "\nend\n")
    }),
    Case::one("local variables", "a.rb", |size| row(size, "def f\n", |at| format!("a{at} = a\n"), "end\n")),
    Case::one("blocks in blocks", "a.rb", |size| nest(size, "f { |a|\n", "a", "}\n")),
    Case::one("private methods", "a.rb", |size| {
        row(size, "class A\n", |at| format!("def m{at}; end\nprivate :m{at}\n"), "end\n")
    }),
    Case::one("a chain of calls", "a.rb", |size| "a".to_owned() + &".\nf()".repeat(size / 5)),
    Case::one("an elsif ladder", "a.rb", |size| row(size, "if a\n", |at| format!("elsif a{at}\n"), "end\n")),
    Case::one("targets", "a.rb", |size| row(size, "a", |at| format!(",\na{at}"), " = b\n")),
];
