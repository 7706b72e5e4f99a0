//! Counts of calls are of all calls, however many a tool lists.

use agent::Toolbox;
use codebase::Reader;
use futures::executor::block_on;
use protocol::{CallCount, Direction};
use serde_json::json;

const PLACES: usize = 130;

/// `total` is called twice by each of 65 functions; `all_of_it` calls all of them.
fn repository() -> Reader {
    let mut text = "//- shop.py\ndef total(cart):\n    return sum(cart)\n".to_owned();
    for n in 0..PLACES / 2 {
        text += &format!("def view_{n}(cart):\n    total(cart)\n    return total(cart)\n");
    }
    text += "def all_of_it(cart):\n";
    (0..PLACES / 2).for_each(|n| text += &format!("    view_{n}(cart)\n"));
    Reader::whole(fixtures::codebase(&text))
}

#[test]
fn a_listing_counts_all_calls_and_those_that_it_lists() {
    let reader = repository();
    let tools = Toolbox::over(&reader);
    let ask = |tool: &str, name: &str| block_on(tools.call(tool, &json!({ "function_name": name }))).unwrap();

    let callers = ask("get_callers", "total");
    assert_eq!(callers.summary, "130 places, from 65 symbols (60 listed)");
    assert!(callers.text.contains("is called at 130 places, from 65 symbols (60 listed):"), "{}", callers.text);
    assert!(callers.text.contains("- and 70 more places that are not listed"), "{}", callers.text);
    let counted = CallCount { direction: Direction::Callers, places: 130, proven: 130, symbols: 65 };
    assert_eq!(callers.evidence[0].calls, Some(counted));

    assert_eq!(ask("get_callees", "all_of_it").summary, "65 places, of 65 symbols (60 listed)");
    assert_eq!(ask("get_callees", "view_1").summary, "2 places, of 1 symbol");
    assert_eq!(ask("get_callers", "all_of_it").summary, "no calls");
}
