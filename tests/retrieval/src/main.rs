//! Search scored over real repositories: `retrieval [options] [--training] folder... [--held-out folder...]`.
//!
//! Every query is made from the code itself, so there are many and nobody chose them: names of definitions, written in
//! several ways, and sentences of doc comments, which are then taken out of what is searched. A query is answered by the
//! definition that it was made from. Weights are set on the first half of the repositories alone.
//!
//! Beside this project's search the same queries go to BM25 over stretches of lines and over files, and to a count of
//! words, as one does with a search for text. Of these a stretch or a file that holds the definition counts as right.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod commits;
mod measures;
mod queries;
mod report;
mod repository;
mod run;
mod systems;
mod typo;
mod weights;

use anyhow::{Context, Result, bail};
use commits::History;
use learned_words::Table;
use repository::Repository;
use run::{Prepared, Ranks};
use search_index::Ranking;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const USAGE: &str = "\
retrieval [options] folder... [--held-out folder...]

  --sample N        queries of a set from each repository, 100 without
  --alone           without the systems that it is compared with
  --set NAME=VALUE  a weight of ranking, as `files.coherence=0.5`; several times
  --words FILE      with this table of learned words
  --no-words        without any, though --words came before
  --try NAME=VALUE[,NAME=VALUE...]
                    one line of scores with these weights besides; several times
  --history FOLDER  only subjects of the commits of a folder with .git, with the field of history and without
  --misses SET      the queries of a set (from 0) whose answer is not first
";

#[derive(Default)]
struct Options {
    sample: Option<usize>,
    alone: bool,
    settings: Vec<String>,
    trials: Vec<String>,
    words: Option<PathBuf>,
    misses: Option<usize>,
    history: Option<PathBuf>,
    /// Whether it is held out, and where it is.
    folders: Vec<(bool, PathBuf)>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self::default();
        let mut held_out = false;
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--sample" => options.sample = Some(value()?.parse()?),
                "--alone" => options.alone = true,
                "--set" => options.settings.push(value()?),
                "--try" => options.trials.push(value()?),
                "--no-words" => options.words = None,
                "--words" => options.words = Some(value()?.into()),
                "--misses" => options.misses = Some(value()?.parse()?),
                "--history" => options.history = Some(value()?.into()),
                "--held-out" => held_out = true,
                _ if argument.starts_with('-') => bail!("{argument} is no option\n\n{USAGE}"),
                _ => options.folders.push((held_out, argument.into())),
            }
        }
        if options.folders.is_empty() && options.history.is_none() {
            bail!("no folder given\n\n{USAGE}")
        } else {
            Ok(options)
        }
    }
}

fn main() -> Result<()> {
    let options = Options::read(std::env::args().skip(1))?;
    let mut ranking = Ranking::default();
    for setting in &options.settings {
        weights::set(&mut ranking, setting)?;
    }
    if let Some(folder) = &options.history {
        return ask_history(folder, &options, ranking);
    }
    let learned = options.words.as_deref().map(table).transpose()?;
    let mut all = Vec::new();
    for (held_out, folder) in &options.folders {
        let name = folder.file_name().context("a folder without a name")?.to_string_lossy().into_owned();
        let repository = Repository::open(folder)?;
        all.push(Prepared::new(name, *held_out, repository, options.sample.unwrap_or(100)));
    }
    if let Some(set) = options.misses {
        for repository in &all {
            println!("{}", repository.name);
            repository.misses(&ranking, learned.as_ref(), set).iter().for_each(|miss| println!("  {miss}"));
        }
        return Ok(());
    }
    let asked = ask(&all, &ranking, learned.as_ref(), !options.alone);
    println!("{}", report::heads());
    for (repository, (ranks, _)) in all.iter().zip(&asked) {
        println!("{}", report::line(&repository.name, ranks));
    }
    for (label, half) in halves(&all, &asked) {
        println!("{}", report::line(&format!("**{label}**"), &half));
    }
    for trial in &options.trials {
        let mut ranking = ranking.clone();
        trial.split(',').try_for_each(|setting| weights::set(&mut ranking, setting))?;
        for (label, half) in halves(&all, &ask(&all, &ranking, learned.as_ref(), false)) {
            println!("{}", report::line(&format!("{trial}, {label}"), &half));
        }
    }
    if !options.alone {
        println!("\n{}", report::full(&halves(&all, &asked)));
    }
    println!("\n| repository | files | ms, p50 / p95 | ms, all vectors |\n|---|---:|---:|---:|");
    for (repository, (_, mut times)) in all.iter().zip(asked) {
        let vectors = learned.as_ref().map(|table| repository.time_of_vectors(table).as_secs_f64() * 1e3);
        let vectors = vectors.map_or("-".to_owned(), |ms| format!("{ms:.0}"));
        println!("| {} | {} | {} | {vectors} |", repository.name, repository.files(), report::times(&mut times));
    }
    Ok(())
}

fn ask_history(folder: &Path, options: &Options, ranking: Ranking) -> Result<()> {
    let mut rankings = vec![ranking];
    for trial in &options.trials {
        let mut ranking = rankings[0].clone();
        trial.split(',').try_for_each(|setting| weights::set(&mut ranking, setting))?;
        rankings.push(ranking);
    }
    let labels: Vec<String> = std::iter::once("with".to_owned()).chain(options.trials.iter().cloned()).collect();
    let scores = History::open(folder)?.ask(options.sample.unwrap_or(100), &rankings)?;
    println!("{}", scores.table(&labels));
    Ok(())
}

type Asked = (Ranks, Vec<Duration>);

fn table(path: &Path) -> Result<Arc<Table>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    Ok(Arc::new(Table::from_bytes(&bytes)?))
}

fn ask(all: &[Prepared], ranking: &Ranking, learned: Option<&Arc<Table>>, with_peers: bool) -> Vec<Asked> {
    let one = |repository: &Prepared| {
        let mut times = Vec::new();
        (repository.ranks(ranking, learned, with_peers, &mut times), times)
    };
    all.iter().map(one).collect()
}

/// The halves that have repositories.
fn halves(all: &[Prepared], asked: &[Asked]) -> Vec<(&'static str, Ranks)> {
    let half = |held_out: bool| {
        let own = all.iter().zip(asked).filter(|(repository, _)| repository.held_out == held_out);
        report::together(own.map(|(_, (ranks, _))| ranks))
    };
    let halves = [("training", half(false)), ("held out", half(true))];
    halves.into_iter().filter(|(_, ranks)| ranks.iter().flatten().any(|set| !set.is_empty())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::SETS;
    use source::{Limits, RepoPath, SnapshotBuilder};

    const SHOP: &str = r#"
//- shop/payments.py
def charge_customer_card(customer, amount):
    """Takes the amount from whoever ordered something."""
    return send_payment_request(customer, amount)

def send_payment_request(customer, amount):
    """Talks to the provider until it gives an answer."""
    return customer
//- README.md
# Shop
"#;

    #[test]
    fn a_repository_is_asked_and_every_system_is_scored() {
        let mut files = SnapshotBuilder::new("shop", Limits::default());
        for (path, text) in fixtures::files(SHOP) {
            files.add(RepoPath::parse(&path).unwrap(), text.into_bytes()).unwrap();
        }
        let repository = Repository::of(files.finish().unwrap());
        let prepared = Prepared::new("shop".to_owned(), false, repository, 10);
        let mut times = Vec::new();
        let ranks = prepared.ranks(&Ranking::default(), None, true, &mut times);
        assert_eq!(ranks[0][0], [Some(1), Some(1)], "both names are found");
        for system in &ranks {
            assert_eq!(system.len(), SETS.len());
            assert!(system.iter().all(|set| set.len() == ranks[0][0].len()), "every set has a query a name");
        }
        assert!(times.len() >= 14);
    }

    #[test]
    fn halves_are_kept_apart() {
        let words = ["a", "--sample", "5", "--held-out", "b"].map(str::to_owned);
        let options = Options::read(words.into_iter()).unwrap();
        assert_eq!(options.folders, [(false, "a".into()), (true, "b".into())]);
        assert!(Options::read(["--nothing".to_owned()].into_iter()).is_err());
    }
}
