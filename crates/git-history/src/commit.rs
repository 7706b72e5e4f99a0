//! Commits.

use crate::{GitError, ObjectId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its name.
    pub id: ObjectId,
    /// The folder that it holds.
    pub tree: ObjectId,
    /// What it was made from: none for the first, more than one for a merge.
    pub parents: Vec<ObjectId>,
    /// Who wrote the change.
    pub author: Person,
    /// When the change was written.
    pub authored: Time,
    /// When the commit was made; histories are in this order.
    pub committed: Time,
    /// The whole message.
    pub message: String,
}

/// A person as a commit names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Name.
    pub name: String,
    /// Address.
    pub email: String,
}

/// A point in time with the time zone of who noted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Time {
    /// Seconds since 1970.
    pub seconds: i64,
    /// Minutes that the zone is ahead of UTC.
    pub zone_minutes: i32,
}

impl fmt::Display for Time {
    /// In its own zone: `2024-05-01 14:03 +0200`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds.saturating_add(i64::from(self.zone_minutes) * 60);
        let (days, minutes) = (local.div_euclid(86_400), local.rem_euclid(86_400) / 60);
        let (year, month, day) = civil(days);
        let (sign, zone) = (if self.zone_minutes < 0 { '-' } else { '+' }, self.zone_minutes.abs());
        let (hour, minute) = (minutes / 60, minutes % 60);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} {sign}{:02}{:02}", zone / 60, zone % 60)
    }
}

/// Year, month and day of a count of days since 1970, in the Gregorian calendar (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    // A commit may say any number; a year of many digits is shown as it is.
    let shifted = days.saturating_add(719_468);
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * shifted_month + 2) / 5 + 1)
}

impl Commit {
    pub(crate) fn parse(id: ObjectId, data: &[u8]) -> Result<Self, GitError> {
        parsed(id, data).ok_or_else(|| GitError::damaged(format!("the commit {id}"), "it has no tree, author or date"))
    }

    /// The first paragraph of the message on one line.
    pub fn subject(&self) -> String {
        let lines = self.message.lines().map(str::trim).skip_while(|line| line.is_empty());
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The message without its first paragraph.
    pub fn body(&self) -> &str {
        let message = self.message.trim();
        message.split_once("\n\n").map_or("", |(_, body)| body.trim())
    }
}

fn parsed(id: ObjectId, data: &[u8]) -> Option<Commit> {
    let (mut tree, mut parents, mut author, mut committed, mut encoding) = (None, Vec::new(), None, None, None);
    let mut rest = data;
    loop {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let (line, after) = (&rest[..end], &rest[end + 1..]);
        rest = after;
        if line.is_empty() {
            break;
        }
        let Some(blank) = line.iter().position(|byte| *byte == b' ') else { continue };
        let (field, value) = (&line[..blank], &line[blank + 1..]);
        match field {
            b"tree" => tree = Some(ObjectId::parse_bytes(value)?),
            b"parent" => parents.push(ObjectId::parse_bytes(value)?),
            b"author" => author = Some(value),
            b"committer" => committed = Some(value),
            b"encoding" => encoding = Some(value),
            // Signatures and the like; their further lines begin with a blank.
            _ => {}
        }
    }
    let text = |bytes: &[u8]| decoded(bytes, encoding);
    let (author, authored) = signed(author?, text)?;
    let (_, committed) = signed(committed?, text)?;
    Some(Commit { id, tree: tree?, parents, author, authored, committed, message: text(rest) })
}

/// "Ada <ada@example.org> 1700000000 +0100"
fn signed(line: &[u8], text: impl Fn(&[u8]) -> String) -> Option<(Person, Time)> {
    let close = line.iter().rposition(|byte| *byte == b'>')?;
    let open = line[..close].iter().position(|byte| *byte == b'<')?;
    let person = Person { name: text(line[..open].trim_ascii()), email: text(&line[open + 1..close]) };
    let mut parts = std::str::from_utf8(&line[close + 1..]).ok()?.split_ascii_whitespace();
    let seconds = parts.next()?.parse().ok()?;
    let zone: i32 = parts.next().and_then(|zone| zone.parse().ok()).unwrap_or(0);
    // Hours and minutes as one number; nonsense in it is no reason to refuse the commit.
    let zone_minutes = (zone / 100 * 60 + zone % 100).clamp(-24 * 60, 24 * 60);
    Some((person, Time { seconds, zone_minutes }))
}

/// Text in the encoding that the commit names: UTF-8, or a character a byte; anything else as well as can be.
fn decoded(bytes: &[u8], encoding: Option<&[u8]>) -> String {
    let latin = encoding.is_some_and(|name| {
        [&b"iso-8859-1"[..], b"iso8859-1", b"latin1", b"latin-1", b"windows-1252"]
            .contains(&&*name.to_ascii_lowercase())
    });
    match std::str::from_utf8(bytes) {
        Ok(text) if !latin => text.to_owned(),
        _ if latin => bytes.iter().map(|byte| char::from(*byte)).collect(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> ObjectId {
        ObjectId::from_bytes([7; 20])
    }

    #[test]
    fn reads_people_dates_and_messages() {
        let tree = "1".repeat(40);
        let data = format!(
            "tree {tree}\nparent {tree}\nparent {tree}\nauthor A <B> C <a@b> 1700000000 -0330\ncommitter D <> 1700000001 \
             +0000\ngpgsig -----BEGIN\n tree of lines\n\nSubject\ngoes on\n\nBody\n\nmore\n"
        );
        let commit = Commit::parse(id(), data.as_bytes()).unwrap();
        assert_eq!((commit.subject().as_str(), commit.body()), ("Subject goes on", "Body\n\nmore"));
        assert_eq!(commit.parents.len(), 2);
        assert_eq!(commit.authored, Time { seconds: 1_700_000_000, zone_minutes: -210 });
        assert_eq!(commit.committed.seconds, 1_700_000_001);
        assert_eq!(commit.author.name, "A");
    }

    #[test]
    fn dates_are_shown_in_their_zone() {
        let shown = |seconds, zone_minutes| Time { seconds, zone_minutes }.to_string();
        assert_eq!(shown(0, 0), "1970-01-01 00:00 +0000");
        assert_eq!(shown(1_709_164_800, 330), "2024-02-29 05:30 +0530");
        assert_eq!(shown(1_700_000_000, -210), "2023-11-14 18:43 -0330");
        assert_eq!(shown(-1, 0), "1969-12-31 23:59 +0000");
        assert!(shown(i64::MAX, 60).ends_with(" +0100") && shown(i64::MIN, -60).ends_with(" -0100"));
    }

    #[test]
    fn old_encodings_are_read() {
        let tree = "1".repeat(40);
        let mut data = format!("tree {tree}\nauthor Jos").into_bytes();
        data.extend_from_slice(b"\xe9 <j@x> 1 +0000\ncommitter J <j@x> 1 +0000\nencoding ISO-8859-1\n\nf\xfcr\n");
        let commit = Commit::parse(id(), &data).unwrap();
        assert_eq!((commit.author.name.as_str(), commit.message.as_str()), ("José", "für\n"));
    }

    #[test]
    fn what_is_no_commit_is_an_error() {
        for data in ["", "tree x\n\n", "author A <a> 1 +0000\n\nx", "tree 1\nauthor\n"] {
            assert!(Commit::parse(id(), data.as_bytes()).is_err(), "{data}");
        }
    }
}
