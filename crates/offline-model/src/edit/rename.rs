//! "Rename `a` to `b`", by the tool `rename_symbol`; a file is moved.

use super::sentence::Sentence;
use super::{Edit, Next, made};
use crate::words::has_extension;
use model::Message;
use serde_json::json;

/// Reads a renaming.
pub fn read(sentence: &Sentence) -> Option<Edit> {
    let files = sentence.fit("rename|move [the] [file] F to F").filter(|found| found.iter().all(|path| is_file(path)));
    if let Some([path, to]) = files.as_deref() {
        return Some(Edit::Move { path: path.clone(), to: to.clone() });
    }
    let found =
        sentence.fit("rename [the] [function|method|class|symbol|variable|type|struct|field|constant] N to N")?;
    let [symbol, to] = found.as_slice() else { return None };
    // A new name is one identifier; a qualified one would be a move.
    (!is_file(symbol) && !to.contains(['.', ':'])).then(|| Edit::Rename { symbol: symbol.clone(), to: to.clone() })
}

fn is_file(text: &str) -> bool {
    text.contains('/') || has_extension(text)
}

/// The next move.
pub fn next(symbol: &str, to: &str, results: &[&Message]) -> Next {
    made(results, "rename_symbol", || json!({ "symbol": symbol, "new_name": to }))
}
