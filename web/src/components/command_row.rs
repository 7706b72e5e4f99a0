//! A program of a run: its words, where it ran, what it wrote, how it ended.

use crate::run::CommandRow;
use crate::strings;
use leptos::prelude::*;

/// The summary's second part: the words, and how it ended.
pub fn summary(command: &CommandRow) -> String {
    let ended = if command.ended.is_empty() { String::new() } else { format!(" \u{2192} {}", command.ended) };
    format!("{}{ended}", command.words())
}

/// The details, streams apart.
pub fn details(command: &CommandRow) -> AnyView {
    let folder = if command.folder.is_empty() { strings::common_root_of_repository() } else { &command.folder };
    let words = command.argv.iter().map(|word| view! { <li><code>{word.clone()}</code></li> }).collect_view();
    view! {
        <div data-testid="command" data-ended=command.ended.clone()>
            <p class="step-title quiet">{strings::command_row_place(&command.place, folder)}</p>
            <ul class="argv" data-testid="command-argv">{words}</ul>
            {stream(strings::command_row_output(), "command-stdout", &command.stdout)}
            {stream(strings::command_row_errors(), "command-stderr", &command.stderr)}
        </div>
    }
    .into_any()
}

fn stream(title: &'static str, testid: &'static str, text: &str) -> Option<AnyView> {
    (!text.is_empty()).then(|| {
        view! {
            <p class="step-title quiet">{title}</p>
            <pre class="step-text" tabindex="0" data-testid=testid>{text.to_owned()}</pre>
        }
        .into_any()
    })
}
