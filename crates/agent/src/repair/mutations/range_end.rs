//! A range that should include its end: `range(a, b)` becomes `range(a, b + 1)`, and in the head of a `for` `i < b` becomes
//! `i <= b`. Not where the end is one more already.

use super::{Place, group, is_word_before};
use crate::repair::code::Code;

pub(super) fn places(code: &Code<'_>) -> Vec<Place> {
    if code.spelling.is_python() { of_calls(code) } else { of_loops(code) }
}

fn of_calls(code: &Code<'_>) -> Vec<Place> {
    let calls = code.bare.match_indices("range(").filter(|(at, _)| !is_word_before(&code.bare, *at));
    let place = |(at, call): (usize, &str)| {
        let start = at + call.len();
        let (close, commas) = group(&code.bare, start)?;
        // `range(end)`, `range(start, end)`, `range(start, end, step)`.
        let (from, to) = match commas.as_slice() {
            [] => (start, close),
            [comma] => (comma + 1, close),
            [first, second, ..] => (first + 1, *second),
        };
        let end = code.text[from..to].trim_end();
        let is_open = !end.trim().is_empty() && !ends_in_one_more(end);
        is_open.then(|| Place { range: from + end.len()..from + end.len(), insert: " + 1".to_owned() })
    };
    calls.filter_map(place).collect()
}

fn of_loops(code: &Code<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, _) in code.bare.match_indices("for") {
        if is_word_before(&code.bare, at) {
            continue;
        }
        let head = code.bare[at + 3..].trim_start();
        let start = code.bare.len() - head.len() + 1;
        let Some((close, _)) = head.starts_with('(').then(|| group(&code.bare, start)).flatten() else { continue };
        let parts: Vec<&str> = code.bare[start..close].split(';').collect();
        let [first, condition, _] = parts.as_slice() else { continue };
        let Some((left, right)) = condition.split_once('<') else { continue };
        let is_less = !right.starts_with(['=', '<']) && !right.contains(['<', '>', '&', '|']);
        if is_less && !ends_in_one_more(right) {
            let less = start + first.len() + 1 + left.len();
            places.push(Place { range: less..less + 1, insert: "<=".to_owned() });
        }
    }
    places
}

/// Whether an expression ends in `+ 1`.
fn ends_in_one_more(end: &str) -> bool {
    end.trim_end().strip_suffix('1').is_some_and(|rest| rest.trim_end().ends_with('+'))
}
