//! The dialog in which the person says where links to code lead: to which editor, folder and host.

use super::dynamic::dynamic;
use crate::links::{EDITORS, Origin, is_root};
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;

#[component]
pub fn LinkSettings() -> impl IntoView {
    let bench = Workbench::get();
    let copy = |signal: RwSignal<String>| RwSignal::new(signal.get_untracked());
    let links = bench.links;
    let (editor, root, page, commit) = (copy(links.editor), copy(links.root), copy(links.page), copy(links.commit));
    let wrong_root = move || root.with(|it| !it.trim().is_empty() && !is_root(it));
    let wrong_page = move || match page.with(|it| it.trim().is_empty()) {
        true => None,
        false => page.with(|page| commit.with(|commit| Origin::new(page, commit).err())),
    };
    let save = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        bench.save_links(editor.get_untracked(), root.get_untracked(), page.get_untracked(), commit.get_untracked());
        bench.dialog.set(None);
    };
    let field = |words: &'static str, testid: &'static str, placeholder: &'static str, value: RwSignal<String>| {
        view! {
            <label class="field">
                <span>{words}</span>
                <input type="text" data-testid=testid placeholder=placeholder maxlength="1000" spellcheck="false"
                    prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
            </label>
        }
    };
    view! {
        <form class="links-form" data-testid="links-dialog" on:submit=save>
            <p class="quiet">{strings::links_dialog_kept()}</p>
            <label class="field">
                <span>{strings::links_dialog_editor()}</span>
                <select data-testid="links-editor" on:change=move |event| editor.set(event_target_value(&event))>
                    {EDITORS.map(|(name, words)| view! {
                        <option value=name selected=move || editor.with_untracked(|it| it == name)>{words}</option>
                    })}
                </select>
            </label>
            {field(strings::links_dialog_root(), "links-root", "/home/you/project", root)}
            {dynamic(move || wrong_root().then(|| view! {
                <p class="note" role="alert" data-testid="links-problem">{strings::links_dialog_whole_path()}</p>
            }))}
            {field(strings::links_dialog_page(), "links-page", "https://github.com/owner/name", page)}
            {field(strings::links_dialog_commit(), "links-commit", "main", commit)}
            {dynamic(move || wrong_page().map(|why| view! {
                <p class="note" role="alert" data-testid="links-problem">{why.to_string()}</p>
            }))}
            <p class="quiet">{strings::links_dialog_lines()}</p>
            <button type="submit" class="button primary" data-testid="links-save"
                disabled=move || wrong_root() || wrong_page().is_some()>{strings::common_save()}</button>
        </form>
    }
}
