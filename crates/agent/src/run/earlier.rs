//! What a run takes over of the earlier turns of its conversation: as much as its budget holds, the newest first.
//!
//! Where all turns together are too long, the oldest answers are shortened to their beginnings first; where that does not
//! suffice, the oldest turns are left out. Symbols that an answer cites stay, so that "it" still has a meaning.

use limits::model::{EARLIER_ANSWER_BYTES, EARLIER_BYTES, TURNS};
use protocol::Turn;

/// What follows where an answer was shortened.
const CUT: &str = "\n[cut here]";

/// The turns that a run takes over.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Earlier {
    /// Oldest first.
    pub turns: Vec<Turn>,
    /// How many of the oldest were left out.
    pub left_out: u32,
    /// Of how many others only the beginning was kept.
    pub shortened: u32,
}

impl Earlier {
    /// The newest of these turns, which are in order of time.
    pub fn of(mut turns: Vec<Turn>) -> Self {
        let given = turns.len();
        turns.drain(..given.saturating_sub(TURNS));
        let mut size: usize = turns.iter().map(bytes).sum();
        let mut short = vec![false; turns.len()];
        for (turn, short) in turns.iter_mut().zip(&mut short) {
            if size <= EARLIER_BYTES {
                break;
            }
            let before = bytes(turn);
            *short = shorten(&mut turn.question) | shorten(&mut turn.answer);
            size -= before - bytes(turn);
        }
        let mut first = 0;
        while size > EARLIER_BYTES && first < turns.len() {
            size -= bytes(&turns[first]);
            first += 1;
        }
        turns.drain(..first);
        let shortened = short[first..].iter().filter(|short| **short).count();
        Self { left_out: (given - turns.len()) as u32, shortened: shortened as u32, turns }
    }
}

fn bytes(turn: &Turn) -> usize {
    turn.question.len() + turn.answer.len()
}

/// Keeps the beginning of a text that is too long for an earlier turn; whether it was.
fn shorten(text: &mut String) -> bool {
    let is_long = text.len() > EARLIER_ANSWER_BYTES;
    if is_long {
        text.truncate(text.floor_char_boundary(EARLIER_ANSWER_BYTES - CUT.len()));
        text.push_str(CUT);
    }
    is_long
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(n: usize, length: usize) -> Turn {
        Turn {
            question: format!("Question {n}?"),
            answer: "é".repeat(length / 2),
            symbols: vec![format!("symbol {n}")],
        }
    }

    #[test]
    fn what_fits_is_taken_over_as_it_is() {
        let turns: Vec<Turn> = (0..5).map(|n| turn(n, EARLIER_BYTES / 6)).collect();
        assert_eq!(Earlier::of(turns.clone()), Earlier { turns, left_out: 0, shortened: 0 });
        assert_eq!(Earlier::of(Vec::new()), Earlier::default());
    }

    #[test]
    fn the_oldest_answers_are_shortened_first_and_their_symbols_stay() {
        let earlier = Earlier::of((0..5).map(|n| turn(n, EARLIER_BYTES / 3)).collect());
        assert_eq!((earlier.turns.len(), earlier.left_out), (5, 0));
        assert_eq!(earlier.shortened, 3);
        assert!(earlier.turns[2].answer.ends_with(CUT) && earlier.turns[2].answer.len() <= EARLIER_ANSWER_BYTES);
        assert_eq!((&earlier.turns[0].symbols[0][..], &earlier.turns[4]), ("symbol 0", &turn(4, EARLIER_BYTES / 3)));
    }

    #[test]
    fn the_history_never_grows_beyond_its_budget() {
        for (count, length) in [(5, 24_000), (60, 10), (200, 24_000), (1, 200_000)] {
            let earlier = Earlier::of((0..count).map(|n| turn(n, length)).collect());
            let size: usize = earlier.turns.iter().map(bytes).sum();
            assert!(size <= EARLIER_BYTES && earlier.turns.len() <= TURNS, "{count} turns of {length}: {size} bytes");
            assert_eq!(earlier.left_out as usize + earlier.turns.len(), count, "{count} turns of {length}");
            assert_eq!(earlier.turns.last().unwrap().symbols, [format!("symbol {}", count - 1)], "the newest stays");
        }
    }
}
