//! One proposed change of one path, and the updates of which a set is the fold. This is what run logs store.

use crate::splice::Splice;
use serde::{Deserialize, Serialize};
use source::{ContentHash, RepoPath};

/// One proposed change of one path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Which file.
    pub path: RepoPath,
    /// The hash of the file's text in the base; None where the base has no such file. Only read where the set has not
    /// touched the path before.
    #[serde(with = "short_hash")]
    pub base: Option<ContentHash>,
    /// What is changed.
    pub kind: ChangeKind,
    /// The group that is undone together: one a tool call, counted from 1.
    pub group: u32,
    /// The id of the tool call, or what else made the group, such as `reject`.
    pub call: String,
}

/// What a [`Change`] does to its path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The whole text: the first change of a path.
    Text(String),
    /// Stretches of the text that the overlay has.
    Hunks {
        /// The hash of the text that they fit.
        #[serde(with = "short_hash")]
        before: Option<ContentHash>,
        /// In order.
        splices: Vec<Splice>,
    },
    /// The file goes.
    Delete,
    /// The file is at another path.
    Move {
        /// Where; no file is there.
        to: RepoPath,
    },
    /// The path is again as in the base; both paths, where it was moved.
    Revert,
}

/// What changes a set. Applied in order they give the set, whatever host applies them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Update {
    /// A proposed change.
    Change(Change),
    /// A group is taken back.
    Undo {
        /// Its number.
        group: u32,
    },
    /// What a host has written to the base: it leaves the set. A move's two paths are accepted in one update.
    Accepted(Vec<Accepted>),
}

/// One path that was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// Which file.
    pub path: RepoPath,
    /// The hash of what the base now has there; None where it has no such file. Where it differs from what the set has (only
    /// some hunks were accepted), the rest stays proposed over it.
    #[serde(with = "short_hash")]
    pub now: Option<ContentHash>,
}

/// An optional hash as 32 hex digits in formats for people, as bytes in others.
pub(crate) mod short_hash {
    use super::ContentHash;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(hash: &Option<ContentHash>, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            hash.map(|hash| hash.to_string()).serialize(serializer)
        } else {
            hash.serialize(serializer)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ContentHash>, D::Error> {
        if !deserializer.is_human_readable() {
            return Option::deserialize(deserializer);
        }
        let digits = Option::<String>::deserialize(deserializer)?;
        digits.map(|digits| digits.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(update: &Update, expected: Expect) {
        let written = serde_json::to_string(update).unwrap();
        expected.assert_eq(&written);
        assert_eq!(&serde_json::from_str::<Update>(&written).unwrap(), update);
    }

    // Run logs hold these: another form would make them unreadable.
    #[test]
    fn the_stored_form_is_short_and_stays() {
        let path = RepoPath::parse("src/a.py").unwrap();
        let base = Some(ContentHash::of(b"a"));
        let change = |kind| Update::Change(Change { path: path.clone(), base, kind, group: 3, call: "c7".into() });
        let splices = vec![Splice { at: 4, remove: 1, insert: "X".into() }];
        check(
            &change(ChangeKind::Text("b\r\n".into())),
            expect![[
                r#"{"change":{"path":"src/a.py","base":"17762fddd969a453925d65717ac3eea2","kind":{"text":"b\r\n"},"group":3,"call":"c7"}}"#
            ]],
        );
        check(
            &change(ChangeKind::Hunks { before: base, splices }),
            expect![[
                r#"{"change":{"path":"src/a.py","base":"17762fddd969a453925d65717ac3eea2","kind":{"hunks":{"before":"17762fddd969a453925d65717ac3eea2","splices":[{"at":4,"remove":1,"insert":"X"}]}},"group":3,"call":"c7"}}"#
            ]],
        );
        check(
            &change(ChangeKind::Delete),
            expect![[
                r#"{"change":{"path":"src/a.py","base":"17762fddd969a453925d65717ac3eea2","kind":"delete","group":3,"call":"c7"}}"#
            ]],
        );
        check(&Update::Undo { group: 3 }, expect![[r#"{"undo":{"group":3}}"#]]);
        check(
            &Update::Accepted(vec![Accepted { path: path.clone(), now: None }]),
            expect![[r#"{"accepted":[{"path":"src/a.py","now":null}]}"#]],
        );
    }
}
