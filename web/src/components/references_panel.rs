//! All references to a symbol, by file, each with how sure it is.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::{count, length};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{FileReferences, Reference, ReferenceKind, References, Sureness};
use std::sync::Arc;

/// Most rows drawn.
const MOST: usize = 500;

/// Kinds by their name in `data-kind`, and what they are called.
const KINDS: [(ReferenceKind, &str, strings::Message); 6] = [
    (ReferenceKind::Definition, "definition", strings::references_panel_definition),
    (ReferenceKind::Call, "call", strings::references_panel_call),
    (ReferenceKind::Import, "import", strings::references_panel_import),
    (ReferenceKind::Type, "type", strings::references_panel_type),
    (ReferenceKind::Write, "write", strings::references_panel_write),
    (ReferenceKind::Read, "read", strings::references_panel_read),
];

#[component]
pub fn ReferencesPanel(references: Arc<References>) -> impl IntoView {
    let bench = Workbench::get();
    // `None` for all kinds.
    let kind = RwSignal::new(None::<ReferenceKind>);
    let name = references.symbol.name.clone();
    let symbol = references.symbol.symbol;
    let label = strings::references_panel_label(&references.symbol.qualified_name);
    let all: Vec<ReferenceKind> =
        references.files.iter().flat_map(|file| file.references.iter().map(|it| it.kind)).collect();
    let chips = KINDS.into_iter().filter_map(|(of, _, word)| {
        let number = all.iter().filter(|kind| **kind == of).count();
        (number > 0).then(|| {
            view! {
                <button class="button small" aria-pressed=move || (kind.get() == Some(of)).to_string()
                    on:click=move |_| kind.update(|kind| *kind = if *kind == Some(of) { None } else { Some(of) })>
                    {format!("{} {number}", word())}
                </button>
            }
        })
    });
    let chips = chips.collect_view();
    let said = counts(&references);
    let notes = notes(&references);
    let rows = move || rows(bench, &references, kind.get());
    view! {
        <section class="symbol references" id="references" tabindex="-1" data-testid="references" aria-label=label>
            <header class="symbol-head">
                <h3>
                    <span class="quiet">{strings::references_panel_of()}" "</span>
                    <button class="link" on:click=move |_| bench.show_symbol(symbol, true)><bdi>{name}</bdi></button>
                </h3>
                <button class="button small icon" aria-label=strings::references_panel_close() on:click=move |_| bench.reading.references.set(None)>
                    "\u{2715}"
                </button>
            </header>
            <p data-testid="reference-counts">{said}</p>
            <div class="choice reference-kinds" role="group" aria-label=strings::references_panel_kinds()>{chips}</div>
            {dynamic(rows)}
            {notes.into_iter().map(|note| view! { <p class="quiet">{note}</p> }).collect_view()}
        </section>
    }
}

fn counts(references: &References) -> String {
    let References { proven, possible, same_name, .. } = references;
    let all = proven + possible + same_name;
    let mut parts = Vec::new();
    parts.extend((*proven > 0).then(|| strings::references_panel_count_proven(count(*proven))));
    parts.extend((*possible > 0).then(|| strings::references_panel_count_possible(count(*possible))));
    parts.extend((*same_name > 0).then(|| strings::references_panel_count_same_name(count(*same_name))));
    match all {
        0 => strings::common_none_known().to_owned(),
        all => format!("{}: {}", strings::common_count_lines(all), parts.join(", ")),
    }
}

fn notes(references: &References) -> Vec<String> {
    let mut notes = Vec::new();
    if references.same_name > 0 {
        notes.push(strings::references_panel_same_name_note().to_owned());
    }
    if references.elsewhere > 0 {
        notes.push(strings::references_panel_elsewhere(references.elsewhere));
    }
    if references.omitted > 0 {
        notes.push(strings::references_panel_omitted(count(references.omitted)));
    }
    if !references.is_all {
        notes.push(strings::common_not_all_read().to_owned());
    }
    notes
}

fn rows(bench: Workbench, references: &References, kind: Option<ReferenceKind>) -> AnyView {
    let is_wanted = |it: &&Reference| kind.is_none_or(|kind| it.kind == kind);
    let (mut room, mut hidden) = (MOST, 0usize);
    let mut files = Vec::new();
    for FileReferences { path, references: of_file } in &references.files {
        let hides = bench.hides(path);
        let wanted: Vec<&Reference> = of_file.iter().filter(is_wanted).collect();
        let is_test = |it: &Reference| hides || bench.reading.hide_tests.get() && it.is_test;
        let shown: Vec<Reference> =
            wanted.iter().filter(|it| !is_test(it)).take(room).map(|it| (*it).clone()).collect();
        hidden += wanted.iter().filter(|it| is_test(it)).count();
        room -= shown.len();
        if !shown.is_empty() {
            files.push(file(bench, path.clone(), &references.symbol.name, shown));
        }
    }
    let cut = room == 0;
    view! {
        <div data-list="">{files}</div>
        {(hidden > 0).then(|| view! { <p class="quiet">{strings::references_panel_hidden(hidden)}</p> })}
        {cut.then(|| view! { <p class="quiet">{strings::references_panel_cut(MOST)}</p> })}
    }
    .into_any()
}

fn file(bench: Workbench, path: String, name: &str, references: Vec<Reference>) -> AnyView {
    let number = strings::common_count_lines(length(&references));
    let rows = references.into_iter().map(|it| row(bench, &path, name, it)).collect_view();
    view! {
        <section class="reference-file">
            <h4 class="section-title"><bdi>{path.clone()}</bdi> " " <span class="quiet">{number}</span></h4>
            <ul>{rows}</ul>
        </section>
    }
    .into_any()
}

fn row(bench: Workbench, path: &str, name: &str, reference: Reference) -> impl IntoView + use<> {
    let Reference { kind, sure, rule, line, text, within, .. } = reference;
    let (kind, word) = KINDS.iter().find(|(of, ..)| *of == kind).map_or(("", ""), |(_, name, word)| (*name, word()));
    // The name in `data-sure`, and the words.
    let (sure_name, certainty) = match sure {
        Sureness::Proven => ("proven", strings::common_proven()),
        Sureness::Possible => ("possible", strings::common_possible()),
        Sureness::SameName => ("same name", strings::references_panel_same_name()),
    };
    let why =
        rule.map_or_else(|| strings::references_panel_only_name().to_owned(), |rule| format!("{certainty}: {rule}"));
    let place = path.to_owned();
    let parts = marked(&text, name);
    view! {
        <li class="edge reference" class:possible=sure != Sureness::Proven data-testid="reference-row" data-kind=kind
            data-sure=sure_name data-line=line title=within>
            <button class="reference-line" data-item="" on:click=move |_| bench.open(&place, line, line)>
                <span class="reference-number">{line}</span>
                <code>{parts}</code>
            </button>
            <span class="edge-sure" title=why>{format!("{word}, {certainty}")}</span>
        </li>
    }
}

/// A line with the name marked.
pub fn marked(text: &str, name: &str) -> Vec<AnyView> {
    let mut out = Vec::new();
    let mut at = 0;
    if !name.is_empty() {
        for (found, _) in text.match_indices(name) {
            out.push(text[at..found].to_owned().into_any());
            out.push(view! { <mark>{name.to_owned()}</mark> }.into_any());
            at = found + name.len();
        }
    }
    out.push(text[at..].to_owned().into_any());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::SymbolSummary;

    #[test]
    fn counts_and_notes_say_what_is_not_sure_and_what_is_not_listed() {
        let symbol = SymbolSummary {
            symbol: 0,
            qualified_name: "a.b".into(),
            name: "b".into(),
            kind: "function".into(),
            path: "a.py".into(),
            start_line: 1,
            end_line: 2,
        };
        let of = |proven, same_name, elsewhere, is_all| References {
            symbol: symbol.clone(),
            files: Vec::new(),
            proven,
            possible: 0,
            same_name,
            elsewhere,
            omitted: 0,
            is_all,
        };
        assert_eq!(counts(&of(2, 1, 0, true)), "3 lines: 2 proven, 1 same name only");
        assert_eq!(counts(&of(0, 0, 0, true)), "none known");
        assert!(notes(&of(2, 0, 0, true)).is_empty());
        assert_eq!(notes(&of(2, 1, 4, false)).len(), 3);
    }
}
