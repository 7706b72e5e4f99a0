//! What code calls the states of HTTP that people know by their numbers.

/// Each with the word of its name that no other one has.
#[rustfmt::skip]
const NAMES: &[(&str, &str)] = &[
    ("301", "moved"), ("304", "modified"), ("307", "temporary"), ("308", "permanent"), ("400", "badrequest"), ("401", "unauthorized"),
    ("403", "forbidden"), ("404", "notfound"), ("405", "notallowed"), ("406", "acceptable"), ("408", "timeout"), ("409", "conflict"),
    ("410", "gone"), ("411", "length"), ("412", "precondition"), ("413", "toolarge"), ("415", "unsupported"), ("416", "range"),
    ("422", "unprocessable"), ("426", "upgrade"), ("429", "toomany"), ("500", "internal"), ("501", "implemented"), ("502", "gateway"),
    ("503", "unavailable"), ("504", "gateway"), ("505", "version"),
];
/// A number is a state where one of these is said with it.
#[rustfmt::skip]
const SAID_WITH: &[&str] = &[
    "answer", "answers", "client", "code", "error", "http", "replies", "reply", "request", "respond", "responds", "response", "responses",
    "returns", "server", "status",
];

/// The state of HTTP that a text in lower case speaks of: its number, and the word of its name.
pub fn of(text: &str) -> Option<(&'static str, &'static str)> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let is_state = words.iter().any(|word| SAID_WITH.contains(word));
    NAMES.iter().copied().find(|(number, _)| is_state && words.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_state_where_a_server_answers_with_it() {
        assert_eq!(of("what happens when the server answers with 401?"), Some(("401", "unauthorized")));
        assert_eq!(of("what happens with more than 500 rows?"), None);
    }
}
