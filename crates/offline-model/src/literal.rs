//! A text that the question has in quotes is looked for as it is written, before its words are.
//!
//! Several words in quotes are such a text. One word in quotes is a name first: only where nothing is called so is it looked
//! for as text, like the code of an error.

use super::asked::Question;
use super::format_string;
use super::kind::Kind;
use super::known::Known;
use super::vocabulary::carries_meaning;
use super::words::{self, quoted_text, quoted_word};
use model::{Finding, Step};
use protocol::{Basis, Evidence};

/// Most lines that a search for a pattern returns.
pub const MOST_LINES: u32 = 30;
/// So many words beside the text, and they are a topic of their own.
const TOPIC: usize = 2;
/// Signs that mean something in a pattern, and the slash that ends it.
const SIGNS: &str = r"\.+*?()|[]{}^$/";

/// The text that is to be looked for as it is written.
pub fn text(asked: &str, question: &Question, known: &Known<'_>) -> Option<String> {
    if question.survey.is_some() || question.history.is_some() {
        return None;
    }
    quoted_text(asked).or_else(|| {
        let word = quoted_word(asked)?;
        let is_named = question.names.contains(&word);
        let has_looked = known.steps().iter().any(|step| matches!(step, Step::Find(names) if names.contains(&word)));
        (is_named && has_looked && known.definitions(&word).is_empty()).then_some(word)
    })
}

/// Whether the places of a text can answer such a question: who calls something, or what its default is, they do not say.
pub fn may_answer(question: &Question) -> bool {
    matches!(question.kind, Kind::Where | Kind::What | Kind::How | Kind::Explain | Kind::Fails)
}

/// Whether the question is about more than where the text is.
pub fn has_topic(question: &Question, text: &str) -> bool {
    let own: Vec<String> = words::split(text).into_iter().map(|word| word.lower).collect();
    let others = question.terms.iter().filter(|term| carries_meaning(term) && !own.contains(&term.to_lowercase()));
    !may_answer(question) || others.count() >= TOPIC
}

/// The text as a search takes a pattern for it.
pub fn pattern(text: &str, ignore_case: bool) -> String {
    let escaped = text.chars().flat_map(|c| SIGNS.contains(c).then_some('\\').into_iter().chain([c]));
    format!("/{}/{}", escaped.collect::<String>(), if ignore_case { "i" } else { "" })
}

/// Whether a line or lines have the text, in any letters where `ignore_case`.
pub fn is_in(lines: &str, text: &str, ignore_case: bool) -> bool {
    lines.contains(text) || ignore_case && lines.to_lowercase().contains(&text.to_lowercase())
}

/// The step that looks for it, where that was not done.
pub fn missing(question: &Question, known: &Known<'_>) -> Option<Step> {
    let step = Step::Search(text(&question.asked, question, known)?);
    (!known.steps().contains(&step)).then_some(step)
}

/// What a search for the very text has found; other searches rank by words.
pub fn found<'f>(text: &str, findings: &'f [Finding]) -> Vec<&'f Evidence> {
    let of_text = findings.iter().filter(|finding| is_scan(finding, text));
    let is_ranked = |e: &Evidence| matches!(e.basis, Basis::Search { .. });
    of_text.filter(|finding| !finding.evidence.iter().any(is_ranked)).flat_map(|finding| &finding.evidence).collect()
}

/// What was found, by whichever search, that has a format string for the text: each such line once.
pub fn made<'f>(text: &str, findings: &'f [Finding]) -> Vec<&'f Evidence> {
    let line = |e: &'f Evidence| e.excerpt.lines().find(|line| format_string::makes(line, text));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    let mut found = Vec::new();
    for e in findings.iter().flat_map(|finding| &finding.evidence) {
        if let Some(line) = line(e).filter(|line| !seen.contains(&(e.path.as_str(), line.trim()))) {
            seen.push((&e.path, line.trim()));
            found.push(e);
        }
    }
    found
}

fn is_scan(finding: &Finding, text: &str) -> bool {
    matches!(finding.step(), Step::Search(searched) if searched == text)
}

/// Whether the text was looked for and is somewhere, and nothing else is asked: then that is the answer.
pub fn is_answer(question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    text(&question.asked, question, known).is_some_and(|text| {
        let is_found = || found(&text, findings).iter().any(|e| is_in(&e.excerpt, &text, true));
        !has_topic(question, &text) && (is_found() || !made(&text, findings).is_empty())
    })
}

/// Whether all lines were looked at and none has the text: not where that failed.
pub fn is_nowhere(text: &str, question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    let scans: Vec<&Finding> = findings.iter().filter(|finding| is_scan(finding, text)).collect();
    may_answer(question)
        && !scans.is_empty()
        && !scans.iter().any(|finding| super::failed::has_failed(finding))
        && !known.evidence().any(|e| is_in(&e.excerpt, text, true))
        && made(text, findings).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found as hit;
    use crate::{act, answer, plan};
    use model::{Message, Role, ToolSpec};
    use serde_json::json;

    const QUESTION: &str = "Where is \"cannot clear the store\" raised?";

    fn finding(step: Step, evidence: Vec<Evidence>) -> Finding {
        Finding { key: format!("step_0: {step}"), text: String::new(), evidence, step: Some(step) }
    }

    fn read(line: &str) -> Evidence {
        Evidence { basis: Basis::Read, ..hit("store.clear", "store.js", 5, line) }
    }

    /// The calls that are made one after the other while nothing is found.
    fn calls(question: &str, tools: &[ToolSpec]) -> Vec<(String, serde_json::Value)> {
        let question = understand(question, &[]);
        let known = Known::of(&[]);
        let step = plan::missing(&question, &[]).remove(0);
        let (mut messages, mut made): (Vec<Message>, Vec<_>) = (Vec::new(), Vec::new());
        for call in 1..=5 {
            let Ok(calls) = act::next(&question, &step, &known, &messages, tools, call) else { break };
            made.extend(calls.iter().map(|call| (call.name.clone(), call.arguments.clone())));
            messages.push(Message { tool_calls: calls, ..Message::new(Role::Assistant, "") });
            messages.push(Message::new(Role::Tool, "No line has it."));
        }
        made
    }

    #[test]
    fn a_text_in_quotes_is_looked_for_as_it_is_written_then_in_other_letters() {
        let question = understand(QUESTION, &[]);
        let step = Step::Search("cannot clear the store".to_owned());
        assert_eq!(plan::missing(&question, &[]), [step]);
        let text = "cannot clear the store";
        let grep = ToolSpec { name: "grep".into(), description: String::new(), parameters: json!({}) };
        let search = |query: &str, n: u32| ("search_codebase".to_owned(), json!({"query": query, "n_results": n}));
        // Where no line has it, a format string may make it; the ranked search gets it with its quotes.
        let ranked = search("\"cannot clear the store\"", 20);
        let made = format_string::pattern(text).unwrap();
        let by_grep = [
            json!({"pattern": text}),
            json!({"pattern": text, "ignore_case": true}),
            json!({"pattern": made, "regex": true, "ignore_case": true}),
        ];
        let [first, second, third] = by_grep.map(|arguments| ("grep".to_owned(), arguments));
        assert_eq!(calls(QUESTION, &[grep]), [first, second, third, ranked.clone()]);
        let patterns = ["/cannot clear the store/", "/cannot clear the store/i"].map(|query| search(query, MOST_LINES));
        assert_eq!(calls(QUESTION, &[])[..2], patterns, "without the tool as a pattern");
        assert_eq!(calls(QUESTION, &[])[2..], [search(&format!("/{made}/i"), MOST_LINES), ranked]);
    }

    #[test]
    fn a_text_that_is_made_of_a_format_string_is_said_to_be_so() {
        let asked = "Where does \"cannot clear store 17 again\" come from?";
        let step = Step::Search("cannot clear store 17 again".to_owned());
        let lines =
            vec![read("throw new Error(`cannot clear store ${id} again`);"), read("// cannot clear, see again")];
        let findings = [finding(step.clone(), lines)];
        let question = understand(asked, &[]);
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(asked, &question, &findings, false);
        let first =
            "No line has the text \"cannot clear store 17 again\" as it is; 1 place has a format string for it:\n";
        assert!(answer.starts_with(first) && !answer.contains("see again"), "{answer}");
        // Where not all text is read, the ranked search may have it further down in a definition.
        let body = "function clear(id) {\n  throw new Error(`cannot clear store ${id} again`);\n}";
        let findings = [finding(step, vec![hit("store.clear", "store.js", 5, body)])];
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(asked, &question, &findings, false);
        assert!(answer.starts_with(first) && answer.contains("`store.js:6`: `throw new Error"), "{answer}");
    }

    #[test]
    fn a_pattern_for_a_text_means_nothing_else() {
        assert_eq!(pattern("did you mean", true), "/did you mean/i");
        assert_eq!(pattern("a/b (c.d)?", false), r"/a\/b \(c\.d\)\?/");
    }

    #[test]
    fn a_text_in_other_letters_is_said_to_be_so() {
        let step = Step::Search("cannot clear the store".to_owned());
        let findings = [finding(step, vec![read("throw new Error('Cannot clear the store');")])];
        let question = understand(QUESTION, &[]);
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(QUESTION, &question, &findings, false);
        assert!(answer.starts_with("1 place has the text \"cannot clear the store\" in other capitals:\n"), "{answer}");
    }

    #[test]
    fn what_is_asked_beside_the_text_is_answered_too() {
        let asked = "Where is the \"not so\" hint for a mistyped recipe name worked out?";
        let question = understand(asked, &[]);
        assert!(crate::query::search_words(&question).ends_with("\"not so\""));
        let scanned = finding(Step::Search("not so".into()), vec![read("write(\"Not so: {}\")")]);
        let steps = plan::missing(&question, std::slice::from_ref(&scanned));
        let words = Step::Search(crate::query::search_words(&question));
        assert_eq!(steps[0], words);
        let hit = hit("just.suggest_recipe", "just.py", 5, "def suggest_recipe(name): hint(name)");
        let answer = answer::write(asked, &question, &[scanned, finding(words, vec![hit])], false);
        assert!(answer.starts_with("1 place has the text") && answer.contains("`suggest_recipe`"), "{answer}");
    }

    #[test]
    fn that_a_text_is_nowhere_is_said_only_after_a_scan_that_did_not_fail() {
        let step = Step::Search("cannot clear the store".to_owned());
        let question = understand(QUESTION, &[]);
        let text = format!("Error: x\n---\nSearched for it: 0 places found.\n{}x", crate::failed::FAILED);
        let failed = Finding { text, ..finding(step, Vec::new()) };
        let answer = answer::write(QUESTION, &question, &[failed], false);
        assert!(!answer.contains("as it is written"), "{answer}");
    }

    #[test]
    fn the_lines_that_have_it_are_the_answer() {
        let question = understand(QUESTION, &[]);
        let step = Step::Search("cannot clear the store".to_owned());
        let findings = [finding(step.clone(), vec![read("throw new Error('cannot clear the store');")])];
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(QUESTION, &question, &findings, false);
        assert!(answer.starts_with("1 place has the text \"cannot clear the store\":\n"), "{answer}");
        let findings = [finding(step, Vec::new())];
        assert!(!plan::missing(&question, &findings).is_empty(), "its words are looked for then");
        let answer = answer::write(QUESTION, &question, &findings, false);
        assert!(answer.starts_with("The text \"cannot clear the store\" was not found as it is written."), "{answer}");
    }

    #[test]
    fn one_word_in_quotes_is_a_name_first() {
        let question = understand("Where is \"ECONNRESET\" handled?", &[]);
        let find = Step::Find(vec!["ECONNRESET".to_owned()]);
        assert_ne!(plan::missing(&question, &[]), [Step::Search("ECONNRESET".to_owned())]);
        assert_eq!(
            plan::missing(&question, &[finding(find.clone(), Vec::new())]),
            [Step::Search("ECONNRESET".to_owned())]
        );
        let defined = finding(find, vec![hit("net.ECONNRESET", "net.js", 1, "const ECONNRESET = 1")]);
        assert!(!plan::missing(&question, &[defined]).contains(&Step::Search("ECONNRESET".to_owned())));
    }
}
