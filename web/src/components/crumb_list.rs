//! The folders, the file and the symbols around a place, in one line: what does not fit is folded into a menu.

use super::dynamic::{dynamic, set_if_alive};
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::{Details, Div};
use leptos::prelude::*;
use std::ops::Range;
use wasm_bindgen::prelude::*;
use web_sys::KeyboardEvent;

/// Pixels of a letter, of the sign between two names and of the menu's button. Estimates: a name that is cut off ends in dots.
const LETTER: f64 = 7.0;
const SIGN: f64 = 16.0;
const MENU: f64 = 44.0;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crumb {
    pub name: String,
    /// `None` for a folder or a file.
    pub symbol: Option<u32>,
}

#[component]
pub fn CrumbList(#[prop(into)] crumbs: Signal<Vec<Crumb>>) -> impl IntoView {
    let element = NodeRef::<Div>::new();
    let width = RwSignal::new(0.0);
    Effect::new(move |_| {
        if let Some(element) = element.get() {
            let resized = element.clone();
            let on_size = Closure::<dyn FnMut(f64)>::new(move |_| {
                set_if_alive(width, f64::from(resized.client_width()));
            });
            shims::on_resize(&element, &on_size.into_js_value());
        }
    });
    let folded = Memo::new(move |_| {
        let widths: Vec<f64> = crumbs.with(|crumbs| crumbs.iter().map(estimate).collect());
        folded(&widths, width.get())
    });
    let draw = move || {
        let (crumbs, folded) = (crumbs.get(), folded.get());
        let items =
            |crumbs: &[Crumb]| crumbs.iter().cloned().map(|crumb| view! { <li><Name crumb/></li> }).collect_view();
        view! {
            {items(&crumbs[..folded.start])}
            {(!folded.is_empty()).then(|| view! { <li class="crumb-more-item"><Menu crumbs=crumbs[folded.clone()].to_vec()/></li> })}
            {items(&crumbs[folded.end..])}
        }
    };
    view! {
        <div class="crumb-box" node_ref=element>
            <ol class="crumb-list">{dynamic(draw)}</ol>
        </div>
    }
}

#[component]
fn Name(crumb: Crumb) -> impl IntoView {
    let bench = Workbench::get();
    let Crumb { name, symbol } = crumb;
    match symbol {
        Some(symbol) => {
            let title = name.clone();
            view! { <button class="link" title=title on:click=move |_| bench.show_symbol(symbol, true)><bdi>{name}</bdi></button> }.into_any()
        }
        None => view! { <bdi title=name.clone()>{name.clone()}</bdi> }.into_any(),
    }
}

#[component]
fn Menu(crumbs: Vec<Crumb>) -> impl IntoView {
    let menu = NodeRef::<Details>::new();
    let on_key = move |event: KeyboardEvent| {
        if let Some(menu) = menu.get_untracked().filter(|menu| event.key() == "Escape" && menu.open()) {
            // Elsewhere Esc stops a run.
            event.stop_propagation();
            menu.set_open(false);
            crate::keys::focus("crumb-more");
        }
    };
    let items = crumbs.into_iter().map(|crumb| view! { <li><Name crumb/></li> }).collect_view();
    view! {
        <details class="place-menu crumb-more" node_ref=menu on:keydown=on_key>
            <summary class="button small icon" id="crumb-more" data-testid="crumb-more" aria-label=strings::crumb_list_rest() title=strings::crumb_list_rest()>
                "\u{2026}"
            </summary>
            <ol class="place-menu-items">{items}</ol>
        </details>
    }
}

fn estimate(crumb: &Crumb) -> f64 {
    crumb.name.chars().map(|letter| if letter.is_ascii() { LETTER } else { 2.0 * LETTER }).sum::<f64>() + SIGN
}

/// Which names go into the menu: those in the middle first, the first one before the innermost.
fn folded(widths: &[f64], room: f64) -> Range<usize> {
    let count = widths.len();
    if widths.iter().sum::<f64>() <= room || count < 2 {
        return 0..0;
    }
    let kept = |room: f64| {
        let mut left = room - MENU - widths[count - 1];
        let others = widths[1..count - 1].iter().rev().take_while(|width| {
            left -= **width;
            left >= 0.0
        });
        count - 1 - others.count()
    };
    match widths[0] + MENU + widths[count - 1] <= room && count > 2 {
        true => 1..kept(room - widths[0]),
        false => 0..kept(room),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_folded_first_and_the_innermost_name_never() {
        let widths = [50.0, 80.0, 60.0, 70.0];
        assert_eq!(folded(&widths, 260.0), 0..0, "all fit");
        assert_eq!(folded(&widths, 240.0), 1..2, "the first, the menu and the last two");
        assert_eq!(folded(&widths, 200.0), 1..3);
        assert_eq!(folded(&widths, 150.0), 0..3, "the first one goes too");
        assert_eq!(folded(&widths, 0.0), 0..3);
        assert_eq!(folded(&[500.0], 100.0), 0..0, "one name is cut off, not folded");
        assert_eq!(folded(&[100.0, 100.0], 150.0), 0..1);
        assert_eq!(folded(&[], 100.0), 0..0);
    }
}
