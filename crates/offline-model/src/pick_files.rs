//! The files to read for an answer: those of the best places that a search finds.

use protocol::Evidence;

/// Most files.
const FILES: usize = 6;

/// Their paths, best first.
pub fn pick(named: &[String], matches: &[Evidence]) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    // Not each path that a question names exists: who asks leaves out the others.
    for path in named.iter().chain(matches.iter().map(|found| &found.path)) {
        if files.len() < FILES && !files.contains(path) {
            files.push(path.clone());
        }
    }
    files
}
