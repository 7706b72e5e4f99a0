//! A tool of a server in the dialog of tools: what it says of itself, and whether the person trusts it.

use crate::strings;
use leptos::prelude::*;
use protocol::{ServerTool, ToolTrust};

/// The definitions that are trusted once this tool is, or is not any more: of the others those that are trusted as they are now.
pub fn trusted_with(tools: &[ServerTool], one: &ServerTool, is_trusted: bool) -> Vec<String> {
    let is_among = |tool: &&ServerTool| match tool.name == one.name {
        true => is_trusted,
        false => tool.trust == ToolTrust::Yes,
    };
    tools.iter().filter(is_among).map(|tool| tool.definition.clone()).collect()
}

#[component]
pub fn ToolRow(tool: ServerTool, trust: impl Fn(&ServerTool, bool) + 'static) -> impl IntoView {
    let ServerTool { name, description, definition, reads, trust: known } = tool.clone();
    let label = strings::tool_row_trust_tool(&name);
    view! {
        <li class="tool-row" data-testid="server-tool">
            <details class="grow">
                <summary><b>{name}</b> " " <span class="quiet">{words(reads, known)}</span></summary>
                <p>{description}</p>
                <pre tabindex="0">{definition}</pre>
            </details>
            <label class="tool-trust">
                <input type="checkbox" aria-label=label data-testid="tool-trust" prop:checked=known == ToolTrust::Yes
                    on:change=move |event| trust(&tool, event_target_checked(&event))/>
                {strings::tool_row_trust()}
            </label>
        </li>
    }
}

/// Whether calls of a tool are asked about, and why.
fn words(reads: bool, trust: ToolTrust) -> &'static str {
    match (reads, trust) {
        (true, ToolTrust::Yes) => strings::tool_row_reads(),
        (false, ToolTrust::Yes) => strings::tool_row_trusted(),
        (_, ToolTrust::Changed) => strings::tool_row_changed(),
        (true, ToolTrust::No) => strings::tool_row_says_reads(),
        (false, ToolTrust::No) => strings::tool_row_asked(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trust_in_one_tool_leaves_the_others_as_they_are() {
        let tool = |name: &str, trust| ServerTool {
            name: name.to_owned(),
            description: String::new(),
            definition: format!("{name} as it is"),
            reads: true,
            trust,
        };
        let tools = [tool("a", ToolTrust::Yes), tool("b", ToolTrust::No), tool("c", ToolTrust::Changed)];
        assert_eq!(trusted_with(&tools, &tools[1], true), ["a as it is", "b as it is"]);
        assert_eq!(trusted_with(&tools, &tools[2], true), ["a as it is", "c as it is"]);
        assert_eq!(trusted_with(&tools, &tools[0], false), [""; 0]);
    }
}
