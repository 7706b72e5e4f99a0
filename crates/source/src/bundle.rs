//! Whether a build wrote a file, by its text.

use crate::Language;

/// How far into a file the beginning is looked for, in bytes.
const HEAD: usize = 4096;
/// What bundlers write around the modules that they put together; each is of one bundler.
const BEGINNINGS: &[&str] = &[
    "webpackUniversalModuleDefinition",
    "__webpack_require__",
    "webpackBootstrap",
    "parcelRequire",
    "__commonJS = (cb, mod)",
    "__copyProps = (to, from",
    "(function (global, factory) {",
    "function(f){if(typeof exports===\"object\"",
];

/// What the last line of a script has that was built out of others.
const SOURCE_MAP: &str = "# sourceMappingURL=";

/// True of a script that a bundler has put together, by its first 4 KB. It repeats what the sources say. What bundlers write may be
/// quoted in files of other languages.
pub fn is_bundle(language: Language, text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(HEAD)];
    language.is_script() && BEGINNINGS.iter().any(|beginning| head.contains(beginning))
}

/// True of a text that ends by naming the map to its sources.
pub fn names_source_map(text: &str) -> bool {
    text.trim_end().lines().next_back().is_some_and(|end| end.contains(SOURCE_MAP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_bundler_wrote_is_known_by_its_beginning() {
        let bundle = "/*! A bundle */\n(function webpackUniversalModuleDefinition(root, factory) {\n";
        let source = "(function (root, factory) {\n  module.exports = factory();\n});\n";
        let is_script = |text: &str| is_bundle(Language::JavaScript, text);
        assert!(is_script(bundle) && !is_script(source) && !is_script(&"\u{e9}".repeat(HEAD)));
        assert!(!is_bundle(Language::Rust, bundle), "a text about bundlers");
    }
}
