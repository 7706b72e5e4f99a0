//! The page: first screen or workbench, and the dialogs over both.

use crate::components::dialogs::Dialogs;
use crate::components::dynamic::dynamic;
use crate::components::later_content::LaterContent;
use crate::components::notices::Notices;
use crate::components::status_bar::StatusBar;
use crate::components::top_bar::TopBar;
use crate::components::welcome::Welcome;
use crate::workbench::{LaterModule, LaterView, Pane, Tab, Workbench};
use crate::{keys, later, shims, strings};
use leptos::ev;
use leptos::prelude::*;
use protocol::{Failure, FailureKind};
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[component]
pub fn App(
    /// Why the page is in English instead of the language that was wanted.
    #[prop(optional_no_strip)]
    not_loaded: Option<String>,
) -> impl IntoView {
    let bench = Workbench::new();
    provide_context(bench);
    let LaterModule { load, view_of } = later::PART;
    provide_context(later::PART);
    bench.start();
    if let Some(why) = not_loaded {
        let advice = Some(strings::app_language_advice().to_owned());
        bench.notice.set(Some(Failure {
            kind: FailureKind::NotFound,
            message: strings::app_language_not_loaded(why),
            advice,
        }));
    }
    keys::listen(bench);
    bench.follow_address();
    apply_theme(bench);
    accept_drops(bench);
    set_interval(move || bench.runs.now.set(js_sys::Date::now()), Duration::from_secs(60));
    let has_repository = Memo::new(move |_| bench.has_repository());
    // Of (may be needed, is needed): after a failure it is loaded again where it has become needed, and else on a click.
    let need = Memo::new(move |_| {
        let is_needed =
            has_repository.get() || bench.arrival.with(Option::is_some) || bench.dialog.with(Option::is_some);
        (bench.is_prepared.get() || is_needed, is_needed)
    });
    Effect::new(move |_| {
        if need.get().0 {
            load(bench);
        }
    });
    let state = move || match (bench.overview.with(Option::is_some), has_repository.get()) {
        (true, _) => "open",
        (false, true) => "arriving",
        (false, false) => "empty",
    };
    view! {
        <div class="page" data-pane=move || pane_name(bench.pane.get()) data-state=state class:open=move || has_repository.get()>
            <TopBar/>
            {dynamic(move || match has_repository.get() {
                true => view! { <LaterContent view=LaterView::Panes/> }.into_any(),
                false => view! { <Welcome/> }.into_any(),
            })}
            <PhoneBar/>
            <StatusBar/>
            <div class="visually-hidden" role="status" aria-live="polite">{dynamic(move || bench.announced.get())}</div>
        </div>
        <Notices/>
        {dynamic(move || view_of(LaterView::Cards))}
        <Dialogs/>
    }
}

/// On a phone one pane is shown at a time: a bar at the bottom switches.
#[component]
fn PhoneBar() -> impl IntoView {
    let bench = Workbench::get();
    let entry = move |pane: Pane, tab: Option<Tab>, name: &'static str| {
        let is_current = move || bench.pane.get() == pane && tab.is_none_or(|tab| bench.tab.get() == tab);
        let go = move |_| {
            bench.pane.set(pane);
            tab.iter().for_each(|tab| bench.tab.set(*tab));
        };
        view! {
            <button aria-current=move || is_current().then_some("page") on:click=go>{name}</button>
        }
    };
    let has_repository = Memo::new(move |_| bench.has_repository());
    dynamic(move || {
        has_repository.get().then(|| {
            view! {
                <nav class="phone-bar only-phone" aria-label=strings::app_panes()>
                    {entry(Pane::Ask, None, strings::common_ask())}
                    {entry(Pane::Detail, Some(Tab::Overview), strings::common_overview())}
                    {entry(Pane::Detail, Some(Tab::Code), strings::common_code())}
                    {entry(Pane::Detail, Some(Tab::Graph), strings::common_graph())}
                    {entry(Pane::Detail, Some(Tab::Run), strings::common_run())}
                    {entry(Pane::Detail, Some(Tab::Changes), strings::common_changes())}
                </nav>
            }
        })
    })
}

fn pane_name(pane: Pane) -> &'static str {
    match pane {
        Pane::Files => "files",
        Pane::Ask => "ask",
        Pane::Detail => "detail",
    }
}

/// Sets the theme on the document, and has diagrams drawn again in its colours.
fn apply_theme(bench: Workbench) {
    let redraw = move || {
        // The browser may report a change after the page and its signals are gone.
        let _ = bench.colours.try_update(|colours| *colours += 1);
    };
    Effect::new(move |_| {
        let name = bench.theme.get().name();
        if let Some(root) = document().document_element() {
            root.set_attribute("data-theme", name).expect("the name of the attribute is valid");
        }
        redraw();
    });
    shims::on_scheme_change(&Closure::<dyn FnMut()>::new(redraw).into_js_value());
}

/// Imports what is dropped anywhere on the page; without this the browser would open the file in place of the page.
fn accept_drops(bench: Workbench) {
    let enter = window_event_listener(ev::dragenter, move |_| bench.prepare());
    let over = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        event.prevent_default();
        if let Some(transfer) = event.data_transfer() {
            bench.take_drop(&transfer);
        }
    });
    on_cleanup(move || {
        enter.remove();
        over.remove();
        drop.remove();
    });
}
