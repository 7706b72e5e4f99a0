//! Edits that change no call move the graph; it is the same as one that is linked anew.

use crate::fixture::parse;
use call_graph::{CallGraphBuilder, EditedFile, SourceFile, WholeGraph};
use facts::FileFacts;
use source::{FileId, Language, RepoPath};

type Files = Vec<(RepoPath, Language, FileFacts)>;

fn link(files: &Files) -> WholeGraph {
    let sources: Vec<SourceFile<'_>> = (0..)
        .zip(files)
        .map(|(at, (path, language, facts))| SourceFile { id: FileId(at), path, language: *language, facts })
        .collect();
    CallGraphBuilder::new(&sources).finish()
}

/// Whether replacing a text in all files moves the graph; if so, it is the linked one to the byte.
fn moves(fixture: &str, from: &str, to: &str) -> bool {
    let edited = fixture.replace(from, to);
    assert_ne!(edited, fixture, "{from}");
    let (before, now) = (parse(fixture), parse(&edited));
    let edits: Vec<EditedFile<'_>> = (0..)
        .zip(before.iter().zip(&now))
        .filter(|(_, (before, now))| before.2 != now.2)
        .map(|(at, (before, now))| EditedFile { file: FileId(at), before: &before.2, now: &now.2, language: now.1 })
        .collect();
    let Some(moved) = link(&before).moved(&edits) else { return false };
    let linked = link(&now);
    let bytes = |graph: &WholeGraph| graph.to_bytes();
    assert!(bytes(&moved) == bytes(&linked), "{from} -> {to}");
    for (at, _) in linked.symbols().iter().enumerate() {
        let id = call_graph::SymbolId(at as u32);
        assert_eq!((moved.callers(id), moved.callees(id)), (linked.callers(id), linked.callees(id)));
    }
    true
}

const SHOP: &str = r#"
//- /shop/cart.py
from shop.prices import total, unknown

class Cart:
    """Holds items."""
    @property
    def sum(self):
        return total(self.items)

    def pay(self):
        later = lambda: total([1]) + missing()
        log(total(self.items)); return self.sum
//- /shop/prices.py
# Prices.
def total(items):
    for item in items: print(item); check(item)
    return 1

def check(item):
    return unknown_name(item, key="a")
//- /web/app.ts
import { run } from "./run";
// Starts.
export class App { start() { return run(() => this.stop()); } stop() { return 2; } }
//- /web/run.ts
export function run(f: () => number) { return f(); }
//- /lib.rs
/// Adds.
pub fn add(a: u32) -> u32 { twice(a) + 1 }
fn twice(a: u32) -> u32 { a * 2 }
//- /main.go
package main

func main() { greet("x") }

func greet(name string) { println(name) }
"#;

#[test]
fn comments_texts_and_white_space_move_the_graph() {
    let edits = [
        ("# Prices.\n", "# Prices.\n# And more of them.\n\n"),
        ("# Prices.\n", ""),
        ("Holds items.", "Holds items\n    of one person.\n    "),
        ("return 1", "return 100"),
        ("// Starts.\n", "/* Starts\n it. */\n"),
        ("/// Adds.\n", "/// Adds one,\n/// and doubles before.\n"),
        ("a * 2", "a * 3"),
        ("\"x\"", "\"someone\""),
        ("\n\nfunc greet", "\n\n// Greets.\nfunc greet"),
    ];
    for (from, to) in edits {
        assert!(moves(SHOP, from, to), "{from}");
    }
}

#[test]
fn what_may_change_a_call_is_linked_anew() {
    let edits = [
        ("return 1", "return check(1)"),
        ("total(self.items)); return", "total(self.items))\n        return"),
        ("print(item); check(item)", "print(item)\n    check(item)"),
        ("key=\"a\"", "key=other"),
        ("def check(item)", "def verify(item)"),
        ("() => this.stop()", "() => this.start()"),
        ("pub fn add", "fn add"),
        ("greet(\"x\")", "greet(name())"),
    ];
    for (from, to) in edits {
        moves(SHOP, from, to);
    }
    assert!(!moves(SHOP, "return 1", "return check(1)"));
    assert!(!moves(SHOP, "def check(item)", "def verify(item)"));
    // Two sites of one line that are then on two would be two edges.
    assert!(!moves(SHOP, "print(item); check(item)", "print(item)\n        check(item)"));
}

#[test]
fn local_names_move_with_their_functions() {
    let fixture = "//- /a.py\nlimit = 1\n\ndef f(limit):\n    return limit\n";
    assert_eq!(link(&parse(fixture)).local_names(FileId(0)).len(), 1);
    assert!(moves(fixture, "limit = 1\n", "# The limit.\nlimit = 1\n"));
}
