//! `tool-router` with the offline model over a whole small repository: routed by rules, judged, answered with citations.

mod support;

use agent::{Agent, Answer, Controls};
use codebase::Reader;
use expect_test::{Expect, expect};
use futures::executor::block_on;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Event};
use state_graph::MemoryStore;
use std::rc::Rc;
use support::{answered, question};

fn ask(text: &str) -> (Answer, Vec<Event>) {
    let reader = Reader::whole(fixtures::codebase(include_str!("../../fixtures/src/shop.txt")));
    let (model, store) = (OfflineModel::new(), Rc::new(MemoryStore::default()));
    let agent = Agent::over(&reader, &model, Rc::new(|| 1.0), Rc::new(NoWait), store);
    let options = AskOptions { agent: "tool-router".to_owned(), ..AskOptions::default() };
    let mut events = Vec::new();
    let end = block_on(agent.ask(question(text, options), &Controls::default(), |event| events.push(event.event)));
    (answered(end), events)
}

/// What the run did, in a line each, and its answer.
fn check(text: &str, expected: Expect) {
    let (answer, events) = ask(text);
    let mut trace = String::new();
    for event in &events {
        trace += &match event {
            Event::Scored { score, reason, .. } => format!("scored {score}: {reason}\n"),
            Event::ToolStarted { name, arguments, .. } => format!("{name} {arguments}\n"),
            Event::ToolFinished { summary, .. } => format!("  {summary}\n"),
            Event::Graded { relevant, of } => format!("graded {relevant} of {of}\n"),
            _ => continue,
        };
    }
    let cited: Vec<String> = answer
        .citations
        .iter()
        .map(|cited| format!("[{}] {}:{}", cited.number, cited.path, cited.start_line))
        .collect();
    expected.assert_eq(&format!("{trace}\n{}\n\n{}\n", answer.markdown.trim_end(), cited.join("\n")));
}

#[test]
fn callers_are_looked_up_by_name() {
    check(
        "Who calls total_price?",
        expect![[r#"
        scored 100: `total_price` is defined in the repository.
        get_callers {"function_name":"total_price"}
          1 place, from 1 symbol

        1 place calls `total_price` (a function at `shop/pricing.py:4` [[1]]):

        - `Order.submit` at `shop/orders.py:15` (proven, by import): `return gateway.charge(self.customer, total_price(self.lines))` [[2]]

        _Extractive answer: put together from the code by rules, without a language model._

        [1] shop/pricing.py:4
        [2] shop/orders.py:15
    "#]],
    );
}

#[test]
fn a_path_is_read_or_listed() {
    check(
        "What is in shop/pricing.py?",
        expect![[r#"
        scored 100: It names this repository, or a file.
        read_file {"file_path":"shop/pricing.py"}
          10 of 10 lines

        `shop/pricing.py` begins so [[1]]:

        `shop/pricing.py:1` [[1]]:

        ```python
        """Prices."""


        def total_price(lines):
            """Sum of all lines after discounts."""
            return sum(line.price for line in lines) - discount(lines)


        def discount(lines):
            return 5 if len(lines) > 10 else 0
        ```

        _Extractive answer: put together from the code by rules, without a language model._

        [1] shop/pricing.py:1
    "#]],
    );
    check(
        "List the folder shop/",
        expect![[r#"
        scored 100: It names this repository, or a file.
        list_directory {"path":"shop/"}
          4 entries

        The folder `shop/` holds:

        ```text
        shop/__init__.py  (26 bytes)
        shop/orders.py  (410 bytes)
        shop/payments.py  (638 bytes)
        shop/pricing.py  (209 bytes)
        ```

        _Extractive answer: put together from the code by rules, without a language model._


    "#]],
    );
}

#[test]
fn anything_else_is_retrieved_and_judged() {
    check(
        "How does the discount work?",
        expect![[r#"
        scored 100: `discount` is defined in the repository.
        search_codebase {"n_results":6,"query":"discount"}
          2 results
        graded 1 of 2
        get_callees {"function_name":"shop.pricing.discount"}
          no calls
        get_callers {"function_name":"shop.pricing.discount"}
          1 place, from 1 symbol

        What fits "discount" best is `discount`, a function at `shop/pricing.py:9`. [[1]]

        `shop/pricing.py:9` [[1]]:

        ```python
        def discount(lines):
            return 5 if len(lines) > 10 else 0
        ```

        How it hangs together:

        - `total_price` calls `discount` at `shop/pricing.py:6` [[2]]

        _Extractive answer: put together from the code by rules, without a language model._

        [1] shop/pricing.py:9
        [2] shop/pricing.py:6
    "#]],
    );
    check(
        "Where is `total_price` defined?",
        expect![[r#"
        scored 100: `total_price` is defined in the repository.
        search_codebase {"n_results":6,"query":"total_price"}
          6 results
        graded 2 of 5

        `total_price` is a function defined at `shop/pricing.py:4` [[1]].

        > Sum of all lines after discounts. [[1]]

        `shop/pricing.py:4` [[1]]:

        ```python
        def total_price(lines):
            return sum(line.price for line in lines) - discount(lines)
        ```

        _Extractive answer: put together from the code by rules, without a language model._

        [1] shop/pricing.py:4
    "#]],
    );
}

#[test]
fn what_is_not_about_the_repository_is_declined() {
    check(
        "What is the capital of France?",
        expect![[r#"
        scored 20: The repository has none of its words.

        The request has no word that this repository knows, and the agent works on this repository alone. Ask where a name is defined, who calls it, what is in a file or how a part of the code works. _Written by rules, without a language model._

        _To ask it all the same, ask again with the scope gate switched off._


    "#]],
    );
}
