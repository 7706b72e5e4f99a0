//! What the tools over the git history share.

use crate::policy::Effect;
use crate::secrets::Known;
use crate::tools::withheld::{known_of, without};
use crate::tools::{arguments, spec};
use crate::{CallContext, IndexFailure, Tool, ToolError, ToolOutput};
use change_set::ChangeSet;
use codebase::{Overlaid, QuestionError, Reader};
use futures::future::LocalBoxFuture;
use git_history::{Commit, GitError, Repository};
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use source::RepoPath;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Why a question about history has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum HistoryError {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error(transparent)]
    Index(#[from] IndexFailure),
    #[error("{0}")]
    Refused(String),
}

impl From<HistoryError> for ToolError {
    fn from(error: HistoryError) -> Self {
        match error {
            HistoryError::Index(failure) => Self::Index(failure),
            HistoryError::Git(_) | HistoryError::Refused(_) => Self::Failed(error.to_string()),
        }
    }
}

/// A call that reads the history.
pub(super) type Asking<'t> = LocalBoxFuture<'t, Result<ToolOutput, HistoryError>>;

/// The history, and the files as the run's changes leave them.
#[derive(Clone, Copy)]
pub(super) struct HistoryOf<'t> {
    pub git: &'t Repository,
    reader: &'t Reader,
    changes: &'t ChangeSet,
    /// The secrets of the earlier texts that parts are shown of.
    secrets: &'t RefCell<Known>,
}

impl<'t> HistoryOf<'t> {
    /// The commit of this name; HEAD if there is none.
    pub async fn commit(self, name: Option<&str>) -> Result<Rc<Commit>, GitError> {
        let name = name.map(str::trim).filter(|name| !name.is_empty()).unwrap_or("HEAD");
        self.git.commit(self.git.resolve(name).await?).await
    }

    /// The text of a file as it is now; `None` where the repository, as it was taken, has no such file.
    pub async fn present(self, path: &str) -> Result<Option<String>, HistoryError> {
        let path = RepoPath::parse(path).map_err(|error| HistoryError::Refused(error.to_string()))?;
        let read = self.reader.ask(|codebase| {
            let over = Overlaid::new(codebase, self.changes);
            over.content(&path).map(|content| content.map(|content| content.text.to_owned()))
        });
        let read = read.await.map_err(IndexFailure::from)?;
        read.map_err(|error| HistoryError::Refused(error.to_string()))
    }

    /// The folder that the run is limited to.
    pub fn folder(self) -> Option<&'t str> {
        self.reader.scope()
    }

    /// A path as the history knows it: where none is given, the folder that the run is limited to. An error for one that leaves
    /// the repository or that folder.
    pub fn path(self, path: &str) -> Result<Option<String>, HistoryError> {
        let refused = |error: &dyn std::error::Error| HistoryError::Refused(error.to_string());
        match path.trim().trim_start_matches("./").trim_matches('/') {
            "" | "." => Ok(self.folder().map(str::to_owned)),
            path => {
                let path = RepoPath::parse(path).map_err(|error| refused(&error))?.to_string();
                let of_limit = || QuestionError::Outside {
                    path: path.clone(),
                    folder: self.folder().unwrap_or_default().to_owned(),
                };
                if self.takes(&path) { Ok(Some(path)) } else { Err(refused(&of_limit())) }
            }
        }
    }

    fn takes(self, path: &str) -> bool {
        let rest = |folder| path.strip_prefix(folder).map(|rest: &str| rest.is_empty() || rest.starts_with('/'));
        self.folder().is_none_or(|folder| rest(folder) == Some(true))
    }

    /// The files that the run proposes to change.
    pub fn proposed(self) -> Vec<String> {
        self.changes.iter().map(|(path, _)| path.to_string()).filter(|path| self.takes(path)).collect()
    }

    /// Notes the secrets of these texts, to be masked where lines of them are shown without those around them.
    pub fn will_show_part_of(self, texts: [&str; 2]) {
        texts.into_iter().for_each(|text| self.secrets.borrow_mut().add(text));
    }

    /// What is secret in the present files of these paths is masked in what is shown of earlier ones too.
    async fn masked(self, paths: BTreeSet<String>, output: ToolOutput) -> Result<ToolOutput, IndexFailure> {
        let known = |codebase: &codebase::Codebase| {
            known_of(Overlaid::new(codebase, self.changes), paths.iter().map(String::as_str))
        };
        let present = self.reader.ask(known).await?;
        Ok(without(&present, without(&self.secrets.borrow(), output)))
    }
}

/// A tool that reads the history: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait HistoryTool: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;

    fn run(self, over: HistoryOf<'_>) -> Asking<'_>;
}

/// Reads the arguments, and asks.
type Run = for<'t> fn(&Value, HistoryOf<'t>) -> Result<Asking<'t>, ToolError>;

/// A [`HistoryTool`] without its type: what runs it is compiled once for all.
pub(super) struct OverHistory<'a> {
    history: Rc<Repository>,
    reader: &'a Reader,
    spec: fn() -> ToolSpec,
    run: Run,
}

impl<'a> OverHistory<'a> {
    pub(super) fn new<T: HistoryTool>(history: &Rc<Repository>, reader: &'a Reader) -> Self {
        Self {
            history: Rc::clone(history),
            reader,
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            run: |value, over| Ok(arguments::<T>(T::NAME, value)?.run(over)),
        }
    }
}

impl Tool for OverHistory<'_> {
    fn spec(&self) -> ToolSpec {
        (self.spec)()
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Read
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let secrets = RefCell::default();
            let (git, reader, changes) = (&*self.history, self.reader, cx.changes);
            let over = HistoryOf { git, reader, changes, secrets: &secrets };
            let output = (self.run)(value, over)?.await?;
            let named = value.get("path").and_then(Value::as_str).map(str::to_owned);
            let paths = output.evidence.iter().map(|found| found.path.clone()).chain(named);
            let paths: BTreeSet<String> = paths.filter(|path| !path.is_empty()).collect();
            Ok(over.masked(paths, output).await?)
        })
    }
}
