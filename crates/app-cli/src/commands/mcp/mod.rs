//! `quarry mcp`: the Model Context Protocol on stdin and stdout, for the coding agent that started this process.
//!
//! Everything runs on one thread, so that lines are taken while an agent of ours works; another thread reads stdin. What
//! is not a message of the protocol goes to stderr.

mod lines;
mod serve;
mod served;

use crate::arguments::McpOptions;
use crate::runs::Runs;
use crate::{load, model_choice, output};
use agent::{CodebaseVerifier, Toolbox};
use anyhow::Result;
use futures::executor::block_on;
use mcp::{Connection, Server};
use served::Served;
use std::rc::Rc;

/// Serves until stdin ends.
pub fn run(options: &McpOptions, runs: Result<Runs>) -> Result<()> {
    let choice = model_choice::of(&options.answering)?;
    let model = model_choice::open(&choice);
    let reader = load::reader(&options.repository)?;
    let tools = Toolbox::over(&reader);
    let verifier = CodebaseVerifier::new(&reader);
    let name = output::one_line(&reader.name());
    let served = Served { options, choice, model: model.as_ref(), name, tools: &tools, verifier: &verifier, runs };
    eprintln!("quarry: serving {} on stdin and stdout", served.name);
    let connection = Connection::new(Server::new(Rc::new(served)));
    block_on(serve::until_the_end(&connection, lines::of_stdin()?))
}
