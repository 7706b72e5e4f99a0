//! What a graph says of calls for which linking had reached its limit of work.

use crate::fixture;
use call_graph::{CallGraph, CallGraphBuilder, SourceFile, SymbolId, UnresolvedReason, WholeGraph};
use source::FileId;

const SHOP: &str = "\
//- /shop.py
from pricing import *
from store import Store

def order(lines, unknown):
    store = Store()
    store.put(lines)
    total(lines)
    nowhere(lines)
    unknown.nothing()
    return lines[0]()
//- /pricing.py
def total(lines):
    return add(lines)

def add(lines):
    return lines
//- /store.py
class Store:
    def put(self, lines):
        self.check(lines)

    def check(self, lines):
        pass

class Other:
    def put(self, lines):
        pass
";

fn linked(most_notes: Option<u64>) -> WholeGraph {
    linked_of(SHOP, most_notes)
}

fn linked_of(text: &str, most_notes: Option<u64>) -> WholeGraph {
    let files = fixture::parse(text);
    let sources: Vec<SourceFile<'_>> = files
        .iter()
        .zip(0..)
        .map(|((path, language, facts), id)| SourceFile { id: FileId(id), path, language: *language, facts })
        .collect();
    let builder = CallGraphBuilder::new(&sources);
    match most_notes {
        Some(most) => builder.with_most_notes(most).finish(),
        None => builder.finish(),
    }
}

/// Sites without an edge, as `name: reason`.
fn reasons(graph: &WholeGraph) -> Vec<String> {
    let graph = CallGraph::from(graph.clone());
    let sites = (0..graph.len() as u32).flat_map(|id| graph.unresolved(SymbolId(id)).unwrap());
    let mut reasons: Vec<String> = sites.map(|site| format!("{}: {:?}", site.name, site.reason)).collect();
    reasons.sort();
    reasons
}

#[test]
fn a_site_that_was_not_followed_has_the_limit_as_its_reason() {
    let whole = linked(None);
    assert_eq!(reasons(&whole), [": Dynamic", "nothing: UnknownName", "nowhere: UnknownName"]);
    assert_eq!(whole.stats().work_limit, 0);
    let cut = linked(Some(0));
    let known = [": WorkLimit", "Store: WorkLimit", "add: WorkLimit", "nothing: UnknownName", "nowhere: UnknownName"];
    assert_eq!(reasons(&cut), [&known[..], &["put: WorkLimit", "total: WorkLimit"]].concat());
    assert_eq!(cut.stats().work_limit, 5);
}

#[test]
fn with_any_limit_every_site_is_accounted_for() {
    let whole = postcard::to_stdvec(&linked(None)).unwrap();
    let mut limited = 0;
    let enough = (0..10_000).find(|most| {
        let graph = linked(Some(*most));
        let stats = graph.stats();
        let known = stats.proven + stats.possible + stats.external + stats.builtin;
        assert_eq!(known + stats.unresolved_internal + stats.unknown_names, stats.call_sites, "{most}");
        let named = reasons(&graph).iter().filter(|reason| reason.ends_with("WorkLimit")).count();
        assert_eq!(stats.work_limit as usize, named, "{most}");
        let read: WholeGraph = postcard::from_bytes(&postcard::to_stdvec(&graph).unwrap()).unwrap();
        assert_eq!(read.stats(), stats, "{most}");
        limited += usize::from(named > 0);
        postcard::to_stdvec(&graph).unwrap() == whole
    });
    assert!(enough.is_some_and(|most| linked(Some(most)).stats().work_limit == 0));
    assert!(limited > 10, "{limited}");
}

#[test]
fn stored_reasons_keep_their_numbers() {
    let reasons = [
        (UnresolvedReason::External { module: "m".to_owned() }, &[0, 1, b'm'][..]),
        (UnresolvedReason::Builtin, &[1]),
        (UnresolvedReason::Dynamic, &[2]),
        (UnresolvedReason::UnknownName, &[3]),
        (UnresolvedReason::Ambiguous { candidates: 9 }, &[4, 9]),
        (UnresolvedReason::WorkLimit, &[5]),
    ];
    for (reason, bytes) in reasons {
        assert_eq!(postcard::to_stdvec(&reason).unwrap(), bytes, "{reason:?}");
    }
}

/// A thousand handlers in one list, which many names hand on: each of the names would hold all of them.
#[test]
fn what_many_functions_are_handed_on_to_leaves_the_rest_of_the_repository_its_work() {
    let mut text =
        "//- /handlers.py\nHANDLERS = []\n\ndef run():\n    for handler in HANDLERS:\n        handler()\n\n".to_owned();
    for at in 0..1_000 {
        text += &format!("def handle_{at}(): pass\nHANDLERS.append(handle_{at})\n");
    }
    text += "first_0 = HANDLERS[0]\n";
    for at in 0..4_000 {
        text += &format!("first_{} = first_{at}\n", at + 1);
    }
    text += "def plain(): pass\ndef last(): plain()\n";
    text += "def crowded(): first_4000()\n";
    text += "def handed_on(handler): handler()\nhanded_on(first_4000)\n";
    let graph = linked_of(&text, None);
    assert_eq!(graph.stats().work_limit, 0);
    let at = |name: &str| graph.symbols().iter().position(|symbol| symbol.name == name).unwrap();
    let named = |name: &str| SymbolId(at(name) as u32);
    assert_eq!(graph.callees(named("last")).len(), 1);
    // Where they are called, all of them are known.
    assert!(graph.callees(named("run")).len() >= 1_000);
    // A place that has some of them alone has no edge to these, nor has what gets them from there.
    for name in ["crowded", "handed_on"] {
        assert_eq!(graph.callees(named(name)), [], "{name}");
    }
    let ambiguous = reasons(&graph).into_iter().filter(|reason| reason.contains("Ambiguous"));
    let names: Vec<String> = ambiguous.map(|reason| reason.split(':').next().unwrap_or(&reason).to_owned()).collect();
    assert_eq!(names, ["first_4000", "handler"]);
}
