//! The scored questions about real repositories: the offline model, through the command line.
//!
//! `tests/eval/*.json` hold ten questions each with what a right answer must cite. A citation counts where its path is
//! the expected one and its symbol ends with the expected symbol. `names` are symbols that the answer must name, in
//! its text or by a citation: every caller of "who calls", every callee of "what does it call".

use crate::corpora::{Corpus, FLASK, RXJS, TOKIO};
use crate::run::{output, program, run, step};
use crate::{app, call_lines, place};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

const CORPORA: [Corpus; 3] = [FLASK, RXJS, TOKIO];
/// Right answers of ten that each repository must reach.
const BAR: usize = 8;

/// Asks every question, prints a table, and fails where a repository is below the bar. `arguments`: a repository's
/// name, to score that one alone.
pub fn run_all(arguments: &[String]) -> Result<()> {
    step("Evaluation: real repositories, the offline model");
    app::command_line()?;
    let wanted = |corpus: &&Corpus| arguments.first().is_none_or(|name| name == corpus.name);
    let mut below = Vec::new();
    for corpus in CORPORA.iter().filter(wanted) {
        let (right, of) = score(corpus)?;
        if right < BAR.min(of) {
            below.push(format!("{} {right}/{of}", corpus.name));
        }
    }
    if !below.is_empty() {
        bail!("below {BAR} of 10: {}", below.join(", "));
    }
    Ok(())
}

fn score(corpus: &Corpus) -> Result<(usize, usize)> {
    let folder = corpus.fetch()?;
    let file = place::root().join("tests/eval").join(format!("{}.json", corpus.name));
    let document: Value = serde_json::from_slice(&std::fs::read(&file)?)?;
    let questions = document["questions"].as_array().context("no questions")?;
    let index = folder.with_file_name("index");
    let started = Instant::now();
    index_folder(&folder, &index)?;
    let indexed = started.elapsed();
    let graph = output(quarry()?.arg("call-graph").arg(&folder)).context("`quarry call-graph` failed")?;
    call_lines::check(&folder, &graph)?;
    println!("\n{} {} (indexed in {:.1} s)\n", corpus.name, corpus.version, indexed.as_secs_f32());
    println!("|   | kind    | question | ms | missing |");
    println!("|---|---------|----------|---:|---------|");
    let mut right = 0;
    for question in questions {
        let text = question["question"].as_str().context("a question without text")?;
        verify_expectation(&folder, question).with_context(|| format!("{}: {text}", file.display()))?;
        let started = Instant::now();
        let missing = match ask(&index, text) {
            Ok(answer) => answer.missing(question),
            Err(error) => vec![format!("{error:#}")],
        };
        right += usize::from(missing.is_empty());
        let mark = if missing.is_empty() { "+" } else { "-" };
        let kind = question["kind"].as_str().context("a question without a kind")?;
        println!("| {mark} | {kind:<7} | {text} | {} | {} |", started.elapsed().as_millis(), missing.join(", "));
    }
    println!("\n{}: {right} of {} right", corpus.name, questions.len());
    Ok((right, questions.len()))
}

fn index_folder(folder: &Path, index: &Path) -> Result<()> {
    if index.exists() {
        std::fs::remove_dir_all(index)?;
    }
    let mut command = quarry()?;
    run(command.arg("index").arg(folder).arg("--out").arg(index).stderr(Stdio::null()))
}

fn quarry() -> Result<std::process::Command> {
    let mut command = program(place::command_line()?)?;
    // Its runs are not stored among those of the user.
    command.env("QUARRY_RUNS", place::cache()?.join("eval-runs"));
    Ok(command)
}

/// An answer: its text and what it cites.
struct Answer {
    markdown: String,
    /// (path, symbol).
    citations: Vec<(String, String)>,
}

fn ask(index: &Path, question: &str) -> Result<Answer> {
    let mut command = quarry()?;
    command.arg("ask").arg(index).arg(question).arg("--json").stdin(Stdio::null());
    let output = command.output().context("quarry did not start")?;
    if !output.status.success() {
        bail!(
            "quarry failed: {}",
            String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or("it printed nothing")
        );
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut events = text.lines().rev().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let answer = events.find(|event| event["type"] == "answer").context("no answer event")?;
    let citations = answer["citations"].as_array().context("an answer without citations")?;
    let citations = citations.iter().map(|citation| {
        let path = citation["path"].as_str().context("a citation without a path")?;
        // Lines outside every symbol are cited without one.
        Ok((path.to_owned(), citation["symbol"].as_str().unwrap_or("").to_owned()))
    });
    let markdown = answer["markdown"].as_str().context("an answer without text")?;
    Ok(Answer { citations: citations.collect::<Result<_>>()?, markdown: markdown.to_owned() })
}

impl Answer {
    /// What this answer lacks of a right one.
    fn missing(&self, question: &Value) -> Vec<String> {
        let mut missing: Vec<String> =
            expected(question, "cites").filter(|wanted| !self.cites(wanted)).map(|(_, symbol)| symbol).collect();
        let any: Vec<_> = expected(question, "cites_any").collect();
        if !any.is_empty() && !any.iter().any(|wanted| self.cites(wanted)) {
            missing.push(any.into_iter().map(|(_, symbol)| symbol).collect::<Vec<_>>().join(" or "));
        }
        let names = question["names"].as_array().into_iter().flatten().filter_map(Value::as_str);
        missing.extend(names.filter(|name| !self.names(name)).map(|name| format!("the name {name}")));
        missing
    }

    fn cites(&self, (path, symbol): &(String, String)) -> bool {
        self.citations.iter().any(|(cited, by)| cited == path && ends_with(by, symbol))
    }

    fn names(&self, name: &str) -> bool {
        let mut words = self.markdown.split(|c: char| !(c.is_alphanumeric() || "_.:#".contains(c)));
        self.citations.iter().any(|(_, symbol)| ends_with(symbol, name))
            || words.any(|word| ends_with(word.trim_matches(['.', ':']), name))
    }
}

/// (path, symbol) of a list of expectations.
fn expected<'q>(question: &'q Value, list: &str) -> impl Iterator<Item = (String, String)> + use<'q> {
    question[list].as_array().into_iter().flatten().map(|wanted| {
        let part = |name: &str| wanted[name].as_str().expect("an expectation has a path and a symbol").to_owned();
        (part("path"), part("symbol"))
    })
}

/// True where the last parts of the qualified name are those of `tail`.
fn ends_with(qualified: &str, tail: &str) -> bool {
    let parts = |name: &str| -> Vec<String> {
        name.split(['.', ':', '#']).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    parts(qualified).ends_with(&parts(tail))
}

/// An expectation must be true of the package: the file is there and holds the symbol's own name.
fn verify_expectation(folder: &Path, question: &Value) -> Result<()> {
    for (path, symbol) in expected(question, "cites").chain(expected(question, "cites_any")) {
        let text = std::fs::read_to_string(folder.join(&path)).with_context(|| format!("no file {path}"))?;
        let own = symbol.rsplit('.').next().unwrap_or(&symbol);
        if !text.contains(own) {
            bail!("{path} does not hold {symbol}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answer() -> Answer {
        let citations = vec![("src/app.py".to_owned(), "app.Flask.wsgi_app".to_owned())];
        Answer { markdown: "`Flask.wsgi_app` calls `full_dispatch` [[1]].".to_owned(), citations }
    }

    #[test]
    fn citations_match_by_path_and_end_of_name() {
        let question = json!({
            "cites": [{"path": "src/app.py", "symbol": "Flask.wsgi_app"}, {"path": "src/app.py", "symbol": "app"}],
            "names": ["full_dispatch", "dispatch"],
        });
        assert_eq!(answer().missing(&question), ["app", "the name dispatch"]);
    }

    #[test]
    fn one_of_several_may_do() {
        let question = json!({
            "cites_any": [{"path": "src/a.py", "symbol": "a"}, {"path": "src/app.py", "symbol": "wsgi_app"}],
        });
        assert!(answer().missing(&question).is_empty());
        let wrong = json!({ "cites_any": [{"path": "src/a.py", "symbol": "wsgi_app"}] });
        assert_eq!(answer().missing(&wrong), ["wsgi_app"]);
    }
}
