//! A text that the question has in quotes is looked for as it is written, before its words are.
//!
//! Several words in quotes are such a text. One word in quotes is a name first: only where nothing is called so is it looked
//! for as text, like the code of an error.

use super::asked::Question;
use super::known::Known;
use super::words::{quoted_text, quoted_word};
use model::{Finding, Step};
use protocol::{Basis, Evidence};

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

/// The step that looks for it, where that was not done.
pub fn missing(question: &Question, known: &Known<'_>) -> Option<Step> {
    let step = Step::Search(text(&question.asked, question, known)?);
    (!known.steps().contains(&step)).then_some(step)
}

/// What a search for the very text has found; other searches rank by words.
pub fn found<'f>(text: &str, findings: &'f [Finding]) -> Vec<&'f Evidence> {
    let of_text =
        findings.iter().filter(|finding| matches!(finding.step(), Step::Search(searched) if searched == text));
    let is_ranked = |e: &Evidence| matches!(e.basis, Basis::Search { .. });
    of_text.filter(|finding| !finding.evidence.iter().any(is_ranked)).flat_map(|finding| &finding.evidence).collect()
}

/// Whether the text was looked for and is somewhere: then that is the answer.
pub fn is_found(question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    text(&question.asked, question, known)
        .is_some_and(|text| found(&text, findings).iter().any(|e| e.excerpt.contains(&text)))
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

    #[test]
    fn a_text_in_quotes_is_looked_for_by_grep_first() {
        let question = understand(QUESTION, &[]);
        let step = Step::Search("cannot clear the store".to_owned());
        assert_eq!(plan::missing(&question, &[]), std::slice::from_ref(&step));
        let grep = ToolSpec { name: "grep".into(), description: String::new(), parameters: json!({}) };
        let known = Known::of(&[]);
        let next = |messages: &[Message]| act::next(&question, &step, &known, messages, std::slice::from_ref(&grep), 1);
        let calls = next(&[]).unwrap();
        assert_eq!(
            (calls[0].name.as_str(), &calls[0].arguments),
            ("grep", &json!({"pattern": "cannot clear the store"}))
        );
        // Where no line has it, the ranked search gets it with its quotes.
        let nothing = Message { tool_calls: calls, ..Message::new(Role::Assistant, "") };
        let calls = next(&[nothing, Message::new(Role::Tool, "No line has it.")]).unwrap();
        assert_eq!(calls[0].arguments["query"], "\"cannot clear the store\"");
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
