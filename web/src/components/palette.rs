//! The search dialog: symbols, files and text as you type, without a model.

use super::code_tools::TestsSwitch;
use super::dynamic::{dynamic, set_if_alive};
use super::palette_rows::{COMMANDS, Row, commands_like, line_of, marked_words, rows_of_nothing, split_at_words};
use crate::history::{History, Place};
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::{Div, Input};
use leptos::prelude::*;
use protocol::{Command, FoundItem, FoundKind, Reach, Reply};
use wasm_bindgen_futures::spawn_local;
use web_sys::KeyboardEvent;

/// Wait after a keystroke before asking, in milliseconds.
const DEBOUNCE_MS: u32 = 20;
/// Most symbols and files, and most lines of text.
const MOST_NAMES: u32 = 40;
/// Longest text that is searched for, in characters.
const LONGEST: usize = 1000;
const MOST_LINES: u32 = 12;
#[component]
pub fn Search() -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    let list = NodeRef::<Div>::new();
    let query = RwSignal::new(bench.reading.typed.try_update(std::mem::take).unwrap_or_default());
    let items = RwSignal::new(None::<Vec<Row>>);
    let at = RwSignal::new(0usize);
    // Why what was typed cannot be searched for: a pattern that is none.
    let refused = RwSignal::new(None::<String>);
    Effect::new(move |_| input.get().iter().for_each(|input| drop(input.focus())));
    Effect::new(move |_| find(bench, query.get(), query, Found { items, refused, at }));
    let pick = move |index: usize| {
        if let Some(item) = items.with_untracked(|items| items.as_ref().and_then(|items| items.get(index).cloned())) {
            bench.dialog.set(None);
            // A command may open the dialog again.
            request_animation_frame(move || go(bench, item));
        }
    };
    let step = move |by: isize| {
        let count = items.with_untracked(|items| items.as_ref().map_or(0, Vec::len));
        at.update(|at| *at = at.saturating_add_signed(by).min(count.saturating_sub(1)));
        let row =
            list.get_untracked().and_then(|it| it.query_selector(&format!("#found-{}", at.get_untracked())).ok()?);
        row.iter().for_each(|row| row.scroll_into_view_with_bool(by < 0));
    };
    let on_key = move |event: KeyboardEvent| {
        match (event.key().as_str(), event.ctrl_key()) {
            ("ArrowDown", _) | ("n" | "j", true) => step(1),
            ("ArrowUp", _) | ("p" | "k", true) => step(-1),
            ("Enter", _) => pick(at.get_untracked()),
            _ => return,
        }
        event.stop_propagation();
        event.prevent_default();
    };
    view! {
        <input
            type="text"
            enterkeyhint="go"
            class="palette-input"
            data-testid="palette-input"
            placeholder=strings::palette_placeholder()
            aria-label=strings::common_search_all()
            maxlength=LONGEST
            prop:value=move || query.get()
            role="combobox"
            aria-expanded="true"
            aria-controls="found"
            aria-activedescendant=move || format!("found-{}", at.get())
            autocomplete="off"
            spellcheck="false"
            node_ref=input
            on:input=move |event| query.set(event_target_value(&event))
            on:keydown=on_key
        />
        <div id="found" class="found" role="listbox" aria-label=strings::palette_results() node_ref=list>
            {dynamic(move || items.get().map(|items| results(items, refused.get(), &query.get_untracked(), at, pick)))}
        </div>
        <p class="palette-foot quiet">
            <TestsSwitch/>
            <span>{strings::palette_filters()}</span>
        </p>
    }
}

fn results(
    items: Vec<Row>,
    refused: Option<String>,
    typed: &str,
    at: RwSignal<usize>,
    pick: impl Fn(usize) + Copy + 'static,
) -> AnyView {
    if let Some(why) = refused {
        return view! { <p class="found-none quiet" role="status">{why}</p> }.into_any();
    }
    if items.is_empty() {
        let why = match untrack(|| Workbench::get().arriving()).map(|repository| repository.reach) {
            Some(Reach::Text) => strings::palette_nothing_yet(),
            Some(Reach::Symbols) | None => strings::palette_nothing(),
        };
        return view! { <p class="found-none quiet" role="status">{why}</p> }.into_any();
    }
    let mut before = None;
    let words = marked_words(typed);
    let rows = items.into_iter().enumerate().map(|(index, item)| {
        let title = Some(item.group()).filter(|group| before != Some(*group));
        before = Some(item.group());
        let kind = item.kind().to_owned();
        let icon = kind.chars().next().unwrap_or('?');
        view! {
            {title.map(|title| view! { <p class="section-title" role="presentation">{title}</p> })}
            <div
                id=format!("found-{index}")
                class="found-row"
                class:current=move || at.get() == index
                role="option"
                aria-selected=move || (at.get() == index).to_string()
                data-testid="palette-item"
                on:click=move |_| pick(index)
            >
                <span class="kind" data-kind=kind.clone() title=kind.clone() aria-hidden="true">{icon}</span>
                {matches!(item, Row::Found(_)).then(|| view! { <span class="visually-hidden">{kind}</span> })}
                <bdi class="found-title">{with_words(&item.title(), &words)}</bdi>
                <span class="found-detail quiet"><bdi dir="ltr">{with_words(item.qualified_name(), &words)}</bdi></span>
                <span class="found-place quiet"><bdi dir="ltr">{with_words(&item.place(), &words)}</bdi></span>
            </div>
        }
    });
    rows.collect_view().into_any()
}

/// A text with the words that were typed marked in it.
fn with_words(text: &str, words: &[String]) -> Vec<AnyView> {
    let part = |(part, is_word): (&str, bool)| match is_word {
        true => view! { <mark>{part.to_owned()}</mark> }.into_any(),
        false => part.to_owned().into_any(),
    };
    split_at_words(text, words).into_iter().map(part).collect()
}

/// What the dialog shows.
#[derive(Clone, Copy)]
struct Found {
    items: RwSignal<Option<Vec<Row>>>,
    refused: RwSignal<Option<String>>,
    at: RwSignal<usize>,
}

/// Searches after a short wait, unless more was typed meanwhile: names first, which come at once, then lines of text, for
/// which every file is read. Nothing is said not to be found before both have come.
fn find(bench: Workbench, wanted: String, query: RwSignal<String>, shown: Found) {
    let Found { items, refused, at } = shown;
    refused.set(None);
    let nothing = |places: &History<Place>| {
        bench.reading.bookmarks.with_untracked(|marks| rows_of_nothing(places.visited(), places.current(), marks))
    };
    if wanted.trim().is_empty() {
        at.set(0);
        items.set(Some(bench.places.with_untracked(nothing)));
        return;
    }
    if wanted.trim_start().starts_with(':') {
        at.set(0);
        let is_open = bench.file.with_untracked(Option::is_some);
        match line_of(&wanted).filter(|_| is_open) {
            Some(line) => items.set(Some(vec![Row::Line(line)])),
            None => {
                let why = if is_open { strings::palette_line_number() } else { strings::palette_no_file() };
                refused.set(Some(why.to_owned()));
                items.set(Some(Vec::new()));
            }
        }
        return;
    }
    // Enter must not run a command that was listed before anything was typed.
    let is_found = |rows: &Vec<Row>| rows.iter().any(|row| matches!(row, Row::Found(_)));
    if !items.with_untracked(|rows| rows.as_ref().is_some_and(is_found)) {
        items.set(None);
    }
    // Tests are left out by the search itself, so that others take their places.
    let hide = bench.reading.hide_tests.get();
    let asked = if hide { format!("{wanted} -test") } else { wanted.clone() };
    spawn_local(async move {
        let is_current = || query.try_get_untracked().is_some_and(|now| now == wanted);
        shims::sleep(DEBOUNCE_MS).await;
        if !is_current() {
            return;
        }
        let names = bench.engine.call(Command::Find { query: asked.clone(), limit: MOST_NAMES }).await;
        let names = match names {
            _ if !is_current() => return,
            Ok(Reply::Found { items }) => {
                let found = grouped(items).into_iter().map(Row::Found);
                found.chain(commands_like(&wanted)).collect::<Vec<_>>()
            }
            Ok(_) => return,
            Err(failure) => {
                set_if_alive(refused, Some(failure.message));
                set_if_alive(items, Some(Vec::new()));
                return;
            }
        };
        set_if_alive(refused, None);
        set_if_alive(at, 0);
        if !names.is_empty() {
            set_if_alive(items, Some(names.clone()));
        }
        let lines = bench.engine.call(Command::FindLines { query: asked.clone(), limit: MOST_LINES }).await;
        match lines {
            Ok(Reply::Found { items: lines }) if is_current() => {
                set_if_alive(items, Some(names.into_iter().chain(lines.into_iter().map(Row::Found)).collect()));
            }
            Err(failure) if is_current() && names.is_empty() => {
                set_if_alive(refused, Some(failure.message));
                set_if_alive(items, Some(names));
            }
            _ => {}
        }
    });
}

/// Items of one kind together, kinds in the order in which they first occur.
fn grouped(mut found: Vec<FoundItem>) -> Vec<FoundItem> {
    let mut order = Vec::new();
    for item in &found {
        if !order.contains(&item.kind) {
            order.push(item.kind);
        }
    }
    found.sort_by_key(|item| order.iter().position(|kind| *kind == item.kind));
    found
}

fn go(bench: Workbench, row: Row) {
    match row {
        Row::Found(item) => match item.symbol {
            Some(symbol) => bench.show_symbol(symbol, true),
            None if item.kind == FoundKind::File => bench.jump(&item.path, 0, 0),
            None => bench.jump(&item.path, item.start_line, item.end_line),
        },
        Row::Place { place, .. } => bench.jump(&place.path, place.start, place.end),
        Row::Command(at) => COMMANDS[at].1(bench),
        Row::Line(line) => {
            bench.go_to_line(line);
            crate::keys::focus("code-view");
        }
    }
}
