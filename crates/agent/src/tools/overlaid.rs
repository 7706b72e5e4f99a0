//! Tools that read the repository as the run's changes leave it.

use super::{ToolError, arguments, partial, spec};
use crate::secrets::Known;
use crate::{CallContext, IndexFailure, Tool, ToolOutput};
use codebase::{Bounded, Overlaid, Reader};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use source::RepoPath;
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// A tool that asks one question: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait OverlaidTool: DeserializeOwned + JsonSchema {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError>;
}

/// Such a tool over a repository.
pub(super) struct OverRun<'a, T> {
    reader: &'a Reader,
    tool: PhantomData<T>,
}

impl<'a, T> OverRun<'a, T> {
    pub(super) fn new(reader: &'a Reader) -> Self {
        Self { reader, tool: PhantomData }
    }
}

impl<T: OverlaidTool> Tool for OverRun<'_, T> {
    fn spec(&self) -> ToolSpec {
        spec::<T>(T::NAME, T::DESCRIPTION)
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let given: T = arguments(T::NAME, value)?;
            let answer = self.reader.ask_bounded(|codebase| {
                let over = Overlaid::new(codebase, cx.changes);
                let output = given.run(over)?;
                let shown: BTreeSet<String> = output.evidence.iter().map(|found| found.path.clone()).collect();
                Ok(without_secrets_of(over, shown.iter().map(String::as_str), output))
            });
            let Bounded { answer, cut } = answer.await.map_err(IndexFailure::from)?;
            match cut {
                None => answer,
                Some(cut) => partial(answer, cut),
            }
        })
    }
}

/// Masks the secrets of these files in what is shown of them: they are found in the whole text of each, so that a part of one
/// is masked too.
pub(super) fn without_secrets_of<'p>(
    over: Overlaid<'_>,
    paths: impl IntoIterator<Item = &'p str>,
    mut output: ToolOutput,
) -> ToolOutput {
    let mut known = Known::default();
    for path in paths {
        // What is no path, or is there no more, has nothing to hide. A text that is not loaded is noted: the reader runs the
        // question again.
        let Ok(path) = RepoPath::parse(path) else { continue };
        if let Ok(Some(content)) = over.content(&path) {
            known.add(content.text);
        }
    }
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
