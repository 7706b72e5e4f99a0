//! What a repository offers to those who use it: functions by which they add, set and register things.

use super::fit::is_callable;
use super::symbol::last;
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use protocol::Evidence;

/// What the names of such functions begin with. Those that begin with `on` are as often called by the code itself.
#[rustfmt::skip]
const FIRST: &[&str] = &["add", "configure", "disable", "enable", "install", "register", "set", "use", "with"];
/// What code says of what only itself may use.
const OWN: &[&str] = &["private", "protected", "internal", "fileprivate"];

/// True for a function that others than the code itself may call, and that begins as those do which are offered to them.
pub fn is_offered(e: &Evidence) -> bool {
    let name = last(e.symbol.as_deref().unwrap_or(""));
    let has_first = || name == "on" || lower_parts(name).first().is_some_and(|first| FIRST.contains(&first.as_str()));
    let is_own = || {
        let signature = e.signature.as_deref().unwrap_or("");
        name.starts_with(['_', '#'])
            || signature.split_whitespace().any(|word| OWN.contains(&word))
            || e.path.split('/').any(|part| part.trim_start_matches('_') == "internal" || part == "internals")
    };
    is_callable(e) && has_first() && !is_own() && !is_aside(&e.path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    #[test]
    fn functions_that_add_and_set_are_offered_unless_they_are_private() {
        let is = |symbol: &str, path: &str, text: &str| is_offered(&found(symbol, path, 1, text));
        assert!(is("a.Config.addPassthrough", "src/config.js", "addPassthrough(path) {"));
        assert!(is("a.Style.with_key", "src/style.rs", "pub fn with_key(mut self) -> Self {"));
        assert!(is("a.Events.on", "src/events.js", "on(event, listener) {"));
        assert!(!is("a.Layer.on_layer", "src/layer.rs", "fn on_layer(&mut self) {"));
        assert!(!is("a.Config.copy", "src/config.js", "copy(path) {"));
        assert!(!is("a.Config._addPath", "src/config.js", "_addPath(path) {"));
        assert!(!is("a.Config.addPath", "src/Config.java", "private void addPath(Path path) {"));
        assert!(!is("a.addPath", "src/internal/paths.ts", "function addPath() {"));
        assert!(!is("a.addPath", "tests/paths.py", "def add_path():"));
    }
}
