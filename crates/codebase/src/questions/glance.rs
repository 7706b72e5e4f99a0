//! What does a person who sees the repository for the first time want to know? What it is, where it begins, what it has,
//! each with the place that says so.

use super::QuestionError;
use super::symbol::SymbolInfo;
use crate::Codebase;
use call_graph::SymbolId;
use code_words::path::is_aside;
use compact_sort::CompactSort;
use source::{FileId, Language};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use survey::{Entry, List, Section};

/// Most lines of a section; the others are counted.
const MOST_LINES: usize = 8;
/// Most folders of tests.
const TEST_FOLDERS: usize = 4;
/// Most languages; the others are counted.
const LANGUAGES: usize = 6;

/// What the lines of a section are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GlanceKind {
    /// Binaries, main functions, and what a library exports.
    EntryPoints,
    /// Routes of a server.
    Routes,
    /// Commands of a command line.
    Commands,
    /// How to build, run and test.
    Scripts,
    /// Symbols that most others call.
    MostCalled,
    /// Types that much other code uses.
    MainTypes,
    /// Folders with tests.
    Tests,
}

/// One fact, and the place that says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlanceLine {
    /// What it is called.
    pub title: String,
    /// More about it; may be empty.
    pub detail: String,
    /// The file.
    pub path: String,
    /// From 1.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// The symbol, where it is one.
    pub symbol: Option<SymbolId>,
    /// How many callers or tests; `None` where nothing is counted.
    pub count: Option<u32>,
}

/// Some facts of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlanceSection {
    /// What they are.
    pub kind: GlanceKind,
    /// Some of them, at least one.
    pub lines: Vec<GlanceLine>,
    /// How many there are in all: of tests the tests, of all else the lines. `None` where only the first of an order are meant.
    pub total: Option<u32>,
}

/// How much of the repository is in a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageLine {
    /// Its display name.
    pub name: String,
    /// Files.
    pub files: u32,
    /// Their lines.
    pub lines: u64,
    /// The file with most lines.
    pub largest: String,
}

/// The repository at first sight.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Glance {
    /// The name and the description of the manifest.
    pub description: Option<GlanceLine>,
    /// The first paragraph of the README.
    pub readme: Option<GlanceLine>,
    /// Most lines first.
    pub languages: Vec<LanguageLine>,
    /// Languages beyond those, and their lines.
    pub other_languages: (u32, u64),
    /// Those that the repository has, in the order in which they are shown.
    pub sections: Vec<GlanceSection>,
}

impl Codebase {
    /// The repository at first sight. Tests, examples and copies of other projects are left out, but for the tests.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] for an index of an earlier version; [`QuestionError::NotLoaded`] as everywhere.
    pub fn glance(&self) -> Result<Glance, QuestionError> {
        let rows = self.list_page(List::Overview)?;
        let of = |section: Section| {
            rows.iter().filter(move |entry| entry.about.first().is_some_and(|name| name == section.name()))
        };
        let (languages, other_languages) = self.language_lines();
        let sections = [
            self.section(GlanceKind::EntryPoints, List::EntryPoints, Some(of(Section::EntryPoint).collect()))?,
            self.section(GlanceKind::Routes, List::Routes, None)?,
            self.section(GlanceKind::Commands, List::Commands, None)?,
            self.scripts()?,
            self.main_types(of(Section::MainType))?,
            self.most_called_section(),
            self.test_folders()?,
        ];
        Ok(Glance {
            description: of(Section::Description).next().map(|entry| self.line_of(entry)),
            readme: of(Section::Readme).next().map(|entry| self.line_of(entry)),
            languages,
            other_languages,
            sections: sections.into_iter().flatten().collect(),
        })
    }

    fn line_of(&self, entry: &Entry) -> GlanceLine {
        GlanceLine {
            title: entry.name.clone(),
            detail: entry.detail.clone(),
            path: self.path_of(entry.file).to_owned(),
            start_line: entry.start_line,
            end_line: entry.end_line,
            symbol: None,
            count: None,
        }
    }

    /// The first entries of a list, or those that are chosen, with how many there are.
    fn section(
        &self,
        kind: GlanceKind,
        list: List,
        chosen: Option<Vec<&Entry>>,
    ) -> Result<Option<GlanceSection>, QuestionError> {
        let is_own = |entry: &&Entry| !entry.is_computed() && !is_aside(self.path_of(entry.file));
        let own: Vec<&Entry> = self.list_page(list)?.iter().filter(is_own).collect();
        let total = Some(own.len() as u32);
        let lines = chosen.unwrap_or(own).into_iter().take(MOST_LINES).map(|entry| self.line_of(entry)).collect();
        Ok(some(GlanceSection { kind, lines, total }))
    }

    /// What manifests declare, of the outermost first, and of these what builds, starts and tests; where they declare nothing,
    /// what is usual for the manifest at the root.
    fn scripts(&self) -> Result<Option<GlanceSection>, QuestionError> {
        let is_own = |entry: &&Entry| !entry.is_computed() && !is_aside(self.path_of(entry.file));
        let mut own: Vec<&Entry> = self.list_page(List::Scripts)?.iter().filter(is_own).collect();
        let depth = |entry: &Entry| self.path_of(entry.file).matches('/').count();
        own.compact_sort_by_key(|entry| (depth(entry), use_of(&entry.name), entry.file, entry.start_line));
        let declared = self.section(GlanceKind::Scripts, List::Scripts, Some(own))?;
        let snapshot = self.snapshot();
        let usual = || {
            let at_root = |name: &str| snapshot.files.iter().any(|file| file.path.as_str() == name);
            let (manifest, commands) = USUAL.iter().find(|(name, _)| at_root(name))?;
            let line = |command: &&str| GlanceLine {
                title: (*command).to_owned(),
                detail: format!("usual with {manifest}"),
                path: (*manifest).to_owned(),
                start_line: 1,
                end_line: 1,
                symbol: None,
                count: None,
            };
            some(GlanceSection { kind: GlanceKind::Scripts, lines: commands.iter().map(line).collect(), total: None })
        };
        Ok(declared.or_else(usual))
    }

    fn main_types<'e>(&self, rows: impl Iterator<Item = &'e Entry>) -> Result<Option<GlanceSection>, QuestionError> {
        let mut lines = Vec::new();
        for entry in rows.take(MOST_LINES) {
            let symbols = self.graph().symbols_in(entry.file)?;
            let own = symbols.into_iter().find(|(_, symbol)| symbol.kind.is_type() && symbol.name == entry.name);
            lines.push(GlanceLine { symbol: own.map(|(id, _)| id), ..self.line_of(entry) });
        }
        Ok(some(GlanceSection { kind: GlanceKind::MainTypes, lines, total: None }))
    }

    fn most_called_section(&self) -> Option<GlanceSection> {
        let line = |(symbol, callers): (SymbolInfo, u32)| GlanceLine {
            title: super::suggestions::short_name(&symbol),
            detail: symbol.kind.word().to_owned(),
            path: symbol.span.path.clone(),
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
            symbol: Some(symbol.id),
            count: Some(callers),
        };
        let lines = self.by_callers(MOST_LINES).into_iter().map(line).collect();
        some(GlanceSection { kind: GlanceKind::MostCalled, lines, total: None })
    }

    /// The folders with most tests.
    fn test_folders(&self) -> Result<Option<GlanceSection>, QuestionError> {
        let tests = self.list_page(List::Tests)?;
        let mut folders: BTreeMap<&str, (u32, Vec<FileId>)> = BTreeMap::new();
        for test in tests {
            let folder = self.path_of(test.file).rsplit_once('/').map_or("", |(folder, _)| folder);
            let (count, files) = folders.entry(folder).or_default();
            *count += 1;
            if files.last() != Some(&test.file) {
                files.push(test.file);
            }
        }
        let mut order: Vec<(&str, (u32, Vec<FileId>))> = folders.into_iter().collect();
        order.compact_sort_by_key(|(folder, (count, _))| (Reverse(*count), *folder));
        let line = |(folder, (count, files)): (&str, (u32, Vec<FileId>))| GlanceLine {
            title: if folder.is_empty() { "the root folder".to_owned() } else { format!("{folder}/") },
            detail: if files.len() == 1 { "1 file".to_owned() } else { format!("{} files", files.len()) },
            path: files.first().map_or_else(String::new, |file| self.path_of(*file).to_owned()),
            start_line: 1,
            end_line: 1,
            symbol: None,
            count: Some(count),
        };
        let lines = order.into_iter().take(TEST_FOLDERS).map(line).collect();
        Ok(some(GlanceSection { kind: GlanceKind::Tests, lines, total: Some(tests.len() as u32) }))
    }

    fn language_lines(&self) -> (Vec<LanguageLine>, (u32, u64)) {
        let mut found: BTreeMap<Language, (LanguageLine, u32)> = BTreeMap::new();
        for file in self.snapshot().files.iter() {
            let name = file.language.name().to_owned();
            let empty = || (LanguageLine { name, files: 0, lines: 0, largest: String::new() }, 0);
            let (line, most) = found.entry(file.language).or_insert_with(empty);
            line.files += 1;
            line.lines += u64::from(file.lines);
            if line.largest.is_empty() || file.lines > *most {
                (line.largest, *most) = (file.path.as_str().to_owned(), file.lines);
            }
        }
        let mut lines: Vec<LanguageLine> = found.into_values().map(|(line, _)| line).collect();
        lines.compact_sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.name.cmp(&b.name)));
        let rest = lines.split_off(lines.len().min(LANGUAGES));
        (lines, (rest.len() as u32, rest.iter().map(|line| line.lines).sum()))
    }
}

/// Commands by which a project with this manifest at its root is built and tested, where it declares none.
const USUAL: &[(&str, &[&str])] = &[
    ("pom.xml", &["mvn package", "mvn test"]),
    ("build.gradle", &["gradle build", "gradle test"]),
    ("build.gradle.kts", &["gradle build", "gradle test"]),
    ("pyproject.toml", &["pip install ."]),
    ("setup.py", &["pip install ."]),
    ("package.json", &["npm install"]),
];

/// Where a script comes by what it is for: 0 first.
fn use_of(name: &str) -> usize {
    const USES: &[&[&str]] =
        &[&["build"], &["start", "dev", "serve", "run"], &["test"], &["install"], &["lint", "check"]];
    let word = name.rsplit([' ', '/']).next().unwrap_or(name);
    let by_name = USES.iter().position(|words| words.contains(&word));
    by_name.unwrap_or_else(|| {
        let of_first = |words: &&[&str]| words.contains(&word.split([':', '-', '_']).next().unwrap_or(word));
        USES.len() + USES.iter().position(of_first).unwrap_or(USES.len())
    })
}

fn some(section: GlanceSection) -> Option<GlanceSection> {
    (!section.lines.is_empty()).then_some(section)
}

#[cfg(test)]
mod tests {
    use super::GlanceKind;
    use crate::fixture;

    const TOOL: &str = "\
//- package.json
{
  \"name\": \"parcel-tool\",
  \"description\": \"Sends parcels\",
  \"main\": \"src/index.js\",
  \"scripts\": { \"build\": \"node build.js\", \"test\": \"node --test\" }
}
//- README.md
# Parcel tool

Parcel tool sends parcels to people who are at home in the evening.
//- src/index.js
const express = require(\"express\");
const { send } = require(\"./send\");
const app = express();
app.get(\"/parcels\", (request, response) => response.json(send(1)));
app.post(\"/parcels\", (request, response) => response.json(send(2)));
module.exports = { app };
//- src/send.js
function send(parcel) { return weigh(parcel); }
function again(parcel) { return weigh(parcel); }
function once(parcel) { return weigh(parcel); }
function weigh(parcel) { return parcel; }
module.exports = { send, again, once };
//- test/send.test.js
const { test } = require(\"node:test\");
const { send } = require(\"../src/send\");
test(\"sends\", () => send(1));
";

    #[test]
    fn each_line_has_its_place() {
        let glance = fixture::built(fixture::snapshot_of(TOOL)).glance().unwrap();
        let description = glance.description.unwrap();
        assert_eq!((description.title.as_str(), description.detail.as_str()), ("parcel-tool", "Sends parcels"));
        assert_eq!((description.path.as_str(), description.start_line), ("package.json", 3));
        let readme = glance.readme.unwrap();
        assert!(readme.detail.starts_with("Parcel tool sends parcels"), "{readme:?}");
        assert_eq!((readme.path.as_str(), readme.start_line), ("README.md", 3));
        let lines = |kind: GlanceKind| {
            let section = glance.sections.iter().find(|section| section.kind == kind).expect("is there");
            let places = section.lines.iter().map(|line| format!("{} {}:{}", line.title, line.path, line.start_line));
            (places.collect::<Vec<_>>(), section.total)
        };
        let routes = ["GET /parcels src/index.js:4", "POST /parcels src/index.js:5"].map(str::to_owned);
        assert_eq!(lines(GlanceKind::Routes), (routes.into(), Some(2)));
        assert_eq!(lines(GlanceKind::Scripts).1, Some(2));
        assert_eq!(lines(GlanceKind::MostCalled).0[0], "weigh src/send.js:4");
        assert_eq!(lines(GlanceKind::Tests), (vec!["test/ test/send.test.js:1".to_owned()], Some(1)));
        assert!(glance.sections.iter().all(|section| section.kind != GlanceKind::Commands), "there are none");
        assert_eq!((glance.languages[0].name.as_str(), glance.languages[0].files), ("JavaScript", 3));
    }

    #[test]
    fn what_builds_and_tests_comes_first() {
        let mut names =
            ["npm run docs", "npm run lint:fix", "npm test", "npm run build:web", "npm start", "npm run build"];
        names.sort_by_key(|name| super::use_of(name));
        assert_eq!(
            names,
            ["npm run build", "npm start", "npm test", "npm run build:web", "npm run lint:fix", "npm run docs"]
        );
    }

    #[test]
    fn what_is_usual_is_named_where_nothing_is_declared() {
        let text = "//- setup.py\nfrom setuptools import setup\nsetup(name=\"lamp\")\n";
        let glance = fixture::built(fixture::snapshot_of(text)).glance().unwrap();
        let scripts = glance.sections.iter().find(|section| section.kind == GlanceKind::Scripts).expect("is there");
        assert_eq!((scripts.lines[0].title.as_str(), scripts.total), ("pip install .", None));
        assert_eq!(scripts.lines[0].detail, "usual with setup.py");
    }
}
