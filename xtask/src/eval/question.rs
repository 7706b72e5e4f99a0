//! Questions as `tests/eval/*.json` hold them, and the check that what they expect is true of the repository.

use super::name::ends_with;
use crate::files::files_in;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::path::Path;

/// What questions can ask for; docs/evaluation.md explains each.
const KINDS: [&str; 22] = [
    "where", "what", "callers", "callees", "how", "path", "overview", "compare", "list", "add", "when", "default",
    "tests", "used", "type", "fails", "package", "two", "after", "loose", "language", "absent",
];

/// The questions about one repository.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Questions {
    pub corpus: String,
    pub questions: Vec<Question>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Question {
    pub kind: String,
    pub question: String,
    /// The text of an earlier question of the file that this one goes on from.
    pub after: Option<String>,
    /// Places that must all be cited.
    pub cites: Vec<Place>,
    /// Places of which one must be cited.
    pub cites_any: Vec<Place>,
    /// Symbols that must be named: in the answer's text, themselves or by a member, or by a citation.
    pub names: Vec<String>,
    /// Texts that must be in the answer, in any case of letters.
    pub values: Vec<String>,
    /// A number that the answer must state.
    pub count: Option<usize>,
    /// What `count` counts; without it, the number of `names`.
    pub counted: Option<Lines>,
    /// The repository does not hold what is asked for: the answer must say that it was not found.
    pub unknown: bool,
}

/// A place in the repository: a file, and in it a symbol or a line with a text.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Place {
    pub path: String,
    pub symbol: Option<String>,
    pub text: Option<String>,
}

/// Lines that hold a text, in the files whose path starts with `under`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub under: String,
    pub with: String,
}

impl Questions {
    pub fn read(file: &Path) -> Result<Self> {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        serde_json::from_slice(&bytes).with_context(|| file.display().to_string())
    }

    /// An error names the first question whose expectation is not true of the repository.
    pub fn verify(&self, files: &Files) -> Result<()> {
        for (index, question) in self.questions.iter().enumerate() {
            let earlier = &self.questions[..index];
            let checked = question.verify(files).and_then(|()| question.verify_place_in(earlier));
            checked.with_context(|| format!("{}: {}", self.corpus, question.question))?;
        }
        Ok(())
    }
}

impl Question {
    /// The places of which one among the citations counts.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.cites.iter().chain(&self.cites_any)
    }

    fn verify(&self, files: &Files) -> Result<()> {
        ensure!(KINDS.contains(&self.kind.as_str()), "no kind {:?}", self.kind);
        let claims = self.names.len() + self.values.len() + usize::from(self.count.is_some());
        ensure!(self.unknown || self.places().count() + claims > 0, "it expects nothing");
        for place in self.places() {
            place.verify(files)?;
        }
        for name in &self.names {
            ensure!(files.hold(last_part(name)), "no file holds the name {name}");
        }
        for value in &self.values {
            ensure!(files.hold(value), "no file holds {value:?}");
        }
        if let Some(count) = self.count {
            let counted = self.counted.as_ref().map_or(self.names.len(), |lines| files.count(lines));
            ensure!(counted == count, "{count} are expected, the repository holds {counted}");
        }
        Ok(())
    }

    fn verify_place_in(&self, earlier: &[Question]) -> Result<()> {
        ensure!(earlier.iter().all(|other| other.question != self.question), "it is asked twice");
        let before = self.after.as_ref();
        ensure!(
            before.is_none_or(|before| earlier.iter().any(|other| other.question == *before)),
            "no earlier question is {before:?}"
        );
        Ok(())
    }
}

impl Place {
    /// How a table names it.
    pub fn shown(&self) -> &str {
        self.symbol.as_deref().or(self.text.as_deref()).unwrap_or(&self.path)
    }

    fn verify(&self, files: &Files) -> Result<()> {
        let Some(text) = files.text(&self.path) else { bail!("no file {}", self.path) };
        for wanted in self.symbol.as_deref().map(last_part).into_iter().chain(self.text.as_deref()) {
            ensure!(text.contains(wanted), "{} does not hold {wanted}", self.path);
        }
        Ok(())
    }

    /// Whether a citation of these lines under this symbol cites it; with `members`, one of a member of the symbol does, too.
    pub fn is_cited_by(&self, path: &str, symbol: &str, lines: &[&str], members: bool) -> bool {
        let owner = symbol.rsplit_once(['.', ':', '#']).map_or("", |(owner, _)| owner).trim_end_matches(':');
        let is_it = |wanted: &String| ends_with(symbol, wanted) || members && ends_with(owner, wanted);
        self.path == path
            && self.symbol.as_ref().is_none_or(is_it)
            && self.text.as_ref().is_none_or(|wanted| lines.iter().any(|line| line.contains(wanted)))
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit(['.', ':', '#']).next().unwrap_or(name)
}

/// The texts of a repository.
pub struct Files(Vec<(String, String)>);

impl Files {
    pub fn read(folder: &Path) -> Result<Self> {
        let mut texts = Vec::new();
        for file in files_in(folder)? {
            // What is not UTF-8 is not expected in an answer.
            if let Ok(text) = std::fs::read_to_string(&file) {
                texts.push((file.strip_prefix(folder)?.to_string_lossy().into_owned(), text));
            }
        }
        Ok(Self(texts))
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == path).map(|(_, text)| text.as_str())
    }

    fn hold(&self, wanted: &str) -> bool {
        self.0.iter().any(|(path, text)| text.contains(wanted) || path.contains(wanted))
    }

    fn count(&self, lines: &Lines) -> usize {
        let under = self.0.iter().filter(|(path, _)| path.starts_with(&lines.under));
        under.map(|(_, text)| text.lines().filter(|line| line.contains(&lines.with)).count()).sum()
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn verify(questions: serde_json::Value) -> Result<(), String> {
        let files = Files::of(&[("shop.py", "TAX = 7\ndef pay():\n    raise Broke\ndef owe():\n    raise Broke\n")]);
        let questions = json!({ "corpus": "shop", "questions": questions });
        let questions: Questions = serde_json::from_value(questions).unwrap();
        questions.verify(&files).map_err(|error| error.root_cause().to_string())
    }

    #[test]
    fn what_is_expected_must_be_true_of_the_repository() {
        let question = |expected: serde_json::Value| {
            let mut question = json!({ "kind": "where", "question": "Where?" });
            question.as_object_mut().unwrap().extend(expected.as_object().unwrap().clone());
            verify(json!([question]))
        };
        assert_eq!(question(json!({ "cites": [{ "path": "shop.py", "symbol": "shop.pay" }] })), Ok(()));
        assert_eq!(question(json!({ "cites": [{ "path": "shop.py", "text": "TAX = 7" }] })), Ok(()));
        assert_eq!(question(json!({ "cites": [{ "path": "till.py" }] })).unwrap_err(), "no file till.py");
        let absent = question(json!({ "cites_any": [{ "path": "shop.py", "symbol": "give" }] }));
        assert_eq!(absent.unwrap_err(), "shop.py does not hold give");
        assert_eq!(question(json!({ "names": ["give"] })).unwrap_err(), "no file holds the name give");
        assert_eq!(question(json!({ "values": ["19"] })).unwrap_err(), "no file holds \"19\"");
        assert_eq!(question(json!({})).unwrap_err(), "it expects nothing");
        assert_eq!(question(json!({ "unknown": true })), Ok(()));
    }

    #[test]
    fn a_count_is_that_of_lines_or_of_names() {
        let count = |count: usize, of: serde_json::Value| {
            let mut question = json!({ "kind": "list", "question": "List all.", "count": count });
            question.as_object_mut().unwrap().extend(of.as_object().unwrap().clone());
            verify(json!([question]))
        };
        assert_eq!(count(2, json!({ "counted": { "under": "shop", "with": "raise " } })), Ok(()));
        assert_eq!(count(2, json!({ "names": ["pay", "owe"] })), Ok(()));
        assert_eq!(count(3, json!({ "names": ["pay"] })).unwrap_err(), "3 are expected, the repository holds 1");
    }

    #[test]
    fn a_follow_up_names_an_earlier_question() {
        let first = json!({ "kind": "where", "question": "Where is pay?", "names": ["pay"] });
        let next = json!({ "kind": "after", "question": "Who calls it?", "after": "Where is pay?", "names": ["owe"] });
        assert_eq!(verify(json!([first, next])), Ok(()));
        assert!(verify(json!([next])).unwrap_err().contains("no earlier question"));
        assert_eq!(verify(json!([first, first])).unwrap_err(), "it is asked twice");
    }
}
