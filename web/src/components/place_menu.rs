//! What can be done with the place in the code: ask about its folder, copy its link or its path, open it in an editor or at its host.

use super::dynamic::dynamic;
use crate::address::Spot;
use crate::history::Place;
use crate::links::path_and_lines;
use crate::strings;
use crate::workbench::{Dialog, Workbench};
use leptos::html::Details;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

#[component]
pub fn PlaceMenu() -> impl IntoView {
    let bench = Workbench::get();
    let place = Memo::new(move |_| bench.lit());
    let is_any = Memo::new(move |_| place.with(Option::is_some));
    let menu = NodeRef::<Details>::new();
    let close = move || menu.get_untracked().iter().for_each(|menu| menu.set_open(false));
    // Another place is another menu.
    Effect::new(move |_| {
        place.track();
        close();
    });
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && menu.get_untracked().is_some_and(|menu| menu.open()) {
            // Elsewhere Esc stops a run.
            event.stop_propagation();
            close();
            crate::keys::focus("place-menu");
        }
    };
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <details class="place-menu" node_ref=menu on:keydown=on_key>
                    <summary class="button small" id="place-menu" data-testid="place-menu">{strings::common_link()}</summary>
                    <div class="place-menu-items">
                        {dynamic(move || place.get().map(|place| view! { <Items place/> }))}
                    </div>
                </details>
            }
        })
    })
}

#[component]
fn Items(place: Place) -> impl IntoView {
    let bench = Workbench::get();
    let (to_link, to_path) = (place.clone(), place.clone());
    let copy_link = move |_| {
        if let Some(address) = untrack(|| bench.address_of(Spot::File(to_link.clone()))) {
            bench.copy(address, strings::common_link());
        }
    };
    let in_editor = place.clone();
    let folder = place.path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    view! {
        {folder.map(|folder| {
            let name = folder.clone();
            view! {
                <button class="button small" data-testid="ask-folder" on:click=move |_| bench.ask_in(&folder)>
                    {strings::place_menu_ask_in()}" "<bdi>{name}"/"</bdi>
                </button>
            }
        })}
        <button class="button small" data-testid="copy-link" on:click=copy_link>{strings::common_copy_link()}</button>
        <button class="button small" data-testid="copy-path" on:click=move |_| bench.copy(path_and_lines(&to_path), strings::common_path())>
            {strings::place_menu_copy_path()}
        </button>
        // A link, so that nothing but the person's own click opens another program.
        {dynamic(move || match bench.in_editor(&in_editor) {
            Some(address) => view! { <a class="button small" data-testid="open-editor" href=address>{strings::place_menu_editor()}</a> }.into_any(),
            None => view! {
                <button class="button small" data-testid="editor-setup" on:click=move |_| bench.dialog.set(Some(Dialog::Links))>
                    {strings::place_menu_editor_setup()}
                </button>
            }.into_any(),
        })}
        {dynamic(move || match bench.permalink(&place) {
            Ok(address) => {
                let to_copy = address.clone();
                view! {
                    <a class="button small" data-testid="permalink" href=address target="_blank" rel="noopener noreferrer">{strings::place_menu_host()}</a>
                    <button class="button small" data-testid="copy-permalink" on:click=move |_| bench.copy(to_copy.clone(), strings::place_menu_permalink())>
                        {strings::place_menu_copy_permalink()}
                    </button>
                }.into_any()
            }
            Err(_) => view! {
                <button class="button small" data-testid="permalink-setup" on:click=move |_| bench.dialog.set(Some(Dialog::Links))>
                    {strings::place_menu_permalink_setup()}
                </button>
            }.into_any(),
        })}
        <button class="button small" data-testid="links-open" on:click=move |_| bench.dialog.set(Some(Dialog::Links))>
            {strings::place_menu_setup()}
        </button>
    }
}
