use super::*;
use crate::fixture;
use crate::{Grep, IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::rc::Rc;

struct InMemory(MemoryIndexFiles);

impl IndexSource for InMemory {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

fn path(path: &str) -> RepoPath {
    RepoPath::parse(path).unwrap()
}

/// The shop with: pricing changed, a new file, the README moved and the ledger deleted.
fn changes(codebase: &Codebase) -> ChangeSet {
    let mut changes = ChangeSet::default();
    let over = Overlaid::new(codebase, &changes);
    let base = |at: &str| over.base_hash(&path(at)).unwrap();
    let mut proposal = changes.propose("c1");
    let pricing = over.content(&path("shop/pricing.py")).unwrap().unwrap().text;
    let edited = pricing.replace("return 5 if", "return 7 if");
    proposal.write(&path("shop/pricing.py"), base("shop/pricing.py"), &edited).unwrap();
    proposal.create(&path("docs/new.md"), None, "# New\n\nAbout charge.\n").unwrap();
    proposal.rename(&path("README.md"), base("README.md"), &path("docs/README.md"), None).unwrap();
    proposal.delete(&path("ledger.rs"), base("ledger.rs")).unwrap();
    for change in proposal.finish() {
        changes.apply(&change_set::Update::Change(change)).unwrap();
    }
    changes
}

fn lines(over: Overlaid<'_>, grep: &Grep, context: u32) -> Vec<String> {
    let found = over.grep(grep, "", context, 9).unwrap();
    found.lines.iter().map(|line| format!("{}: {}", line.span.place(), line.text.trim())).collect()
}

#[test]
fn reads_what_is_changed_new_moved_and_deleted() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let over = Overlaid::new(&codebase, &changes);
    let changed = over.read_file("pricing.py", Some((9, 99))).unwrap();
    assert_eq!(changed.numbered(), " 9 | def discount(lines):\n10 |     return 7 if len(lines) > 10 else 0\n");
    assert_eq!(over.text_of(&changed.span).unwrap(), Some(changed.text.as_str()));
    assert_eq!(codebase.holds(&changed.span), Ok(false), "the base has other lines");
    assert_eq!(over.read_file("docs/new.md", None).unwrap().total_lines, 3);
    let moved = over.read_file("docs/README.md", None).unwrap();
    assert_eq!(moved.text, codebase.read_file("README.md", None).unwrap().text);
    assert_eq!(over.find("readme.md").unwrap(), path("docs/README.md"));
    assert_eq!(over.read_file("docs", None).unwrap_err().to_string(), "`docs` is a folder; list it instead");
    let gone = over.read_file("ledger.rs", None).unwrap_err().to_string();
    assert_eq!(gone, "there is no file `ledger.rs`");
    let past = over.read_file("docs/new.md", Some((7, 9))).unwrap_err().to_string();
    assert_eq!(past, "`docs/new.md` has 3 lines; lines 7-9 are not in it");
    assert_eq!(over.read_file("nwe.md", None).unwrap_err().to_string(), "there is no file `nwe.md`");
}

#[test]
fn the_hash_of_the_base_stays_that_of_the_base() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let over = Overlaid::new(&codebase, &changes);
    let of_base = |at: &str| Overlaid::new(&codebase, &ChangeSet::default()).base_hash(&path(at)).unwrap();
    for at in ["shop/pricing.py", "README.md", "ledger.rs", "shop/orders.py"] {
        assert!(of_base(at).is_some());
        assert_eq!(over.base_hash(&path(at)).unwrap(), of_base(at), "{at}");
    }
    assert_eq!(over.base_hash(&path("docs/new.md")), Ok(None));
    assert_eq!(over.content(&path("ledger.rs")).unwrap(), None);
    assert!(over.content(&path("docs/README.md")).unwrap().unwrap().origin.is_some());
}

#[test]
fn lists_and_finds_what_the_overlay_has() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let over = Overlaid::new(&codebase, &changes);
    let names = |folder: &str| -> Vec<String> {
        over.list_directory(folder).unwrap().into_iter().map(|entry| entry.path).collect()
    };
    assert_eq!(names(""), ["docs", "shop", "tests", "web"]);
    assert_eq!(names("docs"), ["docs/README.md", "docs/new.md"]);
    assert_eq!(names("shop-repo/docs"), names("./docs/"));
    let find = |query: &str, folder: &str, limit: usize| {
        let found = over.find_files(query, folder, limit).unwrap();
        let paths: Vec<String> = found.paths.iter().map(RepoPath::to_string).collect();
        (paths.join(" "), found.more)
    };
    assert_eq!(find("*.md", "", 9), ("docs/README.md docs/new.md".to_owned(), false));
    assert_eq!(find("*.py", "shop", 2), ("shop/__init__.py shop/orders.py".to_owned(), true));
    assert_eq!(find("readme", "", 9), ("docs/README.md".to_owned(), false));
    assert_eq!(find("ledger", "", 9).0, "");
    assert_eq!(find("ordrs", "shop", 9).0, "shop/orders.py", "letters in this order");
    assert!(over.find_files("x", "nowhere", 9).is_err());
}

#[test]
fn greps_what_the_overlay_has() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let over = Overlaid::new(&codebase, &changes);
    let literal = Grep::literal("charge", false).unwrap();
    let places = lines(over, &literal, 0);
    assert_eq!(places[0], "docs/new.md:3: About charge.");
    assert_eq!(places.len(), 4);
    let pattern = Grep::regex(r"RETURN \d if", true).unwrap();
    assert_eq!(lines(over, &pattern, 0), ["shop/pricing.py:10: return 7 if len(lines) > 10 else 0"]);
    assert!(lines(over, &Grep::literal("saturating_add", false).unwrap(), 0).is_empty(), "its file is deleted");
    let found = over.grep(&literal, "docs", 1, 9).unwrap();
    assert_eq!((found.lines[0].before.as_slice(), found.lines[0].after.len()), (&["".to_owned()][..], 0));
}

#[test]
fn without_changes_it_is_the_codebase() {
    let codebase = fixture::shop();
    let none = ChangeSet::default();
    let over = Overlaid::new(&codebase, &none);
    assert_eq!(over.list_directory("shop"), codebase.list_directory("shop"));
    assert_eq!(over.read_file("pricing.py", Some((2, 4))), codebase.read_file("pricing.py", Some((2, 4))));
    assert_eq!(over.read_file("prising.py", None), codebase.read_file("prising.py", None));
    let grep = Grep::literal("total", true).unwrap();
    assert_eq!(over.grep(&grep, "", 0, 9), codebase.grep_literal("total", true, "", 9));
    assert_eq!(over.paths().len(), codebase.snapshot().files.len());
}

#[test]
fn a_moved_file_that_the_base_no_longer_has_is_an_error() {
    let changes = changes(&fixture::shop());
    let other = crate::CodebaseBuilder::new(fixture::snapshot_of("//- README.md\nanother\n")).finish();
    let over = Overlaid::new(&other, &changes);
    let error = over.read_file("docs/README.md", None).unwrap_err().to_string();
    assert_eq!(
        error,
        "`docs/README.md` was moved from `README.md`, which the repository no longer has as it was then; undo the move"
    );
}

#[test]
fn pages_that_are_missing_are_fetched() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let reader = block_on(Reader::open(Rc::new(InMemory(fixture::directory(&codebase))))).unwrap();
    let grep = Grep::literal("charge", false).unwrap();
    let found = block_on(reader.ask(|codebase| Overlaid::new(codebase, &changes).grep(&grep, "", 0, 9)));
    assert_eq!(found.unwrap().unwrap().lines.len(), 4);
    let read = block_on(reader.ask(|codebase| Overlaid::new(codebase, &changes).read_file("docs/README.md", None)));
    assert_eq!(read.unwrap().unwrap().total_lines, 7);
}

/// Where lines 4-6 (`total_price`) and 10 of the pricing module are after its text was replaced.
fn moved_to(edit: impl Fn(&str) -> String) -> (String, String) {
    let codebase = fixture::shop();
    let at = path("shop/pricing.py");
    let mut changes = ChangeSet::default();
    let base = Overlaid::new(&codebase, &changes).content(&at).unwrap().unwrap();
    let mut proposal = changes.propose("c");
    proposal.write(&at, base.base, &edit(base.text)).unwrap();
    for change in proposal.finish() {
        changes.apply(&change_set::Update::Change(change)).unwrap();
    }
    let file = codebase.snapshot().find(at.as_str()).unwrap();
    let over = Overlaid::new(&codebase, &changes);
    let now = |start, end| match over.now(&codebase.lines_ref(file, start, end)).unwrap() {
        Now::Here(span) => {
            assert!(over.text_of(&span).unwrap().is_some());
            span.place()
        }
        other => format!("{other:?}"),
    };
    (now(4, 6), now(10, 10))
}

#[test]
fn lines_of_the_base_are_found_again() {
    let is = |edit: &dyn Fn(&str) -> String, function: &str, line: &str| {
        assert_eq!(moved_to(edit), (function.to_owned(), line.to_owned()));
    };
    let at = "shop/pricing.py";
    is(&|text| format!("import os\n{text}"), &format!("{at}:5-7"), &format!("{at}:11"));
    is(&|text| text.replace("def discount", "\n\ndef discount"), &format!("{at}:4-6"), &format!("{at}:12"));
    is(&|text| text.replace("return sum", "return 2 * sum"), "Changed", &format!("{at}:10"));
    is(&|text| text.replace("else 0", "else 0  # none"), &format!("{at}:4-6"), "Changed");
    let swapped = |text: &str| {
        let (head, rest) = text.split_once("def total_price").unwrap();
        let (function, discount) = rest.split_once("def discount").unwrap();
        format!("{head}def discount{discount}\n\ndef total_price{function}")
    };
    let (function, line) = moved_to(swapped);
    assert!(function.starts_with(at) && line.starts_with(at), "{function} {line}");
}

#[test]
fn lines_move_with_their_file_and_go_with_it() {
    let codebase = fixture::shop();
    let changes = changes(&codebase);
    let over = Overlaid::new(&codebase, &changes);
    let now = |at: &str| over.now(&codebase.lines_ref(codebase.snapshot().find(at).unwrap(), 1, 1)).unwrap();
    assert!(matches!(now("README.md"), Now::Here(span) if span.place() == "docs/README.md:1"));
    assert_eq!(now("ledger.rs"), Now::Deleted);
    assert!(matches!(now("web/cart.ts"), Now::Here(span) if span.place() == "web/cart.ts:1"));
}
