//! Words of everyday speech that name nothing in code: what people put around the words that they look for.
//!
//! A word belongs here if a repository that does what is asked about need not have it anywhere: "somebody sends", "keeps the
//! calls apart", "unless I say so". Words that are also the usual name of something in code (`count`, `field`, `wait`) do not,
//! however often they are said.

use crate::stem::{is_doer_of, same_word};

/// People and things that are not named.
#[rustfmt::skip]
const PRONOUNS: &[&str] = &[
    "anybody", "anyone", "anything", "else", "everybody", "everyone", "everything", "itself", "nobody", "none", "nothing",
    "oneself", "people", "somebody", "someone", "something", "stuff", "themselves", "whatever", "whichever", "whoever",
];

/// How many, how much and how strongly, without a number.
#[rustfmt::skip]
const QUANTITIES: &[&str] = &[
    "almost", "altogether", "barely", "bunch", "couple", "enough", "entire", "entirely",
    "fairly", "fewer", "fully", "half", "hardly", "least", "less", "lot", "lots", "mostly", "much", "nearly", "partly",
    "plenty", "pretty", "quite", "rather", "really", "roughly", "several", "somewhat", "too", "totally", "very", "whole",
];

/// When, how often, in which manner and on which terms.
#[rustfmt::skip]
const ADVERBS: &[&str] = &[
    "actually", "afterwards", "ago", "ahead", "alike", "alone", "along", "already", "although", "always", "anyhow", "anyway", "apart",
    "apparently", "around", "aside", "away", "badly", "beforehand", "besides", "certainly", "correctly", "despite",
    "e.g", "earlier", "easily", "either", "elsewhere", "especially", "etc", "even", "ever", "eventually", "exactly", "except", "finally",
    "forth", "frequently", "generally", "gradually", "halfway", "hence", "however", "i.e", "immediately", "indeed",
    "instead", "just", "lastly", "lately", "later", "likely", "maybe", "meanwhile", "meantime", "merely", "moreover",
    "namely", "neither", "nevertheless", "normally", "often", "otherwise", "perhaps", "possibly", "presumably", "probably",
    "properly", "quickly", "quietly", "rarely", "regardless", "safely", "seldom", "simply", "slowly",
    "somehow", "sometimes", "somewhere", "soon", "straight", "suddenly", "therefore", "though", "thus", "together",
    "toward", "towards", "typically", "unless", "unlike", "upon", "usually", "whenever", "whereas", "wherever", "whether",
    "without", "yet",
];

/// What people do, and what is said to be done where code has its own word for it. In their forms, as stems would take in
/// names: `sets` is no `set`.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "ask", "asked", "asking", "asks", "bother", "bring", "bringing", "brings", "brought", "came", "care", "cares", "come", "comes", "coming",
    "cope", "copes", "deal", "dealing", "deals", "dealt", "feel", "feels", "forget", "forgets", "forgot",
    "forgotten", "gave", "going", "gone", "got", "gotten", "happened", "hear", "hears", "heard", "hope", "keep", "keeping",
    "keeps", "kept", "knew", "know", "knowing", "known", "knows", "let", "lets", "letting", "lie", "lies", "likes", 
    "matter", "matters", "mean", "meant", "ought", "prefer", "realise", "realises", "realize",
    "realizes", "said", "saw", "say", "saying", "says", "seeing", "seem", "seems", "seen", "sees", "sit", "sits", "speak", "speaks", "suppose",
    "supposed", "talk", "talks", "tell", "telling", "tells", "tend", "think", "thinks", "thought", "told", "took",
    "understand", "understands", "want", "wanted", "wants", "went", "wish", "wonder",
];

/// What people are like and what things are to them.
#[rustfmt::skip]
const ADJECTIVES: &[&str] = &[
    "bad", "better", "busy", "certain", "clever", "difficult", "easy", "fine", "good", "happy", "hard", "important", "interesting",
    "involved", "nice", "obvious", "own", "proper", "responsible", "same", "similar", "simple", "special", "strange", "stuck", "sure",
    "usual", "weird", "worse", "worth",
];

/// Nouns that stand for any other.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "aspect", "aspects", "detail", "details", "fact", "idea", "manner", "moment", "piece", "pieces", 
    "purpose", "reason", "reasons", "situation", "situations", "thing", "things", "trick",
    "trouble", "ways",
];

/// Words that most questions about doing something contain, whatever they are about. Code may well be named by them, so a search
/// keeps them.
#[rustfmt::skip]
const DOING: &[&str] = &[
    "add", "added", "adding", "change", "changed", "check", "checked", "create", "created", "decide", "decided", "decides",
    "determine", "determined", "determines", "find", "found", "go", "goes", "look", "looked", "new", "notice", "noticed", "notices", "put",
    "run", "runs", "running", "set", "sets", "show", "start", "started", "take", "taken", "turn", "turned", "up",
    "work",
];

/// Words that say what is done, how something is or what it is compared with: code that does it may have another word for it. Code
/// may also be named by them (`print`, SQL's `LIKE`), so a search keeps them.
#[rustfmt::skip]
const GENERAL: &[&str] = &[
    "able", "across", "actual", "allow", "another", "apply", "available", "avoid", "become", "begin", "behave", "behind", "belong",
    "break", "build", "built", "calculate", "cause", "choose", "chosen", "combine", "compute", "consider", "contain", "control",
    "correct", "cover", "deliver", "depend", "describe", "detect", "different", "discover", "drop", "end", "enforce",
    "ensure", "enter", "evaluate", "exclude", "existing", "expose", "express", "figure", "finish", "follow", "forbid",
    "force", "generate", "give", "guess", "hand", "happen", "held", "help", "hold", "ignore", "include", "inform", "internal",
    "invoke", "involve", "learn", "leave", "left", "like", "live", "long", "main", "manage", "may", "might", "misspelt",
    "most", "move", "must", "need", "never", "normal", "occur", "order", "organise", "organize", "other", "others",
    "pass", "perform", "pick", "plug", "possible", "prepare", "prevent", "print", "produce", "protect", "provide", "reach", "real",
    "receive", "related", "remember", "represent", "require", "respect", "right", "send", "separate", "shown", "side",
    "single", "stay", "still", "support", "supported", "tool", "treat", "trigger", "try", "two", "unused", "various", "wait",
    "win", "wrong",
];

/// True for a lower-case English word of everyday speech that names nothing in code.
pub fn is_everyday(word: &str) -> bool {
    [PRONOUNS, QUANTITIES, ADVERBS, VERBS, ADJECTIVES, NOUNS].iter().any(|list| list.contains(&word))
}

/// True for a lower-case word that weighs little in a question: one of everyday speech, or of doing something.
pub fn is_common(word: &str) -> bool {
    is_everyday(word) || DOING.contains(&word)
}

/// True for a lower-case word, in any form, that does not say what a question is about.
pub fn says_little(word: &str) -> bool {
    let is_form = |list: &[&str]| list.iter().any(|own| *own == word || same_word(own, word));
    // A runner is a thing of the code, though running says little.
    let is_doer = || {
        let doer = word.strip_suffix('s').unwrap_or(word);
        DOING.iter().chain(GENERAL).any(|verb| is_doer_of(doer, verb))
    };
    is_everyday(word) || (is_form(DOING) || is_form(GENERAL)) && !is_doer()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_in_one_list() {
        let all = [PRONOUNS, QUANTITIES, ADVERBS, VERBS, ADJECTIVES, NOUNS, DOING, GENERAL].concat();
        let mut seen = std::collections::BTreeSet::new();
        let twice: Vec<&str> = all.into_iter().filter(|word| !seen.insert(*word)).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn a_word_of_doing_weighs_little_and_is_still_searched() {
        assert!(is_common("create") && !is_everyday("create"), "`createStore`");
        assert!(says_little("prevents") && !is_common("prevents"));
        assert!(!says_little("prefetch"));
        assert!(says_little("dropped") && !says_little("runners") && !says_little("settings"));
    }

    #[test]
    fn everyday_words_are_not_those_that_code_is_named_by() {
        for word in ["somebody", "apart", "alone", "busy", "unless", "say", "came", "whenever"] {
            assert!(is_everyday(word), "{word}");
        }
        for word in ["plugged", "sees", "like", "prints", "two", "decided", "right", "handed", "available", "i.e"] {
            assert!(says_little(word), "{word}");
        }
        for word in ["plugin", "handler", "handle", "likelihood", "toolbar", "count", "field"] {
            assert!(!says_little(word), "{word}");
        }
        for word in ["print", "like", "tool", "count", "field", "wait", "position", "record", "send", "lock", "order"] {
            assert!(!is_everyday(word), "{word}");
        }
    }
}
