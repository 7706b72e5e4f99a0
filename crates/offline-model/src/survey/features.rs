//! "Which cargo features are on by default?"

use super::Asked;
use crate::kind::Kind;
use survey::List;

#[rustfmt::skip]
const ASKING: &[&str] = &[
    "which", "what", "list", "show", "all", "the", "of", "are", "is", "this", "its", "cargo", "crate", "crate's", "feature",
    "features", "flags", "on", "enabled", "active", "activated", "turned", "switched", "set", "by", "default", "in",
];

/// What the manifest's feature `default` turns on.
pub fn by_default(lower: &[&str]) -> Option<(Kind, Asked)> {
    let says_default = lower.windows(2).any(|two| matches!(two, ["by", "default"] | ["default", "features"]));
    let is_asked = says_default && lower.contains(&"features") && lower.iter().all(|word| ASKING.contains(word));
    let asked = Asked::of(List::Members.row().name, Some("features of default".to_owned()));
    is_asked.then_some((Kind::ListAll, Asked { may_be_other: true, ..asked }))
}
