//! What a new one of something is an example of: the others of its kind, where they are registered, what tests them.

use crate::family_base::{abstracts, base_of, own_type};
use crate::family_of_file::{of_group, of_module, tables};
use crate::family_of_methods::of_methods;
use crate::family_row::{Family, extending, is_own, new};
use crate::members::returning;
use crate::naming::Paths;
use crate::noun;
use crate::query;
use crate::{Entry, List};
use code_words::identifier::lower_parts;
use code_words::path::{is_aside, is_test};
use code_words::stem::{same_noun, same_word};
use source::FileId;
use std::collections::{BTreeMap, BTreeSet};

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

/// How well functions fit that return what is called so: as well as a list of the name.
const OF_RESULTS: u32 = 82;

/// How well types fit whose base is spoken of with the words.
const OF_SAID: u32 = 45;

/// A family below it is held together by the end of its members' names, or less.
pub const WEAK: u32 = 60;

/// The families that a new one of `of` ("command", "session interface") could belong to, the likeliest first. `page` gives the
/// entries of a list, `files` all files in order.
pub fn family<'e>(of: &str, page: &dyn Fn(List) -> &'e [Entry], files: &[FileId], paths: Paths<'_>) -> Vec<Family> {
    let mut found: Vec<(u32, Family)> = Vec::new();
    for (less, asked) in noun::phrases(of) {
        // What it is for says what it is only where its own name does not.
        if less == noun::OF_PURPOSE && found.iter().any(|(rank, _)| *rank > WEAK) {
            continue;
        }
        let words = lower_parts(&asked);
        let ranked = of_base(&words, page, page(List::Subtypes), paths)
            .into_iter()
            .chain(of_base_in(&words, page, paths))
            .chain(of_list(&asked, page, paths))
            .chain(of_folder(&words, files, page(List::Imports), paths))
            .chain(of_files(&words, files, paths))
            .chain(of_module(&words, page, paths))
            .chain(of_group(&asked, page(List::Members), paths))
            .chain(of_methods(&words, page(List::Members), paths))
            .chain(of_results(&words, page, paths))
            .chain(of_ending(&words, page(List::Types), paths))
            .chain(of_decorator(&words, page(List::Decorated), paths))
            .chain(of_said(&words, page, paths));
        // A word that is not what it is does not hold by what is weak itself.
        found.extend(ranked.filter(|(rank, _)| *rank > less).map(|(rank, family)| (rank - less, family)));
    }
    found.sort_by_key(|(rank, family)| (std::cmp::Reverse(*rank), std::cmp::Reverse(family.members.len())));
    let mut families: Vec<Family> = Vec::new();
    for (rank, mut family) in found {
        let is_same = families.iter().any(|other| {
            let shared =
                family.members.iter().filter(|entry| other.members.iter().any(|o| o.file == entry.file)).count();
            shared * 2 > family.members.len()
        });
        // What a documentation speaks of is no other kind beside one that is called so.
        let is_only_said = rank <= OF_SAID && families.first().is_some_and(|first| first.rank >= WEAK);
        if families.len() < 2 && !is_same && !is_only_said {
            family.rank = rank;
            family.base = family.base.take().or_else(|| base_of(&family, page, paths));
            family.abstracts = abstracts(&family, page(List::Subtypes));
            family.pattern = smallest(&family);
            family.registered = registered(&family, page(List::Imports), files, paths);
            family.registered.extend(tables(&family, page(List::Members), paths));
            family.tested = tested(&family, page(List::Tests), files, paths);
            family.beside = beside(&family, files, paths);
            families.push(family);
        }
    }
    families
}

/// "converter" is `BaseConverter`, `Converter`, `ConverterBase` and `IConverter`.
fn ends_with(name: &str, words: &[String]) -> bool {
    let own = lower_parts(name);
    let kept = own
        .iter()
        .rev()
        .skip_while(|part| matches!(part.as_str(), "base" | "interface" | "i" | "trait" | "abstract" | "mixin"))
        .count();
    let own = if kept == 0 { own.as_slice() } else { &own[..kept] };
    // `downloadermiddlewares` are the downloader middlewares.
    let joined = words.concat();
    if words.len() > 1 && own.last().is_some_and(|part| part.trim_end_matches('s') == joined.trim_end_matches('s')) {
        return true;
    }
    // A `Formatter` is no format.
    let is_doer = |part: &str, word: &str| {
        let word = word.trim_end_matches('s');
        part.ends_with("er") && !word.ends_with("er") && part.len() > word.len() && part.starts_with(word)
    };
    let is_other = own.last().zip(words.last()).is_some_and(|(part, word)| is_doer(part, word));
    own.len() >= words.len() && !is_other && own.iter().rev().zip(words.iter().rev()).all(|(a, b)| noun::means(a, b))
}

fn of_base<'e>(
    words: &[String],
    page: &dyn Fn(List) -> &'e [Entry],
    subtypes: &[Entry],
    paths: Paths<'_>,
) -> Vec<(u32, Family)> {
    let own: Vec<&Entry> = subtypes.iter().filter(|entry| is_own(entry, paths)).collect();
    let bases: BTreeSet<&str> =
        own.iter().flat_map(|entry| &entry.about).map(String::as_str).filter(|base| ends_with(base, words)).collect();
    // What extends a member belongs to the family as well.
    let by_base: BTreeMap<&str, Vec<Entry>> = bases
        .into_iter()
        .map(|base| (base, query::subtypes(own.clone(), base, false).into_iter().cloned().collect()))
        .collect();
    // `BaseConverter` implements `IStringConverter`, and so does all that extends it: the larger family has both.
    let is_in = |base: &str, members: &[Entry]| members.iter().any(|e| e.name.rsplit('.').next() == Some(base));
    let wholly = |base: &str| lower_parts(base).len() <= words.len() + 1;
    let takes_in = |outer: &str| {
        by_base.iter().any(|(base, own)| {
            *base != outer && wholly(base) && is_in(base, &by_base[outer]) && own.len() < by_base[outer].len()
        })
    };
    let larger: Vec<&str> = by_base.keys().copied().filter(|base| takes_in(base)).collect();
    let family = |(base, members): (&str, Vec<Entry>)| {
        let is_whole = wholly(base) || larger.contains(&base);
        let rank = match (members.len() > 1, is_whole) {
            (true, true) => 90,
            (true, false) => 60,
            // One alone is no family, unless the repository asks for others of its kind.
            (false, true) if own_type(base, page, paths).is_some() => 55,
            (false, _) => return None,
        };
        Some((rank, extending(base, "", members)))
    };
    by_base.clone().into_iter().filter_map(family).collect()
}

/// "Input widget": what extends `Input` below `widgets`, where the last word is the folder's.
fn of_base_in<'e>(words: &[String], page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let [own @ .., head] = words else { return Vec::new() };
    if own.is_empty() {
        return Vec::new();
    }
    let is_below = |entry: &Entry| lower_parts(paths(entry.file)).iter().any(|part| noun::means(part, head));
    let below: Vec<Entry> = page(List::Subtypes).iter().filter(|entry| is_below(entry)).cloned().collect();
    let found = of_base(own, page, &below, paths).into_iter();
    found.map(|(rank, family)| (rank.saturating_sub(2), family)).collect()
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

fn of_folder(words: &[String], files: &[FileId], imports: &[Entry], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut folders: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in files {
        let path = paths(*file);
        if let Some((folder, name)) = path.rsplit_once('/')
            && !is_aside(path)
            && !REGISTRIES.contains(&name)
            // What the others use: `_utils.py`.
            && !name.starts_with('_')
            && is_code(name)
        {
            let own = folder.rsplit('/').next().unwrap_or(folder);
            if ends_with(own, words) && lower_parts(own).len() <= words.len() + 1 {
                folders.entry(folder).or_default().push(*file);
            }
        }
    }
    // `metrics/MetricsTracker.java` is what those in the folders of `metrics` are made with.
    let begins = |file: &FileId| {
        let own = lower_parts(paths(*file).rsplit('/').next().unwrap_or(""));
        let said = own.iter().skip_while(|part| matches!(part.as_str(), "i" | "base" | "abstract" | "default"));
        said.zip(words).filter(|(part, word)| noun::means(part, word)).count() == words.len()
    };
    let family = |(folder, files): (&str, Vec<FileId>)| {
        let member = |file: FileId| Entry::new(file, (1, 1), paths(file).rsplit('/').next().unwrap_or(""), "");
        let is_base = files.iter().filter(|file| begins(file)).count() * 2 >= files.len();
        let rank = 85 - 2 * u32::from(is_base);
        (rank, new(format!("files of `{folder}`"), files.into_iter().map(member).collect()))
    };
    folders
        .into_iter()
        .map(|(folder, files)| (folder, without_registry(files, imports, paths)))
        .filter(|(_, files)| files.len() > 1)
        .map(family)
        .chain(of_subfolders(words, files, paths))
        .collect()
}

/// The files of a folder without the one that imports all others, where there is one: it says which there are.
fn without_registry(mut files: Vec<FileId>, imports: &[Entry], paths: Paths<'_>) -> Vec<FileId> {
    if files.len() < 3 {
        return files;
    }
    let stem = |path: &str| path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("").to_owned();
    let imported_by = |file: FileId| -> BTreeSet<&str> {
        let own = imports.iter().filter(|import| import.file == file);
        own.map(|import| import.name.rsplit(['.', '/', ':']).next().unwrap_or("")).collect()
    };
    let lists_all = |file: &FileId| {
        let imported = imported_by(*file);
        files.iter().filter(|other| *other != file).all(|other| imported.contains(stem(paths(*other)).as_str()))
    };
    let registries: Vec<FileId> = files.iter().copied().filter(lists_all).collect();
    if let [registry] = registries[..] {
        files.retain(|file| *file != registry);
    }
    files
}

/// The folders in a folder of the name, each with the file that is most its own: `hooks/syslog/syslog.go`.
fn of_subfolders(words: &[String], files: &[FileId], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut folders: BTreeMap<&str, BTreeMap<&str, Vec<FileId>>> = BTreeMap::new();
    for file in files {
        let path = paths(*file);
        let Some((inner, name)) = path.rsplit_once('/') else { continue };
        let Some((outer, _)) = inner.rsplit_once('/') else { continue };
        let own = outer.rsplit('/').next().unwrap_or(outer);
        // A folder that is called `test` below one of these is a member like others; its tests are not.
        let is_code_file = is_code(name) && !is_test(name) && !is_aside(outer);
        if is_code_file && ends_with(own, words) && lower_parts(own).len() <= words.len() {
            folders.entry(outer).or_default().entry(inner).or_default().push(*file);
        }
    }
    let family = |(outer, inner): (&str, BTreeMap<&str, Vec<FileId>>)| {
        let member = |(folder, files): (&str, Vec<FileId>)| {
            let own = folder.rsplit('/').next().unwrap_or(folder);
            let stem =
                |file: FileId| paths(file).rsplit('/').next().and_then(|name| name.split('.').next()) == Some(own);
            let head = files.iter().find(|file| stem(**file)).or(files.first())?;
            Some(Entry::new(*head, (1, 1), own, paths(*head)))
        };
        (84, new(format!("folders in `{outer}`"), inner.into_iter().filter_map(member).collect()))
    };
    folders.into_iter().filter(|(_, inner)| inner.len() > 1).map(family).collect()
}

/// Files of one folder whose names end alike: `zsh_completions.go`, `fish_completions.go`.
fn of_files(words: &[String], files: &[FileId], paths: Paths<'_>) -> Vec<(u32, Family)> {
    let mut folders: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in files {
        let path = paths(*file);
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let stem = name.split('.').next().unwrap_or(name);
        if !is_aside(path) && is_code(name) && lower_parts(stem).len() > words.len() && ends_with(stem, words) {
            folders.entry(folder).or_default().push(*file);
        }
    }
    let family = |(folder, files): (&str, Vec<FileId>)| {
        let member = |file: FileId| Entry::new(file, (1, 1), paths(file).rsplit('/').next().unwrap_or(""), "");
        let place = if folder.is_empty() { String::new() } else { format!(" in `{folder}`") };
        let stem =
            |file: &FileId| paths(*file).rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or("");
        let what = format!("files{place} {}", called(files.iter().map(stem), words));
        (58, new(what, files.into_iter().map(member).collect()))
    };
    folders.into_iter().filter(|(_, files)| files.len() > 1).map(family).collect()
}

/// How names have the words: at their ends, or only a form of them.
fn called<'n>(mut names: impl Iterator<Item = &'n str>, words: &[String]) -> String {
    let ends = |name: &str| {
        let own = lower_parts(name);
        own.len() >= words.len() && own.iter().rev().zip(words.iter().rev()).all(|(a, b)| same_noun(a, b))
    };
    let how = if names.all(ends) { "whose names end in" } else { "named after" };
    format!("{how} \"{}\"", words.join(" "))
}

/// The types of a file that says that it is about it; rather those that extend the first of them.
fn of_said<'e>(words: &[String], page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let speaks = |entry: &&Entry| {
        let said = lower_parts(&entry.detail);
        !entry.about.is_empty() && words.iter().all(|word| said.iter().any(|own| same_word(own, word)))
    };
    let subtypes = |name: &str| -> Vec<Entry> {
        page(List::Subtypes)
            .iter()
            .filter(|entry| is_own(entry, paths) && entry.about.iter().any(|base| base == name))
            .cloned()
            .collect()
    };
    let spoken: Vec<&Entry> = page(List::Modules).iter().filter(speaks).collect();
    let best = spoken
        .iter()
        .map(|entry| (subtypes(&entry.about[0]), *entry))
        .max_by_key(|(found, entry)| (found.len(), std::cmp::Reverse(entry.detail.len())))?;
    let (members, module) = best;
    if members.len() > 1 {
        let more = format!(", whose documentation speaks of \"{}\"", words.join(" "));
        return Some((OF_SAID, extending(&module.about[0], &more, members)));
    }
    let of_file = |entry: &&Entry| entry.file == module.file && module.about.contains(&entry.name);
    let types: Vec<Entry> = page(List::Types).iter().filter(of_file).cloned().collect();
    (!types.is_empty() && words.len() > 1)
        .then(|| (40, new(format!("types of `{}`, which speaks of it", paths(module.file)), types)))
}

/// Files beside those of the members.
fn beside(family: &Family, files: &[FileId], paths: Paths<'_>) -> Vec<String> {
    let folder_of = |file: FileId| paths(file).rsplit_once('/').map_or("", |(folder, _)| folder);
    let Some(folder) = family.members.first().map(|member| folder_of(member.file)) else { return Vec::new() };
    let is_spread = family.members.iter().any(|member| member.file != family.members[0].file);
    if folder.is_empty() || !is_spread || family.members.iter().any(|member| folder_of(member.file) != folder) {
        return Vec::new();
    }
    let is_other =
        |file: &&FileId| folder_of(**file) == folder && !family.members.iter().any(|member| member.file == **file);
    files
        .iter()
        .filter(is_other)
        .map(|file| paths(*file)[folder.len() + 1..].to_owned())
        .filter(|name| is_code(name))
        .collect()
}

fn is_code(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    !matches!(ending, "md" | "txt" | "rst" | "lock" | "snap" | "png" | "svg" | "") && !name.starts_with('.')
}

/// Public functions that make what is called so, where that is a function or an interface: the options of Go are what returns an
/// `Option`.
fn of_results<'e>(words: &[String], page: &dyn Fn(List) -> &'e [Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let is_it = |entry: &&Entry| {
        let own = lower_parts(&entry.name);
        let is_function =
            entry.detail.contains(" func(") || entry.detail.contains("=>") || entry.detail.contains("Fn(");
        is_function && own.len() == words.len() && ends_with(&entry.name, words) && is_own(entry, paths)
    };
    let of = page(List::Types).iter().find(is_it)?;
    let made = returning(&of.name, &[page(List::Api)], paths);
    let members: Vec<Entry> = made.into_iter().map(|item| item.entry).filter(|entry| is_own(entry, paths)).collect();
    (members.len() > 1).then(|| {
        let mut family = new(format!("functions that return a `{}`", of.name), members);
        family.base = Some(of.clone());
        (OF_RESULTS, family)
    })
}

fn of_ending(words: &[String], types: &[Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let fits = |entry: &&Entry| is_own(entry, paths) && ends_with(entry.name.rsplit('.').next().unwrap_or(""), words);
    let members: Vec<Entry> = types.iter().filter(fits).cloned().collect();
    let last = |entry: &'_ Entry| entry.name.rsplit('.').next().unwrap_or("").to_owned();
    let names: Vec<String> = members.iter().map(last).collect();
    let what = format!("types {}", called(names.iter().map(String::as_str), words));
    (members.len() > 1).then(|| (59, new(what, members)))
}

fn of_decorator(words: &[String], decorated: &[Entry], paths: Paths<'_>) -> Option<(u32, Family)> {
    let fits = |entry: &&Entry| is_own(entry, paths) && entry.about.iter().any(|name| ends_with(name, words));
    let members: Vec<Entry> = decorated.iter().filter(fits).cloned().collect();
    let name = members.first()?.detail.clone();
    (members.len() > 1).then(|| (65, new(format!("definitions under `{name}`"), members)))
}

/// A short member shows the pattern best.
fn smallest(family: &Family) -> usize {
    let key = |entry: &Entry| (entry.end_line - entry.start_line, entry.name.len());
    let members = &family.members;
    (0..members.len()).min_by_key(|at| (family.abstracts.contains(at), key(&members[*at]))).unwrap_or(0)
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
