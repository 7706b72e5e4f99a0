//! The sentence about earlier turns of a conversation that do not fit.

/// What [`Event::EarlierTurns`](crate::Event::EarlierTurns) reports, for people: "3 earlier turns were left out, and 1 was
/// shortened."
pub fn earlier_turns(left_out: u32, shortened: u32) -> String {
    let turns =
        |count: u32| if count == 1 { "1 earlier turn was".to_owned() } else { format!("{count} earlier turns were") };
    let others = if shortened == 1 { "1 was".to_owned() } else { format!("{shortened} were") };
    match (left_out, shortened) {
        (left_out, 0) => format!("{} left out.", turns(left_out)),
        (0, shortened) => format!("{} shortened.", turns(shortened)),
        (left_out, _) => format!("{} left out, and {others} shortened.", turns(left_out)),
    }
}

#[cfg(test)]
mod tests {
    use super::earlier_turns;

    #[test]
    fn the_sentence_counts() {
        assert_eq!(earlier_turns(3, 1), "3 earlier turns were left out, and 1 was shortened.");
        assert_eq!(earlier_turns(1, 0), "1 earlier turn was left out.");
        assert_eq!(earlier_turns(0, 2), "2 earlier turns were shortened.");
    }
}
