//! One list of the overview: routes, commands, main types. Each line leads to its place.

use crate::strings;
use crate::text::count;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{OverviewKind, OverviewLine, OverviewSection};

/// Opens the place of a line; of a symbol its page as well.
pub fn open_line(bench: Workbench, line: &OverviewLine) {
    match line.symbol {
        Some(symbol) => bench.show_symbol(symbol, true),
        None => bench.jump(&line.path, line.start_line, line.end_line),
    }
}

/// A list with its title; where there is more than it shows, a question for all of them.
#[component]
pub fn OverviewList(section: OverviewSection) -> impl IntoView {
    let bench = Workbench::get();
    let OverviewSection { kind, lines, total } = section;
    let (name, testid, ask) = words(kind);
    let note = note(kind, total);
    let left_out =
        total.filter(|_| kind_counts_lines(kind)).map_or(0, |total| total.saturating_sub(lines.len() as u32));
    let rest = (left_out > 0).then_some(ask).flatten();
    view! {
        <section class="overview-list" data-testid=testid aria-label=name>
            <h3 class="section-title">{name}{note.map(|note| view! { <span class="overview-note">{note}</span> })}</h3>
            <ul data-list="">{lines.into_iter().map(|line| view! { <Row kind line/> }).collect_view()}</ul>
            {rest.map(|question| view! {
                <button class="link overview-more" on:click=move |_| bench.ask_suggested(question.to_owned())>
                    {strings::overview_section_more(count(left_out))}
                </button>
            })}
        </section>
    }
}

#[component]
fn Row(kind: OverviewKind, line: OverviewLine) -> impl IntoView {
    let bench = Workbench::get();
    let counted = line.count.map(|number| counted(kind, number));
    let place = format!("{}:{}", line.path, line.start_line);
    let title = if line.title.is_empty() { line.path.clone() } else { line.title.clone() };
    let hint = format!("{place}{}{}", if line.detail.is_empty() { "" } else { "\n" }, line.detail);
    let detail = line.detail.clone();
    view! {
        <li>
            <button class="overview-row" data-item="" data-path=line.path.clone() data-line=line.start_line.to_string() title=hint
                on:click=move |_| open_line(bench, &line)>
                <bdi class="overview-title">{title}</bdi>
                <bdi class="overview-detail quiet">{detail}</bdi>
                {counted.map(|words| view! { <span class="overview-count quiet">{words}</span> })}
            </button>
        </li>
    }
}

/// The title, the test id, and the question by which the whole list is asked for: in English, which the offline model reads.
fn words(kind: OverviewKind) -> (&'static str, &'static str, Option<&'static str>) {
    match kind {
        OverviewKind::EntryPoints => {
            (strings::overview_section_entry_points(), "overview-entry-points", Some("Which entry points are there?"))
        }
        OverviewKind::Routes => {
            (strings::overview_section_routes(), "overview-routes", Some("Which routes are there?"))
        }
        OverviewKind::Commands => (strings::common_commands(), "overview-commands", Some("Which commands are there?")),
        OverviewKind::Scripts => {
            (strings::overview_section_scripts(), "overview-scripts", Some("Which scripts are there?"))
        }
        OverviewKind::MostCalled => (strings::overview_section_most_called(), "overview-most-called", None),
        OverviewKind::MainTypes => (strings::overview_section_main_types(), "overview-main-types", None),
        OverviewKind::Tests => (strings::common_tests(), "overview-tests", None),
        OverviewKind::Changed => (strings::overview_section_changed(), "overview-changed", None),
    }
}

/// True where the total is one of lines.
fn kind_counts_lines(kind: OverviewKind) -> bool {
    !matches!(kind, OverviewKind::Tests | OverviewKind::Changed)
}

/// What the total says.
fn note(kind: OverviewKind, total: Option<u32>) -> Option<String> {
    match kind {
        OverviewKind::Changed => total.map(strings::overview_section_last_commits),
        OverviewKind::MostCalled => Some(strings::overview_section_by_callers().to_owned()),
        _ => total.map(count),
    }
}

fn counted(kind: OverviewKind, number: u32) -> String {
    match kind {
        OverviewKind::MostCalled => strings::overview_section_count_callers(number),
        OverviewKind::Tests => strings::overview_section_count_tests(number),
        OverviewKind::Changed => strings::overview_section_count_commits(number),
        _ => count(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_say_what_they_count() {
        assert_eq!(note(OverviewKind::Routes, Some(1200)).as_deref(), Some("1,200"));
        assert_eq!(note(OverviewKind::Changed, Some(1)).as_deref(), Some("in the last 1 commit"));
        assert_eq!(note(OverviewKind::MainTypes, None), None);
        assert_eq!(counted(OverviewKind::Tests, 2), "2 tests");
    }
}
