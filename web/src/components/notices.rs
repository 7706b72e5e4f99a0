//! What went wrong: a failure with its advice, and an engine that is gone.

use super::dynamic::dynamic;
use crate::engine::EngineStatus;
use crate::workbench::Workbench;
use leptos::prelude::*;

/// A failure in words: what happened, what to do.
#[component]
pub fn Problem(
    /// What happened.
    message: String,
    /// What to do.
    #[prop(optional_no_strip)]
    advice: Option<String>,
) -> impl IntoView {
    view! {
        <div class="problem" data-testid="error-message">
            <p class="problem-message">{message}</p>
            {advice.map(|advice| view! { <p class="problem-advice">{advice}</p> })}
        </div>
    }
}

/// The failures that belong nowhere else, over the page.
#[component]
pub fn Notices() -> impl IntoView {
    let bench = Workbench::get();
    let crashed = move || match bench.engine.status.get() {
        EngineStatus::Crashed(why) => Some(why),
        EngineStatus::Starting | EngineStatus::Ready => None,
    };
    view! {
        <div class="notices" role="alert">
            {dynamic(move || crashed().map(|why| view! {
                <div class="notice">
                    <Problem
                        message=format!("The engine stopped: {why}")
                        advice=Some("Stored repositories are kept. Restart the engine to go on.".to_owned())
                    />
                    <button class="button primary" data-testid="engine-restart" on:click=move |_| bench.start()>
                        "Restart the engine"
                    </button>
                </div>
            }))}
            {dynamic(move || bench.notice.get().filter(|_| crashed().is_none()).map(|failure| view! {
                <div class="notice">
                    <Problem message=failure.message advice=failure.advice/>
                    <button class="button" on:click=move |_| bench.notice.set(None)>"Dismiss"</button>
                </div>
            }))}
        </div>
    }
}
