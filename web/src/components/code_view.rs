//! A file's lines. Only the visible ones are in the document, so that 20,000 lines scroll as fast as 20.

use super::dynamic::{dynamic, set_if_alive};
use super::scroll_box::ScrollBox;
use super::sticky_scope::StickyScope;
use crate::shims;
use crate::strings;
use crate::text::{Layout, Marked, Piece, hidden, identifier_at, identifiers, pieces, pixels, with_marks};
use crate::workbench::{NamedPlace, OpenFile, Workbench};
use leptos::html::Div;
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;
use web_sys::{Element, KeyboardEvent, MouseEvent};

/// Pixels from one row to the next: `--code-line` in `styles/tokens.css`.
const LINE: f64 = 20.0;
/// How long the pointer rests on an identifier before its card is shown, in milliseconds.
const REST_MS: u64 = 350;
/// Marks beside the scroll bar; matches closer together are one.
const MARKS: usize = 200;

/// The classes of [`HighlightRun`](protocol::HighlightRun), in order.
pub const CLASSES: [&str; 10] =
    ["comment", "string", "number", "keyword", "function", "type", "constant", "property", "operator", "attribute"];

/// What a line is drawn with.
#[derive(Clone, Copy)]
struct Drawn {
    bench: Workbench,
    lit: Memo<Option<(u32, u32)>>,
    layout: Memo<Layout>,
    is_beside: bool,
}

/// The lines of `file`, scrolled to the highlighted ones. `is_beside`: a second view, which stays where it is.
#[component]
pub fn CodeView(file: Arc<OpenFile>, #[prop(optional)] is_beside: bool) -> impl IntoView {
    let bench = Workbench::get();
    let scroll = ScrollBox::new();
    let count = file.lines.len();
    let columns = RwSignal::new(80.0);
    Effect::new(move |_| {
        if let Some(element) = scroll.element.get() {
            let on_size = Closure::<dyn FnMut(f64)>::new(move |fit| set_if_alive(columns, fit));
            shims::on_columns(&element, &on_size.into_js_value());
        }
    });
    let lit = Memo::new({
        let path = file.view.path.clone();
        move |_| bench.lit().filter(|place| place.path == path && !is_beside).map(|place| (place.start, place.end))
    });
    let layout = Memo::new({
        let file = Arc::clone(&file);
        move |_| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred columns")]
            let columns = bench.reading.wrap.get().then(|| columns.get() as usize);
            let folded = if is_beside { Vec::new() } else { bench.reading.folded.with(|it| hidden(&file.regions, it)) };
            Layout::new(&file.view.text, &file.lines, &folded, columns)
        }
    });
    let rows = Memo::new(move |_| scroll.visible_rows(LINE, layout.with(Layout::rows) as usize));
    let range = Memo::new(move |_| {
        let Range { start, end } = rows.get();
        layout.with(|layout| layout.within(to_u32(start)..to_u32(end)))
    });
    let top = move || range.with(|range| layout.with(|it| it.line(range.start).map_or(0, |(_, rows)| rows.start)));
    reveal(scroll.element, lit, layout, bench);

    let drawn = Drawn { bench, lit, layout, is_beside };
    let shown = Arc::clone(&file);
    let lines = move || {
        let file = Arc::clone(&shown);
        range.get().filter_map(|place| line(&file, place, drawn)).collect_view()
    };
    let (clicked, pressed, hovered) = (Arc::clone(&file), Arc::clone(&file), Arc::clone(&file));
    let moves = RwSignal::new(0u32);
    let hints = strings::code_view_keys();
    view! {
        <div class="code-box" class:beside=is_beside>
            {(!is_beside).then(|| view! { <StickyScope file=Arc::clone(&file) bar=scroll.bar line=Signal::derive(move || {
                layout.with(|layout| layout.line_at(scroll.first_row(LINE)))
            })/> })}
            <div
                class="code"
                class:wrap=move || bench.reading.wrap.get()
                style=("--columns", move || crate::text::whole(columns.get()))
                data-testid=if is_beside { "code-beside" } else { "code-view" }
                id=if is_beside { "code-beside" } else { "code-view" }
                data-path=file.view.path.clone()
                tabindex="0"
                role="region"
                aria-label=strings::code_view_label(&file.view.path, count)
                aria-description=hints
                node_ref=scroll.element
                on:scroll=move |_| { scroll.scrolled(); bench.reading.card.set(None); }
                on:click=move |event| look_up(&event, bench, &clicked)
                on:keydown=move |event| if !is_beside { press(&event, bench, &pressed, scroll.element) }
                on:mousemove=move |event| hover(&event, bench, &hovered, moves)
                on:mouseleave=move |_| { moves.update(|it| *it += 1); bench.reading.card.set(None); }
            >
                <div class="code-canvas" style:height=move || pixels(f64::from(layout.with(Layout::rows)) * LINE)>
                    <div class="code-lines" style:transform=move || format!("translateY({})", pixels(f64::from(top()) * LINE))>
                        {lines}
                    </div>
                </div>
            </div>
            {(!is_beside).then(|| dynamic(move || hit_map(bench, layout)))}
        </div>
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn line(file: &OpenFile, place: usize, drawn: Drawn) -> Option<impl IntoView + use<>> {
    let (index, rows) = drawn.layout.with(|layout| layout.line(place))?;
    let number = index.saturating_add(1);
    let text = &file.view.text;
    let (pieces, rest) = pieces(text, &file.view.highlight, file.lines.range(text, index as usize));
    let (marks, classes) = marks_on(drawn, number);
    let pieces: Vec<_> = with_marks(pieces, &marks).iter().map(|it| marked_piece(it, &classes)).collect();
    let lit = drawn.lit;
    let is_lit = move || lit.with(|lit| lit.is_some_and(|(start, end)| (start..=end).contains(&number)));
    let region = file.regions.iter().find(|region| region.header == index && !drawn.is_beside);
    let bench = drawn.bench;
    let fold = region.map(|region| {
        let (name, hides) = (region.name.clone(), region.end - region.header);
        let is_folded = bench.reading.folded.with(|folded| folded.contains(&index));
        view! {
            <button class="fold" data-testid="fold" aria-expanded=(!is_folded).to_string()
                aria-label=strings::code_view_label(name, hides)
                on:click=move |event| { event.stop_propagation(); bench.toggle_fold(index); }>
                {if is_folded { "\u{25b8}" } else { "\u{25be}" }}
            </button>
            {is_folded.then(|| view! { <span class="folded quiet">{strings::code_view_folded(hides)}</span> })}
        }
    });
    Some(view! {
        <div class="line" class:lit=is_lit data-testid="code-line" data-line=number
            style:height=pixels(f64::from(rows.end - rows.start) * LINE)>
            <span class="number" aria-hidden="true">{number}</span>
            <code>{pieces}</code>
            {fold}
            {(rest > 0).then(|| view! { <span class="quiet">{format!(" {}", strings::code_view_more_bytes(rest))}</span> })}
        </div>
    })
}

/// What is marked on a line, in bytes from its start, with the class of each: matches, or else where the keyboard is.
fn marks_on(drawn: Drawn, number: u32) -> (Vec<Range<usize>>, Vec<&'static str>) {
    let reading = drawn.bench.reading;
    if drawn.is_beside {
        return (Vec::new(), Vec::new());
    }
    if reading.find.is_open.get() {
        let at = reading.find.at.get();
        return reading.find.matches.with(|matches| {
            let first = matches.partition_point(|found| found.line < number);
            let of_line = matches[first..].iter().take_while(|found| found.line == number).zip(first..);
            of_line
                .map(|(found, place)| {
                    (found.start as usize..found.end as usize, if place == at { "hit current" } else { "hit" })
                })
                .unzip()
        });
    }
    reading.cursor.with(|cursor| match cursor.as_ref().filter(|cursor| cursor.line == number) {
        Some(cursor) => {
            let start = cursor.column as usize;
            (std::iter::once(start..start + cursor.name.len()).collect(), vec!["cursor"])
        }
        None => (Vec::new(), Vec::new()),
    })
}

/// A piece of code in its colour.
pub fn piece(piece: &Piece) -> AnyView {
    let text = piece.text.to_owned();
    match piece.class.and_then(|class| CLASSES.get(usize::from(class))) {
        Some(class) => view! { <span class=*class>{text}</span> }.into_any(),
        None => text.into_any(),
    }
}

fn marked_piece(marked: &Marked, classes: &[&'static str]) -> AnyView {
    let text = piece(&marked.piece);
    match marked.mark.and_then(|mark| classes.get(mark)) {
        Some(class) => view! { <mark class=*class>{text}</mark> }.into_any(),
        None => text,
    }
}

/// Where the matches are in the whole file.
fn hit_map(bench: Workbench, layout: Memo<Layout>) -> Option<impl IntoView + use<>> {
    let find = bench.reading.find;
    if !find.is_open.get() || find.matches.with(|it| it.is_empty()) {
        return None;
    }
    let rows = layout.with(Layout::rows).max(1) as usize;
    let mut buckets: Vec<usize> = find.matches.with(|matches| {
        let row = |line: u32| layout.with(|layout| layout.row_of(line.saturating_sub(1))) as usize;
        matches.iter().map(|found| row(found.line) * MARKS / rows).collect()
    });
    buckets.dedup();
    let mark = |bucket: usize| view! { <i style:top=format!("{}%", bucket * 100 / MARKS)></i> };
    Some(
        view! { <div class="hit-map" data-testid="hit-map" aria-hidden="true">{buckets.into_iter().map(mark).collect_view()}</div> },
    )
}

/// Scrolls to the highlighted lines, unless they are visible already.
fn reveal(scroll: NodeRef<Div>, lit: Memo<Option<(u32, u32)>>, layout: Memo<Layout>, bench: Workbench) {
    Effect::new(move |_| {
        let (Some(element), Some((start, end))) = (scroll.get(), lit.get()) else { return };
        if bench.tab.get() != crate::workbench::Tab::Code {
            return;
        }
        request_animation_frame(move || {
            let row = |line: u32| layout.try_with_untracked(|layout| layout.row_of(line.max(1) - 1)).unwrap_or(0);
            show_rows(&element, row(start), row(end) + 1);
        });
    });
}

fn show_rows(element: &Element, first: u32, end: u32) {
    let (top, box_height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
    let (first, last) = (f64::from(first) * LINE, f64::from(end) * LINE);
    if first < top || last.min(first + box_height) > top + box_height {
        #[allow(clippy::cast_possible_truncation, reason = "pixels")]
        element.set_scroll_top((first - box_height / 4.0).max(0.0) as i32);
    }
}

/// The identifier under the pointer.
fn pointed(event: &MouseEvent, file: &OpenFile) -> Option<NamedPlace> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok())?;
    let row = target.closest("[data-line]").ok().flatten()?;
    let number = row.get_attribute("data-line")?.parse::<usize>().ok()?;
    let code = row.query_selector("code").ok().flatten()?;
    let offset = u32::try_from(shims::text_offset_at(&code, event.client_x(), event.client_y())).ok()?;
    let line = &file.view.text[file.lines.range(&file.view.text, number.saturating_sub(1))];
    let place = identifier_at(line, offset)?;
    let (line_number, column) = (u32::try_from(number).ok()?, u32::try_from(place.start).ok()?);
    Some(NamedPlace { path: file.view.path.clone(), line: line_number, column, name: line[place].to_owned() })
}

/// Looks up the name under the pointer, unless text is being selected. With Ctrl it goes to the definition.
fn look_up(event: &MouseEvent, bench: Workbench, file: &OpenFile) {
    if shims::has_selection() {
        return;
    }
    let Some(place) = pointed(event, file) else { return };
    bench.reading.card.set(None);
    bench.reading.cursor.set(Some(place.clone()));
    if event.ctrl_key() || event.meta_key() {
        return bench.go_to_definition(place);
    }
    bench.show_meaning(place.path, place.line, place.column, place.name);
}

/// Shows the card of an identifier on which the pointer rests.
fn hover(event: &MouseEvent, bench: Workbench, file: &Arc<OpenFile>, moves: RwSignal<u32>) {
    moves.update(|moves| *moves += 1);
    if bench.reading.card.with_untracked(Option::is_some) {
        bench.reading.card.set(None);
    }
    if event.buttons() != 0 {
        return;
    }
    let (at, event, file) = (moves.get_untracked(), event.clone(), Arc::clone(file));
    let is_current = move || moves.try_get_untracked() == Some(at);
    set_timeout(
        move || {
            if let Some(place) = is_current().then(|| pointed(&event, &file)).flatten() {
                let at = (f64::from(event.client_x()), f64::from(event.client_y()) + LINE / 2.0);
                bench.describe(place, at, is_current);
            }
        },
        Duration::from_millis(REST_MS),
    );
}

/// Moves from identifier to identifier, and asks about the current one.
fn press(event: &KeyboardEvent, bench: Workbench, file: &OpenFile, view: NodeRef<Div>) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let reading = bench.reading;
    let moved = match event.key().as_str() {
        "ArrowRight" => step(file, reading.cursor.get_untracked().as_ref(), bench, 1, false),
        "ArrowLeft" => step(file, reading.cursor.get_untracked().as_ref(), bench, -1, false),
        "ArrowDown" => step(file, reading.cursor.get_untracked().as_ref(), bench, 1, true),
        "ArrowUp" => step(file, reading.cursor.get_untracked().as_ref(), bench, -1, true),
        "Enter" => {
            let Some(place) = reading.cursor.get_untracked() else { return };
            event.prevent_default();
            return bench.show_meaning(place.path, place.line, place.column, place.name);
        }
        "i" => {
            let (Some(place), Some(view)) = (reading.cursor.get_untracked(), view.get_untracked()) else { return };
            let Some(mark) = view.query_selector("mark.cursor").ok().flatten() else { return };
            let bounds = mark.get_bounding_client_rect();
            let wanted = place.clone();
            let is_current = move || reading.cursor.try_get_untracked().flatten().as_ref() == Some(&wanted);
            return bench.describe(place, (bounds.left(), bounds.bottom()), is_current);
        }
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    if let (Some(place), Some(view)) = (moved, view.get_untracked()) {
        bench.unfold_at(place.line);
        reading.card.set(None);
        bench.announce(strings::code_view_at(&place.name, place.line));
        show_rows(&view, place.line.saturating_sub(1), place.line);
        reading.cursor.set(Some(place));
    }
}

/// The next identifier, or the one before; `by_line`: the one nearest in column on another line.
fn step(file: &OpenFile, from: Option<&NamedPlace>, bench: Workbench, by: i32, by_line: bool) -> Option<NamedPlace> {
    let lit = untrack(|| bench.lit()).filter(|lit| lit.path == file.view.path).map_or(1, |lit| lit.start.max(1));
    let (line, column) = from.map_or((lit, None), |from| (from.line, Some(from.column as usize)));
    let names = |line: u32| {
        let range = file.lines.range(&file.view.text, line as usize - 1);
        let runs = &file.view.highlight;
        let class = |at: usize| {
            let at = range.start + at;
            let run = runs.partition_point(|run| run.end as usize <= at);
            runs.get(run).filter(|run| run.start as usize <= at).map(|run| run.class)
        };
        identifiers(&file.view.text[range.clone()], class)
    };
    let named = |line: u32, place: &Range<usize>| {
        let text = &file.view.text[file.lines.range(&file.view.text, line as usize - 1)];
        let column = to_u32(place.start);
        NamedPlace { path: file.view.path.clone(), line, column, name: text[place.clone()].to_owned() }
    };
    if !by_line || column.is_none() {
        let all = names(line);
        let on_line = match (by > 0, column) {
            (true, None) => all.first(),
            (true, Some(column)) => all.iter().find(|it| it.start > column),
            (false, column) => all.iter().rev().find(|it| column.is_some_and(|column| it.start < column)),
        };
        if let Some(found) = on_line {
            return Some(named(line, found));
        }
    }
    let last = to_u32(file.lines.len());
    let mut at = line;
    loop {
        at = at.checked_add_signed(by).filter(|at| (1..=last).contains(at))?;
        let all = names(at);
        let found = match (by_line, by > 0) {
            (true, _) => all.iter().min_by_key(|it| it.start.abs_diff(column.unwrap_or(0))),
            (false, true) => all.first(),
            (false, false) => all.last(),
        };
        if let Some(found) = found {
            return Some(named(at, found));
        }
    }
}
