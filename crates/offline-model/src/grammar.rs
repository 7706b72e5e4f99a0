//! The sentences the offline model knows, as patterns.
//!
//! A pattern is words between spaces: `a|b` is either word, `*` any one word, `{1}` and `{2}` a name, `[1]` and `[2]`
//! a name that is written as code. A plain word counts as a name only where the sentence ends after the pattern or
//! continues with a preposition: "where is dispatch" names `dispatch`, "where is session data kept" names nothing.

use super::vocabulary::PREPOSITIONS;
use super::words::Word;
use compact_sort::CompactSort;

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Where,
    /// What a symbol is or does.
    What,
    How,
    Callers,
    Callees,
    /// How the first symbol reaches the second.
    Reach,
    /// What is in a folder.
    List,
    /// What is in a file.
    File,
    /// What the repository is.
    Overview,
    /// When something was changed, by whom and why.
    History,
    /// Anything about a topic in free words.
    Explain,
}

const PATTERNS: &[(Kind, &[&str])] = &[
    (
        Kind::Reach,
        &[
            "how does|do|can|could|would|did {1} reach|reaches|call|calls|invoke|trigger {2}",
            "how does|do|can|could|would|did [1] use|hit [2]",
            "how does|do|can|could|would|did [1] get|lead|come|go|connect|relate|flow to [2]",
            "how does|do|can|could|did [1] end up in|at|calling [2]",
            "how {1} reaches|calls {2}",
            "how is|are|does {2} reached|called|invoked from|by|in|via {1}",
            "how {2} is reached|called|invoked from|by {1}",
            "path|chain|route|way|link from {1} to {2}",
            "does|do|can|could {1} call|reach|invoke {2}",
            "between [1] and [2]",
            "from [1] to [2]",
        ],
    ),
    (
        Kind::Callers,
        &[
            "who|what|which|whatever calls|call|invokes|invoke|uses|use|references|triggers|needs {1}",
            "who|what|which * calls|call|invokes|invoke|uses|use|references {1}",
            "callers|usages|usage|references|invocations|users of|to|for {1}",
            "calls|uses of|to {1}",
            "call sites|site of|for|to {1}",
            "callers {1}",
            "{1} callers|usages|references",
            "where|when|how|from is|are|was|gets|'s {1} called|used|invoked|referenced",
            "where|when does|do * call|calls|use|invoke {1}",
            "where|when {1} is called|used|invoked",
            "who|what depends|depend|relies on {1}",
            "is|are {1} used|called|invoked",
            "who is {1} called|used by",
        ],
    ),
    (
        Kind::Callees,
        &[
            "what|which|who does|do|did {1} call|calls|invoke|use|need",
            "what|which * does|do|did {1} call|invoke|use",
            "what|which does|do {1} depend|rely on",
            "callees of|for {1}",
            "callees {1}",
            "{1} callees",
            "called|invoked|used by {1}",
            "calls made|done by|in {1}",
            "calls by|in|from {1}",
            "dependencies of {1}",
            "what {1} calls|invokes|uses",
        ],
    ),
    (
        Kind::Where,
        &[
            "where|where's is|are|was|were|does {1} defined|declared|implemented|located|found|created|written|live",
            "where {1} is defined|declared|implemented|located",
            "where|where's is|are|was|were {1}",
            "where's {1}",
            "where does|do {1} live|reside|come",
            "where can|do i|we|you find {1}",
            "which|what file|files|place|line defines|define|contains|contain|has|holds|declares {1}",
            "what|which defines|declares {1}",
            "in which|what file|place|line is|does|are {1}",
            "which|what file is|does|has {1}",
            "definition|declaration|location|source of {1}",
            "{1} definition|declaration",
            "go|jump to {1}",
            "find|locate|open {1}",
        ],
    ),
    (
        Kind::What,
        &[
            "what does|do|did {1} do|mean|return|represent|contain|stand",
            "what|what's|whats is|are|was {1}",
            "what's|whats {1}",
            "what {1} does|is|means",
            "explain|describe|show|document|summarize|summarise|define {1}",
            "tell|show me about {1}",
            "show me {1}",
            "purpose|meaning|role|job|point|description|documentation of|for {1}",
        ],
    ),
    (
        Kind::How,
        &[
            "how does|do|did|can {1} work|function|operate|behave|run",
            "how is|are|was {1} implemented|done|made|built|structured|organised|organized",
            "how {1} works|work",
            "explain|describe how {1} works",
            "implementation|internals of {1}",
        ],
    ),
];

/// Finds the first pattern that fits anywhere in the words; its kind and the names in the order of their numbers.
pub fn fit(words: &[Word]) -> Option<(Kind, Vec<String>)> {
    for (kind, patterns) in PATTERNS {
        for pattern in *patterns {
            for start in 0..words.len() {
                if let Some(names) = fit_at(pattern, &words[start..]) {
                    return Some((*kind, names));
                }
            }
        }
    }
    None
}

fn fit_at(pattern: &str, words: &[Word]) -> Option<Vec<String>> {
    let mut slots: Vec<(char, &Word)> = Vec::new();
    let mut used = 0;
    for part in pattern.split(' ') {
        let word = words.get(used)?;
        let bytes = part.as_bytes();
        match bytes[0] {
            b'{' if !word.is_stop() && !word.is_path() => slots.push((bytes[1] as char, word)),
            b'[' if word.is_name() => slots.push((bytes[1] as char, word)),
            b'{' | b'[' => return None,
            b'*' => {}
            _ if part.split('|').any(|option| option == word.lower) => {}
            _ => return None,
        }
        used += 1;
    }
    let ends = words.get(used).is_none_or(|word| PREPOSITIONS.contains(&word.lower.as_str()));
    if !ends && slots.iter().any(|(_, word)| !word.is_name()) {
        return None;
    }
    slots.compact_sort_by_key(|(number, _)| *number);
    let mut names: Vec<String> = slots.into_iter().map(|(_, word)| word.text.clone()).collect();
    // "who calls `a` and `b`?"
    if names.len() == 1 {
        names.extend(
            words[used..]
                .iter()
                .take_while(|w| w.is_name() || w.lower == "and" || w.lower == "or")
                .filter(|w| w.is_name())
                .map(|w| w.text.clone()),
        );
    }
    Some(names)
}
