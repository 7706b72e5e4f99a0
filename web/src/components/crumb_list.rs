//! The folders, the file and the symbols around a place, in one line: what does not fit is folded into a menu.

use super::dynamic::{dynamic, set_if_alive};
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::{Details, Div};
use leptos::prelude::*;
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
        let (widths, file) = crumbs.with(|crumbs| {
            let widths: Vec<f64> = crumbs.iter().map(estimate).collect();
            (widths, crumbs.iter().rposition(|crumb| crumb.symbol.is_none()))
        });
        folded(&widths, file.unwrap_or_default(), width.get())
    });
    let draw = move || {
        let (crumbs, folded) = (crumbs.get(), folded.get());
        let first = folded.first().copied();
        let inside: Vec<Crumb> = folded.iter().filter_map(|&at| crumbs.get(at).cloned()).collect();
        let item = |(at, crumb): (usize, Crumb)| {
            if first == Some(at) {
                let crumbs = inside.clone();
                return Some(view! { <li class="crumb-more-item"><Menu crumbs/></li> }.into_any());
            }
            (!folded.contains(&at)).then(|| view! { <li><Name crumb/></li> }.into_any())
        };
        crumbs.into_iter().enumerate().filter_map(item).collect_view()
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

/// Which names go into the menu: folders from the outside, but for the first while there is room for it, then what is
/// between the file and the innermost name, and the file last. `file` is the place of the file's name.
fn folded(widths: &[f64], file: usize, room: f64) -> Vec<usize> {
    let Some(last) = widths.len().checked_sub(1) else { return Vec::new() };
    let fits = |folded: &[usize]| {
        let kept = widths.iter().enumerate().filter(|(at, _)| !folded.contains(at)).map(|(_, width)| width);
        kept.sum::<f64>() + if folded.is_empty() { 0.0 } else { MENU } <= room
    };
    let from = |first: usize| (first..=file.min(last)).map(move |end| (first..end).collect::<Vec<usize>>());
    let beside_file = (file + 1..=last).map(|end| (0..file).chain(file + 1..end).collect());
    let ways = from(1).chain(from(0)).chain(beside_file);
    ways.into_iter().find(|folded| fits(folded)).unwrap_or_else(|| (0..last).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_folded_first_then_what_is_around_a_symbol_and_its_file_last() {
        // Two folders, a file, a class and a method.
        let (widths, file) = ([50.0, 80.0, 60.0, 70.0, 40.0], 2);
        assert!(folded(&widths, file, 300.0).is_empty(), "all fit");
        assert_eq!(folded(&widths, file, 290.0), [1], "the first folder stays");
        assert_eq!(folded(&widths, file, 220.0), [0, 1], "it goes too");
        assert_eq!(folded(&widths, file, 150.0), [0, 1, 3], "file and method stay");
        assert_eq!(folded(&widths, file, 100.0), [0, 1, 2, 3], "the innermost name always stays");
        assert_eq!(folded(&widths, file, 0.0), [0, 1, 2, 3]);
        assert_eq!(folded(&[100.0, 100.0], 1, 150.0), [0], "a file without a symbol");
        assert!(folded(&[500.0], 0, 100.0).is_empty(), "one name is cut off, not folded");
        assert!(folded(&[], 0, 100.0).is_empty());
    }
}
