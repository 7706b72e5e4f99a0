//! Verbs whose forms no stemmer brings together, as people ask in the passive: what is *written* is what `write` writes, what is *chosen*
//! what `choose` chooses. Likewise verbs of Latin and their nouns: `exclude`, `exclusive`; `decide`, `decision`.

/// (form, verb), sorted by form. Not where the form is another word of code (`bound`, `found`,
/// `left`, `lost`, `read`, `set`), nor verbs that no code is named by ([`everyday`](crate::everyday)).
#[rustfmt::skip]
const FORMS: &[(&str, &str)] = &[
    ("arisen", "arise"), ("arose", "arise"), ("beaten", "beat"), ("became", "become"), ("began", "begin"), ("begun", "begin"),
    ("bent", "bend"), ("bitten", "bite"), ("bled", "bleed"), ("blew", "blow"), ("blown", "blow"), ("broke", "break"),
    ("broken", "break"), ("brought", "bring"), ("built", "build"), ("burnt", "burn"), ("caught", "catch"), ("chose", "choose"),
    ("chosen", "choose"), ("clung", "cling"), ("crept", "creep"), ("dealt", "deal"), ("died", "die"), ("drawn", "draw"), ("drew", "draw"),
    ("driven", "drive"), ("drove", "drive"), ("dug", "dig"), ("dying", "die"), ("eaten", "eat"), ("fallen", "fall"), ("fed", "feed"),
    ("fell", "fall"), ("flown", "fly"), ("forbade", "forbid"), ("forbidden", "forbid"), ("forgotten", "forget"),
    ("fought", "fight"), ("froze", "freeze"), ("frozen", "freeze"), ("gave", "give"), ("given", "give"), ("grew", "grow"),
    ("grown", "grow"), ("held", "hold"), ("hid", "hide"), ("hidden", "hide"), ("hung", "hang"), ("kept", "keep"),
    ("led", "lead"), ("lent", "lend"), ("made", "make"),
    ("overridden", "override"), ("overrode", "override"), ("overwritten", "overwrite"), ("paid", "pay"), ("proven", "prove"),
    ("ran", "run"), ("rang", "ring"), ("redrawn", "redraw"), ("rewritten", "rewrite"), ("risen", "rise"), ("sang", "sing"),
    ("sent", "send"), ("shaken", "shake"), ("shone", "shine"), ("shown", "show"), ("shrank", "shrink"), ("shrunk", "shrink"),
    ("slept", "sleep"), ("slid", "slide"), ("sold", "sell"), ("sought", "seek"), ("sped", "speed"), ("spent", "spend"), ("spoken", "speak"),
    ("sprung", "spring"), ("spun", "spin"), ("stolen", "steal"), ("stood", "stand"), ("struck", "strike"), ("stuck", "stick"),
    ("sunk", "sink"), ("swept", "sweep"), ("swum", "swim"), ("taken", "take"), ("taught", "teach"), ("threw", "throw"),
    ("thrown", "throw"), ("tied", "tie"), ("took", "take"), ("tore", "tear"), ("torn", "tear"), ("tried", "try"), ("tries", "try"),
    ("tying", "tie"),
    ("undone", "undo"), ("went", "go"), ("withdrawn", "withdraw"), ("woke", "wake"), ("woken", "wake"), ("worn", "wear"),
    ("wound", "wind"), ("woven", "weave"), ("written", "write"), ("wrote", "write"),
];

/// How the root of a verb ends, and that of its noun.
#[rustfmt::skip]
const ROOTS: &[(&str, &str)] = &[
    ("ceed", "cess"), ("ceiv", "cept"), ("cid", "cis"), ("clud", "clus"), ("duc", "duct"), ("fend", "fens"), ("mit", "miss"), ("olv", "olut"),
    ("pand", "pans"), ("pend", "pens"), ("ply", "plic"), ("quir", "quis"), ("rod", "ros"), ("scrib", "script"), ("spond", "spons"), ("stroy", "struct"),
    ("tend", "tens"), ("vad", "vas"), ("vert", "vers"), ("vid", "vis"),
];

/// The verb of which a lower-case word is an irregular form.
pub fn verb_of(form: &str) -> Option<&'static str> {
    FORMS.binary_search_by_key(&form, |(form, _)| form).ok().map(|at| FORMS[at].1)
}

/// Whether a lower-case word may say what is done to something: stored, kept.
pub fn is_participle(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") || verb_of(word).is_some()
}

/// Of the root of a verb that of its noun, and the reverse: of `exclud` `exclus`.
pub fn other_root(root: &str) -> Option<String> {
    let both = ROOTS.iter().flat_map(|(verb, noun)| [(*verb, *noun), (*noun, *verb)]);
    let mut others = both.filter_map(|(end, other)| Some((root.strip_suffix(end)?, other)));
    // What is before is a prefix: `vid` alone is no verb.
    let (start, end) = others.find(|(start, _)| start.len() > 1)?;
    Some(format!("{start}{end}"))
}

/// True if one root is that of a verb and the other begins with that of its noun.
pub fn is_of_one_verb(a: &str, b: &str) -> bool {
    // Both have the same prefix, of two letters or more. Most words have not, and nearly all that is compared is not alike.
    let begin = |word: &str| word.as_bytes().first_chunk::<2>().copied();
    if begin(a).is_none() || begin(a) != begin(b) {
        return false;
    }
    // The `s` of `decis` may have been taken for an ending.
    let begins = |word: &str, root: String| word.starts_with(&root) || root.strip_suffix('s') == Some(word);
    other_root(a).is_some_and(|other| begins(b, other)) || other_root(b).is_some_and(|other| begins(a, other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_sorted_and_lead_to_their_verb() {
        assert!(FORMS.is_sorted() && ROOTS.is_sorted());
        assert_eq!((verb_of("written"), verb_of("frozen"), verb_of("write")), (Some("write"), Some("freeze"), None));
    }

    #[test]
    fn a_verb_and_its_noun_have_one_root() {
        assert_eq!(other_root("exclud").as_deref(), Some("exclus"));
        assert_eq!(other_root("respons").as_deref(), Some("respond"));
        assert_eq!((other_root("vid"), other_root("valid")), (None, None));
        assert!(is_of_one_verb("exclud", "exclusiv") && is_of_one_verb("conversion", "convert"));
        assert!(!is_of_one_verb("permit", "permute") && !is_of_one_verb("mit", "miss"));
    }
}
