//! The listed models whose names are closest to a mistyped one.

use compact_sort::CompactSort;
use std::collections::BTreeSet;

/// Up to `count` of `listed`, closest first; names without anything in common are left out.
pub fn nearest<'a>(wanted: &str, listed: &'a [String], count: usize) -> Vec<&'a str> {
    let wanted = pairs(wanted);
    let mut scored: Vec<(f64, &str)> = listed
        .iter()
        .map(|name| {
            let own = pairs(name);
            let shared = own.intersection(&wanted).count();
            (2.0 * shared as f64 / (own.len() + wanted.len()).max(1) as f64, name.as_str())
        })
        .filter(|(score, _)| *score > 0.2)
        .collect();
    scored.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.truncate(count);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// Neighbouring letters (Dice's coefficient over bigrams).
fn pairs(name: &str) -> BTreeSet<(char, char)> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puts_the_likeliest_first() {
        let listed = ["gpt-4o", "gpt-4o-mini", "whisper-1", "text-embedding-3-small"].map(String::from);
        assert_eq!(nearest("gpt4o-mini", &listed, 2), ["gpt-4o-mini", "gpt-4o"]);
        assert!(nearest("qqq", &listed, 5).is_empty());
    }
}
