//! What a question only seems to name: a folder that the repository does not have, a member of something that is nowhere in it. Both
//! are words of its topic. It shows only once the repository was asked.

use super::asked::Question;
use super::compound;
use super::kind::Kind;
use super::known::{Known, Output};
use super::relevance::is_prose;
use super::symbol::{likeness, segments};
use code_words::path::is_test;
use model::{Finding, Step};
use std::borrow::Cow;

/// An owner that is shorter is what code calls its variables: `h.close`, `ctx.body`.
const SHORTEST: usize = 4;

/// The question as it is meant, by what was found.
pub fn as_meant<'q>(question: &'q Question, known: &Known<'_>, findings: &[Finding]) -> Cow<'q, Question> {
    let is_word = |path: &String| is_guessed(question, path) && is_missing(path, findings);
    let folders: Vec<String> = question.paths.iter().filter(|path| is_word(path)).cloned().collect();
    let is_phrase = |name: &String| is_of_nothing(question, known, name);
    let members: Vec<String> = question.names.iter().filter(|name| is_phrase(name)).cloned().collect();
    if folders.is_empty() && members.is_empty() {
        let restored = compound::restored(question, known);
        return restored.map_or(Cow::Borrowed(question), |terms| Cow::Owned(Question { terms, ..question.clone() }));
    }
    let mut meant = question.clone();
    meant.paths.retain(|path| !folders.contains(path));
    meant.names.retain(|name| !members.contains(name));
    if !members.is_empty() && meant.names.is_empty() {
        meant.kind = Kind::Explain;
    }
    meant.terms.clear();
    for term in &question.terms {
        let words = if members.contains(term) { segments(term) } else { vec![without_slash(term, &folders)] };
        for word in words {
            if !meant.terms.iter().any(|other| other == word) {
                meant.terms.push(word.to_owned());
            }
        }
    }
    Cow::Owned(meant)
}

/// A folder that the words of the question alone make one: "the templates folder".
pub fn is_guessed(question: &Question, path: &str) -> bool {
    path.ends_with('/') && !question.asked.contains(path) && matches!(question.kind, Kind::Explain)
}

fn is_missing(folder: &str, findings: &[Finding]) -> bool {
    let is_listing = |finding: &Finding| matches!(finding.step(), Step::List(path) if path == folder);
    findings.iter().any(|finding| is_listing(finding) && Output::of(finding).error().is_some())
}

fn without_slash<'t>(term: &'t str, folders: &[String]) -> &'t str {
    if folders.iter().any(|folder| folder == term) { term.trim_end_matches('/') } else { term }
}

/// `loop.index`, where something else has an `index` and no code has a `loop`: a text, and no member of that.
fn is_of_nothing(question: &Question, known: &Known<'_>, name: &str) -> bool {
    let has_looked = || {
        known.steps().iter().any(|step| match step {
            Step::Find(names) => names.iter().any(|other| other == name),
            // Where something is set is searched for only where no value of it is known.
            Step::Search(_) => question.kind == Kind::Default,
            _ => false,
        })
    };
    let asks_for_it = match question.kind {
        Kind::Where | Kind::What | Kind::How => true,
        Kind::Default => question.asked.to_lowercase().starts_with("where "),
        _ => false,
    };
    let [owner, _] = segments(name)[..] else { return false };
    let is_plain = owner.chars().count() >= SHORTEST && owner.chars().all(char::is_alphabetic);
    if !asks_for_it || !name.contains('.') || !is_plain || !has_looked() {
        return false;
    }
    let found = known.definitions(name);
    let is_of_another = |symbol: &str| likeness(symbol, name) == Some(2);
    let are_of_others = !found.is_empty() && found.iter().all(|e| e.symbol.as_deref().is_some_and(is_of_another));
    are_of_others
        && !known.evidence().any(|e| {
            let names = [e.symbol.as_deref().unwrap_or(""), e.path.as_str()];
            names.into_iter().flat_map(segments).any(|part| part.eq_ignore_ascii_case(owner))
                || !is_prose(e) && !is_test(&e.path) && is_variable(&e.excerpt, owner)
        })
}

/// Whether code has a variable of the name: the word with what follows a variable, and not inside of a text.
fn is_variable(code: &str, name: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (code[..at].chars().next_back(), &code[at + name.len()..]);
        let begins = !before.is_some_and(|c| is_of_word(c) || matches!(c, '"' | '\'' | '`'));
        let follows = [".", ",", ")", "(", "[", ";", ":", "=", " =", " :", "->", "?."];
        begins && follows.iter().any(|sign| after.starts_with(sign))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan;
    use crate::question::understand;
    use crate::tests::found;
    use protocol::Evidence;

    fn finding(step: Step, evidence: Vec<Evidence>, text: &str) -> Finding {
        Finding { key: format!("step_0: {step}"), text: text.into(), evidence, step: Some(step) }
    }

    fn meant(question: &str, findings: &[Finding]) -> (Kind, Vec<String>, Vec<String>, Vec<String>) {
        let question = understand(question, &[]);
        let Question { kind, names, paths, terms, .. } =
            as_meant(&question, &Known::of(findings), findings).into_owned();
        (kind, names, paths, terms)
    }

    #[test]
    fn a_folder_that_is_not_there_is_a_word() {
        let question = "Where is the code that stops somebody from loading files outside of the templates folder?";
        let folder = Step::List("templates/".into());
        assert_eq!(plan::missing(&understand(question, &[]), &[])[0], folder);
        let missing = [finding(folder.clone(), Vec::new(), "Error: there is no folder `templates`")];
        let (_, _, paths, terms) = meant(question, &missing);
        assert!(paths.is_empty() && terms.contains(&"templates".to_owned()), "{terms:?}");
        let steps = plan::missing(&understand(question, &[]), &missing);
        assert!(matches!(&steps[0], Step::Search(words) if words.ends_with("templates")), "{steps:?}");
        let there = [finding(folder, Vec::new(), "templates/a.html  (3 bytes)")];
        assert_eq!(meant(question, &there).2, ["templates/"]);
    }

    #[test]
    fn a_member_of_what_is_nowhere_is_a_topic() {
        let question = "Where is loop.index defined inside a for loop?";
        let found_by = |evidence: Vec<Evidence>| [finding(Step::Find(vec!["loop.index".into()]), evidence, "")];
        let index = found("jinja.members.index", "jinja.py", 3, "def index(self, item): pass");
        let text = found("compiler.bindings", "compiler.py", 9, "def bindings(self):\n    emit('loop.' + name)");
        let (kind, names, _, terms) = meant(question, &found_by(vec![index.clone(), text]));
        assert_eq!((kind, names.len(), &terms[..2]), (Kind::Explain, 0, &["loop".to_owned(), "index".to_owned()][..]));
        let set = "Where is loop.index set?";
        let searched = [finding(Step::Search("loop index set".into()), vec![index.clone()], "")];
        assert_eq!(meant(set, &searched).0, Kind::Explain);
        // A variable may hold anything.
        let variable = found("compiler.each", "compiler.py", 20, "def each(loop):\n    return loop.index");
        assert_eq!(meant(question, &found_by(vec![index.clone(), variable])).1, ["loop.index"]);
        let own = found("runtime.Loop.next", "runtime.py", 3, "def next(self): pass");
        assert_eq!(meant(question, &found_by(vec![index, own])).1, ["loop.index"]);
    }
}
