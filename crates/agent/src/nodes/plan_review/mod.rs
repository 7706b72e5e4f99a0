//! The nodes of `plan-review`, one in each file, and the facts that two of them judge by.

pub mod advance;
pub mod executor;
pub mod executor_tools;
pub mod facts;
pub mod planner;
pub mod report;
pub mod reviewer;

/// At most so many characters of a text, with a mark where it was cut.
pub(crate) fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => format!("{} [cut here]", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text as an event shows it in a list: in one line, without the ids of spans, which only a report turns into citations.
pub(crate) fn for_a_list(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((_, after)) = after.split_once("]]").filter(|(id, _)| !id.contains(char::is_whitespace)) else {
            break;
        };
        out += before;
        rest = after;
    }
    out += rest;
    cut(&out.split_whitespace().collect::<Vec<_>>().join(" "), 300)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_shows_no_ids_of_spans() {
        assert_eq!(for_a_list("[[3f2a91c04b]] a.py:1-2\nfound"), "a.py:1-2 found");
        assert_eq!(for_a_list("a[[0]] and [[not an id]] stays"), "a and [[not an id]] stays");
        assert_eq!(for_a_list("open [[ stays"), "open [[ stays");
    }
}
