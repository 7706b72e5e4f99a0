//! A list narrowed, counted and cut into pieces.

use crate::header::Header;
use crate::naming::{Paths, last, plain};
use crate::narrowing::{Narrowing, is_in};
use crate::tests_of::tests;
use crate::{Claims, Entry, List};
use code_words::path::{is_aside, is_declarations, is_test};
use compact_sort::CompactSort;
use std::collections::{BTreeMap, BTreeSet};

/// Names suggested where nothing fits.
const NEAREST: usize = 5;
/// Entries with computed names that are shown.
const COMPUTED: usize = 3;

/// One entry of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The entry; of several of one name, the first of the repository's own code.
    pub entry: Entry,
    /// Entries of this name, itself included.
    pub places: usize,
}

/// A piece of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// What was asked, and how much there is.
    pub header: Header,
    /// The entries listed: those of the repository's own code first, then of examples, then of tests.
    pub items: Vec<Item>,
    /// Sentences that belong to it: what is left out, and what cannot be known.
    pub notes: Vec<String>,
    /// Where nothing fits: names that are like what was asked for.
    pub nearest: Vec<String>,
    /// What is listed and how many there are, where the name of the list does not say it: "`State` has 9 variants".
    pub said: Option<String>,
    /// The head of what was asked about: the base of subtypes, the type of members.
    pub declared: Option<Entry>,
}

/// Narrows the entries of a list to those of something, and takes `limit` of them behind the first `offset`. `imports` are
/// those of the repository, for the users of a dependency.
pub fn ask(
    list: List,
    entries: &[Entry],
    imports: &[Entry],
    paths: Paths<'_>,
    of: Option<&str>,
    limit: usize,
    offset: usize,
) -> Answer {
    let (mut notes, mut said) = (Vec::new(), None);
    let (computed, named): (Vec<&Entry>, Vec<&Entry>) = entries.iter().partition(|entry| entry.is_computed());
    let narrowing = of.map(Narrowing::read);
    let mut narrowed = match narrowing {
        None if list == List::Api => of_package(named, paths, &mut notes),
        None => named,
        Some(narrowing) => narrow(list, named, imports, paths, narrowing, &mut notes, &mut said),
    };
    narrowed.retain(|entry| narrowing.is_none_or(|narrowing| narrowing.has(paths(entry.file))));
    without_declarations(&mut narrowed, paths);
    let exact = narrowing.is_some_and(|of| narrowed.iter().all(|entry| entry.name == of.name));
    let are_users = of.is_some() && list.row().of == Claims::UsedBy;
    let mut items = match are_users {
        true => by_file(narrowed, paths),
        false => folded(narrowed, list.row().by_name && !exact, paths),
    };
    let group = |entry: &Entry| group_of(list, paths(entry.file));
    // A stable sort: within a group the order is that of the files, or of the narrowing.
    items.compact_sort_by(|a, b| {
        let key = |item: &'_ Item| (group(&item.entry), is_aside_of_list(list, &item.entry));
        key(a).cmp(&key(b)).then_with(|| order(list, &a.entry).cmp(order(list, &b.entry)))
    });
    let count = |wanted: u8| items.iter().filter(|item| group(&item.entry) == wanted).count();
    let (own, examples, tests) = (count(0), count(1), count(2));
    let direct = narrowing.filter(|_| list == List::Subtypes).map_or(own, |narrowing| {
        let base = base_as_written(entries.iter(), narrowing.name).unwrap_or(narrowing.name);
        items.iter().filter(|item| group(&item.entry) == 0 && item.entry.about.iter().any(|name| name == base)).count()
    });
    let first = offset.min(items.len());
    let nearest = match (of, items.is_empty()) {
        (Some(of), true) => nearest(entries, Narrowing::read(of).name),
        _ => Vec::new(),
    };
    let items: Vec<Item> = items.into_iter().skip(first).take(limit).collect();
    notes.extend(computed_note(list, &computed, paths).filter(|_| of.is_none()));
    let limits = list.row().limit;
    let is_nominal = list == List::Subtypes && !entries.iter().any(|entry| paths(entry.file).ends_with(".go"));
    // Of all tests there is nothing that they reach through other code.
    let is_about_all = list == List::Tests && of.is_none();
    if !limits.is_empty() && !is_nominal && !is_about_all && (own + examples + tests > 0 || of.is_some()) {
        notes.push(limits.to_owned());
    }
    let last = first + items.len();
    let header = Header { list, of: of.map(str::to_owned), own, direct, examples, tests, first: first + 1, last };
    Answer { header, items, notes, nearest, said, declared: None }
}

impl Answer {
    /// A piece of a list that is of the repository's own code alone.
    pub fn of_own(list: List, of: &str, said: Option<String>, items: Vec<Item>, limit: usize, offset: usize) -> Self {
        let own = items.len();
        let first = offset.min(own);
        let items: Vec<Item> = items.into_iter().skip(first).take(limit).collect();
        let last = first + items.len();
        let of = Some(of.to_owned());
        let header = Header { list, of, own, direct: own, examples: 0, tests: 0, first: first + 1, last };
        Self { header, items, notes: Vec::new(), nearest: Vec::new(), said, declared: None }
    }
}

/// Takes out what files of declarations (`.d.ts`) say again of what the code defines.
fn without_declarations(entries: &mut Vec<&Entry>, paths: Paths<'_>) {
    let is_declared = |entry: &Entry| is_declarations(paths(entry.file));
    let coded: BTreeSet<&str> =
        entries.iter().filter(|entry| !is_declared(entry)).map(|entry| entry.name.as_str()).collect();
    entries.retain(|entry| !is_declared(entry) || !coded.contains(entry.name.as_str()));
}

/// 0 for the repository's own code, 1 for examples, benchmarks and copies, 2 for tests.
fn group_of(list: List, path: &str) -> u8 {
    match list {
        // Tests and examples are what these lists are of.
        List::Tests | List::Examples | List::Imports | List::Overview => 0,
        _ if is_test(path) => 2,
        _ if is_aside(path) => 1,
        _ => 0,
    }
}

/// What comes after the others: dependencies that who uses a package does not get, features that are for its own manifest.
fn is_aside_of_list(list: List, entry: &Entry) -> bool {
    match list {
        List::Dependencies => entry.detail.starts_with("for development") || entry.detail.starts_with("group "),
        List::Features => entry.name.starts_with('_'),
        _ => false,
    }
}

fn order(list: List, entry: &Entry) -> &str {
    if list.row().by_name { &entry.name } else { "" }
}

/// One item a file, which names the modules that the file imports.
fn by_file(entries: Vec<&Entry>, paths: Paths<'_>) -> Vec<Item> {
    let mut found: Vec<(Item, Vec<&str>)> = Vec::new();
    for entry in entries {
        match found.iter_mut().find(|(item, _)| item.entry.file == entry.file && is_import(&item.entry, paths)) {
            Some((item, modules)) if is_import(entry, paths) => {
                item.places += 1;
                if !modules.contains(&entry.name.as_str()) {
                    modules.push(&entry.name);
                }
            }
            _ => found.push((Item { entry: entry.clone(), places: 1 }, vec![&entry.name])),
        }
    }
    found
        .into_iter()
        .map(|(mut item, modules)| {
            item.entry.name = crate::entry::one_line(&modules.join(", "));
            item
        })
        .collect()
}

/// An entry of the list of imports, not the line of a manifest.
fn is_import(entry: &Entry, paths: Paths<'_>) -> bool {
    entry.detail == crate::entry::one_line(paths(entry.file))
}

fn folded(entries: Vec<&Entry>, by_name: bool, paths: Paths<'_>) -> Vec<Item> {
    if !by_name {
        return entries.into_iter().map(|entry| Item { entry: entry.clone(), places: 1 }).collect();
    }
    let mut found: BTreeMap<&str, (u8, Item)> = BTreeMap::new();
    for entry in entries {
        let group = group_of(List::Environment, paths(entry.file));
        match found.get_mut(entry.name.as_str()) {
            Some((kept, item)) => {
                item.places += 1;
                if group < *kept {
                    (*kept, item.entry) = (group, entry.clone());
                }
            }
            None => {
                found.insert(&entry.name, (group, Item { entry: entry.clone(), places: 1 }));
            }
        }
    }
    found.into_values().map(|(_, item)| item).collect()
}

/// What the package itself exports at its top, where it says so; else every public name.
fn of_package<'e>(entries: Vec<&'e Entry>, paths: Paths<'_>, notes: &mut Vec<String>) -> Vec<&'e Entry> {
    let is_top = |entry: &Entry| entry.about.first().is_some_and(|place| place == "package");
    let depth = |entry: &Entry| paths(entry.file).matches('/').count();
    let family = |entry: &Entry| family_of(paths(entry.file));
    let mut least: BTreeMap<u8, usize> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| is_top(entry)) {
        let own = least.entry(family(entry)).or_insert(usize::MAX);
        *own = (*own).min(depth(entry));
    }
    // An index below other modules is that of a part alone.
    let shallowest = |of: u8| entries.iter().filter(|entry| family(entry) == of).map(|entry| depth(entry)).min();
    least.retain(|of, least| family_of(".py") == *of || shallowest(*of) == Some(*least));
    let all = entries.len();
    let is_kept = |entry: &&Entry| {
        least
            .get(&family(entry))
            .is_none_or(|least| family(entry) == OTHER || (is_top(entry) && depth(entry) == *least))
    };
    let kept: Vec<&Entry> = entries.iter().copied().filter(is_kept).collect();
    if kept.len() < all {
        notes.push(format!(
            "{} more public names are in its modules, and the package does not export them at its top.",
            all - kept.len()
        ));
    }
    kept
}

const OTHER: u8 = 0;

/// Languages whose packages export at one place what other code imports.
fn family_of(path: &str) -> u8 {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "py" => 1,
        "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" => 2,
        _ => OTHER,
    }
}

fn computed_note(list: List, computed: &[&Entry], paths: Paths<'_>) -> Option<String> {
    let first = computed.iter().take(COMPUTED).map(|entry| format!("{}:{}", paths(entry.file), entry.start_line));
    let places: Vec<String> = first.collect();
    let more = if computed.len() > places.len() { ", ..." } else { "" };
    let what = list.row().nouns[0];
    let at = if computed.len() == 1 {
        "1 more place has".to_owned()
    } else {
        format!("{} more places have", computed.len())
    };
    (!computed.is_empty()).then(|| {
        format!("{at} a name of {} {what} that the code computes: {}{more}.", article(what), places.join(", "))
    })
}

pub fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

fn narrow<'e>(
    list: List,
    entries: Vec<&'e Entry>,
    imports: &'e [Entry],
    paths: Paths<'_>,
    narrowing: Narrowing<'_>,
    notes: &mut Vec<String>,
    said: &mut Option<String>,
) -> Vec<&'e Entry> {
    let of = narrowing.name;
    match list {
        List::Subtypes => subtypes(entries, of, narrowing.is_direct),
        List::Tests => {
            let found = tests(entries, of, paths);
            *said = found.said;
            found.entries
        }
        List::Dependencies => {
            let declared: Vec<&Entry> = entries.into_iter().filter(|entry| is_package(&entry.name, of)).collect();
            let name = declared.first().map_or(of, |entry| entry.name.as_str());
            if declared.is_empty() {
                notes.push(format!("No manifest declares `{of}`."));
            }
            let users = importers(imports, name, declared.is_empty());
            declared.into_iter().chain(users).collect()
        }
        List::Imports => importers(imports, of, true),
        // `--all` is no part of `--all-targets`.
        List::Options if of.starts_with('-') => {
            entries.into_iter().filter(|entry| entry.name == of || entry.about.iter().any(|name| name == of)).collect()
        }
        List::Events => events(entries, of, paths, notes),
        List::Types if matches!(of, "class" | "interface" | "enum" | "type alias") => {
            entries.into_iter().filter(|entry| entry.about.first().is_some_and(|word| word == of)).collect()
        }
        _ => by_name(entries, of, paths),
    }
}

/// Those that are sent by what is called so, or else those of the name. All of them, and a note, where neither is there.
fn events<'e>(entries: Vec<&'e Entry>, of: &str, paths: Paths<'_>, notes: &mut Vec<String>) -> Vec<&'e Entry> {
    let wanted = plain(of);
    let is_sender = |entry: &&'e Entry| entry.about.iter().any(|about| plain(about) == wanted);
    let sent: Vec<&Entry> = entries.iter().copied().filter(is_sender).collect();
    let fitting = if sent.is_empty() { by_name(entries.clone(), of, paths) } else { sent };
    if fitting.is_empty() && !entries.is_empty() {
        notes.push(format!("No event is sent by what is called `{of}`: all of them are listed."));
        return entries;
    }
    fitting
}

fn by_name<'e>(entries: Vec<&'e Entry>, of: &str, paths: Paths<'_>) -> Vec<&'e Entry> {
    let exact: Vec<&Entry> = entries.iter().copied().filter(|entry| entry.name == of).collect();
    if !exact.is_empty() {
        return exact;
    }
    let wanted = plain(of);
    // Of several files of one name the one that is least deep.
    let of_file: Vec<&Entry> = entries.iter().copied().filter(|entry| is_file(paths(entry.file), of)).collect();
    let depth = |entry: &Entry| paths(entry.file).matches('/').count();
    if let Some(least) = of_file.iter().map(|entry| depth(entry)).min() {
        return of_file.into_iter().filter(|entry| depth(entry) == least).collect();
    }
    let fits = |entry: &&Entry| {
        is_in(paths(entry.file), of)
            || plain(&entry.name).contains(&wanted)
            || entry.about.iter().any(|about| plain(about) == wanted)
    };
    entries.into_iter().filter(fits).collect()
}

/// Whether the path is that of the file, which may be named by its last parts.
fn is_file(path: &str, of: &str) -> bool {
    of.contains('.') && (path == of || path.ends_with(&format!("/{of}")))
}

/// The name of a base as declarations have it.
fn base_as_written<'e>(entries: impl Iterator<Item = &'e Entry> + Clone, of: &str) -> Option<&'e str> {
    let of = last(of.split('<').next().unwrap_or(of));
    let mut bases = entries.clone().flat_map(|entry| &entry.about);
    let exact = bases.find(|base| *base == of);
    let base = exact.or_else(|| {
        let wanted = plain(of);
        entries.flat_map(|entry| &entry.about).find(|base| plain(base) == wanted)
    });
    base.map(String::as_str)
}

/// Types that have it as a base, and unless only those are wanted, types that have one of them as a base, and so on.
pub fn subtypes<'e>(entries: Vec<&'e Entry>, of: &str, is_direct: bool) -> Vec<&'e Entry> {
    let Some(base) = base_as_written(entries.iter().copied(), of) else { return Vec::new() };
    let names_base = |entry: &Entry| entry.about.iter().any(|name| name == base);
    let mut names: BTreeSet<&str> = BTreeSet::from([base]);
    let mut found: Vec<&Entry> = Vec::new();
    loop {
        let before = found.len();
        for entry in &entries {
            let is_new = !found.iter().any(|other| std::ptr::eq(*other, *entry));
            if is_new && entry.about.iter().any(|base| names.contains(base.as_str())) {
                found.push(entry);
            }
        }
        names.extend(found.iter().map(|entry| last(&entry.name)));
        if found.len() == before || is_direct {
            break;
        }
    }
    if is_direct {
        found.retain(|entry| names_base(entry));
    }
    found.sort_by_key(|entry| (!names_base(entry), entry.file, entry.start_line));
    found
}

/// Names by which packages are imported, where they differ from those they are published under.
const PUBLISHED: &[(&str, &str)] = &[
    ("pyyaml", "yaml"),
    ("beautifulsoup4", "bs4"),
    ("pillow", "PIL"),
    ("scikit-learn", "sklearn"),
    ("python-dateutil", "dateutil"),
    ("opencv-python", "cv2"),
    ("python-dotenv", "dotenv"),
    ("typing-extensions", "typing_extensions"),
    ("attrs", "attr"),
    ("protobuf", "google.protobuf"),
    ("pyjwt", "jwt"),
    ("mysqlclient", "MySQLdb"),
    ("psycopg2-binary", "psycopg2"),
];

fn is_package(name: &str, of: &str) -> bool {
    plain(name) == plain(of)
        || PUBLISHED.iter().any(|(published, module)| plain(published) == plain(name) && plain(module) == plain(of))
        || name.rsplit(['/', ':']).next().is_some_and(|last| plain(last) == plain(of))
}

/// Imports of a module, of what is in it, or, where it may be one of the repository's own, of an item of this name.
fn importers<'e>(imports: &'e [Entry], of: &str, may_be_own: bool) -> Vec<&'e Entry> {
    let alias = PUBLISHED.iter().find(|(published, _)| plain(published) == plain(of)).map(|(_, module)| *module);
    let names: Vec<String> = alias.into_iter().chain([of]).map(|name| name.replace("::", ".").to_lowercase()).collect();
    let module_of = |entry: &Entry| entry.name.replace("::", ".").to_lowercase();
    let is_in = |module: &str, name: &str| {
        let name = name.trim_end_matches(".py").trim_end_matches(".ts").trim_end_matches(".js").trim_end_matches(".rs");
        let dashed = name.replace('-', "_");
        [name, dashed.as_str()]
            .iter()
            .any(|name| module.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/'])))
    };
    let fits = |entry: &&Entry| {
        let module = module_of(entry);
        names.iter().any(|name| is_in(&module, name))
    };
    let found: Vec<&Entry> = imports.iter().filter(fits).collect();
    if !found.is_empty() || !may_be_own {
        return found;
    }
    // A module of the repository by its last names, or an item of one.
    let wanted = of.replace("::", ".").replace('/', ".").to_lowercase();
    let wanted = ["py", "ts", "js", "rs", "go", "java"]
        .iter()
        .find_map(|ending| wanted.strip_suffix(&format!(".{ending}")))
        .unwrap_or(&wanted)
        .to_owned();
    let by_end = |entry: &&Entry| {
        let module = module_of(entry).replace('/', ".");
        module == wanted
            || module.ends_with(&format!(".{wanted}"))
            || wanted.ends_with(&format!(".{module}"))
            || entry.about.iter().any(|item| *item == last(of))
    };
    imports.iter().filter(by_end).collect()
}

fn nearest(entries: &[Entry], of: &str) -> Vec<String> {
    let parts: Vec<String> =
        code_words::identifier::lower_parts(of).into_iter().filter(|part| part.len() > 2).collect();
    // What a test says of itself is no name.
    let names = entries
        .iter()
        .flat_map(|entry| std::iter::once(&entry.name).chain(entry.about.iter().filter(|about| !about.contains(' '))));
    let mut scored: Vec<(usize, &String)> = Vec::new();
    for name in names {
        let own = code_words::identifier::lower_parts(name);
        let score =
            parts.iter().filter(|part| own.iter().any(|other| code_words::stem::same_word(other, part))).count();
        if score > 0 && !scored.iter().any(|(_, other)| *other == name) {
            scored.push((score, name));
        }
    }
    scored.compact_sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(NEAREST).map(|(_, name)| name.clone()).collect()
}
