//! `fetch_page`: the text of a page of the Web.

use super::from_outside;
use crate::policy::Effect;
use crate::tools::{arguments, spec};
use crate::{CallContext, Tool, ToolError, ToolOutput};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::rc::Rc;
use web_access::PageReader;

const NAME: &str = "fetch_page";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The address of the page: https, and public.
    url: String,
}

/// Fetches a page.
pub(in crate::tools) struct FetchPage(pub Rc<PageReader>);

impl Tool for FetchPage {
    fn spec(&self) -> ToolSpec {
        let description =
            "Fetch a public page of the Web as Markdown. The person is asked once for each site. Scripts are not run.";
        spec::<Wanted>(NAME, description)
    }

    fn effect<'a>(&'a self, arguments: &'a Value) -> Effect<'a> {
        if arguments.is_null() {
            return Effect::Net { origin: "".into() };
        }
        let url = arguments.get("url").and_then(Value::as_str).unwrap_or_default();
        match self.0.address(url) {
            Ok(url) => Effect::Net { origin: url.origin().to_owned().into() },
            // It is refused without sending anything, so there is nothing to ask.
            Err(_) => Effect::Read,
        }
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Wanted { url } = arguments(NAME, value)?;
            let failed = |error: web_access::WebError| ToolError::Failed(format!("the page was not fetched: {error}"));
            let url = self.0.address(&url).map_err(failed)?;
            let page = self.0.fetch(&url).await.map_err(failed)?;
            let title = if page.title.is_empty() { page.url.clone() } else { format!("{} ({})", page.title, page.url) };
            let text = from_outside(url.origin(), &format!("{title}\n\n{}", page.text));
            let summary = format!("{} characters of {}", page.text.chars().count(), page.url);
            Ok(ToolOutput { text, summary, ..ToolOutput::default() })
        })
    }
}
