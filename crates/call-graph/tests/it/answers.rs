//! What a person asks of the graph, and the mistakes that other tools make.

use crate::fixture;
use call_graph::{CallGraph, CallGraphBuilder, Direction, SourceFile, SymbolId, UnresolvedReason, WholeGraph};
use source::FileId;

fn one(graph: &CallGraph, name: &str) -> SymbolId {
    graph.lookup(name).unwrap().first().copied().unwrap_or_else(|| panic!("no symbol {name}"))
}

fn names(graph: &CallGraph, ids: impl IntoIterator<Item = SymbolId>) -> Vec<String> {
    ids.into_iter().map(|id| fixture::symbol(graph, id).qualified_name.clone()).collect()
}

fn callers(graph: &CallGraph, name: &str) -> Vec<String> {
    names(graph, graph.callers(one(graph, name)).unwrap().iter().map(|edge| edge.from))
}

#[test]
fn a_call_in_a_callback_is_a_call_of_the_function_around_it() {
    let graph = fixture::build(
        "//- /a.ts\nexport function save() {}\n//- /b.ts\nimport { save } from './a';\nfunction onLoad(items: number[]) {\n  items.forEach(item => {\n    setTimeout(() => save());\n  });\n}\n",
    );
    let edges = graph.callers(one(&graph, "save")).unwrap();
    assert_eq!(callers(&graph, "save"), ["b.onLoad"]);
    assert_eq!((edges[0].line, edges[0].is_proven()), (4, true));
    let path = fixture::whole(&graph).path(one(&graph, "onLoad"), one(&graph, "save")).unwrap();
    assert_eq!(path.len(), 1);
}

#[test]
fn a_global_fetch_is_not_a_method_called_fetch() {
    let graph = fixture::build(
        "//- /repo.ts\nexport class Repo { fetch() {} }\n//- /page.ts\nexport function load() { return fetch('/x'); }\n",
    );
    assert_eq!(callers(&graph, "Repo.fetch"), [""; 0]);
    let site = &graph.unresolved(one(&graph, "load")).unwrap()[0];
    assert_eq!((site.name.as_str(), &site.reason), ("fetch", &UnresolvedReason::Builtin));
}

#[test]
fn methods_of_the_same_name_in_one_file_stay_apart() {
    let graph = fixture::build(
        "//- /m.py\nclass A:\n    def run(self): pass\nclass B:\n    def run(self): pass\ndef use_a():\n    A().run()\ndef use_b():\n    B().run()\n",
    );
    assert_eq!(callers(&graph, "A.run"), ["m.use_a"]);
    assert_eq!(callers(&graph, "B::run()"), ["m.use_b"]);
    assert_eq!(names(&graph, graph.lookup("run").unwrap()).len(), 2);
}

#[test]
fn a_name_imported_from_elsewhere_is_not_our_function_of_that_name() {
    let graph = fixture::build(
        "//- /ours.py\ndef dumps(x): pass\n//- /main.py\nfrom json import dumps\ndef f():\n    dumps(1)\n",
    );
    assert_eq!(callers(&graph, "ours.dumps"), [""; 0]);
    let site = &graph.unresolved(one(&graph, "main.f")).unwrap()[0];
    assert_eq!(site.reason, UnresolvedReason::External { module: "json".into() });
}

#[test]
fn names_alone_make_possible_edges_for_rare_methods_only() {
    let graph = fixture::build(
        "//- /m.py\nclass Store:\n    def get(self): pass\n    def reconcile_ledger(self): pass\n//- /n.py\ndef f(thing):\n    thing.get()\n    thing.reconcile_ledger()\n",
    );
    assert_eq!(callers(&graph, "Store.get"), [""; 0]);
    let edges = graph.callers(one(&graph, "reconcile_ledger")).unwrap();
    assert_eq!((edges[0].rule.id(), edges[0].is_proven()), ("unique-name", false));
    assert!(graph.unresolved(one(&graph, "n.f")).unwrap()[0].is_internal());
}

#[test]
fn who_calls_a_class_includes_who_constructs_it() {
    let graph = fixture::build(
        "//- /m.py\nclass A:\n    def __init__(self): pass\nclass B(A):\n    pass\ndef f():\n    A()\ndef g():\n    B()\n",
    );
    assert_eq!(callers(&graph, "A"), ["m.f", "m.g"]);
}

#[test]
fn what_a_helper_returns_as_given_stays_with_its_call() {
    let graph = fixture::build(
        r#"
//- /app.py
def ensure(func, other=None):
    if func is None:
        raise TypeError
    return func
def first(): pass
def second(): pass
def one(): ensure(first)()
def two(): ensure(func=second)()
"#,
    );
    assert_eq!(callers(&graph, "first"), ["app.one"]);
    assert_eq!(callers(&graph, "second"), ["app.two"]);
}

#[test]
fn a_place_that_many_functions_reach_says_less_of_each_the_more_there_are() {
    let handlers = |count: usize| {
        let defs: String = (0..count).map(|i| format!("def h{i}(): pass\nadd(h{i})\n")).collect();
        fixture::build(&format!("//- /app.py\ndef add(handler): handler()\n{defs}"))
    };
    let confidence = |count: usize| {
        let graph = handlers(count);
        let edges = graph.callers(one(&graph, "h0")).unwrap();
        assert_eq!(callers(&graph, "h0"), ["app.add"], "{count}");
        edges[0].confidence
    };
    let (few, some, many) = (confidence(3), confidence(9), confidence(18));
    assert!(few < 0.9 && some < few && many < some, "{few} {some} {many}");
    let (crowd, masses) = (confidence(100), confidence(400));
    assert!(crowd < many / 4.0 && masses < crowd, "{many} {crowd} {masses}");
}

#[test]
fn go_generic_types_of_its_own_and_appended_functions() {
    let graph = fixture::build(
        r#"
//- /go.mod
module example.com/shop
//- /store/store.go
package store
type Map[K comparable, V any] struct{ items map[K]V }
func (m *Map[K, V]) Put(k K, v V) { m.items[k] = v }
type Memory struct { seen *Map[string, int]; hooks []func(int) }
func (m *Memory) Hook(h func(int)) { m.hooks = append(m.hooks, h) }
func (m *Memory) Save() {
	m.seen.Put("a", 1)
	for _, h := range m.hooks { h(1) }
}
func audit(n int) {}
func main() { m := &Memory{}; m.Hook(audit); m.Save() }
"#,
    );
    assert_eq!(callers(&graph, "Map.Put"), ["store.Memory.Save"]);
    assert!(graph.callers(one(&graph, "Map.Put")).unwrap()[0].is_proven());
    assert_eq!(callers(&graph, "audit"), ["store.Memory.Save"]);
}

#[test]
fn java_constructors_call_each_other_and_enum_constants_nothing() {
    let graph = fixture::build(
        r#"
//- /src/main/java/acme/Order.java
package acme;
class Order {
    Order(String id) { note(id); }
    Order() { this("none"); }
    static void note(String id) { }
    enum Status { OPEN, DONE; Status next() { return DONE; } }
    Order copy() { return new Order(); }
}
"#,
    );
    assert_eq!(callers(&graph, "acme.Order.Order"), ["acme.Order.Order"]);
    assert_eq!(callers(&graph, "acme.Order"), ["acme.Order.Order", "acme.Order.copy"]);
    assert_eq!(callers(&graph, "acme.Order.Status"), [""; 0]);
}

#[test]
fn lookup_prefers_code_to_tests_and_takes_many_spellings() {
    let graph = fixture::build(
        "//- /pkg/__init__.py\n//- /pkg/core.py\nclass Engine:\n    def start(self): pass\n//- /tests/test_core.py\nclass Engine:\n    def start(self): pass\n",
    );
    for spelling in
        ["Engine.start", "Engine::start", "Engine#start", "start()", "`engine.START`", "pkg.core.Engine.start"]
    {
        assert_eq!(
            names(&graph, graph.lookup(spelling).unwrap().first().copied()),
            ["pkg.core.Engine.start"],
            "{spelling}"
        );
    }
    assert_eq!(graph.lookup("pkg.core.Engine.start").unwrap().len(), 1);
    assert_eq!(names(&graph, graph.lookup("pkg.core").unwrap()), ["pkg.core"]);
    assert!(graph.lookup("nothing_like_it").unwrap().is_empty() && graph.lookup("").unwrap().is_empty());
}

#[test]
fn a_private_member_is_looked_up_as_it_is_written_first() {
    let graph = fixture::build(
        "//- /map.js\nexport class Map {\n  #load() {}\n  load() { this.#load(); this.#only(); }\n  #only() {}\n}\n\
         //- /other.js\nexport class Other {\n  load() {}\n}\n",
    );
    let found = |name: &str| names(&graph, graph.lookup(name).unwrap());
    assert_eq!(found("#load"), ["map.Map.#load"]);
    assert_eq!(found("Map.#load"), ["map.Map.#load"]);
    assert_eq!(found("map.Map.#load()"), ["map.Map.#load"]);
    // Between a class and a method it is a separator, where there is such a method.
    assert_eq!(found("Map#load"), ["map.Map.load"]);
    assert_eq!(found("Map#only"), ["map.Map.#only"]);
    assert_eq!(found("Map.only"), ["map.Map.#only"]);
    assert_eq!(found("Other.#load"), [""; 0]);
    assert_eq!(callers(&graph, "Map.#only"), ["map.Map.load"]);
}

#[test]
fn neighbourhood_and_path_walk_the_same_calls() {
    let graph = fixture::build(
        "//- /m.py\ndef a():\n    b()\ndef b():\n    c()\n    d()\ndef c():\n    d()\ndef d():\n    pass\ndef alone():\n    pass\n",
    );
    let (a, d) = (one(&graph, "a"), one(&graph, "d"));
    let around = graph.neighbourhood(a, 2, Direction::Callees, 3);
    assert_eq!(names(&graph, around.nodes.clone()), ["m.a", "m.b", "m.d"]);
    assert_eq!((around.edges.len(), around.omitted), (2, 1));
    let path = fixture::whole(&graph).path(a, d).unwrap();
    assert_eq!(names(&graph, path.iter().map(|edge| edge.to)), ["m.b", "m.d"]);
    assert_eq!(fixture::whole(&graph).path(d, a), None);
}

#[test]
fn around_a_symbol_with_very_many_callers_the_rest_is_counted() {
    let callers: String = (0..3000).map(|at| format!("def caller_{at}():\n    popular()\n")).collect();
    let graph =
        fixture::build(&format!("//- /m.py\ndef popular():\n    pass\n{callers}def first():\n    caller_7()\n"));
    let around = graph.neighbourhood(one(&graph, "popular"), 1, Direction::Both, 20);
    assert_eq!((around.nodes.len(), around.omitted, around.edges.len()), (20, 2981, 19));
    assert_eq!(names(&graph, around.nodes[..2].to_vec()), ["m.popular", "m.caller_7"], "the most called comes first");
    let all = graph.neighbourhood(one(&graph, "popular"), 1, Direction::Both, 5000);
    assert_eq!((all.nodes.len(), all.omitted), (3001, 0));
}

#[test]
fn the_same_files_give_the_same_bytes_in_any_order() {
    let files = fixture::parse(include_str!("../truths/python/imports.txt"));
    let sources: Vec<SourceFile<'_>> = files
        .iter()
        .enumerate()
        .map(|(at, (path, language, facts))| SourceFile { id: FileId(at as u32), path, language: *language, facts })
        .collect();
    let mut reversed = sources.clone();
    reversed.reverse();
    let bytes = |sources: &[SourceFile<'_>]| postcard::to_stdvec(&CallGraphBuilder::new(sources).finish()).unwrap();
    assert_eq!(bytes(&sources), bytes(&reversed));
    let read: WholeGraph = postcard::from_bytes(&bytes(&sources)).unwrap();
    assert_eq!(postcard::to_stdvec(&read).unwrap(), bytes(&sources));
    assert_eq!(fixture::render(&read.into()), fixture::render(&CallGraph::build(&sources)));
}

#[test]
fn building_in_pieces_gives_the_same_bytes() {
    let texts = [
        include_str!("../truths/python/classes.txt"),
        include_str!("../truths/python/generators.txt"),
        include_str!("../truths/python/lists.txt"),
    ];
    for text in texts {
        let files = fixture::parse(text);
        let sources: Vec<SourceFile<'_>> = files
            .iter()
            .enumerate()
            .map(|(at, (path, language, facts))| SourceFile { id: FileId(at as u32), path, language: *language, facts })
            .collect();
        let whole = postcard::to_stdvec(&CallGraphBuilder::new(&sources).finish()).unwrap();
        for budget in [1, 7, 1000] {
            let mut builder = CallGraphBuilder::new(&sources);
            let mut progress = vec![builder.progress()];
            while !builder.step(budget) {
                progress.push(builder.progress());
            }
            assert!(progress.is_sorted() && progress[0] == 0 && builder.progress() == 1000, "{progress:?}");
            assert_eq!(postcard::to_stdvec(&builder.finish()).unwrap(), whole, "budget {budget}");
        }
    }
}

#[test]
fn every_call_site_is_accounted_for() {
    let graph = fixture::build(
        "//- /m.py\nimport os\ndef f(x, cb):\n    f(x, cb)\n    cb()\n    os.getcwd()\n    len(x)\n    nowhere()\n    x.nothing()\n",
    );
    let stats = graph.stats();
    let counted = stats.proven + stats.possible + stats.unresolved_internal + stats.unknown_names + stats.external;
    assert_eq!(counted + stats.builtin, stats.call_sites);
    assert_eq!((stats.call_sites, stats.proven, stats.unresolved_internal), (6, 1, 1));
    assert_eq!((stats.unknown_names, stats.external, stats.builtin), (2, 1, 1));
}

#[test]
fn an_empty_repository_has_an_empty_graph() {
    let graph = CallGraph::build(&[]);
    assert!(fixture::whole(&graph).symbols().is_empty() && graph.lookup("x").unwrap().is_empty());
}
