//! Modules that pass each other's names on: of `n` bytes there are about the square root of `n` modules.

use super::Case;

/// See the module.
pub const RINGS: &[Case] = &[
    Case::many("star imports of Python", |size| {
        modules(
            size,
            "py",
            |other| format!("from m{other} import *\n"),
            |own| format!("def f{own}(): missing{own}()\n"),
        )
    }),
    Case::many("star imports of Rust", |size| {
        let mut files = modules(
            size,
            "rs",
            |other| format!("pub use crate::m{other}::*;\n"),
            |own| format!("pub fn f{own}() {{ missing{own}() }}\n"),
        );
        let declared = (0..files.len()).map(|at| format!("pub mod m{at};\n")).collect();
        files.iter_mut().for_each(|(path, _)| *path = format!("src/{path}"));
        files.push(("src/lib.rs".to_owned(), declared));
        files
    }),
    Case::many("star exports of TypeScript", |size| {
        modules(
            size,
            "ts",
            |other| format!("export * from \"./m{other}\"\nimport {{ missing{other} }} from \"./m{other}\"\n"),
            |own| format!("export function f{own}() {{ missing{own}() }}\n"),
        )
    }),
];

fn modules(
    size: usize,
    extension: &str,
    import: impl Fn(usize) -> String,
    own: impl Fn(usize) -> String,
) -> Vec<(String, String)> {
    let count = (size / import(10).len()).isqrt();
    let module = |at: usize| {
        let imports: String = (0..count).filter(|other| *other != at).map(&import).collect();
        (format!("m{at}.{extension}"), imports + &own(at))
    };
    (0..count).map(module).collect()
}
