//! What the tools over git itself share.

use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use futures::future::LocalBoxFuture;
use git_history::{WorkTree, WorkTreeError};
use model::ToolSpec;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::rc::Rc;

/// A call that asks git: its text, and one line for display.
pub(super) type Working = LocalBoxFuture<'static, Result<(String, String), WorkTreeError>>;

/// Said after what git wrote, where there are proposals.
const NOT_ON_DISK: &str =
    "\n\nWhat is proposed to change is not on disk, so it is no part of this. The person accepts it first.";

/// A tool that asks git: the arguments, as the model gives them.
///
/// A doc comment on an implementation would become a part of the schema that the model sees.
pub(super) trait WorkTreeTool: DeserializeOwned + JsonSchema + 'static {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    const EFFECT: Effect<'static>;

    fn run(self, git: Rc<dyn WorkTree>) -> Working;
}

/// A [`WorkTreeTool`] without its type: what runs it is compiled once for all.
pub(super) struct OverWorkTree {
    git: Rc<dyn WorkTree>,
    spec: fn() -> ToolSpec,
    effect: Effect<'static>,
    run: fn(&Value, Rc<dyn WorkTree>) -> Result<Working, ToolError>,
}

impl OverWorkTree {
    pub(super) fn new<T: WorkTreeTool>(git: &Rc<dyn WorkTree>) -> Self {
        Self {
            git: Rc::clone(git),
            spec: || spec::<T>(T::NAME, T::DESCRIPTION),
            effect: T::EFFECT,
            run: |value, git| Ok(arguments::<T>(T::NAME, value)?.run(git)),
        }
    }
}

impl Tool for OverWorkTree {
    fn spec(&self) -> ToolSpec {
        (self.spec)()
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        self.effect.clone()
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let asked = (self.run)(value, Rc::clone(&self.git))?.await;
            let (mut text, summary) = asked.map_err(|error| ToolError::Failed(error.to_string()))?;
            if !cx.changes.is_empty() {
                text += NOT_ON_DISK;
            }
            Ok(ToolOutput { text, summary, ..ToolOutput::default() })
        })
    }
}

/// At most 200 lines of what git wrote.
pub(super) fn first_lines(text: &str) -> String {
    const MOST: usize = 200;
    let lines = text.lines().count();
    let mut shown = text.lines().take(MOST).collect::<Vec<_>>().join("\n");
    if lines > MOST {
        shown += &format!("\n... and {} more lines", lines - MOST);
    }
    shown
}
