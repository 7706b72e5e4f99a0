//! What tools show, without secrets: those of the files that they show lines of, and those that a text shows to be secret.

use crate::ToolOutput;
use crate::secrets::{self, Known};
use crate::verify::Verification;
use codebase::Overlaid;
use source::RepoPath;
use std::borrow::Cow;
use std::collections::BTreeMap;

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
pub(crate) fn without_secrets_of<'p>(
    over: Overlaid<'_>,
    paths: impl IntoIterator<Item = &'p str>,
    output: ToolOutput,
) -> ToolOutput {
    without(&known_of(over, paths), output)
}

/// Masks these secrets.
pub(super) fn without(known: &Known, mut output: ToolOutput) -> ToolOutput {
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

/// Masks every part of a tool's result, since each may be put into a prompt, and counts what it masks.
pub(crate) fn mask_parts(output: &mut ToolOutput) {
    let ToolOutput { text, summary, evidence, verified, masked, .. } = output;
    for found in evidence {
        // The same is masked in the text, and counted there.
        let parts = [&mut found.signature, &mut found.doc].into_iter().flatten();
        parts.chain([&mut found.excerpt]).for_each(|part| drop(hide(part)));
    }
    hide(summary);
    if let Some(
        Verification::NotRun { why: said }
        | Verification::Passed { what: said }
        | Verification::Failed { report: said },
    ) = verified
    {
        hide(said);
    }
    for (kind, count) in hide(text) {
        *masked.entry(kind).or_insert(0) += count;
    }
}

fn hide(text: &mut String) -> BTreeMap<&'static str, usize> {
    let masked = secrets::mask(text);
    let found = masked.found;
    if let Cow::Owned(without) = masked.text {
        *text = without;
    }
    found
}
