//! Whether a build wrote a file, by its text.

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

/// True of a copy of sources that a bundler has put together, by its first 4 KB. Such a file repeats what the sources say.
pub fn is_bundle(text: &str) -> bool {
    let head = text.get(..text.floor_char_boundary(HEAD)).unwrap_or(text);
    BEGINNINGS.iter().any(|beginning| head.contains(beginning))
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
        assert!(is_bundle(bundle) && !is_bundle(source) && !is_bundle(&"\u{e9}".repeat(HEAD)));
    }
}
