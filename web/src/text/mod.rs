//! Text for the screen: lines, highlighted pieces, words, numbers and sizes.

mod diff;
mod identifier;
mod identifiers;
mod languages;
mod layout;
mod lines;
mod mention;
mod notes;
mod patch;
mod rows;
mod words;

pub use diff::{DiffLine, diff};
pub use identifier::identifier_at;
pub use identifiers::{Marked, identifiers, with_marks};
pub use languages::language_name;
pub use layout::{Layout, Region, hidden, regions, scopes_at};
pub use lines::{LineIndex, Piece, beginning, excerpt, pieces, with_signature};
pub use mention::{Mention, folders_named, mention_at};
pub use notes::{Mark, marks_in};
pub use patch::{PatchLine, patch_lines};
pub use rows::visible_rows;
pub use words::words;

use crate::strings;

/// Whether a symbol's name is one that the call graph gives to a function without a name: `<lambda1>`.
pub fn is_unnamed(name: &str) -> bool {
    name.starts_with('<')
}

/// A symbol's name for people.
pub fn shown_name(name: String) -> String {
    if is_unnamed(&name) { strings::text_unnamed().to_owned() } else { name }
}

/// The host of an address, with its port.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

/// A size in bytes for people: `7.9 MB`.
pub fn bytes(count: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "shown with one decimal")]
    let mut size = count as f64;
    for unit in ["B", "kB", "MB", "GB"] {
        if size < 999.5 || unit == "GB" {
            let digits = if unit == "B" || size >= 99.95 { whole(size) } else { tenths(size) };
            return format!("{digits} {unit}");
        }
        size /= 1000.0;
    }
    unreachable!("the last unit returns")
}

/// A duration for people: `12 ms`, `1.8 s`, `2 min 5 s`.
pub fn duration(ms: f64) -> String {
    match ms {
        ms if ms < 0.0 => "0 ms".to_owned(),
        ms if ms < 99.5 => format!("{} ms", whole(ms)),
        ms if ms < 99_500.0 => format!("{} s", tenths(ms / 1000.0)),
        ms => format!("{} min {} s", whole((ms / 60_000.0).floor()), whole((ms % 60_000.0) / 1000.0)),
    }
}

/// How long ago, for people: `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
pub fn ago(ms: f64) -> String {
    match ms / 60_000.0 {
        minutes if minutes < 1.0 => strings::text_just_now().to_owned(),
        minutes if minutes < 60.0 => strings::text_minutes_ago(whole(minutes.floor())),
        minutes if minutes < 1440.0 => strings::text_hours_ago(whole((minutes / 60.0).floor())),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "more than a day, in days")]
        minutes => strings::text_days_ago((minutes / 1440.0) as u32),
    }
}

/// A number without decimals. Written by hand: float formatting of the standard library is much code for a small page.
pub fn whole(number: f64) -> String {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "numbers on screen are far smaller; others are shown as the largest"
    )]
    (number.round() as i64).to_string()
}

fn tenths(number: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as `whole`")]
    let tenths = (number * 10.0).round() as u64;
    format!("{}{}{}", tenths / 10, strings::number_decimal(), tenths % 10)
}

/// A length for a style: `26px`.
pub fn pixels(length: f64) -> String {
    whole(length) + "px"
}

/// A length as a number to show; longer lists than `u32` can count do not occur.
pub fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// A number with separators: `1,005`.
pub fn count(number: u32) -> String {
    strings::grouped(u64::from(number), strings::number_group())
}

/// What a name is that the code around binds.
pub fn local_name(local: protocol::LocalName) -> String {
    match local.is_parameter {
        true => strings::text_parameter(local.line),
        false => strings::text_local_variable(local.line),
    }
}

pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_times_and_counts_are_written_for_people() {
        assert_eq!([bytes(512), bytes(7_900_000), bytes(129_000_000)], ["512 B", "7.9 MB", "129 MB"]);
        assert_eq!(bytes(999_960), "1.0 MB");
        assert_eq!([duration(12.2), duration(1840.0), duration(125_000.0)], ["12 ms", "1.8 s", "2 min 5 s"]);
        assert_eq!([ago(-5.0), ago(61_000.0), ago(7_300_000.0)], ["just now", "1 min ago", "2 h ago"]);
        assert_eq!([ago(90_000_000.0), ago(864e6)], ["1 day ago", "10 days ago"]);
        assert_eq!([count(7), count(1005), count(12_001_000)], ["7", "1,005", "12,001,000"]);
        assert_eq!(file_name("src/flask/app.py"), "app.py");
    }
}
