//! Tests of addresses: round trips, and hostile input.

use super::*;

fn address(spot: Spot) -> Address {
    Address { repository: "4f2a-1".to_owned(), spot }
}

fn place(path: &str, start: u32, end: u32) -> Place {
    Place { path: path.to_owned(), start, end }
}

fn symbol(path: &str, name: &str, line: Option<u32>) -> SymbolName {
    SymbolName { path: path.to_owned(), name: name.to_owned(), line }
}

#[test]
fn an_address_is_read_as_it_was_written() {
    let graph = |depth, direction| Spot::Graph { symbol: symbol("src/a.py", "a.B.c", None), depth, direction };
    for (spot, written) in [
        (Spot::Repository, ""),
        (Spot::File(place("src/a.py", 10, 20)), "/file/src/a.py:10-20"),
        (Spot::File(place("src/a.py", 7, 7)), "/file/src/a.py:7"),
        (Spot::File(place("a b/#1?:2@é.py", 0, 0)), "/file/a%20b/%231%3F%3A2%40%C3%A9.py"),
        (Spot::Symbol(symbol("src/a.rs", "crate::A::b", None)), "/symbol/src/a.rs:crate%3A%3AA%3A%3Ab"),
        (Spot::Symbol(symbol("a.cpp", "operator/", Some(12))), "/symbol/a.cpp:operator/@12"),
        (Spot::Symbol(symbol("a.cpp", "n@1", None)), "/symbol/a.cpp:n%401"),
        (graph(1, Direction::Both), "/graph/src/a.py:a.B.c"),
        (graph(3, Direction::Callers), "/graph/src/a.py:a.B.c?depth=3&direction=callers"),
        (graph(1, Direction::Callees), "/graph/src/a.py:a.B.c?direction=callees"),
        (Spot::Run { run: "r-1".to_owned(), checkpoint: None }, "/run/r-1"),
        (Spot::Run { run: "r-1".to_owned(), checkpoint: Some(4) }, "/run/r-1/4"),
        (Spot::Answer("r-1".to_owned()), "/answer/r-1"),
        (Spot::Conversation("r-1".to_owned()), "/conversation/r-1"),
        (Spot::Tab(Tab::Changes), "/tab/changes"),
    ] {
        let address = address(spot);
        assert_eq!(address.to_string(), format!("#/repo/4f2a-1{written}"));
        assert_eq!(parse(&address.to_string()), Ok(Some(address)));
    }
}

#[test]
fn what_is_no_address_is_none() {
    for other in ["", "#", "#main", "#run-3", "repo/a"] {
        assert_eq!(parse(other), Ok(None), "{other}");
    }
    assert!(parse("#/repo/a/tab/overview").is_ok_and(|it| it.is_some()), "the tab that a repository opens with");
}

#[test]
fn hostile_addresses_are_refused_with_a_reason() {
    use AddressError::{Encoding, Id, Kind, Lines, Path, Symbol, TooLong};
    for (rest, why) in [
        ("", Id),
        ("a%2", Encoding),
        ("<script>", Id),
        ("..%2F..", Id),
        ("a/what/b", Kind),
        ("a/file", Kind),
        ("a/file/", Path),
        ("a/file/../b", Path),
        ("a/file//etc/passwd", Path),
        ("a/file/a%00b", Path),
        ("a/file/a%0Ab", Path),
        ("a/file/%FF%FE", Encoding),
        ("a/file/a%", Encoding),
        ("a/file/a%\u{e9}\u{e9}", Encoding),
        ("a/file/b:0", Lines),
        ("a/file/b:9-3", Lines),
        ("a/file/b:-3", Lines),
        ("a/file/b:+3", Lines),
        ("a/file/b:99999999999", Lines),
        ("a/file/b:x", Lines),
        ("a/symbol/b", Symbol),
        ("a/symbol/b:", Symbol),
        ("a/symbol/:c", Path),
        ("a/symbol/b:c@d", Lines),
        ("a/graph/b?depth=2", Symbol),
        ("a/run/", Id),
        ("a/run/r/x", Id),
        ("a/run/r/1/2", Id),
        ("a/answer/a b", Id),
        ("a/conversation/%F0%9F%98%80", Id),
        ("a/tab/nonsense", Kind),
    ] {
        assert_eq!(parse(&format!("#/repo/{rest}")), Err(why), "{rest}");
    }
    assert_eq!(parse("#/"), Err(Kind));
    assert_eq!(parse("#/else/a"), Err(Kind));
    assert_eq!(parse(&format!("#/repo/a/file/{}", "b".repeat(1 << 20))), Err(TooLong));
    assert_eq!(parse(&format!("#/repo/{}", "b".repeat(300))), Err(Id));
}

#[test]
fn a_graph_never_has_more_depth_than_it_draws() {
    for query in ["depth=4", "depth=0", "depth=-1", "depth=99999999999999999999", "&&=&depth", "direction=sideways"] {
        let read = parse(&format!("#/repo/a/graph/b:c?{query}")).unwrap().unwrap();
        assert_eq!(
            read.spot,
            Spot::Graph { symbol: symbol("b", "c", None), depth: 1, direction: Direction::Both },
            "{query}"
        );
    }
}

#[test]
fn the_title_names_the_place_first() {
    let question = |run: &str| (run == "r1").then(|| "Who calls total?".to_owned());
    let of = |spot: Spot| title(&spot, "shop", question);
    assert_eq!(of(Spot::Repository), "shop - Quarry");
    assert_eq!(of(Spot::File(place("server/orders.py", 3, 9))), "orders.py:3-9 - shop - Quarry");
    assert_eq!(of(Spot::Symbol(symbol("a.py", "a.total", None))), "a.total - shop - Quarry");
    assert_eq!(of(Spot::Answer("r1".to_owned())), "Who calls total? - shop - Quarry");
    assert_eq!(of(Spot::Run { run: "gone".to_owned(), checkpoint: None }), "Run: a run - shop - Quarry");
    assert_eq!(of(Spot::Conversation("gone".to_owned())), "shop - Quarry");
    assert_eq!(of(Spot::Tab(Tab::Changes)), "Changes - shop - Quarry");
}

#[test]
fn another_depth_of_the_same_graph_is_the_same_view() {
    let graph =
        |name: &str, depth| Spot::Graph { symbol: symbol("a.py", name, None), depth, direction: Direction::Both };
    assert!(graph("a", 1).is_same_view(&graph("a", 2)));
    assert!(!graph("a", 1).is_same_view(&graph("b", 1)));
    assert!(Spot::Tab(Tab::Graph).is_same_view(&graph("a", 1)) && !graph("a", 1).is_same_view(&Spot::Tab(Tab::Graph)));
    assert!(!Spot::File(place("a", 1, 2)).is_same_view(&Spot::File(place("a", 3, 4))));
}
