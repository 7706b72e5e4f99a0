//! Find in the open file.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::count;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::FileSearch;
use web_sys::KeyboardEvent;

/// Longest text that is looked for, in bytes: as the engine takes it.
const LONGEST: usize = 1000;

#[component]
pub fn FindBar() -> impl IntoView {
    let bench = Workbench::get();
    let find = bench.reading.find;
    let input = NodeRef::<Input>::new();
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            drop(input.focus());
            input.select();
        }
    });
    let change = move |edit: &dyn Fn(&mut FileSearch)| {
        find.search.update(edit);
        bench.find_in_file(true);
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            bench.step_match(!event.shift_key());
        }
        "Escape" => {
            event.prevent_default();
            event.stop_propagation();
            bench.close_find();
        }
        _ => {}
    };
    let option = move |words: &'static str, label: &'static str, of: fn(&mut FileSearch) -> &mut bool| {
        let is_on = move || find.search.with(|search| *of(&mut search.clone()));
        view! {
            <button class="button small" aria-pressed=move || is_on().to_string() aria-label=label title=label
                on:click=move |_| change(&|search| { let is_on = of(search); *is_on = !*is_on; })>{words}</button>
        }
    };
    let said = move || {
        let (found, at) = (find.matches.with(|it| it.len()), find.at.get());
        let number = |number: usize| count(u32::try_from(number).unwrap_or(u32::MAX));
        match (find.problem.get(), found) {
            (Some(why), _) => why,
            (None, 0) if find.search.with(|search| search.text.is_empty()) => String::new(),
            (None, 0) => strings::find_bar_none().to_owned(),
            (None, found) if find.more.get() => strings::find_bar_at_or_more(number(at + 1), number(found)),
            (None, found) => strings::find_bar_at(number(at + 1), number(found)),
        }
    };
    view! {
        <div class="find-bar" role="search" aria-label=strings::find_bar_label()>
            <input type="text" class="find-input" id="find-input" data-testid="find-input" aria-label=strings::find_bar_label() placeholder=strings::find_bar_label()
                maxlength=LONGEST autocomplete="off" spellcheck="false" node_ref=input
                prop:value=move || find.search.with(|search| search.text.clone())
                on:input=move |event| { let text = event_target_value(&event); change(&|search| search.text.clone_from(&text)); }
                on:keydown=on_key/>
            {option("Aa", strings::find_bar_case(), |search| &mut search.match_case)}
            {option("W", strings::find_bar_whole_words(), |search| &mut search.whole_words)}
            {option(".*", strings::find_bar_pattern(), |search| &mut search.is_pattern)}
            <button class="button small icon" aria-label=strings::find_bar_previous() title="Shift Enter" on:click=move |_| bench.step_match(false)>"\u{2191}"</button>
            <button class="button small icon" aria-label=strings::find_bar_next() title="Enter" on:click=move |_| bench.step_match(true)>"\u{2193}"</button>
            <span class="find-count quiet" data-testid="find-count" role="status">{dynamic(said)}</span>
            <button class="button small icon" aria-label=strings::find_bar_close() on:click=move |_| bench.close_find()>"\u{2715}"</button>
        </div>
    }
}
