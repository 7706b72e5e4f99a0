//! Failures with their advice, and problems of the engine.

use super::dynamic::dynamic;
use crate::engine::EngineStatus;
use crate::strings;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;
use protocol::FailureKind;

#[component]
pub fn Problem(message: String, #[prop(optional_no_strip)] advice: Option<String>) -> impl IntoView {
    view! {
        <div class="problem" data-testid="error-message">
            <p class="problem-message">{message}</p>
            {advice.map(|advice| view! { <p class="problem-advice">{advice}</p> })}
        </div>
    }
}

/// The failures that no part of the page shows itself.
#[component]
pub fn Notices() -> impl IntoView {
    let bench = Workbench::get();
    let engine = move || bench.engine.status.with(engine_trouble);
    let is_gone = Memo::new(move |_| bench.engine.status.with(is_gone));
    view! {
        <div class="notices" role="alert">
            {dynamic(move || engine().map(|(message, advice)| view! {
                <div class="notice">
                    <Problem message advice=Some(advice.to_owned())/>
                    <button class="button primary" data-testid="engine-restart" on:click=move |_| bench.start()>
                        {strings::notices_restart()}
                    </button>
                </div>
            }))}
            {dynamic(move || bench.notice.get().filter(|_| !is_gone.get()).map(|failure| view! {
                <div class="notice">
                    <Problem message=failure.message advice=failure.advice/>
                    {(failure.kind == FailureKind::Storage).then(|| view! {
                        <button class="button primary" data-testid="storage-open" on:click=move |_| bench.dialog.set(Some(Dialog::Storage))>
                            {strings::common_see_stored()}
                        </button>
                    })}
                    <button class="button" on:click=move |_| bench.notice.set(None)>{strings::notices_dismiss()}</button>
                </div>
            }))}
        </div>
    }
}

/// A problem of the engine and what to do about it; `None` while it works.
fn engine_trouble(status: &EngineStatus) -> Option<(String, &'static str)> {
    match status {
        EngineStatus::Starting | EngineStatus::Ready => None,
        EngineStatus::Slow => Some((strings::notices_slow().to_owned(), strings::notices_slow_advice())),
        EngineStatus::NotLoaded(why) => Some((strings::notices_not_loaded(why), strings::notices_not_loaded_advice())),
        EngineStatus::Crashed(why) => Some((strings::notices_crashed(why), strings::notices_crashed_advice())),
    }
}

/// True where other failures are only consequences of the engine's.
fn is_gone(status: &EngineStatus) -> bool {
    matches!(status, EngineStatus::NotLoaded(_) | EngineStatus::Crashed(_))
}
