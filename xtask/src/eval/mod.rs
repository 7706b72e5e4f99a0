//! The scored questions about real repositories: the offline model, through the command line.
//!
//! [`asked`] has the repositories, `tests/eval/<repository>.json` their questions with what a right answer holds
//! ([`question`]). [`score`] compares the two, [`report`] prints the shares. docs/evaluation.md explains all of it.

mod answer;
mod asked;
mod interval;
mod name;
mod question;
mod report;
mod score;

use crate::corpora::Corpus;
use crate::files::fresh_folder;
use crate::run::{output, run, step};
use crate::{app, call_lines, place};
use answer::{Answer, Quarry};
use anyhow::{Context, Result, bail, ensure};
use asked::{ASKED, Half, SMALL};
use question::{Files, Question, Questions};
use report::{Outcome, print_half, print_questions, share_right};
use score::{Score, Verdict};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// What the command's arguments ask for.
#[derive(Debug, Default)]
struct Options {
    /// These repositories alone; all where there are none.
    names: Vec<String>,
    held_out: bool,
    /// The check repositories alone.
    check: bool,
    json: Option<PathBuf>,
    /// Questions of these kinds alone; all where there are none.
    kinds: Vec<String>,
    /// Asks this build of the command, and builds none.
    command: Option<PathBuf>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut options = Self::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--held-out" => options.held_out = true,
                "--check" => options.check = true,
                "--kind" => options.kinds.push(arguments.next().context("--kind needs a kind")?.to_owned()),
                "--json" => options.json = Some(arguments.next().context("--json needs a file")?.into()),
                "--command" => options.command = Some(arguments.next().context("--command needs a file")?.into()),
                name => options.names.push(name.to_owned()),
            }
        }
        ensure!(
            !options.kinds.iter().any(|kind| kind == "after"),
            "follow-ups are asked after the questions before them"
        );
        for name in &options.names {
            let Some((_, half)) = ASKED.iter().find(|(corpus, _)| corpus.name == *name) else {
                bail!("no repository {name:?} is asked about: {}", ASKED.map(|(corpus, _)| corpus.name).join(", "));
            };
            ensure!(options.held_out || *half != Half::HeldOut, "{name} is held out: it is asked by --held-out alone");
        }
        Ok(options)
    }

    fn ask(&self, corpus: &Corpus, half: Half) -> bool {
        let wanted = self.names.is_empty() || self.names.iter().any(|name| name == corpus.name);
        wanted
            && match half {
                Half::Training => !self.check,
                // One that is named is meant.
                Half::Check => self.check || self.held_out || !self.names.is_empty(),
                Half::HeldOut => self.held_out,
            }
    }
}

/// Asks every question, and prints tables. `arguments`: names of repositories, `--check`, `--held-out`, `--kind KIND`, `--json FILE`,
/// `--command FILE`.
pub fn run_all(arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    step("Evaluation: real repositories, the offline model");
    let quarry = prepare(options.command.as_deref())?;
    let (mut outcomes, mut failed) = (Vec::new(), Vec::new());
    for (corpus, half) in ASKED.iter().filter(|(corpus, half)| options.ask(corpus, *half)) {
        // One that cannot be fetched takes nothing away from what is known of the others.
        let of_corpus = match ask_about(&quarry, corpus, &options.kinds, false) {
            Ok(of_corpus) => of_corpus,
            Err(error) => {
                println!("\n{} was not asked about: {error:#}", corpus.name);
                failed.push(corpus.name);
                continue;
            }
        };
        // Nobody works from held-out questions.
        if *half != Half::HeldOut {
            print_questions(&of_corpus);
        }
        outcomes.extend(of_corpus.into_iter().map(|outcome| (*half, outcome)));
    }
    ensure!(!outcomes.is_empty() || !failed.is_empty(), "no question is of kind {}", options.kinds.join(" or "));
    let mut document = serde_json::Map::new();
    for (half, name) in [(Half::Training, "training"), (Half::Check, "check"), (Half::HeldOut, "held_out")] {
        let own: Vec<&Outcome> = outcomes.iter().filter(|(of, _)| *of == half).map(|(_, outcome)| outcome).collect();
        if !own.is_empty() {
            print_half(name, &own);
            // Nobody works from held-out answers.
            document.insert(name.to_owned(), report::half_as_json(&own, half != Half::HeldOut));
        }
    }
    if let Some(file) = options.json {
        std::fs::write(&file, serde_json::to_string_pretty(&Value::from(document))?)
            .with_context(|| file.display().to_string())?;
        println!("\nwritten to {}", file.display());
    }
    ensure!(failed.is_empty(), "not asked about, so that the shares are without them: {}", failed.join(", "));
    Ok(())
}

/// What CI asks: few repositories, each with the share of right answers that it must reach.
pub fn small(quarry: &Path) -> Result<()> {
    step("Evaluation: three real repositories, the offline model");
    let quarry = prepare(Some(quarry))?;
    let file = questions_folder().join("bars.json");
    let bars: BTreeMap<String, f64> = serde_json::from_slice(&std::fs::read(&file)?)?;
    let mut below = Vec::new();
    for (corpus, _) in ASKED.iter().filter(|(corpus, _)| SMALL.contains(&corpus.name)) {
        let bar =
            *bars.get(corpus.name).with_context(|| format!("{} has no bar for {}", file.display(), corpus.name))?;
        let outcomes = ask_about(&quarry, corpus, &[], true)?;
        print_questions(&outcomes);
        let share = share_right(&outcomes);
        if share < bar {
            below.push(format!("{} {share:.3}, its bar is {bar}", corpus.name));
        }
    }
    ensure!(below.is_empty(), "fewer right answers than {}: {}", file.display(), below.join("; "));
    Ok(())
}

fn prepare(built: Option<&Path>) -> Result<Quarry> {
    fresh_folder(&place::cache()?.join("eval-runs"))?;
    let file = match built {
        Some(file) => file.canonicalize().with_context(|| file.display().to_string())?,
        None => app::tested_command_line()?,
    };
    Ok(Quarry { file })
}

fn questions_folder() -> PathBuf {
    place::root().join("tests/eval")
}

/// Indexes a repository and asks its questions of these kinds, or all. `check_calls`: its call graph is checked, too.
fn ask_about(quarry: &Quarry, corpus: &Corpus, kinds: &[String], check_calls: bool) -> Result<Vec<Outcome>> {
    let folder = corpus.fetch()?;
    let questions = Questions::read(&questions_folder().join(format!("{}.json", corpus.name)))?;
    let files = Files::read(&folder)?;
    questions.verify(&files)?;
    let index = folder.with_file_name("index");
    let started = Instant::now();
    index_folder(quarry, &folder, &index)?;
    println!("\n{} {} (indexed in {:.1} s)\n", corpus.name, corpus.version, started.elapsed().as_secs_f32());
    if check_calls {
        let graph = output(quarry.command()?.arg("call-graph").arg(&folder)).context("`quarry call-graph` failed")?;
        call_lines::check(&folder, &graph)?;
    }
    // The run of each question, for those that follow up.
    let mut runs: BTreeMap<&str, String> = BTreeMap::new();
    let mut outcomes = Vec::new();
    let is_asked = |question: &&Question| kinds.is_empty() || kinds.contains(&question.kind);
    for question in questions.questions.iter().filter(is_asked) {
        let before = question.after.as_deref().and_then(|before| runs.get(before));
        let started = Instant::now();
        let (score, answer) = match Answer::to(quarry, &index, &question.question, before.map(String::as_str)) {
            Ok(answer) => {
                let score = score::score(question, &answer, &files);
                runs.insert(&question.question, answer.run);
                (score, answer.markdown)
            }
            Err(error) => {
                (Score { verdict: Verdict::Wrong, missing: vec![format!("{error:#}")], rank: None }, String::new())
            }
        };
        outcomes.push(Outcome {
            repository: corpus.name,
            kind: question.kind.clone(),
            question: question.question.clone(),
            has_place: question.places().next().is_some(),
            score,
            answer,
            milliseconds: started.elapsed().as_millis(),
        });
    }
    println!("\n{}: {:.0}% of {} right", corpus.name, share_right(&outcomes) * 100.0, outcomes.len());
    Ok(outcomes)
}

fn index_folder(quarry: &Quarry, folder: &Path, index: &Path) -> Result<()> {
    if index.exists() {
        std::fs::remove_dir_all(index)?;
    }
    let mut command = quarry.command()?;
    run(command.arg("index").arg(folder).arg("--out").arg(index).stderr(Stdio::null()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &str) -> Result<Options> {
        Options::read(&arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_held_out_half_is_asked_by_its_flag_alone() {
        let held_out = |options: &Options| {
            ASKED.iter().filter(|(it, half)| *half == Half::HeldOut && options.ask(it, *half)).count()
        };
        assert_eq!(held_out(&options("").unwrap()), 0);
        assert_eq!(held_out(&options("--held-out").unwrap()), 5);
        assert_eq!(held_out(&options("rq --held-out --json out.json").unwrap()), 1);
        assert!(options("rq").unwrap_err().to_string().contains("held out"));
        assert!(options("nothing").unwrap_err().to_string().contains("flask, requests"));
    }

    #[test]
    fn the_check_half_is_asked_by_its_flag_or_by_name() {
        let asked = |options: &Options| -> Vec<Half> {
            ASKED.iter().filter(|(it, half)| options.ask(it, *half)).map(|(_, half)| *half).collect()
        };
        assert!(!asked(&options("").unwrap()).contains(&Half::Check));
        assert_eq!(asked(&options("redux").unwrap()), [Half::Check]);
        assert!(asked(&options("--check").unwrap()).iter().all(|half| *half == Half::Check));
        assert_eq!(asked(&options("--check").unwrap()).len(), 4);
    }

    #[test]
    fn every_repository_has_questions_and_ci_has_bars() {
        for (corpus, _) in &ASKED {
            let questions = Questions::read(&questions_folder().join(format!("{}.json", corpus.name))).unwrap();
            assert_eq!(questions.corpus, corpus.name);
        }
        let bars = std::fs::read(questions_folder().join("bars.json")).unwrap();
        let bars: BTreeMap<String, f64> = serde_json::from_slice(&bars).unwrap();
        assert_eq!(bars.keys().map(String::as_str).collect::<Vec<_>>(), SMALL);
    }
}
