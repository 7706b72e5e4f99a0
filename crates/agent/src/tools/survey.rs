//! `survey`: complete lists of what the repository has, counted and in pieces.

use super::calls::{CHANGED, left_out};
use super::failure::failed;
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{Adding, Family, List, Now, Overlaid, Place, QuestionError, Registrar};
use protocol::{Basis, Claim, ClaimKind, Evidence, Relation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use survey::{Answer, Claims, Entry, LISTS, METHODS_OF, Part, Whole};

/// Entries listed if nothing else is asked for, and at most.
const DEFAULT: u32 = 60;
const MOST: u32 = 200;
/// Lines shown of the member of a family that is the pattern.
const PATTERN_LINES: u32 = 40;
/// Members of a family that are listed.
const MEMBERS: usize = 24;
/// Files beside the members that are named.
const BESIDE: usize = 16;
/// Before the name of a function that is called to add one.
const ADDED_BY: &str = "added by calling ";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Survey {
    /// What to list.
    #[schemars(schema_with = "list_names")]
    list: String,
    /// Narrows the list: a base of subtypes, what tests test, a package or module that is imported, a folder, a part of a
    /// name; for `overview` a folder or a file; with `in` and a folder or file behind it that too: `Base in src/net`. For `members` of what: `State`,
    /// `variants of State`, `functions of src/api.py`, `functions returning Page`, `lifecycle hooks`. For `family` what a new one is to be added of: `command`, `serializer`.
    #[serde(default)]
    of: Option<String>,
    /// How many entries, 1 to 200; 60 if left out.
    #[serde(default)]
    limit: Option<u32>,
    /// Entries to pass over; 0 if left out.
    #[serde(default)]
    offset: Option<u32>,
}

/// The list that is made of several: what a new one of something is added like.
const FAMILY: &str = "family";

/// A string of the lists' names.
fn list_names(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = LISTS.iter().map(|row| row.name).chain([FAMILY]).collect();
    json_schema!({ "type": "string", "enum": names })
}

impl ReadingTool for Survey {
    const NAME: &'static str = "survey";
    const DESCRIPTION: &'static str = "Complete, counted lists from the code: routes, commands, environment variables, error types, subtypes of a \
         base, tests of something, dependencies and who imports one, and so on. `overview` says what the repository is, its \
         parts, entry points and how to build it; `family` of X what a new X is added like.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let limit = self.limit.unwrap_or(DEFAULT);
        if !(1..=MOST).contains(&limit) {
            let why = format!("`limit` is {limit}; it may be 1 to {MOST}");
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let of = self.of.as_deref().map(str::trim).filter(|of| !of.is_empty());
        if self.list == FAMILY {
            let Some(of) = of else {
                let why = "`family` needs `of`: what a new one is to be added of".to_owned();
                return Err(ToolError::Arguments { tool: Self::NAME, why });
            };
            let adding = over.codebase().adding(of).map_err(failed)?;
            return families_text(over, of, &adding).map_err(failed);
        }
        let Some(list) = List::of_name(&self.list) else {
            let names: Vec<&str> = LISTS.iter().map(|row| row.name).collect();
            let why = format!("there is no list `{}`; the lists are {}, {FAMILY}", self.list, names.join(", "));
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        };
        if let (List::Overview, Some(of)) = (list, of) {
            match over.codebase().part(of).map_err(failed)? {
                Some(Whole::Part(part)) => return part_text(over, &part).map_err(failed),
                Some(Whole::Repository) => {}
                None => {
                    let text = format!("note: No folder and no file of code is called `{of}`.");
                    let summary = "no such part".to_owned();
                    return Ok(ToolOutput { text, summary, ..ToolOutput::default() });
                }
            }
        }
        let of = of.filter(|_| list != List::Overview);
        // An overview is one piece.
        let limit = if list == List::Overview { MOST } else { limit };
        let answer =
            over.codebase().survey(list, of, limit as usize, self.offset.unwrap_or(0) as usize).map_err(failed)?;
        listing(over, list, &answer).map_err(failed)
    }
}

/// The entries with their places, as the changes leave them.
fn listing(over: Overlaid<'_>, list: List, answer: &Answer) -> Result<ToolOutput, QuestionError> {
    let header = &answer.header;
    let (mut rows, mut evidence, mut deleted) = (vec![header.to_string()], Vec::new(), 0);
    rows.extend(answer.said.iter().map(|said| format!("said: {said}")));
    if let Some(entry) = &answer.declared {
        let claim = Claim { of: DECLARED.to_owned(), kind: ClaimKind::Listed, object: named(entry) };
        if let Placed::Here(found) = placed(over, entry, claim)? {
            rows.push(format!("{DECLARED}: [[{}]] {}  {}", found.id, found.place(), named(entry)));
            evidence.push(*found);
        }
    }
    for item in &answer.items {
        let entry = &item.entry;
        let more = if item.places > 1 { format!("  ({} places)", item.places) } else { String::new() };
        let shown = format!("{}{}{more}", section(list, entry), named(entry));
        let mut claim = claim(list, header.of.as_deref(), entry);
        if list == List::Dependencies && header.of.is_some() && entry.detail != path(over, entry) {
            claim.kind = ClaimKind::Listed;
        }
        match placed(over, entry, claim)? {
            Placed::Here(found) => {
                rows.push(format!("[[{}]] {}  {shown}", found.id, found.place()));
                evidence.push(*found);
            }
            Placed::Changed(place) => rows.push(format!("{place}  {shown}\n  {CHANGED}")),
            Placed::Deleted => deleted += 1,
        }
    }
    rows.extend(left_out(deleted, "entry"));
    if list != List::Overview {
        rows.extend(unread(over, list));
    }
    if header.total() == 0 {
        rows.push(format!("note: Looked for {}; there are none here.", list.row().from));
    }
    if header.last < header.total() && header.listed() > 0 {
        let next = header.last;
        rows.push(format!("note: {} more; ask again with `offset` {next}.", header.total() - next));
    }
    rows.extend(answer.notes.iter().map(|note| format!("note: {note}")));
    if !answer.nearest.is_empty() {
        rows.push(format!("nearest: {}", answer.nearest.join(", ")));
    }
    if list == List::Overview {
        rows.extend(languages(over));
    }
    if !over.changes().is_empty() {
        rows.push(
            "note: The list is of the repository as it was indexed; what was added since is not in it.".to_owned(),
        );
    }
    let summary = list.count(header.total());
    Ok(ToolOutput { text: rows.join("\n"), summary, evidence, ..ToolOutput::default() })
}

/// The languages of code in which what is listed is not looked up, and those in which it is.
fn unread(over: Overlaid<'_>, list: List) -> Vec<String> {
    let overview = over.codebase().overview();
    let code = overview.languages.iter().filter(|share| share.language.is_parsed());
    let (read, unread): (Vec<_>, Vec<_>) = code.partition(|share| list.is_looked_up_in(share.language));
    if unread.is_empty() {
        return Vec::new();
    }
    let shown = |shares: &[&codebase::LanguageShare]| {
        let counted = |share: &&codebase::LanguageShare| {
            format!("{} ({} {})", share.language.name(), share.files, if share.files == 1 { "file" } else { "files" })
        };
        shares.iter().map(counted).collect::<Vec<_>>().join(", ")
    };
    let mut rows = vec![format!("not looked up in: {}", shown(&unread))];
    if !read.is_empty() {
        rows.push(format!("looked up in: {}", shown(&read)));
    }
    rows
}

/// The overview of one part.
fn part_text(over: Overlaid<'_>, part: &Part) -> Result<ToolOutput, QuestionError> {
    let (mut rows, mut evidence) = (vec![format!("overview of {}", part.path)], Vec::new());
    for entry in &part.rows {
        let shown = format!("{}{}", section(List::Overview, entry), named(entry));
        match placed(over, entry, claim(List::Overview, None, entry))? {
            Placed::Here(found) => {
                rows.push(format!("[[{}]] {}  {shown}", found.id, found.place()));
                evidence.push(*found);
            }
            Placed::Changed(place) => rows.push(format!("{place}  {shown}\n  {CHANGED}")),
            Placed::Deleted => {}
        }
    }
    Ok(ToolOutput { text: rows.join("\n"), summary: part.path.clone(), evidence, ..ToolOutput::default() })
}

/// What the row of a declaration begins with, and what its claim is of.
const DECLARED: &str = "declared";

fn path(over: Overlaid<'_>, entry: &Entry) -> String {
    over.codebase().snapshot().file(entry.file).path.as_str().to_owned()
}

/// Languages and counts of the whole.
fn languages(over: Overlaid<'_>) -> Vec<String> {
    let overview = over.codebase().overview();
    let code: Vec<String> = overview
        .languages
        .iter()
        .filter(|share| !share.language.is_prose())
        .take(6)
        .map(|share| format!("{} {}", share.language.name(), share.files))
        .collect();
    let called: Vec<String> = over
        .codebase()
        .most_called(6)
        .into_iter()
        .map(|symbol| format!("{} ({}:{})", symbol.name, symbol.span.path, symbol.span.start_line))
        .collect();
    let mut rows = vec![format!(
        "size: {} files, {} lines; files by language: {}",
        overview.files,
        overview.lines,
        code.join(", ")
    )];
    if !called.is_empty() {
        rows.push(format!("most called: {}", called.join(", ")));
    }
    rows
}

fn section(list: List, entry: &Entry) -> String {
    match (list, entry.about.first()) {
        (List::Overview, Some(section)) => format!("{section}: "),
        _ => String::new(),
    }
}

/// Name and detail, apart by a dash.
fn named(entry: &Entry) -> String {
    if entry.detail.is_empty() { entry.name.clone() } else { format!("{} \u{2013} {}", entry.name, entry.detail) }
}

fn claim(list: List, of: Option<&str>, entry: &Entry) -> Claim {
    let kind = match (list.row().of, of) {
        (_, None) | (Claims::Listed, _) => ClaimKind::Listed,
        (Claims::ExtendedBy, _) => ClaimKind::ExtendedBy,
        (Claims::TestedBy, _) => ClaimKind::TestedBy,
        (Claims::UsedBy, _) => ClaimKind::UsedBy,
    };
    let subject = match (list, entry.about.first()) {
        (List::Overview, Some(section)) => section.clone(),
        _ => of.unwrap_or(list.row().name).to_owned(),
    };
    Claim { of: subject, kind, object: named(entry) }
}

enum Placed {
    Here(Box<Evidence>),
    Changed(String),
    Deleted,
}

fn placed(over: Overlaid<'_>, entry: &Entry, claim: Claim) -> Result<Placed, QuestionError> {
    let place = Place { path: path(over, entry), start_line: entry.start_line, end_line: entry.end_line };
    Ok(match over.now(&over.codebase().span_at(&place))? {
        Now::Here(span) => {
            let shown = evidence::of_span(over, &span, Relation::Fact { claim }, Basis::Read);
            // What names a definition is cited with it, other lines with the one they are in. A page that is missing is noted,
            // and the question runs again.
            let within = || Some(over.codebase().symbol_on(entry.file, entry.end_line).ok()??.qualified_name);
            let symbol = defined_at(over, entry)?.or_else(within);
            Placed::Here(Box::new(Evidence { symbol, ..shown }))
        }
        Now::Changed => Placed::Changed(place.place()),
        Now::Deleted => Placed::Deleted,
    })
}

/// The symbol whose name is on a line of the entry, and is in the entry's.
fn defined_at(over: Overlaid<'_>, entry: &Entry) -> Result<Option<String>, QuestionError> {
    let last = |name: &str| name.rsplit(['.', ':', ' ']).next().unwrap_or("").to_owned();
    let symbols = over.codebase().graph().symbols_in(entry.file)?;
    let own = symbols.into_iter().map(|(_, symbol)| symbol).find(|symbol| {
        (entry.start_line..=entry.end_line).contains(&symbol.name_span.start_line)
            && !symbol.name.is_empty()
            && symbol.name == last(&entry.name)
    });
    Ok(own.map(|symbol| symbol.qualified_name.clone()))
}

/// What each family has: its members, the pattern with its lines, where they are registered, a test.
fn families_text(over: Overlaid<'_>, of: &str, adding: &Adding) -> Result<ToolOutput, QuestionError> {
    let families = &adding.families;
    let (mut rows, mut evidence) = (Vec::new(), Vec::new());
    for Registrar { entry, example } in &adding.by {
        let called = format!("{ADDED_BY}{}", entry.name);
        rows.push(called.clone());
        let places = [
            Some((ClaimKind::Member, "defined: ", entry)),
            example.as_ref().map(|e| (ClaimKind::UsedBy, "called: ", e)),
        ];
        for (kind, word, entry) in places.into_iter().flatten() {
            let claim = Claim { of: called.clone(), kind, object: named(entry) };
            if let Placed::Here(found) = placed(over, entry, claim)? {
                rows.push(format!("{word}[[{}]] {}  {}", found.id, found.place(), named(entry)));
                evidence.push(*found);
            }
        }
    }
    for family in families {
        rows.push(format!("family: {}; {} members", family.what, family.members.len()));
        let mut add = |kind: ClaimKind, word: &str, entry: &Entry, rows: &mut Vec<String>| {
            let claim = Claim { of: family.what.clone(), kind, object: named(entry) };
            match placed(over, entry, claim)? {
                Placed::Here(found) => {
                    rows.push(format!("{word}[[{}]] {}  {}", found.id, found.place(), named(entry)));
                    evidence.push(*found);
                }
                Placed::Changed(place) => rows.push(format!("{word}{place}  {}\n  {CHANGED}", named(entry))),
                Placed::Deleted => {}
            }
            Ok::<(), QuestionError>(())
        };
        if let Some(base) = &family.base {
            let mut base = whole_of(over, base)?;
            base.end_line = base.end_line.min(base.start_line + PATTERN_LINES - 1);
            add(ClaimKind::Extends, "base: ", &base, &mut rows)?;
        }
        if let Some(whole) = pattern_of(over, family)? {
            add(ClaimKind::Member, "pattern: ", &whole, &mut rows)?;
        }
        for member in family.members.iter().take(MEMBERS) {
            add(ClaimKind::Sibling, "member: ", member, &mut rows)?;
        }
        let together = if family.what.starts_with(METHODS_OF) { None } else { named_together(over, family)? };
        if let Some(lines) = together {
            add(ClaimKind::UsedBy, "registered: ", &lines, &mut rows)?;
        }
        for entry in &family.registered {
            let is_function = !entry.name.contains(['/', '.']);
            let lines = if is_function { whole_of(over, entry)? } else { naming_lines(over, family, entry)? };
            add(ClaimKind::UsedBy, "registered: ", &lines, &mut rows)?;
        }
        for entry in &family.tested {
            add(ClaimKind::TestedBy, "test: ", entry, &mut rows)?;
        }
        if !family.beside.is_empty() {
            let more = family.beside.len().saturating_sub(BESIDE);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            rows.push(format!("beside: {}{more}", family.beside[..family.beside.len().min(BESIDE)].join(", ")));
        }
    }
    if families.is_empty() && adding.by.is_empty() {
        rows.push(format!(
            "note: Nothing here is like a {of}: no base type, folder, list, decorator or type name that ends in its words."
        ));
    }
    let first = adding.by.first().map(|by| format!("{ADDED_BY}{}", by.entry.name));
    let summary =
        first.or_else(|| families.first().map(|family| family.what.clone())).unwrap_or_else(|| "no family".to_owned());
    Ok(ToolOutput { text: rows.join("\n"), summary, evidence, ..ToolOutput::default() })
}

/// The shortest member that has a body to follow and that is not there to be extended, with its lines.
fn pattern_of(over: Overlaid<'_>, family: &Family) -> Result<Option<Entry>, QuestionError> {
    let mut best: Option<((bool, bool, u32), Entry)> = None;
    for (at, member) in family.members.iter().enumerate().take(MEMBERS) {
        let whole = whole_of(over, member)?;
        let lines = whole.end_line - whole.start_line + 1;
        let rank = (family.abstracts.contains(&at), lines < 3, lines);
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, whole));
        }
    }
    Ok(best.map(|(_, mut whole)| {
        whole.end_line = whole.end_line.min(whole.start_line + PATTERN_LINES - 1);
        whole
    }))
}

/// Most lines that are taken for one place of registration.
const TOGETHER: u32 = 12;

/// Lines of the members' own file, outside of them, that name several of them: where they are registered.
fn named_together(over: Overlaid<'_>, family: &Family) -> Result<Option<Entry>, QuestionError> {
    let Some(first) = family.members.first().filter(|first| family.members.iter().all(|m| m.file == first.file)) else {
        return Ok(None);
    };
    let text = over.codebase().text(first.file)?;
    let own = |name: &str| name.rsplit(['.', ':']).next().unwrap_or(name).to_owned();
    let names: Vec<Vec<String>> = family
        .members
        .iter()
        .map(|member| std::iter::once(&member.name).chain(member.about.iter().take(1)).map(|name| own(name)).collect())
        .collect();
    let mut places: Vec<(u32, usize)> = Vec::new();
    for (line, text) in (1u32..).zip(text.lines()) {
        let is_head = family.members.iter().any(|m| m.start_line <= line && line <= m.end_line);
        for word in code_words::identifier::words(text).filter(|_| !is_head) {
            places.extend(names.iter().position(|own| own.iter().any(|name| name == word)).map(|at| (line, at)));
        }
    }
    let within = |start: u32| {
        let inside = places.iter().filter(|(line, _)| (start..start + TOGETHER).contains(line));
        let members: std::collections::BTreeSet<usize> = inside.clone().map(|(_, at)| *at).collect();
        (members.len(), inside.map(|(line, _)| *line).max().unwrap_or(start))
    };
    let best = places
        .iter()
        .map(|(line, _)| (within(*line), *line))
        .max_by_key(|((count, _), line)| (*count, std::cmp::Reverse(*line)));
    Ok(best.filter(|((count, _), _)| *count > 1).map(|((count, last), line)| {
        let path = over.codebase().snapshot().file(first.file).path.as_str();
        Entry {
            name: path.to_owned(),
            detail: format!("names {count} of them"),
            start_line: line,
            end_line: last,
            ..first.clone()
        }
    }))
}

/// The member's whole definition, or the first lines of its file where it is one.
fn whole_of(over: Overlaid<'_>, entry: &Entry) -> Result<Entry, QuestionError> {
    let codebase = over.codebase();
    let symbols = codebase.graph().symbols_in(entry.file)?;
    let at = |start: u32, end: u32| start <= entry.end_line && entry.start_line <= end;
    let own = symbols
        .iter()
        .map(|(_, symbol)| *symbol)
        .filter(|symbol| {
            symbol.name_span.start_line == entry.end_line && at(symbol.span.start_line, symbol.span.end_line)
        })
        .max_by_key(|symbol| symbol.span.end_line);
    let (start, end) = match own {
        Some(symbol) => (entry.start_line.min(symbol.span.start_line), symbol.span.end_line),
        None if entry.start_line == 1 => (1, codebase.snapshot().file(entry.file).lines.max(1)),
        None => (entry.start_line, entry.end_line),
    };
    Ok(Entry { start_line: start, end_line: end.max(start), ..entry.clone() })
}

/// The lines of a file that name members, around the first of them. Where they name one alone, that is said.
fn naming_lines(over: Overlaid<'_>, family: &Family, entry: &Entry) -> Result<Entry, QuestionError> {
    let codebase = over.codebase();
    let text = codebase.text(entry.file)?;
    let mut members: Vec<[&str; 2]> = Vec::new();
    for member in &family.members {
        let path = codebase.snapshot().file(member.file).path.as_str();
        let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
        members.push([stem, member.name.rsplit(['.', ':']).next().unwrap_or("")]);
    }
    let mut found: Vec<(u32, usize)> = Vec::new();
    for (line, text) in (1u32..).zip(text.lines()) {
        for word in code_words::identifier::words(text).filter(|word| word.len() > 1) {
            let named = members.iter().enumerate().filter(|(_, names)| names.contains(&word));
            found.extend(named.map(|(at, _)| (line, at)));
        }
    }
    let Some((first, _)) = found.first().copied() else { return Ok(entry.clone()) };
    found.retain(|(line, _)| *line < first + TOGETHER);
    let last = found.last().map_or(first, |(line, _)| *line);
    let shown: std::collections::BTreeSet<usize> = found.iter().map(|(_, at)| *at).collect();
    let is_one = shown.len() < 2 && family.members.len() > 1 && !entry.detail.is_empty();
    let detail = if is_one { format!("{}, here the first", entry.detail) } else { entry.detail.clone() };
    Ok(Entry { start_line: first, end_line: last, detail, ..entry.clone() })
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::Repository;
    use serde_json::json;

    #[test]
    fn says_in_which_languages_it_was_not_looked_up() {
        let rows = |fixture: &str| {
            let found = Repository::new(fixture).call("survey", json!({ "list": "routes" })).unwrap();
            let about = found.text.lines().filter(|row| row.contains("looked up in"));
            about.map(str::to_owned).collect::<Vec<_>>()
        };
        let ruby = "//- app.rb\nget('/x') { 1 }\n//- b.rb\nx = 1\n";
        assert_eq!(rows(ruby), ["not looked up in: Ruby (2 files)"]);
        let both = format!("{ruby}//- app.py\nx = 1\n");
        assert_eq!(rows(&both), ["not looked up in: Ruby (2 files)", "looked up in: Python (1 file)"]);
        assert!(rows("//- app.py\nx = 1\n").is_empty());
    }

    fn rows_of_family(fixture: &str, of: &str, word: &str) -> Vec<String> {
        let found = Repository::new(fixture).call("survey", json!({ "list": "family", "of": of })).unwrap();
        let rows = found.text.lines().filter(|row| row.starts_with(word));
        rows.map(|row| row.split("  ").last().unwrap_or(row).to_owned()).collect()
    }

    #[test]
    fn what_is_said_of_a_whole_file_is_not_said_of_the_lines_shown() {
        let far = "\n".repeat(20);
        let fixture = format!(
            "//- src/tcp.py\nclass TcpSender(Sender):\n    pass\n//- src/udp.py\nclass UdpSender(Sender):\n    pass\n\
             //- src/base.py\nclass Sender:\n    pass\n//- app.py\nfrom src.tcp import TcpSender\nx = 1\n{far}from src.udp import UdpSender\n"
        );
        assert_eq!(
            rows_of_family(&fixture, "sender", "registered"),
            ["app.py \u{2013} imports 2 of them, here the first"]
        );
    }

    #[test]
    fn what_is_there_to_be_extended_is_no_pattern() {
        let fixture = "//- src/packing.py\nclass BasePacker:\n    def pack(self):\n        raise NotImplementedError\n\
                       class ZipPacker:\n    def pack(self):\n        zip()\n        close()\n\
                       class TarPacker:\n    def pack(self):\n        tar()\n        flush()\n        close()\n";
        let rows = rows_of_family(fixture, "packing", "pattern");
        assert!(rows[0].starts_with("ZipPacker"), "{rows:?}");
    }
}
