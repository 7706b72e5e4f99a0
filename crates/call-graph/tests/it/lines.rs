//! The line of a call is that of the callee's name, however the call is spread over lines.

use crate::fixture;
use call_graph::{CallGraph, Rule};

/// Every edge of the fixture, and whether its line holds the callee's name (a constructor's: its class's name).
fn check(fixture: &str, expected: &[&str]) {
    let graph = fixture::build(fixture);
    let mut named = Vec::new();
    for edge in fixture::whole(&graph).edges() {
        let path = &fixture::parse(fixture)[edge.file.0 as usize].0;
        let line = line_of(fixture, path.as_str(), edge.line);
        let name = called_name(&graph, edge.to);
        // An operator, a loop and a function passed on have no name where they call.
        let by_name = !matches!(edge.rule, Rule::Implicit | Rule::Flow | Rule::Container);
        let callee = &fixture::symbol(&graph, edge.to).name;
        assert!(!by_name || callee.starts_with('<') || line.contains(name), "line {} lacks {name}: {line}", edge.line);
        named.push(format!("{}:{} {callee}", path.as_str(), edge.line));
    }
    for wanted in expected {
        assert!(named.iter().any(|known| known == wanted), "no {wanted} among {named:#?}");
    }
}

fn called_name(graph: &CallGraph, callee: call_graph::SymbolId) -> &str {
    let symbol = fixture::symbol(graph, callee);
    match (symbol.kind, symbol.parent) {
        (facts::DefinitionKind::Constructor, Some(class)) => &fixture::symbol(graph, class).name,
        _ => &symbol.name,
    }
}

fn line_of<'f>(fixture: &'f str, path: &str, line: u32) -> &'f str {
    let header = format!("//- /{path}");
    let start = fixture.lines().position(|line| line.trim() == header).expect("a file of the fixture");
    fixture.lines().nth(start + line as usize).expect("a line of the file")
}

#[test]
fn python() {
    check(
        r#"
//- /shop/model.py
class Query:
    def where(self, key) -> "Query":
        return self
    def order(self) -> "Query":
        return self
    @property
    def rows(self) -> list:
        return []
    def __add__(self, other):
        return self
    def __iter__(self):
        return self
class Money:
    def __init__(self, amount): pass
def traced(name):
    return lambda f: f
def query() -> Query:
    return Query()
//- /shop/use.py
from shop.model import Query, query, traced
import shop.model as model
def chained(other: Query):
    found = (
        query()
        .where("a")
        .order()
    )
    rows = (
        found
        .where(
            "b"
        )
        .rows
    )
    total = (
        found
        + other
    )
    return model.Money(
        1,
    )
@model.traced(
    "name"
)
def traced_one(q: Query):
    print(
        "about",
        q.rows,
    )
    return sorted(
        [1],
        key=chained,
    )
"#,
        &[
            "shop/use.py:5 query",
            "shop/use.py:6 where",
            "shop/use.py:7 order",
            "shop/use.py:11 where",
            "shop/use.py:14 rows",
            "shop/use.py:18 __add__",
            "shop/use.py:20 __init__",
            "shop/use.py:23 traced",
            "shop/use.py:29 rows",
            "shop/use.py:33 chained",
        ],
    );
}

#[test]
fn typescript_javascript_and_jsx() {
    check(
        r#"
//- /web/query.ts
export class Query {
  constructor(private name: string) {}
  where(key: string): Query { return this; }
  order(): Query { return this; }
  get rows(): string[] { return []; }
}
export function query(): Query { return new Query("a"); }
export function logged(value: any, context: any) { return value; }
export function tag(parts: any) { return parts; }
//- /web/use.ts
import { Query, logged, query, tag } from './query';
import * as all from './query';
export function chained() {
  const found = query()
    .where("a")
    ?.order();
  const rows = found
    .rows;
  const made = new
    all.Query(
      "b",
    );
  const tagged = tag
    `text`;
  [1].forEach(
    tag,
  );
  const {
    rows: again,
  } = found;
  return rows;
}
class Service {
  @logged
  run() { return (all
    .query)(); }
}
//- /web/page.jsx
export function Card() { return null; }
export function Page() {
  return (
    <section>
      <Card
        title="a"
      />
    </section>
  );
}
"#,
        &[
            "web/use.ts:4 query",
            "web/use.ts:5 where",
            "web/use.ts:6 order",
            "web/use.ts:8 rows",
            "web/use.ts:10 constructor",
            "web/use.ts:13 tag",
            "web/use.ts:16 tag",
            "web/use.ts:19 rows",
            "web/use.ts:24 logged",
            "web/use.ts:26 query",
            "web/page.jsx:5 Card",
        ],
    );
}

#[test]
fn tsx() {
    check(
        r#"
//- /ui/app.tsx
namespace Parts { export function Row(props: {}) { return <b />; } }
export function App() {
  return <>
    <Parts.Row
      key="1"
    />
  </>;
}
"#,
        &["ui/app.tsx:4 Row"],
    );
}

#[test]
fn rust() {
    check(
        r#"
//- /src/lib.rs
pub struct Builder;
impl Builder {
    pub fn new() -> Self { Builder }
    pub fn limit(self, n: u32) -> Self { self }
    pub fn build(self) -> u32 { 1 }
}
macro_rules! noted {
    ($e:expr) => { $e };
}
fn double(n: u32) -> u32 { n }
pub fn run() -> u32 {
    let built = Builder
        ::new()
        .limit(
            2,
        )
        .build();
    noted!(
        double(
            built
        )
    );
    [1u32].into_iter().map(
        double,
    );
    crate::
        double(3)
}
"#,
        &[
            "src/lib.rs:13 new",
            "src/lib.rs:14 limit",
            "src/lib.rs:17 build",
            "src/lib.rs:18 noted",
            "src/lib.rs:19 double",
            "src/lib.rs:24 double",
            "src/lib.rs:27 double",
        ],
    );
}

#[test]
fn go() {
    check(
        r#"
//- /go.mod
module example.com/shop
//- /shop/query.go
package shop
type Query struct{}
func New() *Query { return &Query{} }
func (q *Query) Where(key string) *Query { return q }
func (q *Query) Order() *Query { return q }
//- /main.go
package main
import "example.com/shop/shop"
func run(f func()) {}
func done() {}
func main() {
	shop.
		New().
		Where(
			"a",
		).
		Order()
	go run(
		done,
	)
}
"#,
        &["main.go:7 New", "main.go:8 Where", "main.go:11 Order", "main.go:12 run"],
    );
}

#[test]
fn java() {
    check(
        r#"
//- /src/main/java/acme/Query.java
package acme;
public class Query {
    Query(String name) { }
    static Query of(String name) { return new Query(name); }
    Query where(String key) { return this; }
    Query order() { return this; }
}
//- /src/main/java/acme/Use.java
package acme;
class Use {
    Query run() {
        Query made = new
            Query(
                "a");
        return Query
            .of("b")
            .where(
                "c")
            .order();
    }
}
"#,
        &[
            "src/main/java/acme/Use.java:5 Query",
            "src/main/java/acme/Use.java:8 of",
            "src/main/java/acme/Use.java:9 where",
            "src/main/java/acme/Use.java:11 order",
        ],
    );
}
