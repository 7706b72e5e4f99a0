//! "Which cargo features are there?", "which of them are on by default?"

use super::{Asked, is_about_all};
use crate::kind::Kind;
use crate::words::Word;
use survey::List;

/// Words of a question for the features of a package, and for nothing else.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "which", "what", "list", "show", "all", "the", "of", "are", "is", "this", "its", "it", "cargo", "crate", "crate's", "feature",
    "features", "flags", "extras", "on", "off", "enabled", "active", "activated", "turned", "switched", "set", "by", "default", "in",
    "there", "does", "do", "has", "have", "can", "could", "may", "i", "you", "we", "one", "be", "enable", "activate", "switch", "turn",
    "optional", "package", "library", "available", "exist", "defined", "define", "offer", "provide", "declare", "cargo.toml", "me",
    "pip", "install", "a", "many", "how", "for", "your", "their", "compile-time", "time", "compile", "build",
];
/// Of these one says that features of a package are meant, and not what it is good for.
#[rustfmt::skip]
const SAYING: &[&str] = &[
    "cargo", "crate", "crate's", "cargo.toml", "flags", "extras", "enabled", "enable", "activate", "activated", "turned", "switched",
    "switch", "turn", "optional", "compile-time", "pip",
];

/// What the manifests of the repository, or of one that is named, declare to be switched on.
pub fn features(words: &[Word], lower: &[&str]) -> Option<(Kind, Asked)> {
    let is_noun = |word: &str| matches!(word, "features" | "extras");
    let are_flags = lower.windows(2).any(|two| matches!(two, ["feature", "flags"]));
    let is_opener = matches!(lower[0], "which" | "what" | "list" | "show" | "all" | "how") || lower.len() < 4;
    if !is_opener || !(are_flags || lower.iter().any(|word| is_noun(word))) {
        return None;
    }
    // "... does tower-http have?": one more word names the package.
    let mut others = words.iter().filter(|word| word.marked || !ASKING.contains(&word.lower.as_str()));
    let of = others.next().filter(|word| !is_about_all(word));
    if others.next().is_some() || !lower.iter().any(|word| SAYING.contains(word)) {
        return None;
    }
    let says_default = lower.windows(2).any(|two| matches!(two, ["by", "default"] | ["default", "features"]));
    if says_default {
        let asked = Asked::of(List::Members.row().name, Some("features of default".to_owned()));
        return Some((Kind::ListAll, Asked { may_be_other: true, ..asked }));
    }
    let instead =
        Some((List::Members.row().name, Some(if are_flags { "feature flags" } else { "features" }.to_owned())));
    let of = of.map(|word| word.text.clone());
    Some((Kind::ListAll, Asked { instead, ..Asked::of(List::Features.row().name, of) }))
}
