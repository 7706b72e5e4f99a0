//! A view that the page loads when it is first needed.

use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::{LaterModule, LaterPart, LaterView, Workbench};
use leptos::prelude::*;

/// The view, once its part is loaded; until then that it is loading, or that it could not be.
#[component]
pub fn LaterContent(view: LaterView) -> impl IntoView {
    let bench = Workbench::get();
    let LaterModule { load, view_of } = expect_context();
    let state = Memo::new(move |_| bench.later.get());
    dynamic(move || match (state.get(), view_of(view)) {
        (_, Some(view)) => view,
        (LaterPart::Failed, None) => view! {
            <div class="later" role="alert" data-testid="later-failed">
                <p>{strings::later_failed()}</p>
                <button class="button" on:click=move |_| load(bench)>{strings::later_again()}</button>
            </div>
        }
        .into_any(),
        (_, None) => view! { <p class="later quiet" role="status">{strings::later_loading()}</p> }.into_any(),
    })
}
