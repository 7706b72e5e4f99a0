//! `ask_person`: a question to the person who follows the run.

use super::{ToolError, arguments, spec};
use crate::policy::Effect;
use crate::{CallContext, Tool, ToolOutput};
use futures::future::LocalBoxFuture;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

const NAME: &str = "ask_person";
/// Longest question, in characters.
const QUESTION: usize = 2_000;
/// Most answers to choose from.
const OPTIONS: usize = 10;
/// Longest of them, in characters.
const OPTION: usize = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Question {
    /// One question, with what the person needs to know to answer it.
    question: String,
    /// Answers to choose from, if there are only some; the person may write another.
    #[serde(default)]
    options: Vec<String>,
}

/// Asks the person. The run is suspended by who executes the call; the tool checks what is asked.
pub(super) struct AskPerson {
    /// Whether there is one.
    pub(super) attended: bool,
}

impl Tool for AskPerson {
    fn spec(&self) -> ToolSpec {
        let description =
            "Ask the person one question and wait for the answer. Only for what the repository cannot answer.";
        spec::<Question>(NAME, description)
    }

    fn effect<'a>(&'a self, _arguments: &'a Value) -> Effect<'a> {
        Effect::Question
    }

    fn call<'t>(&'t self, value: &'t Value, _cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let Question { question, options } = arguments(NAME, value)?;
            let wrong = |why: String| Err(ToolError::Arguments { tool: NAME, why });
            if question.trim().is_empty() {
                return wrong("`question` is empty".to_owned());
            }
            if question.chars().count() > QUESTION {
                return wrong(format!("`question` has more than {QUESTION} characters; ask one short question"));
            }
            if options.len() > OPTIONS {
                return wrong(format!("there are {} options, and at most {OPTIONS} are shown", options.len()));
            }
            if options.iter().any(|option| option.trim().is_empty() || option.chars().count() > OPTION) {
                return wrong(format!("each option has 1 to {OPTION} characters"));
            }
            if !self.attended {
                let why = "nobody to ask in this run; decide by what the repository holds, and say what is left open";
                return Err(ToolError::Failed(why.to_owned()));
            }
            Ok(ToolOutput { text: question, summary: "asked".to_owned(), ..ToolOutput::default() })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outputs::ToolOutputs;
    use change_set::ChangeSet;
    use futures::executor::block_on;
    use serde_json::json;

    fn ask(attended: bool, arguments: Value) -> String {
        let (changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
        let cx = CallContext { id: "c", changes: &changes, outputs: &outputs, run: None, node: None };
        let result = block_on(AskPerson { attended }.call(&arguments, cx));
        result.map_or_else(|error| error.to_string(), |output| output.text)
    }

    #[test]
    fn a_question_is_put_to_whoever_follows_the_run() {
        assert_eq!(AskPerson { attended: true }.effect(&json!({})), Effect::Question);
        assert_eq!(ask(true, json!({"question": "Which port?", "options": ["80", "8080"]})), "Which port?");
    }

    #[test]
    fn without_a_person_there_is_nobody_to_ask() {
        let answer = ask(false, json!({"question": "Which port?"}));
        assert!(answer.starts_with("nobody to ask"), "{answer}");
    }

    #[test]
    fn questions_that_cannot_be_shown_are_refused() {
        let options = |options: Vec<String>| json!({"question": "Which?", "options": options});
        for (arguments, why) in [
            (json!({"question": " "}), "`question` is empty"),
            (
                json!({"question": "?".repeat(2_001)}),
                "`question` has more than 2000 characters; ask one short question",
            ),
            (options(vec!["a".to_owned(); 11]), "there are 11 options, and at most 10 are shown"),
            (options(vec![String::new()]), "each option has 1 to 200 characters"),
            (options(vec!["a".repeat(201)]), "each option has 1 to 200 characters"),
        ] {
            assert_eq!(ask(true, arguments), format!("wrong arguments for `ask_person`: {why}"));
        }
        assert!(ask(true, json!({"options": []})).contains("missing field `question`"));
    }
}
