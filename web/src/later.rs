//! What the page loads with the first repository or dialog: the panes, the dialogs and what floats over both.
//!
//! In a build for use, `wasm_split` makes of [`drawn`], and of all that is reached from it alone, a second wasm module with the
//! same memory; `cargo xtask build` cuts it off and sets the feature `parts`. The page that is built at each change while developing
//! is one module. Nothing else in this crate may draw these views, or they are in the first module.

use crate::components::conversation::Conversation;
use crate::components::dialog_content::DialogContent;
use crate::components::dynamic::dynamic;
use crate::components::hover_card::HoverCard;
use crate::components::import_progress::ImportProgress;
use crate::components::preview::CitationPreview;
use crate::components::right_pane::RightPane;
use crate::components::side_pane::SidePane;
use crate::components::splitter::Splitter;
use crate::workbench::{LaterModule, LaterPart, LaterView, Workbench};
use crate::{preferences, strings};
use leptos::prelude::*;

/// The part, for components of the first module: they may not import this file, which imports components.
pub const PART: LaterModule = LaterModule { load, view_of };

/// Loads the part unless it is there or on its way; after a failure, again.
fn load(bench: Workbench) {
    if matches!(bench.later.get_untracked(), LaterPart::Loading | LaterPart::Loaded) {
        return;
    }
    bench.later.set(LaterPart::Loading);
    leptos::task::spawn_local(async move {
        let part = match part::load().await {
            Ok(()) => LaterPart::Loaded,
            Err(_) => LaterPart::Failed,
        };
        bench.later.set(part);
    });
}

/// A view of the part; `None` until it is loaded.
fn view_of(view: LaterView) -> Option<AnyView> {
    match Workbench::get().later.get() {
        LaterPart::Loaded => part::drawn_now(view),
        LaterPart::NotAsked | LaterPart::Loading | LaterPart::Failed => None,
    }
}

#[component]
fn Panes() -> impl IntoView {
    let bench = Workbench::get();
    let width = |name, default| RwSignal::new(preferences::load(name, |text| text.parse().ok()).unwrap_or(default));
    let is_behind = Memo::new(move |_| bench.overview.with(Option::is_some) && bench.arrival.with(Option::is_some));
    let (side, detail) = (width("side", 250), width("detail", 560));
    view! {
        <div class="panes" style=("--side", move || format!("{}px", side.get())) style=("--detail", move || format!("{}px", detail.get()))>
            <SidePane/>
            <Splitter name="side" label=strings::app_width_of_files() width=side limits=(160, 480) is_after=false/>
            <Conversation/>
            <Splitter name="detail" label=strings::app_width_of_code() width=detail limits=(320, 1100) is_after=true/>
            <RightPane/>
        </div>
        // Another repository is being imported while one is open.
        {dynamic(move || is_behind.get().then(|| view! { <div class="over"><ImportProgress/></div> }))}
    }
}

fn draw(view: LaterView) -> AnyView {
    match view {
        LaterView::Panes => view! { <Panes/> }.into_any(),
        LaterView::Dialog(dialog) => view! { <DialogContent dialog/> }.into_any(),
        LaterView::Cards => view! { <CitationPreview/><HoverCard/> }.into_any(),
    }
}

#[cfg(feature = "parts")]
mod part {
    use super::draw;
    use crate::workbench::LaterView;
    use futures::FutureExt;
    use leptos::prelude::AnyView;
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[allow(unsafe_code, reason = "the macro names what it exports and imports without mangling")]
    #[wasm_split(workbench, fallible, preload(load))]
    pub fn drawn(view: LaterView) -> Result<AnyView, SplitLoaderError> {
        Ok(draw(view))
    }

    /// Once the part is loaded nothing is waited for, so the view is built within the owner of signals that asks for it.
    pub fn drawn_now(view: LaterView) -> Option<AnyView> {
        drawn(view).now_or_never()?.ok()
    }
}

#[cfg(not(feature = "parts"))]
mod part {
    use super::draw;
    use crate::workbench::LaterView;
    use leptos::prelude::AnyView;
    use std::convert::Infallible;

    pub async fn load() -> Result<(), Infallible> {
        Ok(())
    }

    pub fn drawn_now(view: LaterView) -> Option<AnyView> {
        Some(draw(view))
    }
}
