//! Search scored over real repositories, by the program of `tests/retrieval`.

use crate::corpora::{
    Corpus, ESLINT, FASTIFY, FLASK, HYPER, JINJA, REGEX_AUTOMATA, REQUESTS, RICH, RXJS, TOKIO, WERKZEUG,
};
use crate::place;
use crate::run::{cargo, program, run, step};
use anyhow::Result;

/// On these weights are set.
const TRAINING: [Corpus; 6] = [FLASK, REQUESTS, RXJS, TOKIO, FASTIFY, REGEX_AUTOMATA];
/// These only show whether what was set holds elsewhere too.
const HELD_OUT: [Corpus; 5] = [WERKZEUG, JINJA, RICH, ESLINT, HYPER];

/// Builds the program, fetches the repositories and prints the tables. `arguments` go to the program; its `--help` lists
/// them.
pub fn run_all(arguments: &[String]) -> Result<()> {
    // Asked about a folder with git history, nothing else is needed.
    let fetched = |corpora: &[Corpus]| match arguments.iter().any(|argument| argument == "--history") {
        true => Ok(Vec::new()),
        false => corpora.iter().map(Corpus::fetch).collect::<Result<Vec<_>>>(),
    };
    let (training, held_out) = (fetched(&TRAINING)?, fetched(&HELD_OUT)?);
    step("Evaluation of search: queries made from the code of real repositories");
    run(&mut cargo(&["build", "--profile", "native", "--locked", "-p", "retrieval"])?)?;
    let built = place::target()?.join("native").join(format!("retrieval{}", std::env::consts::EXE_SUFFIX));
    let words = ["--words", "crates/learned-words/table/words.bin"];
    run(program(built)?.args(words).args(arguments).args(training).arg("--held-out").args(held_out))
}
