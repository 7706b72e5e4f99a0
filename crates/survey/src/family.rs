//! What a new one of something is an example of: the others of its kind, where they are registered, what tests them.

use crate::query::Paths;
use crate::{Entry, List};
use code_words::identifier::lower_parts;
use code_words::path::{is_aside, is_test};
use code_words::stem::same_word;
use source::FileId;
use std::collections::BTreeMap;

/// Lists whose entries are families of their own.
const LISTS: &[List] = &[
    List::Commands,
    List::Routes,
    List::Options,
    List::Errors,
    List::Migrations,
    List::Locales,
    List::Environment,
    List::Configuration,
    List::Scripts,
    List::Tests,
    List::Examples,
    List::Dependencies,
    List::EntryPoints,
];
/// Files that name all others of their folder.
const REGISTRIES: &[&str] = &["mod.rs", "lib.rs", "__init__.py", "index.ts", "index.js", "index.mjs", "main.rs"];
/// Members that are compared to find who uses most of them.
const COMPARED: usize = 60;

/// Things that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// What holds it together: "subclasses of `Base`", "files of `src/tools`".
    pub what: String,
    /// Its members, in the order of files.
    pub members: Vec<Entry>,
    /// The member to follow as a pattern: its place in [`members`](Self::members).
    pub pattern: usize,
    /// Files that import or name most members, with where they first do.
    pub registered: Vec<Entry>,
    /// Tests that call or name the pattern.
    pub tested: Vec<Entry>,
}

/// The families that a new one of `of` ("command", "session interface") could belong to, the likeliest first. `page` gives the
/// entries of a list, `files` all files in order.
pub fn family<'e>(of: &str, page: &dyn Fn(List) -> &'e [Entry], files: &[FileId], paths: Paths<'_>) -> Vec<Family> {
    let words = lower_parts(of);
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u32, Family)> = Vec::new();
    found.extend(of_base(&words, page(List::Subtypes), paths));
    found.extend(of_list(of, page, paths));
    found.extend(of_folder(&words, files, paths));
    found.extend(of_ending(&words, page(List::Types), paths));
    found.extend(of_decorator(&words, page(List::Decorated), paths));
    found.sort_by_key(|(rank, family)| (std::cmp::Reverse(*rank), std::cmp::Reverse(family.members.len())));
    let mut families: Vec<Family> = Vec::new();
    for (_, mut family) in found {
        let is_same = families.iter().any(|other| {
            let shared =
                family.members.iter().filter(|entry| other.members.iter().any(|o| o.file == entry.file)).count();
            shared * 2 > family.members.len()
        });
        if families.len() < 2 && !is_same {
            family.pattern = smallest(&family.members);
            family.registered = registered(&family, page(List::Imports), files, paths);
            family.tested = tested(&family, page(List::Tests), files, paths);
            families.push(family);
        }
    }
    families
}

fn new(what: String, members: Vec<Entry>) -> Family {
    Family { what, members, pattern: 0, registered: Vec::new(), tested: Vec::new() }
}

fn is_own(entry: &Entry, paths: Paths<'_>) -> bool {
    !is_aside(paths(entry.file))
}

/// "converter" is `BaseConverter` and `Converter`.
fn ends_with(name: &str, words: &[String]) -> bool {
    let own = lower_parts(name);
    own.len() >= words.len() && own.iter().rev().zip(words.iter().rev()).all(|(a, b)| same_word(a, b))
}

fn of_base(words: &[String], subtypes: &[Entry], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut by_base: BTreeMap<&str, Vec<Entry>> = BTreeMap::new();
    for entry in subtypes.iter().filter(|entry| is_own(entry, paths)) {
        for base in entry.about.iter().filter(|base| ends_with(base, words)) {
            by_base.entry(base).or_default().push(entry.clone());
        }
    }
    let family = |(base, members): (&str, Vec<Entry>)| {
        let is_whole = lower_parts(base).len() <= words.len() + 1;
        let rank = match (members.len() > 1, is_whole) {
            (true, true) => 90,
            (true, false) => 60,
            (false, true) => 55,
            (false, false) => 30,
        };
        (rank, new(format!("types that extend or implement `{base}`"), members))
    };
    by_base.into_iter().map(family).collect()
}

fn of_list<'e>(of: &str, page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let lower = of.to_lowercase();
    let list = [lower.clone(), format!("{lower}s"), lower.trim_end_matches('s').to_owned()]
        .iter()
        .find_map(|words| List::of_words(words))?;
    if !LISTS.contains(&list) {
        return None;
    }
    let keep =
        |entry: &&Entry| !entry.is_computed() && (is_own(entry, paths) || matches!(list, List::Tests | List::Examples));
    let members: Vec<Entry> = page(list).iter().filter(keep).cloned().collect();
    let what = list.row().nouns[1].to_owned();
    (!members.is_empty()).then(|| (80, new(what, members)))
}

fn of_folder(words: &[String], files: &[FileId], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut folders: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in files {
        let path = paths(*file);
        if let Some((folder, name)) = path.rsplit_once('/')
            && !is_aside(path)
            && !REGISTRIES.contains(&name)
            && is_code(name)
        {
            let own = folder.rsplit('/').next().unwrap_or(folder);
            if ends_with(own, words) && lower_parts(own).len() <= words.len() + 1 {
                folders.entry(folder).or_default().push(*file);
            }
        }
    }
    let family = |(folder, files): (&str, Vec<FileId>)| {
        let member = |file: FileId| Entry::new(file, (1, 1), paths(file).rsplit('/').next().unwrap_or(""), "");
        let rank = if files.len() > 1 { 85 } else { 20 };
        (rank, new(format!("files of `{folder}`"), files.into_iter().map(member).collect()))
    };
    folders.into_iter().map(family).collect()
}

fn is_code(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    !matches!(ending, "md" | "txt" | "rst" | "lock" | "snap" | "png" | "svg" | "") && !name.starts_with('.')
}

fn of_ending(words: &[String], types: &[Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let fits = |entry: &&Entry| is_own(entry, paths) && ends_with(entry.name.rsplit('.').next().unwrap_or(""), words);
    let members: Vec<Entry> = types.iter().filter(fits).cloned().collect();
    let what = format!("types whose names end in \"{}\"", words.join(" "));
    (members.len() > 1).then(|| (50, new(what, members)))
}

fn of_decorator(words: &[String], decorated: &[Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let fits = |entry: &&Entry| is_own(entry, paths) && entry.about.iter().any(|name| ends_with(name, words));
    let members: Vec<Entry> = decorated.iter().filter(fits).cloned().collect();
    let name = members.first()?.detail.clone();
    (members.len() > 1).then(|| (65, new(format!("definitions under `{name}`"), members)))
}

/// A short member shows the pattern best.
fn smallest(members: &[Entry]) -> usize {
    let key = |entry: &Entry| (entry.end_line - entry.start_line, entry.name.len());
    (0..members.len()).min_by_key(|at| key(&members[*at])).unwrap_or(0)
}

/// The words by which another file names a member: its file's stem, and its own name.
fn names_of(entry: &Entry, paths: Paths<'_>) -> [String; 2] {
    let path = paths(entry.file);
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("").to_owned();
    [stem, entry.name.rsplit(['.', ':']).next().unwrap_or(&entry.name).to_owned()]
}

/// The file of the members' own folder that lists them, and files that import at least two.
fn registered(family: &Family, imports: &[Entry], files: &[FileId], paths: Paths<'_>) -> Vec<Entry> {
    let members = &family.members[..family.members.len().min(COMPARED)];
    let in_members = |file: FileId| members.iter().any(|member| member.file == file);
    let mut found: Vec<Entry> = Vec::new();
    let folder =
        members.first().and_then(|member| paths(member.file).rsplit_once('/')).map_or("", |(folder, _)| folder);
    let is_one_folder =
        members.iter().all(|member| paths(member.file).rsplit_once('/').map_or("", |(f, _)| f) == folder);
    let is_spread = members.iter().any(|member| member.file != members[0].file);
    if is_one_folder && is_spread {
        let own = |file: &&FileId| {
            paths(**file).rsplit_once('/').is_some_and(|(of, name)| of == folder && REGISTRIES.contains(&name))
                && !in_members(**file)
        };
        found.extend(
            files.iter().find(own).map(|file| Entry::new(*file, (1, 1), paths(*file), "lists the files of its folder")),
        );
    }
    let mut by_file: BTreeMap<FileId, (Vec<usize>, Entry)> = BTreeMap::new();
    for import in imports.iter().filter(|import| !in_members(import.file) && !is_test(paths(import.file))) {
        let end = import.name.rsplit(['.', '/', ':']).next().unwrap_or("");
        for (at, member) in members.iter().enumerate() {
            let names = names_of(member, paths);
            let is_it = import.about.contains(&names[1])
                || (is_spread && (end == names[0] || import.about.contains(&names[0])));
            if is_it {
                let (seen, _) = by_file.entry(import.file).or_insert_with(|| (Vec::new(), import.clone()));
                if !seen.contains(&at) {
                    seen.push(at);
                }
            }
        }
    }
    let mut ranked: Vec<(usize, Entry)> =
        by_file.into_values().map(|(seen, first)| (seen.len(), first)).filter(|(n, _)| *n > 1).collect();
    ranked.sort_by_key(|(seen, entry)| (std::cmp::Reverse(*seen), entry.file));
    for (seen, entry) in ranked.into_iter().take(2) {
        if !found.iter().any(|other| other.file == entry.file) {
            let detail = format!("imports {seen} of them");
            found.push(Entry::new(entry.file, (entry.start_line, entry.end_line), paths(entry.file), &detail));
        }
    }
    found
}

/// Tests of the pattern: by what they call, or by the name of their file.
fn tested(family: &Family, tests: &[Entry], files: &[FileId], paths: Paths<'_>) -> Vec<Entry> {
    let Some(pattern) = family.members.get(family.pattern) else { return Vec::new() };
    let names = names_of(pattern, paths);
    let calls = |entry: &&Entry| entry.about.contains(&names[1]);
    let found: Vec<Entry> = tests.iter().filter(calls).take(2).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    let stem = |path: &str| lower_parts(path.rsplit('/').next().unwrap_or(""));
    let wanted = lower_parts(&names[0]);
    let fits = |file: &&FileId| {
        let path = paths(**file);
        is_test(path) && !wanted.is_empty() && wanted.iter().all(|part| stem(path).contains(part))
    };
    files.iter().filter(fits).take(1).map(|file| Entry::new(*file, (1, 1), paths(*file), "by its name")).collect()
}
