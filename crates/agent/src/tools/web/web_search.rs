//! `web_search`: searches the Web over the endpoint that the person has set up.

use super::from_outside;
use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use futures::future::LocalBoxFuture;
use limits::web::SEARCH_RESULTS;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::rc::Rc;
use web_access::{Found, WebSearch};

const NAME: &str = "web_search";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Query {
    /// What to search for: a few words. It leaves this machine, so no code and no names that are secret.
    query: String,
    /// The largest number of results, 1 to 5.
    #[serde(default)]
    max_results: Option<usize>,
}

/// Searches the Web.
pub(in crate::tools) struct WebSearching(pub Rc<WebSearch>);

impl Tool for WebSearching {
    fn spec(&self) -> ToolSpec {
        let description = "Search the Web: titles, addresses and a few words of each result. The person is asked once.";
        spec::<Query>(NAME, description)
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Net { origin: self.0.origin().into() }
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Query { query, max_results } = arguments(NAME, value)?;
            let found = self.0.search(&query, max_results.unwrap_or(SEARCH_RESULTS)).await;
            let found = found.map_err(|error| ToolError::Failed(format!("the search failed: {error}")))?;
            if found.is_empty() {
                let text = "The search found nothing.".to_owned();
                return Ok(ToolOutput { summary: "nothing found".to_owned(), text, ..ToolOutput::default() });
            }
            let shown = |found: &Found| format!("- {}\n  {}\n  {}", found.title, found.url, found.snippet);
            let list = found.iter().map(shown).collect::<Vec<_>>().join("\n");
            let text = from_outside(&self.0.origin(), &list);
            Ok(ToolOutput { text, summary: format!("{} results", found.len()), ..ToolOutput::default() })
        })
    }
}
