//! What the palette lists beside what the engine finds: commands, recent places and bookmarks, a line to go to.

use crate::history::Place;
use crate::strings;
use crate::text::file_name;
use crate::workbench::{Dialog, Tab, Workbench};
use protocol::{FoundItem, FoundKind};

/// Most recent places.
const RECENT: usize = 12;

/// A row of the palette.
#[derive(Debug, Clone, PartialEq)]
pub enum Row {
    Found(FoundItem),
    Place {
        title: &'static str,
        place: Place,
    },
    /// Place in [`COMMANDS`].
    Command(usize),
    Line(u32),
}

/// A name, and what it does.
pub type Command = (strings::Message, fn(Workbench));

/// What can be done from the palette.
pub const COMMANDS: [Command; 15] = [
    (strings::palette_rows_go_to_line, |bench| bench.open_palette(":")),
    (strings::palette_rows_find, Workbench::open_find),
    (strings::palette_rows_wrap, Workbench::toggle_wrap),
    (strings::palette_rows_fold, Workbench::fold_all),
    (strings::palette_rows_bookmark, Workbench::toggle_bookmark),
    (strings::palette_rows_split, Workbench::toggle_beside),
    (strings::palette_rows_tests, Workbench::toggle_tests),
    (strings::palette_rows_code, |bench| bench.show_tab(Tab::Code)),
    (strings::palette_rows_graph, |bench| bench.show_tab(Tab::Graph)),
    (strings::common_show_run, |bench| bench.show_tab(Tab::Run)),
    (strings::palette_rows_model, |bench| open(bench, Dialog::Model)),
    (strings::common_stored, |bench| open(bench, Dialog::Storage)),
    (strings::common_agents_remember, |bench| open(bench, Dialog::Memory)),
    (strings::common_tools, |bench| open(bench, Dialog::Tools)),
    (strings::common_shortcuts, |bench| open(bench, Dialog::Keys)),
];

fn open(bench: Workbench, dialog: Dialog) {
    use leptos::prelude::Set;
    bench.dialog.set(Some(dialog));
}

impl Row {
    /// The heading of the group that it belongs to.
    pub fn group(&self) -> &'static str {
        match self {
            Self::Found(item) => match item.kind {
                FoundKind::Symbol => strings::palette_rows_symbols(),
                FoundKind::File => strings::common_files(),
                FoundKind::Text => strings::palette_rows_text(),
            },
            Self::Place { title, .. } => title,
            Self::Command(_) => strings::common_commands(),
            Self::Line(_) => strings::palette_rows_line(),
        }
    }

    /// What it is, in a word that the detail begins with or that is known: for its icon.
    pub fn kind(&self) -> &str {
        match self {
            Self::Found(item) => match item.kind {
                FoundKind::Symbol => item.detail.split(' ').next().unwrap_or("symbol"),
                FoundKind::File => "file",
                FoundKind::Text => "text",
            },
            Self::Place { .. } | Self::Line(_) => "place",
            Self::Command(_) => ">",
        }
    }

    /// Its name; an overload's with its parameters.
    pub fn title(&self) -> String {
        match self {
            Self::Found(item) => format!("{}{}", item.title, item.parameters.as_deref().unwrap_or_default()),
            Self::Place { place, .. } if place.start == 0 => file_name(&place.path).to_owned(),
            Self::Place { place, .. } => format!("{}:{}", file_name(&place.path), place.start),
            Self::Command(at) => COMMANDS[*at].0().to_owned(),
            Self::Line(line) => strings::palette_rows_go_to(line),
        }
    }

    /// The qualified name of a symbol; empty for all else.
    pub fn qualified_name(&self) -> &str {
        match self {
            Self::Found(item) if item.kind == FoundKind::Symbol => item.detail.rsplit(' ').next().unwrap_or_default(),
            _ => "",
        }
    }

    /// Where it is.
    pub fn place(&self) -> String {
        match self {
            Self::Found(item) => match item.kind {
                FoundKind::Symbol => format!("{}:{}", item.path, item.start_line),
                FoundKind::File | FoundKind::Text => item.detail.clone(),
            },
            Self::Place { place, .. } => place.path.clone(),
            Self::Command(_) | Self::Line(_) => String::new(),
        }
    }
}

/// The rows while nothing is typed: recent places, the newest first and each once, then bookmarks and commands.
pub fn rows_of_nothing(visited: &[Place], current: Option<&Place>, bookmarks: &[Place]) -> Vec<Row> {
    let mut recent: Vec<Place> = Vec::new();
    for place in visited.iter().rev() {
        if Some(place) != current && !recent.contains(place) {
            recent.push(place.clone());
        }
    }
    recent.truncate(RECENT);
    let place = |title| move |place: Place| Row::Place { title, place };
    let recent = recent.into_iter().map(place(strings::palette_rows_recent()));
    let bookmarks = bookmarks.iter().rev().cloned().map(place(strings::palette_rows_bookmarks()));
    recent.chain(bookmarks).chain((0..COMMANDS.len()).map(Row::Command)).collect()
}

/// The line of `:120`.
pub fn line_of(typed: &str) -> Option<u32> {
    typed.trim().strip_prefix(':')?.trim().parse().ok().filter(|line| *line > 0)
}

/// The commands whose name has all words that are typed.
pub fn commands_like(typed: &str) -> Vec<Row> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed.trim_start_matches('>').split_whitespace().collect();
    let is_like = |at: &usize| words.iter().all(|word| COMMANDS[*at].0().to_lowercase().contains(word));
    if words.is_empty() { Vec::new() } else { (0..COMMANDS.len()).filter(is_like).map(Row::Command).collect() }
}

/// The words that are marked in what was found: without filters, signs and short ones.
pub fn marked_words(typed: &str) -> Vec<String> {
    let is_filter = |word: &&str| {
        let bare = word.trim_start_matches('-');
        ["kind:", "path:", "lang:"].iter().any(|filter| bare.starts_with(filter)) || *word == "-test"
    };
    let words = typed.split_whitespace().filter(|word| !is_filter(word));
    let words = words.flat_map(|word| word.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Cuts a text at the words in it, without regard to case: each part, and whether it is such a word.
pub fn split_at_words<'t>(text: &'t str, words: &[String]) -> Vec<(&'t str, bool)> {
    let lower = text.to_lowercase();
    // Only where no letter changes its length do places in one text hold in the other.
    if lower.len() != text.len() {
        return vec![(text, false)];
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for word in words {
        ranges.extend(lower.match_indices(word.as_str()).map(|(at, _)| (at, at + word.len())));
    }
    ranges.sort_unstable();
    let (mut out, mut at) = (Vec::new(), 0);
    for (start, end) in ranges {
        let start = start.max(at);
        if end <= start || !text.is_char_boundary(start) || !text.is_char_boundary(end) {
            continue;
        }
        if at < start {
            out.push((&text[at..start], false));
        }
        out.push((&text[start..end], true));
        at = end;
    }
    if at < text.len() {
        out.push((&text[at..], false));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str, start: u32) -> Place {
        Place { path: path.into(), start, end: start }
    }

    #[test]
    fn recent_places_are_newest_first_and_each_once() {
        let visited = [place("a", 1), place("b", 2), place("a", 1), place("c", 3)];
        let rows = rows_of_nothing(&visited, Some(&visited[3]), &[place("d", 9)]);
        let titles: Vec<_> = rows.iter().take(4).map(|row| (row.group(), row.title())).collect();
        assert_eq!(titles[0], ("Recent places", "a:1".to_owned()));
        assert_eq!(titles[1], ("Recent places", "b:2".to_owned()));
        assert_eq!(titles[2], ("Bookmarks", "d:9".to_owned()));
        assert_eq!(titles[3].0, "Commands");
    }

    #[test]
    fn overloads_have_their_parameters_and_symbols_their_line() {
        let row = Row::Found(FoundItem {
            kind: FoundKind::Symbol,
            title: "parse".into(),
            detail: "method cli.Line.parse".into(),
            path: "src/Line.java".into(),
            start_line: 7,
            end_line: 9,
            symbol: Some(3),
            parameters: Some("(String text)".into()),
        });
        assert_eq!((row.kind(), &*row.title()), ("method", "parse(String text)"));
        assert_eq!((row.qualified_name(), &*row.place()), ("cli.Line.parse", "src/Line.java:7"));
    }

    #[test]
    fn a_line_and_commands_are_read_from_what_is_typed() {
        assert_eq!(
            (line_of(":120"), line_of(" : 7 "), line_of(":0"), line_of("a:3")),
            (Some(120), Some(7), None, None)
        );
        assert_eq!(commands_like("tests hide").len(), 1);
        assert!(commands_like("").is_empty() && commands_like(">").is_empty());
    }

    #[test]
    fn what_matches_is_marked_without_filters() {
        let words = marked_words("Order place kind:function -test path:a");
        assert_eq!(words, ["order", "place"]);
        assert_eq!(
            split_at_words("place_Order()", &words),
            [("place", true), ("_", false), ("Order", true), ("()", false)]
        );
        assert_eq!(split_at_words("İx", &["x".to_owned()]), [("İx", false)]);
    }
}
