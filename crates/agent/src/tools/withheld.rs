//! Secrets of the files that a tool shows lines of.

use crate::ToolOutput;
use crate::secrets::Known;
use codebase::Overlaid;
use source::RepoPath;

/// The secrets of these files.
pub(super) fn known_of<'p>(over: Overlaid<'_>, paths: impl IntoIterator<Item = &'p str>) -> Known {
    let mut known = Known::default();
    for path in paths {
        // What is no path, or is there no more, has nothing to hide. A text that is not loaded is noted: the reader runs the
        // question again.
        let Ok(path) = RepoPath::parse(path) else { continue };
        if let Ok(Some(content)) = over.content(&path) {
            known.add(content.text);
        }
    }
    known
}

/// Masks the secrets of these files in what is shown of them: they are found in the whole text of each, so that a part of one
/// is masked too.
pub(super) fn without_secrets_of<'p>(
    over: Overlaid<'_>,
    paths: impl IntoIterator<Item = &'p str>,
    mut output: ToolOutput,
) -> ToolOutput {
    let known = known_of(over, paths);
    let masked = known.mask(&output.text);
    let (text, found) = (masked.text.into_owned(), masked.found);
    for evidence in &mut output.evidence {
        let parts = [&mut evidence.signature, &mut evidence.doc].into_iter().flatten();
        for part in parts.chain([&mut evidence.excerpt]) {
            *part = known.mask(part).text.into_owned();
        }
    }
    output.text = text;
    for (kind, count) in found {
        *output.masked.entry(kind).or_insert(0) += count;
    }
    output
}
