//! Whether a find is of tests. Its path says it, but for tests that are in the file of what they test.

use code_words::path::is_test;
use protocol::Evidence;

/// What a test of Rust has above it.
const MARKS: &[&str] = &["#[test]", "#[tokio::test", "#[rstest", "#[test_case", "#[proptest", "#[wasm_bindgen_test"];

/// A test, or what is in a module of tests.
pub fn is_test_code(e: &Evidence) -> bool {
    is_test(&e.path) || e.path.ends_with(".rs") && is_within_code(e)
}

fn is_within_code(e: &Evidence) -> bool {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let in_module = symbol.rsplit(['.', ':']).skip(1).any(|part| matches!(part, "test" | "tests"));
    in_module || e.excerpt.lines().take(4).any(|line| MARKS.iter().any(|mark| line.trim_start().starts_with(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[test]
    fn tests_beside_what_they_test_are_tests() {
        let of = |path: &str, symbol: &str, excerpt: &str| {
            let e = found(symbol, path, 3, excerpt);
            is_test_code(&e)
        };
        assert!(of("src/outlier.rs", "outlier.test_detect", "#[test]\nfn test_detect() {"));
        assert!(of("src/size.rs", "size.tests.filter", "macro_rules! filter {"));
        assert!(of("tests/a.py", "tests.a.check", "def check():"));
        assert!(!of("src/app.py", "app.App.test_client", "def test_client(self):"));
        assert!(!of("src/outlier.rs", "outlier.num_outliers", "fn num_outliers() {"));
    }
}
