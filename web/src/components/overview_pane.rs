//! The overview: what the repository is, at first sight. It is what opens.

use super::dynamic::dynamic;
use super::notices::Problem;
use super::overview_head::OverviewHead;
use super::overview_section::OverviewList;
use super::parts_map::PartsMapView;
use crate::strings;
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::OverviewPage;
use std::sync::Arc;

/// Loaded when it is first looked at, and again when the repository has changed.
#[component]
pub fn OverviewPane() -> impl IntoView {
    let bench = Workbench::get();
    let key = Memo::new(move |_| bench.opened_key());
    Effect::new(move |loaded: Option<Option<(String, u64)>>| {
        let loaded = loaded.flatten();
        let wanted = key.get();
        if bench.tab.get() != Tab::Overview || wanted.is_none() || wanted == loaded {
            return loaded;
        }
        bench.load_overview();
        wanted
    });
    let is_arriving = Memo::new(move |_| bench.arriving().is_some());
    let waiting = move || match is_arriving.get() {
        true => strings::overview_pane_arriving(),
        false => strings::overview_pane_looking(),
    };
    view! {
        <div class="overview" data-testid="overview" tabindex="-1">
            {dynamic(move || match bench.glance.page.get().filter(|_| !is_arriving.get()) {
                None => view! { <p class="pane-empty quiet" role="status">{dynamic(waiting)}</p> }.into_any(),
                Some(Err(message)) => view! { <Problem message/> }.into_any(),
                Some(Ok(page)) => view! { <Page page/> }.into_any(),
            })}
        </div>
    }
}

#[component]
fn Page(page: Arc<OverviewPage>) -> impl IntoView {
    let bench = Workbench::get();
    let sections = page.sections.clone();
    let is_empty = sections.is_empty();
    view! {
        <OverviewHead page/>
        <PartsMapView/>
        <div class="overview-lists">
            {sections.into_iter().map(|section| view! { <OverviewList section/> }).collect_view()}
            {dynamic(move || bench.glance.changed.get().map(|changed| match changed {
                Ok(section) => view! { <OverviewList section=(*section).clone()/> }.into_any(),
                Err(why) => view! {
                    <p class="note" data-testid="overview-history">{strings::overview_pane_no_history(why)}</p>
                }.into_any(),
            }))}
        </div>
        {is_empty.then(|| view! {
            <p class="quiet overview-none">{strings::overview_pane_none()}</p>
        })}
    }
}
