//! References over small repositories, in memory and read in pages.

use super::*;
use crate::{Codebase, IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError, fixture};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::rc::Rc;

struct InMemory(MemoryIndexFiles);

impl IndexSource for InMemory {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

pub(super) fn row(reference: &Reference) -> String {
    let sure = match reference.sure {
        Sure::Resolved { rule, proven: true, .. } => format!("{rule}, proven"),
        Sure::Resolved { rule, .. } => format!("{rule}, possible"),
        Sure::SameName => "same name".to_owned(),
    };
    format!("{} {:?} [{sure}] {}", reference.span.place(), reference.kind, reference.text)
}

pub(super) fn rows(codebase: &Codebase, name: &str) -> String {
    let id = codebase.symbols_named(name).unwrap()[0].id;
    let found = codebase.references(id).unwrap().unwrap();
    assert!(found.is_all);
    let mut rows: Vec<String> = found.references.iter().map(row).collect();
    rows.push(format!("elsewhere: {}", found.elsewhere));
    rows.join("\n")
}

pub(super) fn of(files: &str) -> Codebase {
    fixture::built(fixture::snapshot_of(files))
}

const GATEWAYS: &str = "\
//- shop/pay.py
class Gateway:
    def close(self):
        self.closed = True

    def stop(self):
        self.close()

limit = 5

def run(limit_of, Gate):
    global limit
    limit = 6  # limit
    return limit
//- shop/use.py
from shop.pay import (
    Gateway,
    limit,
)

def work(gateway: Gateway, thing):
    gateway.close()
    thing.close()
    made = Gateway()
    return isinstance(made, Gateway), \"Gateway\", limit
//- shop/door.py
class Door:
    def close(self):
        pass

def leave(door: Door):
    door.close()
//- shop/other.py
from elsewhere import Gateway
x = Gateway
";

#[test]
fn every_kind_of_reference_is_listed_with_how_sure_it_is() {
    assert_eq!(
        rows(&of(GATEWAYS), "shop.pay.Gateway"),
        "shop/other.py:1 Import [same name] from elsewhere import Gateway\n\
         shop/other.py:2 Read [same name] x = Gateway\n\
         shop/pay.py:1 Definition [definition, proven] class Gateway:\n\
         shop/use.py:2 Import [import path, proven] Gateway,\n\
         shop/use.py:6 Type [imported name, possible] def work(gateway: Gateway, thing):\n\
         shop/use.py:9 Call [constructor, proven] made = Gateway()\n\
         shop/use.py:10 Read [imported name, possible] return isinstance(made, Gateway), \"Gateway\", limit\n\
         elsewhere: 0"
    );
}

#[test]
fn a_variable_is_written_and_read_and_comments_are_no_references() {
    assert_eq!(
        rows(&of(GATEWAYS), "shop.pay.limit"),
        "shop/pay.py:8 Definition [definition, proven] limit = 5\n\
         shop/pay.py:11 Read [own file, possible] global limit\n\
         shop/pay.py:12 Write [own file, possible] limit = 6  # limit\n\
         shop/pay.py:13 Read [own file, possible] return limit\n\
         shop/use.py:3 Import [import path, proven] limit,\n\
         shop/use.py:10 Read [imported name, possible] return isinstance(made, Gateway), \"Gateway\", limit\n\
         elsewhere: 0"
    );
}

#[test]
fn a_call_that_is_proven_to_go_elsewhere_is_counted_and_not_listed() {
    assert_eq!(
        rows(&of(GATEWAYS), "Gateway.close"),
        "shop/pay.py:2 Definition [definition, proven] def close(self):\n\
         shop/pay.py:6 Call [member, proven] self.close()\n\
         shop/use.py:7 Call [annotation, proven] gateway.close()\n\
         shop/use.py:8 Call [same name] thing.close()\n\
         elsewhere: 2"
    );
}

#[test]
fn a_name_of_another_language_is_no_reference() {
    let files = "//- a.py\ndef open_it():\n    pass\n//- b.ts\nfunction f() { return open_it(); }\n";
    assert_eq!(rows(&of(files), "a.open_it"), "a.py:1 Definition [definition, proven] def open_it():\nelsewhere: 0");
}

#[test]
fn a_number_of_another_graph_has_no_references() {
    assert_eq!(fixture::shop().references(SymbolId(9_999)), Ok(None));
    assert_eq!(fixture::shop().relatives(SymbolId(9_999)), Ok(None));
}

#[test]
fn an_index_that_is_read_in_pages_answers_alike() {
    let whole = of(GATEWAYS);
    let reader = block_on(Reader::open(Rc::new(InMemory(fixture::directory(&whole))))).unwrap();
    for name in ["shop.pay.Gateway", "Gateway.close", "shop.pay.limit"] {
        let id = whole.symbols_named(name).unwrap()[0].id;
        let wanted = whole.references(id).unwrap().unwrap();
        let found = block_on(reader.ask(|codebase| {
            let id = codebase.symbols_named(name).ok()?.first()?.id;
            codebase.references(id).ok().flatten()
        }));
        assert_eq!(found.unwrap().unwrap().references, wanted.references, "{name}");
    }
}

const SHAPES: &str = "\
//- shapes.py
class Shape:
    def area(self):
        raise NotImplementedError

class Square(Shape):
    def area(self):
        return 4

class Small(Square):
    def area(self):
        return 1

class Other:
    def area(self):
        return 0
//- lib.rs
pub trait Draw { fn draw(&self); }
pub struct Pen;
impl Draw for Pen { fn draw(&self) {} }
";

fn relatives(name: &str) -> String {
    let codebase = of(SHAPES);
    let id = codebase.symbols_named(name).unwrap()[0].id;
    let found = codebase.relatives(id).unwrap().unwrap();
    assert!(found.is_all);
    let row = |sign: &str, it: &Relative| format!("{sign}{} {} {}", it.distance, it.name, it.span.place());
    let above = found.supertypes.iter().map(|it| row("^", it));
    let below = found.implementations.iter().map(|it| row("v", it));
    above.chain(below).collect::<Vec<_>>().join("\n")
}

#[test]
fn types_above_and_below_are_found_and_for_a_method_its_overrides() {
    assert_eq!(relatives("Square"), "^1 Shape shapes.py:5\nv1 shapes.Small shapes.py:9");
    assert_eq!(relatives("Shape"), "v1 shapes.Square shapes.py:5\nv2 shapes.Small shapes.py:9");
    assert_eq!(relatives("Square.area"), "^1 shapes.Shape.area shapes.py:2\nv1 shapes.Small.area shapes.py:10");
    assert_eq!(relatives("Other.area"), "");
    assert_eq!(relatives("Draw"), "v1 crate.Pen lib.rs:3");
}

const STORES: &str = "\
//- go.mod
module ex
//- store.go
package ex
type Store interface {
	Get(key string, into *Entry) error
	// Put stores an entry.
	Put(entry *Entry) error
}
type Stable interface { Set(key, value []byte) error }
type Both interface {
	Store
	Stable
}
type Entry struct{}
//- memory.go
package ex
type Memory struct{ entries []Entry }
func (m *Memory) Get(key string, into *Entry) error { return nil }
func (m *Memory) Put(e *Entry) error { return nil }
func (m *Memory) Set(name []byte, value []byte) error { return nil }
type Half struct{}
func (h Half) Get(key string, into *Entry) error { return nil }
type Whole struct{ Half }
func (w *Whole) Put(e *Entry) error { return nil }
type Wrong struct{}
func (w Wrong) Get(key string) error { return nil }
func (w Wrong) Put(entry *Entry) error { return nil }
//- cache/cache.go
package cache
import \"ex\"
type Cache struct{ store ex.Store }
func (c *Cache) Get(key string, into *ex.Entry) error { return c.store.Get(key, into) }
func (c *Cache) Put(entry *ex.Entry) error { return c.store.Put(entry) }
";

fn stores(name: &str) -> Vec<String> {
    let codebase = of(STORES);
    let id = codebase.symbols_named(name).unwrap()[0].id;
    let found = codebase.relatives(id).unwrap().unwrap();
    let above = found.supertypes.iter().map(|it| format!("^{}", it.name));
    above.chain(found.implementations.iter().map(|it| format!("v{}", it.name))).collect()
}

#[test]
fn types_of_go_implement_the_interfaces_whose_methods_they_have() {
    let all = ["ex.Store", "ex.Stable", "ex.Both", "ex.Memory", "ex.Whole", "Store.Get", "ex.Half", "ex.Wrong"];
    let found: Vec<String> = all.iter().map(|name| format!("{name}: {}", stores(name).join(" "))).collect();
    assert_eq!(
        found,
        [
            "ex.Store: vcache.Cache vex.Memory vex.Whole vex.Both",
            "ex.Stable: vex.Memory vex.Both",
            "ex.Both: ^Store ^Stable vex.Memory",
            "ex.Memory: ^ex.Store ^ex.Stable",
            "ex.Whole: ^Half ^ex.Store",
            "Store.Get: vcache.Cache.Get vex.Memory.Get",
            "ex.Half: vex.Whole",
            "ex.Wrong: "
        ]
    );
}

const SHADOWED: &str = "\
//- a.py
limit = 5

def take(limit):
    return limit

def make():
    limit = 3
    return limit

def use(size=limit):
    return limit

def change():
    global limit
    limit = 6

def each(rows):
    return [limit for limit in rows]

def keep(limit=limit):
    return limit
//- b.py
from a import limit
def f(limit): return limit
x = limit
//- c.py
def g(limit): return limit
//- d.py
from a import *
x = limit
";

#[test]
fn in_python_a_parameter_or_local_variable_is_no_reference() {
    assert_eq!(
        rows(&of(SHADOWED), "a.limit"),
        "a.py:1 Definition [definition, proven] limit = 5\n\
         a.py:10 Read [own file, possible] def use(size=limit):\n\
         a.py:11 Read [own file, possible] return limit\n\
         a.py:14 Read [own file, possible] global limit\n\
         a.py:15 Write [own file, possible] limit = 6\n\
         a.py:20 Read [own file, possible] def keep(limit=limit):\n\
         b.py:1 Import [import path, proven] from a import limit\n\
         b.py:3 Read [imported name, possible] x = limit\n\
         d.py:2 Read [same name] x = limit\n\
         elsewhere: 8"
    );
}

#[test]
fn in_typescript_a_parameter_a_pattern_and_a_block_hide_the_name() {
    let files = "\
//- a.ts
export const limit = 5;
export function take(limit: number) { return limit; }
export function use(size: number) { return limit; }
export const pick = ({ limit }) => limit;
export function block(rows: number[]) {
  for (const limit of rows) { use(limit); }
  return limit;
}
//- b.ts
import { limit } from './a';
export const f = (x: number) => x + limit;
export const g = (limit: number) => limit + 1;
//- c.js
export function h(limit) { return limit; }
";
    assert_eq!(
        rows(&of(files), "a.limit"),
        "a.ts:1 Definition [definition, proven] export const limit = 5;\n\
         a.ts:3 Read [own file, possible] export function use(size: number) { return limit; }\n\
         a.ts:7 Read [own file, possible] return limit;\n\
         b.ts:1 Import [import path, proven] import { limit } from './a';\n\
         b.ts:2 Read [imported name, possible] export const f = (x: number) => x + limit;\n\
         elsewhere: 5"
    );
}

#[test]
fn in_rust_a_variable_hides_the_name_from_its_declaration_on() {
    let files = "\
//- src/lib.rs
pub fn limit() -> u32 { 5 }
pub fn take(limit: u32) -> u32 { limit }
pub fn twice() -> u32 {
    let limit = limit();
    limit + 1
}
pub fn all(rows: Vec<u32>) -> u32 { rows.iter().map(|limit| limit + 1).sum() }
pub fn give() -> fn() -> u32 { limit }
pub fn late() -> u32 {
    let own: fn() -> u32 = limit;
    for limit in [own] { limit(); }
    let limit: fn() -> u32 = limit;
    limit()
}
//- src/other.rs
pub fn far(limit: u32) -> u32 { limit }
";
    assert_eq!(
        rows(&of(files), "crate.limit"),
        "src/lib.rs:1 Definition [definition, proven] pub fn limit() -> u32 { 5 }\n\
         src/lib.rs:4 Call [scope, proven] let limit = limit();\n\
         src/lib.rs:8 Read [own file, possible] pub fn give() -> fn() -> u32 { limit }\n\
         src/lib.rs:10 Read [own file, possible] let own: fn() -> u32 = limit;\n\
         src/lib.rs:11 Call [container, possible] for limit in [own] { limit(); }\n\
         src/lib.rs:12 Read [own file, possible] let limit: fn() -> u32 = limit;\n\
         src/lib.rs:13 Call [scope, proven] limit()\n\
         elsewhere: 4"
    );
}

#[test]
fn in_go_a_variable_of_a_function_is_none_of_its_package() {
    let files = "\
//- a.go
package p

var limit = 5

func take(limit int) int { return limit }

func use() int { return limit }

func set() int {
\tlimit := limit + 1
\treturn limit
}
//- b.go
package p

func other(limit int) int { return limit }

func mine() int { return limit }
";
    assert_eq!(
        rows(&of(files), "limit"),
        "a.go:3 Definition [definition, proven] var limit = 5\n\
         a.go:7 Read [package scope, proven] func use() int { return limit }\n\
         a.go:10 Read [package scope, proven] limit := limit + 1\n\
         b.go:5 Read [package scope, proven] func mine() int { return limit }\n\
         elsewhere: 3"
    );
}

#[test]
fn in_java_a_parameter_hides_a_field_and_a_variable_does_behind_its_declaration() {
    let files = "\
//- A.java
class A {
    int limit = 5;
    A(int limit) {
        this.limit = limit;
    }
    int get() { return limit; }
    int more() {
        int sum = limit;
        int limit = 3;
        return limit + sum;
    }
}
";
    assert_eq!(
        rows(&of(files), "A.limit"),
        "A.java:2 Definition [definition, proven] int limit = 5;\n\
         A.java:4 Write [receiver, possible] this.limit = limit;\n\
         A.java:6 Read [same name] int get() { return limit; }\n\
         A.java:8 Read [same name] int sum = limit;\n\
         elsewhere: 3"
    );
}

#[test]
fn local_names_are_kept_with_an_index() {
    let whole = of(SHADOWED);
    let bytes = whole.to_bytes().unwrap();
    let read = Codebase::from_bytes(&bytes, whole.snapshot().clone()).unwrap();
    assert_eq!(rows(&read, "a.limit"), rows(&whole, "a.limit"));
    let reader = block_on(Reader::open(Rc::new(InMemory(fixture::directory(&whole))))).unwrap();
    let found = block_on(reader.ask(|codebase| {
        let id = codebase.symbols_named("a.limit").ok()?.first()?.id;
        codebase.references(id).ok().flatten()
    }));
    let wanted = whole.references(whole.symbols_named("a.limit").unwrap()[0].id).unwrap().unwrap();
    let found = found.unwrap().unwrap();
    assert_eq!((found.references, found.elsewhere), (wanted.references, wanted.elsewhere));
}
