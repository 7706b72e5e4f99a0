//! What a repository is, as its own files say: the rows of [`List::Overview`].

use crate::collected::Collected;
use crate::file_row::FileRow;
use crate::manifest::Manifest;
use crate::parts::{Parts, path_of, said_of};
use crate::scan::File;
use crate::{Entry, List};
use code_words::path::{is_aside, is_test};
use source::FileId;

/// Which part of an overview a row belongs to: the first of [`Entry::about`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The description of the manifest: its name, and what it says.
    Description,
    /// The first paragraph of prose of the README.
    Readme,
    /// A part, its size and the parts it imports.
    Part,
    /// A type that much other code uses.
    MainType,
    /// What else imports a part, where one is asked for.
    User,
    /// Where a program begins.
    EntryPoint,
    /// How to build, run or test.
    Script,
    /// Where tests are.
    Tests,
    /// Notes for contributors.
    Contributing,
}

impl Section {
    /// All, in the order in which an overview has them.
    pub const ALL: &'static [Self] = &[
        Self::Description,
        Self::Readme,
        Self::Part,
        Self::MainType,
        Self::User,
        Self::EntryPoint,
        Self::Script,
        Self::Tests,
        Self::Contributing,
    ];

    /// Its name in entries and claims.
    pub fn name(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Readme => "readme",
            Self::Part => "part",
            Self::MainType => "main type",
            Self::User => "used by",
            Self::EntryPoint => "entry point",
            Self::Script => "script",
            Self::Tests => "tests",
            Self::Contributing => "contributing",
        }
    }

    /// The section of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|section| section.name() == name)
    }

    /// A row of it.
    pub fn entry(self, entry: Entry) -> Entry {
        Entry { about: vec![self.name().to_owned()], ..entry }
    }
}

/// Most rows of a section.
const MOST_PARTS: usize = 24;
const MOST_ROWS: usize = 8;

/// The first paragraph of prose of a README.
#[derive(Debug, Clone)]
pub struct Prose {
    pub file: FileId,
    pub path: String,
    pub lines: (u32, u32),
    pub text: String,
}

/// The rows that need no call graph.
#[inline(never)]
pub fn entries(files: &[FileRow], collected: &Collected, parts: &Parts, readme: Option<Prose>) -> Vec<Entry> {
    let mut rows = Vec::new();
    if let Some(manifest) = manifest_of_all(&collected.manifests) {
        let name = manifest.name.as_ref().map_or("", |row| row.name.as_str());
        let said = manifest.description.as_ref();
        let line = said.or(manifest.name.as_ref()).map_or(1, |row| row.line);
        let entry = Entry::new(manifest.file, (line, line), name, said.map_or("", |row| &row.detail));
        rows.push(Section::Description.entry(entry));
    }
    if let Some(prose) = readme {
        let entry = Entry { detail: prose.text, ..Entry::new(prose.file, prose.lines, &prose.path, "") };
        rows.push(Section::Readme.entry(entry));
    }
    rows.extend(part_rows(parts, files, &collected.pages[List::Modules as usize]));
    let own = |list: List, most: usize| {
        let page = &collected.pages[list as usize];
        let path = |entry: &Entry| path_of(files, entry.file);
        let mut kept: Vec<&Entry> = page.iter().filter(|entry| !is_aside(path(entry))).collect();
        // What manifests and files near the root say comes first.
        kept.sort_by_key(|entry| path(entry).matches('/').count());
        kept.into_iter().take(most).cloned().collect::<Vec<_>>()
    };
    rows.extend(own(List::EntryPoints, MOST_ROWS).into_iter().map(|entry| Section::EntryPoint.entry(entry)));
    rows.extend(own(List::Scripts, MOST_ROWS).into_iter().map(|entry| Section::Script.entry(entry)));
    rows.extend(test_row(files, &collected.pages[List::Tests as usize]));
    let contributing = files.iter().find(|file| {
        let name = file.path.rsplit('/').next().unwrap_or("").to_lowercase();
        name.starts_with("contributing") && file.path.matches('/').count() < 2
    });
    rows.extend(contributing.map(|file| Section::Contributing.entry(Entry::new(file.id, (1, 1), &file.path, ""))));
    rows
}

/// The manifest that speaks for the whole: one of the root, otherwise the only one that is nearest to it. Of several projects
/// side by side none does.
fn manifest_of_all(manifests: &[Manifest]) -> Option<&Manifest> {
    let of_root = manifests.iter().filter(|m| m.name.is_some() && m.folder.is_empty());
    if let Some(manifest) = of_root.max_by_key(|m| m.description.is_some()) {
        return Some(manifest);
    }
    let says = |m: &&Manifest| m.name.is_some() || m.description.is_some();
    let named = || manifests.iter().filter(says).filter(|m| !is_aside(&format!("{}/x", m.folder)));
    let depth = |m: &Manifest| m.folder.matches('/').count();
    let nearest = named().map(depth).min()?;
    let described = named().filter(|m| depth(m) == nearest).max_by_key(|m| m.description.is_some())?;
    let is_alone = named().all(|m| depth(m) > nearest || m.folder == described.folder);
    (is_alone && described.description.is_some()).then_some(described)
}

/// What others import of a library: the file that exports it, by the convention of its language.
#[inline(never)]
pub fn libraries(files: &[FileRow], collected: &Collected) -> Vec<Entry> {
    let by_path = |path: &str| files.iter().find(|file| file.path == path);
    let inside =
        |folder: &str, name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let mut found: Vec<(&FileRow, String)> = Vec::new();
    for manifest in collected.manifests.iter().filter(|m| !is_aside(&format!("{}/x", m.folder))) {
        let Some(name) = manifest.name.as_ref().map(|row| row.name.clone()) else { continue };
        let declared = manifest.entry_points.iter().filter(|row| row.detail == "main");
        let declared = declared.map(|row| row.name.trim_start_matches("./").to_owned());
        let conventional = match path_of(files, manifest.file).rsplit('/').next() {
            Some("Cargo.toml") => ["src/lib.rs"].as_slice(),
            Some("package.json") => {
                &["index.js", "index.ts", "index.mjs", "src/index.ts", "src/index.js", "lib/index.js"]
            }
            _ => &[],
        };
        let paths = declared.chain(conventional.iter().map(|path| (*path).to_owned()));
        let file = paths.map(|path| inside(&manifest.folder, &path)).find_map(|path| by_path(&path));
        found.extend(file.map(|file| (file, name)));
    }
    for file in files.iter().filter(|file| file.language.is_parsed() && !is_aside(&file.path)) {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let (outer, package) = folder.rsplit_once('/').unwrap_or(("", folder));
        // `__init__.py` of a package that is in no other one.
        if name == "__init__.py"
            && by_path(&inside(outer, "__init__.py")).is_none()
            && matches!(outer, "" | "src" | "lib")
        {
            found.push((file, package.to_owned()));
        }
        let of_go = file
            .package
            .as_deref()
            .filter(|package| folder.is_empty() && name == format!("{package}.go") && *package != "main");
        found.extend(of_go.map(|package| (file, package.to_owned())));
    }
    let imports = &collected.pages[List::Imports as usize];
    let entry = |(file, name): (&FileRow, String)| {
        let mut from: Vec<&str> =
            imports.iter().filter(|import| import.file == file.id).map(|import| import.name.as_str()).collect();
        from.dedup();
        let taken =
            if from.is_empty() || from.len() > 5 { String::new() } else { format!(", from {}", from.join(", ")) };
        Entry::new(file.id, (1, 1), &file.path, &format!("what `{name}` exports{taken}"))
    };
    found.into_iter().map(entry).collect()
}

/// The parts, the largest first: what each says of itself, its size, what it imports.
pub fn part_rows(parts: &Parts, files: &[FileRow], modules: &[Entry]) -> Vec<Entry> {
    let mut order: Vec<usize> = (0..parts.paths.len()).collect();
    order.sort_by_key(|part| (std::cmp::Reverse(parts.sizes[*part].1), *part));
    let name = |part: usize| parts.paths[part].rsplit('/').next().unwrap_or("").to_owned();
    let row = |part: usize| {
        let mut uses: Vec<(u32, usize)> = parts
            .edges
            .iter()
            .filter(|((from, _), _)| *from == part)
            .map(|((_, to), (files, _))| (*files, *to))
            .collect();
        uses.sort_by_key(|(files, to)| (std::cmp::Reverse(*files), *to));
        let used_by = parts.edges.keys().filter(|(_, to)| *to == part).count();
        let (count, lines) = parts.sizes[part];
        let plural = if lines == 1 { "" } else { "s" };
        let counted =
            if count == 1 { format!("{lines} line{plural}") } else { format!("{count} files, {lines} lines") };
        let mut detail = match said_of(&parts.paths[part], parts.heads[part], files, modules) {
            said if said.is_empty() => counted,
            said => format!("{said} ({counted})"),
        };
        if !uses.is_empty() {
            let shown: Vec<String> = uses.iter().take(6).map(|(_, to)| name(*to)).collect();
            let more = if uses.len() > 6 { format!(" and {} more", uses.len() - 6) } else { String::new() };
            detail += &format!("; imports {}{more}", shown.join(", "));
        }
        if used_by > 0 {
            detail += &format!("; imported by {used_by} {}", if used_by == 1 { "part" } else { "parts" });
        }
        let entry = Entry::new(parts.heads[part], (1, 1), &parts.paths[part], "");
        Section::Part.entry(Entry { detail, ..entry })
    };
    order.into_iter().take(MOST_PARTS).map(row).collect()
}

fn test_row(files: &[FileRow], tests: &[Entry]) -> Option<Entry> {
    let first = tests.first()?;
    let in_files = tests.iter().map(|entry| entry.file).collect::<std::collections::BTreeSet<_>>().len();
    let path = path_of(files, first.file);
    let folder = path.split('/').next().filter(|_| is_test(path) && path.contains('/')).unwrap_or("beside the code");
    let plural = |n: usize, noun: &str| format!("{n} {noun}{}", if n == 1 { "" } else { "s" });
    let detail = format!("{} in {}", plural(tests.len(), "test"), plural(in_files, "file"));
    Some(Section::Tests.entry(Entry::new(first.file, (first.start_line, first.end_line), folder, &detail)))
}

/// The README that speaks for the whole: that of the folder nearest to the root, if no other folder is as near.
pub fn readme_of_all(readmes: Vec<Prose>) -> Option<Prose> {
    let place = |prose: &Prose| {
        let folder = prose.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        (prose.path.matches('/').count(), folder.to_owned())
    };
    let (nearest, folder) = readmes.iter().map(place).min()?;
    let is_alone = readmes.iter().map(place).all(|(depth, other)| depth > nearest || other == folder);
    let of_folder = readmes.into_iter().filter(|prose| place(prose) == (nearest, folder.clone()));
    of_folder.min_by(|a, b| a.path.cmp(&b.path)).filter(|_| is_alone)
}

/// The first paragraph of prose: no heading, badge, picture, link list, table or HTML.
#[inline(never)]
pub fn readme(file: &File<'_>) -> Option<Prose> {
    let name = file.file_name().to_lowercase();
    if !name.starts_with("readme") || file.is_aside() {
        return None;
    }
    let (mut paragraph, mut start, mut fenced) = (Vec::<&str>::new(), 0u32, false);
    let lines: Vec<&str> = file.text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        if text.starts_with("```") || text.starts_with("~~~") {
            fenced = !fenced;
        }
        let next = lines.get(at + 1).map_or("", |next| next.trim());
        let is_link = text.starts_with('[') && (paragraph.is_empty() && is_of_links(text) || is_address(text));
        let is_end =
            text.is_empty() || fenced || !is_prose(text) || is_link || is_underline(next) || line.starts_with("    ");
        if !is_end {
            if paragraph.is_empty() {
                start = at as u32 + 1;
            }
            paragraph.push(text);
        }
        if (is_end || at + 1 == lines.len()) && !paragraph.is_empty() {
            let text = plain(&paragraph.join(" "));
            let end = start + paragraph.len() as u32 - 1;
            let asks = text.split(['.', '!']).next().is_some_and(|first| first.contains('?'));
            if text.split_whitespace().count() >= 6 && !asks {
                let cut: String = text.chars().take(600).collect();
                return Some(Prose { file: file.id, path: file.path.to_owned(), lines: (start, end), text: cut });
            }
            paragraph.clear();
        }
    }
    None
}

fn is_prose(line: &str) -> bool {
    let marks =
        ["#", "[![", "![", "<", "|", ".. ", "=", "---", "***", "- [", "* [", ">", ":", "- ", "* ", "+ ", "1.", "$ "];
    !marks.iter().any(|mark| line.starts_with(mark))
}

/// True of a line that has no words beside its links.
fn is_of_links(line: &str) -> bool {
    let mut outside = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        outside.push_str(before);
        let after = link.split_once(']').map_or("", |(_, after)| after);
        rest = match after.chars().next() {
            Some('(') => after.split_once(')').map_or("", |(_, after)| after),
            Some('[') => after[1..].split_once(']').map_or("", |(_, after)| after),
            _ => after,
        };
    }
    !(outside + rest).contains(char::is_alphabetic)
}

/// True of a line that gives the address of links elsewhere: `[guide]: https://example.org`.
fn is_address(line: &str) -> bool {
    line.split_once(']').is_some_and(|(_, after)| after.starts_with(':'))
}

fn is_underline(line: &str) -> bool {
    line.len() > 2 && ["=", "-", "~", "^", "*"].iter().any(|mark| line.replace(mark, "").is_empty())
}

/// Links as their text, without marks of footnotes and roles of reStructuredText.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']').map(|at| open + at) else { break };
        let (inside, after) = (&rest[open + 1..close], &rest[close + 1..]);
        out.push_str(&rest[..open]);
        if let Some(behind) = behind_footnote(inside, after) {
            out.truncate(out.trim_end().len());
            rest = behind;
            continue;
        }
        out.push_str(inside);
        let end = match after.chars().next() {
            Some('(') => after.find(')').map_or(0, |at| at + 1),
            Some('[') => after.find(']').map_or(0, |at| at + 1),
            _ => 0,
        };
        rest = &after[end..];
    }
    out.push_str(rest);
    let out = without_roles(&without_rst_links(&out));
    out.replace("**", "").replace("``", "`").replace("`_", "").replace("__", "")
}

/// What follows the mark of a footnote: `[^1]` of Markdown, `[#]_`, `[1]_` or `[*]_` of reStructuredText.
fn behind_footnote<'t>(inside: &str, after: &'t str) -> Option<&'t str> {
    if inside.starts_with('^') {
        return Some(after);
    }
    let is_mark = inside.starts_with(['#', '*']) || inside.chars().all(|c| c.is_ascii_digit());
    after.strip_prefix('_').filter(|_| is_mark)
}

/// The texts of roles of reStructuredText, as of ``:class:`Session` ``.
fn without_roles(text: &str) -> String {
    let mut pieces = text.split('`');
    let mut out = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        // A role is a word between colons right before the text.
        let role = out.strip_suffix(':').and_then(|rest| rest.rfind(':').map(|colon| (colon, &rest[colon + 1..])));
        let is_role = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if let Some(colon) = role.filter(|(_, name)| is_role(name)).map(|(colon, _)| colon) {
            out.truncate(colon);
        }
        out.push('`');
        out.push_str(piece);
    }
    out
}

/// Links of reStructuredText, `` `text <address>`_ ``, as their text.
fn without_rst_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(">`_") {
        // Without both signs before it, it is no link.
        let link = before.rfind('`').and_then(|open| Some((open, before[open..].find(" <")? + open)));
        match link {
            Some((open, end)) => {
                out.push_str(&before[..open]);
                out.push_str(before[open + 1..end].trim_end());
            }
            None => out.push_str(&rest[..before.len() + ">`_".len()]),
        }
        // An anonymous link ends in two.
        rest = if link.is_some() { behind.strip_prefix('_').unwrap_or(behind) } else { behind };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_shown_as_their_text() {
        let shown = |text| plain(text);
        assert_eq!(shown("[Falcon](https://falcon.test) serves `things`"), "Falcon serves `things`");
        assert_eq!(shown("`Falcon <https://falcon.test>`_ serves ``things``"), "Falcon serves `things`");
        assert_eq!(shown("`A <a.html>`__ and `B b <b.html>`_."), "A and B b.");
    }

    #[test]
    fn a_line_may_begin_with_a_link() {
        let readme = "# Falcon\n\n[![Build][image]][url]\n[Guide](g.md) | [Reference][ref]\n[ref]: https://falcon.test\n\n\
            [Falcon](https://falcon.test) serves things. It is inspired by\n[Hawk](https://hawk.test). Read the guide\n[here](g.md).\n";
        let file = File::new(FileId(0), "README.md", source::Language::Markdown, readme, None);
        let prose = super::readme(&file).unwrap();
        assert_eq!(
            (prose.lines, prose.text.as_str()),
            ((7, 9), "Falcon serves things. It is inspired by Hawk. Read the guide here.")
        );
    }

    #[test]
    fn marks_of_footnotes_and_roles_are_left_out() {
        let shown = |text| plain(text);
        assert_eq!(
            shown("Pure Python [#]_ (3.6+) of SSHv2 [1]_, both ends[^note]."),
            "Pure Python (3.6+) of SSHv2, both ends."
        );
        assert_eq!(shown("A :class:`Session` of :py-mod:`net`: `x` [1]"), "A `Session` of `net`: `x` 1");
        assert_eq!(shown("a > b and <b>`_ is no link"), "a > b and <b> is no link");
    }
}
