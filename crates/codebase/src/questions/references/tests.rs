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

fn row(reference: &Reference) -> String {
    let sure = match reference.sure {
        Sure::Resolved { rule, proven: true, .. } => format!("{rule}, proven"),
        Sure::Resolved { rule, .. } => format!("{rule}, possible"),
        Sure::SameName => "same name".to_owned(),
    };
    format!("{} {:?} [{sure}] {}", reference.span.place(), reference.kind, reference.text)
}

fn rows(codebase: &Codebase, name: &str) -> String {
    let id = codebase.symbols_named(name).unwrap()[0].id;
    let found = codebase.references(id).unwrap().unwrap();
    assert!(found.is_all);
    let mut rows: Vec<String> = found.references.iter().map(row).collect();
    rows.push(format!("elsewhere: {}", found.elsewhere));
    rows.join("\n")
}

fn of(files: &str) -> Codebase {
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
