//! An index of which one chunk is gone or changed: an agent's answer is that of the whole index, or the run has failed.

mod support;

use agent::{Agent, AskError, Controls, RunEnd};
use codebase::storage::directory::MANIFEST;
use codebase::{IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Event, RunOutcome};
use state_graph::MemoryStore;
use std::rc::Rc;

const SHOP: &str = r#"
//- README.md
# Shop

Orders are priced by `total_price` and paid through a gateway.
//- shop/orders.py
from shop.pricing import total_price


class Order:
    """What a customer wants to buy."""

    def submit(self, gateway):
        return gateway.charge(total_price(self.lines))
//- shop/pricing.py
def total_price(lines):
    """Sum of all lines after discounts."""
    return sum(lines) - discount(lines)


def discount(lines):
    return 5 if len(lines) > 10 else 0
//- shop/checkout.py
from shop.pricing import total_price


def checkout(lines):
    return total_price(lines)
//- web/money.ts
/** Shows an amount. */
export function formatMoney(amount: number) {
  return amount.toFixed(2);
}
"#;

const QUESTIONS: [&str; 4] =
    ["Who calls total_price?", "What does discount do?", "Where is money shown?", "How does checkout reach discount?"];

struct Files(MemoryIndexFiles);

impl IndexSource for Files {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(ready(self.0.read(name).map_err(StorageError::Files)))
    }
}

/// How each question ends: with the answer and its citations, or with why it failed.
fn asked(index: &MemoryIndexFiles) -> Vec<Result<String, String>> {
    let reader = match block_on(Reader::open(Rc::new(Files(index.clone())))) {
        Ok(reader) => reader,
        Err(error) => return vec![Err(error.to_string()); QUESTIONS.len()],
    };
    QUESTIONS.iter().map(|question| ask(&reader, question)).collect()
}

fn ask(reader: &Reader, question: &str) -> Result<String, String> {
    let model = OfflineModel::new();
    let agent = Agent::over(reader, &model, Rc::new(|| 0.0), Rc::new(NoWait), Rc::new(MemoryStore::default()));
    let question = support::question(question, AskOptions::default());
    let mut last = None;
    let end = block_on(agent.ask(question, &Controls::default(), |event| last = Some(event.event)));
    match end {
        Ok(RunEnd::Answered(answer)) => Ok(format!("{} {:?}", answer.markdown, answer.citations)),
        Ok(other) => panic!("the run ended as {other:?}"),
        Err(error) => {
            assert!(matches!(error, AskError::Index(_)), "{error:?}");
            let Some(Event::RunFinished { outcome: RunOutcome::Failed { message, .. }, .. }) = last else {
                panic!("the last event was {last:?}")
            };
            assert_eq!(message, error.to_string());
            Err(message)
        }
    }
}

#[test]
fn an_answer_is_that_of_the_whole_index_or_the_run_failed() {
    let mut index = MemoryIndexFiles::default();
    fixtures::codebase(SHOP).write_directory(&mut index).unwrap();
    let whole = asked(&index);
    assert!(whole.iter().all(Result::is_ok), "{whole:?}");
    let (mut failed, mut answered) = (0, 0);
    let mut check = |name: &str, damaged: &MemoryIndexFiles| {
        for (end, expected) in asked(damaged).into_iter().zip(&whole) {
            match end {
                Ok(answer) => {
                    answered += 1;
                    assert_eq!(Ok(&answer), expected.as_ref(), "with {name} damaged");
                }
                Err(why) => {
                    failed += 1;
                    assert!(why.contains(name), "{why} does not name {name}");
                }
            }
        }
    };
    for name in index.0.keys().filter(|name| *name != MANIFEST) {
        let mut gone = index.clone();
        gone.0.remove(name);
        check(name, &gone);
        let length = index.0[name].len();
        for at in [0, length / 2, length - 1] {
            let mut flipped = index.clone();
            flipped.0.get_mut(name).unwrap()[at] ^= 1 << (at % 8);
            check(name, &flipped);
        }
    }
    // Nothing asked for reads the snapshot's own table, and not every question every other chunk; but most chunks are read
    // by one of the questions.
    assert!(failed > answered / 2 && answered > 0, "{failed} failed, {answered} answered");
}
