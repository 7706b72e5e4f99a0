//! Highlighting as one string.
//!
//! A 20,000-line file has some 150,000 runs. As objects they cost the page's main thread over 100 ms to take from a
//! worker; as one string of some 600 kB, 5 ms. A run is `gap`, a letter for its class (`a` is 0), `length` and a
//! space, in bytes, the gap counted from the end of the run before: `4d3 1f9 `.

use crate::HighlightRun;
use serde::{Deserialize, Deserializer, Serializer, de::Error};
use std::fmt::Write;

/// Writes the runs as text. Runs that overlap or go back are left out.
pub fn serialize<S: Serializer>(runs: &[HighlightRun], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&encode(runs))
}

/// Reads what [`serialize`] wrote.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<HighlightRun>, D::Error> {
    let text = String::deserialize(deserializer)?;
    decode(&text).ok_or_else(|| D::Error::custom("highlight runs are not readable"))
}

fn encode(runs: &[HighlightRun]) -> String {
    let mut text = String::with_capacity(runs.len() * 6);
    let mut at = 0;
    for run in runs {
        let (Some(gap), Some(length)) = (run.start.checked_sub(at), run.end.checked_sub(run.start)) else { continue };
        let _ = write!(text, "{gap}{}{length} ", char::from(b'a' + run.class.min(25)));
        at = run.end;
    }
    text
}

fn decode(text: &str) -> Option<Vec<HighlightRun>> {
    let mut runs = Vec::with_capacity(text.len() / 6);
    let (mut at, mut number, mut gap, mut class) = (0u32, 0u32, None, 0);
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' => number = number.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            b'a'..=b'z' => {
                gap = Some(std::mem::take(&mut number));
                class = byte - b'a';
            }
            b' ' => {
                let start = at.checked_add(gap.take()?)?;
                at = start.checked_add(std::mem::take(&mut number))?;
                runs.push(HighlightRun { start, end: at, class });
            }
            _ => return None,
        }
    }
    gap.is_none().then_some(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_survive_the_trip() {
        let runs = [
            HighlightRun { start: 4, end: 7, class: 3 },
            HighlightRun { start: 8, end: 17, class: 5 },
            HighlightRun { start: 17, end: 70_000, class: 0 },
        ];
        assert_eq!(encode(&runs), "4d3 1f9 0a69983 ");
        assert_eq!(decode(&encode(&runs)).as_deref(), Some(&runs[..]));
        assert_eq!(decode(""), Some(Vec::new()));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["4d", "4d3", "99999999999d1 ", "1D2 ", " "] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
