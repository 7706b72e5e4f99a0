//! The documents say what is there: crates, files and links that they name exist, and no crate depends on one further
//! down in the map.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the checkout")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every document that people read: those at the top, in `docs`, and each crate's own.
fn documents() -> Vec<PathBuf> {
    let mut folders = vec![root().to_owned(), root().join("docs"), root().join("docs/recipes")];
    folders.extend(names_in("crates").into_iter().map(|name| root().join("crates").join(name)));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder that is there"));
    let files = entries.map(|entry| entry.expect("a readable entry").path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn names_in(folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder that is there");
    entries.map(|entry| entry.expect("a readable entry").file_name().to_string_lossy().into_owned()).collect()
}

/// The crates of ARCHITECTURE's table, in its order. A name that starts with `-` adds to the one before it.
fn crates_of_the_map() -> Vec<String> {
    let map = read(&root().join("ARCHITECTURE.md"));
    let rows = map.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2).take_while(|l| l.starts_with('|'));
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let mut first = String::new();
        for name in between_backticks(row.split('|').nth(1).expect("a row has a first cell")) {
            let whole = if name.starts_with('-') { format!("{first}{name}") } else { name.to_owned() };
            first = if first.is_empty() { whole.clone() } else { first };
            // What a derived crate is for depends on it: it comes first.
            let at = if name == "-derive" { names.len() - 1 } else { names.len() };
            names.insert(at, whole);
        }
    }
    names
}

fn between_backticks(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_crate_has_a_row_in_the_map() {
    let expected: BTreeSet<_> = names_in("crates").into_iter().chain(["web".to_owned(), "xtask".to_owned()]).collect();
    assert_eq!(crates_of_the_map().into_iter().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn crates_depend_on_those_above_them_in_the_map() {
    let crates = crates_of_the_map();
    for (place, name) in crates.iter().enumerate() {
        let folder = if root().join("crates").join(name).is_dir() { format!("crates/{name}") } else { name.clone() };
        let manifest: toml::Table = read(&root().join(folder).join("Cargo.toml")).parse().expect("a manifest is TOML");
        let dependencies = manifest.get("dependencies").and_then(|table| table.as_table()).into_iter().flatten();
        for (dependency, _) in dependencies {
            assert!(!crates[place..].contains(dependency), "{name} depends on {dependency}, which is below it");
        }
    }
}

/// `crates/x/src/<name>.rs` and `crates/x/src/*.md` name files of `crates/x/src`.
#[test]
fn files_that_are_named_exist() {
    let tops = ["crates/", "docs/", "edge/", "embed/", "tests/", "web/", "xtask/"];
    for document in documents() {
        let text = read(&document);
        for path in between_backticks(&text).filter(|path| tops.iter().any(|top| path.starts_with(top))) {
            let known = path.split(['<', '*', ' ', ':']).next().expect("a split has a first part");
            let cut =
                if known.len() < path.len() { known.rsplit_once('/').map_or("", |(folder, _)| folder) } else { known };
            let built = ["embed/dist", "edge/dist", "web/vendor"].iter().any(|made| cut.starts_with(made));
            assert!(built || root().join(cut).exists(), "{} names {path}, which is not there", document.display());
        }
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for document in documents() {
        let (text, folder) = (read(&document), document.parent().expect("a file lies in a folder"));
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let outside = target.contains("://") || target.is_empty() || target.contains(char::is_whitespace);
            assert!(outside || folder.join(target).exists(), "{} links {target}", document.display());
        }
    }
}

#[test]
fn commands_that_are_named_exist() {
    let main = read(&root().join("xtask/src/main.rs"));
    for document in documents() {
        for rest in read(&document).split("cargo xtask ").skip(1) {
            let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().expect("a split has a first part");
            let known = main.contains(&format!("[\"{word}\"")) || word == "help";
            assert!(known, "{} names `cargo xtask {word}`", document.display());
        }
    }
}
