//! "Where is table X used?", "who writes to the X table?": questions for the uses of what SQL makes, by its noun.

use crate::words::Word;

/// What SQL makes, as people call it.
const NOUNS: &[&str] = &["table", "column"];
/// Verbs of statements, and of questions for them.
#[rustfmt::skip]
const USES: &[&str] = &[
    "use", "uses", "used", "using", "usage", "usages", "users", "reference", "references", "referenced", "refers", "mention", "mentions",
    "mentioned", "read", "reads", "write", "writes", "written", "query", "queries", "queried", "insert", "inserts", "inserted", "update",
    "updates", "updated", "touch", "touches", "touched", "select", "selects", "join", "joins", "joined", "modifies", "modified", "unused",
];
/// Tables and columns that no database has.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "hash", "lookup", "look-up", "symbol", "jump", "dispatch", "routing", "route", "page", "string", "pivot", "html", "markdown", "truth",
    "parse", "parser", "character", "unicode", "translation", "dimension", "virtual", "method", "data", "source", "first", "last", "next",
    "line", "each", "every", "this", "that", "which", "what",
];

/// The table, or the column with its table, whose uses are asked for.
pub fn asked(words: &[Word]) -> Option<String> {
    let is_noun = |word: &Word| !word.marked && NOUNS.contains(&word.lower.as_str());
    let is_use = |word: &Word| !word.marked && USES.contains(&word.lower.as_str());
    let at = words.iter().position(is_noun)?;
    words.iter().any(is_use).then_some(())?;
    // "What does table X reference?" goes the other way.
    let is_subject = words[..at].iter().any(|word| matches!(word.lower.as_str(), "does" | "do" | "did"));
    if is_subject {
        return None;
    }
    let is_name = |word: &Word| {
        let is_plain = !word.is_stop() && !is_use(word) && !is_noun(word) && !word.is_path();
        word.is_name() || is_plain && !OTHERS.contains(&word.lower.as_str())
    };
    let is_article = |word: &Word| matches!(word.lower.as_str(), "the" | "a" | "an");
    let ends = |at: usize| words.get(at).is_none_or(|word| word.is_stop() || is_use(word) || is_noun(word));
    let after = words.get(at + 1).filter(|word| is_name(word) && ends(at + 2));
    let before = at.checked_sub(1).map(|before| &words[before]).filter(|word| {
        is_name(word) && (word.is_name() || at >= 2 && (is_article(&words[at - 2]) || is_use(&words[at - 2])))
    });
    let name = after.or(before)?;
    if words[at].lower != "column" || name.text.contains('.') {
        return Some(name.text.clone());
    }
    // "The column X of table Y", "of Y".
    let rest = &words[at + 1..];
    let of = rest.iter().position(|word| matches!(word.lower.as_str(), "of" | "in" | "from"));
    let table = of.and_then(|of| rest[of + 1..].iter().find(|word| !word.is_stop() && !is_noun(word) && !is_use(word)));
    Some(table.map_or_else(|| name.text.clone(), |table| format!("{}.{}", table.text, name.text)))
}

#[cfg(test)]
mod tests {
    use crate::kind::Kind;
    use crate::question::understand;

    #[test]
    fn uses_of_tables_and_columns_are_asked_for_by_their_nouns() {
        for (question, name) in [
            ("Where is table orders used?", "orders"),
            ("Where is the orders table used?", "orders"),
            ("who uses table `orders`?", "orders"),
            ("what writes to the orders table", "orders"),
            ("which queries read table orders?", "orders"),
            ("Where is the column total of orders used?", "orders.total"),
            ("Where is column total used?", "total"),
            ("Is the table orders used anywhere?", "orders"),
            ("What references the customers table?", "customers"),
        ] {
            let understood = understand(question, &[]);
            assert_eq!((understood.kind, &understood.names), (Kind::Used, &vec![name.to_owned()]), "{question}");
        }
        for question in [
            "Where is the hash table used?",
            "How is a table read?",
            "What does table orders reference?",
            "Where is the lookup table updated?",
            "Which tables are there?",
        ] {
            let understood = understand(question, &[]);
            assert_ne!(understood.kind, Kind::Used, "{question} {understood:?}");
        }
    }
}
