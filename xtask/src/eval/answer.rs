//! Asking one question through the command line.

use super::question::{Files, Place};
use crate::place;
use crate::run::program;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A build of the command `quarry`, whose runs are not stored among those of the user.
pub struct Quarry {
    pub file: PathBuf,
}

impl Quarry {
    pub fn command(&self) -> Result<Command> {
        let mut command = program(&self.file)?;
        command.env("QUARRY_RUNS", place::cache()?.join("eval-runs"));
        Ok(command)
    }
}

/// An answer: its text and what it cites.
#[derive(Debug, Default)]
pub struct Answer {
    /// The run that gave it, for questions that follow up.
    pub run: String,
    pub markdown: String,
    /// In the order in which the answer cites.
    pub citations: Vec<Citation>,
}

#[derive(Debug, Default)]
pub struct Citation {
    pub path: String,
    /// Empty for lines outside every symbol.
    pub symbol: String,
    /// First and last line, from 1.
    pub lines: (usize, usize),
}

impl Answer {
    /// Asks the offline model about an index; `after` is the run of the question before.
    pub fn to(quarry: &Quarry, index: &Path, question: &str, after: Option<&str>) -> Result<Self> {
        let mut command = quarry.command()?;
        command.arg("ask").arg(index).arg(question).arg("--json").stdin(Stdio::null());
        if let Some(run) = after {
            command.args(["--after", run]);
        }
        let output = command.output().context("quarry did not start")?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            bail!("quarry failed: {}", errors.lines().last().unwrap_or("it printed nothing"));
        }
        Self::read(&String::from_utf8_lossy(&output.stdout))
    }

    /// Reads the events of a run, one a line.
    fn read(events: &str) -> Result<Self> {
        let events: Vec<Value> = events.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let last = |kind: &str| events.iter().rev().find(|event| event["type"] == kind);
        let answer = last("answer").context("no answer event")?;
        let mut citations = answer["citations"].as_array().context("an answer without citations")?.clone();
        citations.sort_by_key(|citation| citation["number"].as_u64());
        let citations = citations.iter().map(|citation| {
            let line = |name: &str| citation[name].as_u64().map_or(0, |line| line as usize);
            Ok(Citation {
                path: citation["path"].as_str().context("a citation without a path")?.to_owned(),
                symbol: citation["symbol"].as_str().unwrap_or("").to_owned(),
                lines: (line("start_line"), line("end_line")),
            })
        });
        Ok(Self {
            run: last("run_started").and_then(|event| event["run"].as_str()).unwrap_or("").to_owned(),
            markdown: answer["markdown"].as_str().context("an answer without text")?.to_owned(),
            citations: citations.collect::<Result<_>>()?,
        })
    }

    /// Which citation, from 0, is the first of this place; with `members`, of a member of its symbol.
    pub fn rank_of(&self, place: &Place, files: &Files, members: bool) -> Option<usize> {
        self.citations.iter().position(|citation| {
            let (first, last) = citation.lines;
            let text = files.text(&citation.path).unwrap_or("");
            let lines: Vec<&str> = text.lines().take(last).skip(first.saturating_sub(1)).collect();
            place.is_cited_by(&citation.path, &citation.symbol, &lines, members)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_run_is_read_with_its_citations_in_order() {
        let events = r#"{"type":"run_started","run":"r1"}
{"type":"answer","markdown":"It is `pay` [[1]] [[2]].","citations":[
{"number":2,"path":"b.py","symbol":null,"start_line":1,"end_line":2},
{"number":1,"path":"a.py","symbol":"a.pay","start_line":3,"end_line":4}]}"#;
        let one_a_line = events.replace(",\n", ",").replace("[\n", "[");
        let answer = Answer::read(&one_a_line).unwrap();
        assert_eq!(answer.run, "r1");
        let cited: Vec<&str> = answer.citations.iter().map(|citation| citation.path.as_str()).collect();
        assert_eq!(cited, ["a.py", "b.py"]);

        let files = Files::of(&[("b.py", "import a\na.pay()\nTAX = 7\n")]);
        let with = |text: &str| Place { path: "b.py".into(), text: Some(text.into()), ..Place::default() };
        assert_eq!(answer.rank_of(&with("a.pay()"), &files, false), Some(1));
        assert_eq!(answer.rank_of(&with("TAX"), &files, false), None);
        let owner = Place { path: "a.py".into(), symbol: Some("a".into()), ..Place::default() };
        assert_eq!(answer.rank_of(&owner, &files, false), None);
        assert_eq!(answer.rank_of(&owner, &files, true), Some(0));
    }
}
