//! The grammars of this build, for the files that agents change.

use agent::FileParser;
use facts::FileFacts;
use futures::future::{LocalBoxFuture, ready};
use source::{Language, RepoPath, embedded};

/// Parses in this process.
pub struct NativeParser;

impl FileParser for NativeParser {
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Ok(syntax::parse(Language::of(path, text), &embedded::code_of(path, text)))))
    }
}
