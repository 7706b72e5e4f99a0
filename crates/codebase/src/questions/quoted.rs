//! Words in quotes: what holds them as they are written comes first.

use search_index::Hit;
use source::Span;

/// Lines of a hit in which words are seen.
const SHORT: u32 = 40;

/// Most texts in quotes of a query.
const QUOTED: usize = 4;
/// Hits that are looked at beyond those that are wanted: each is a text to be read.
const MORE: usize = 40;

/// The texts in double quotes of more than one letter, in lower case with single spaces.
pub fn read(query: &str) -> Vec<String> {
    let pieces: Vec<&str> = query.split(['"', '\u{201C}', '\u{201D}']).collect();
    // A quote that is not closed is none.
    let closed = pieces.len().saturating_sub(1) / 2;
    let texts = pieces.iter().skip(1).step_by(2).take(closed.min(QUOTED)).map(|text| plain(text));
    texts.filter(|text| text.chars().nth(1).is_some()).collect()
}

/// What is outside of the quotes, with single spaces.
pub fn without(query: &str) -> String {
    let outside = query.split(['"', '\u{201C}', '\u{201D}']).step_by(2);
    outside.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// How many hits are looked at for so many that are wanted.
pub fn looked_at(limit: usize) -> usize {
    limit.saturating_mul(3).clamp(limit, limit.saturating_add(MORE))
}

/// Whether a stretch of a text holds all of them.
pub fn holds(text: &str, span: Span, quoted: &[String]) -> bool {
    let own = plain(text.get(span.start as usize..span.end as usize).unwrap_or(""));
    quoted.iter().all(|text| own.contains(text))
}

/// Whether a hit is so short that the words in it are seen.
pub fn is_short(hit: &Hit) -> bool {
    hit.span.end_line - hit.span.start_line < SHORT
}

/// Those that hold them first, then the others. Scores keep to the order.
pub fn in_order(mut with: Vec<Hit>, mut without: Vec<Hit>) -> Vec<Hit> {
    let mut least = f32::MAX;
    for hit in with.iter_mut().chain(&mut without) {
        least = least.min(hit.score);
        hit.score = least;
    }
    with.append(&mut without);
    with
}

/// In lower case, every run of blanks as one space.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_quotes_is_read() {
        assert_eq!(read("where is \"Cannot  be\nreached\" raised"), ["cannot be reached"]);
        assert_eq!(read("\"one two\" and \"x\" and \"open"), ["one two"]);
        assert!(read("no quotes").is_empty());
        assert_eq!((looked_at(5), looked_at(50)), (15, 90));
    }
}
