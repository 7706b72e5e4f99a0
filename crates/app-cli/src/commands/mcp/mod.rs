//! `quarry mcp`: the Model Context Protocol on stdin and stdout, for the coding agent that started this process.
//!
//! One thread handles messages; while an agent waits for its model, the thread handles further messages. A second
//! thread reads stdin, a third indexes. Only messages of the protocol are written to stdout; everything else goes to
//! stderr.

mod lines;
mod opening;
mod serve;
mod served;

use crate::arguments::McpOptions;
use crate::runs::Runs;
use crate::{model_choice, output};
use agent::Models;
use anyhow::Result;
use futures::executor::block_on;
use mcp::{Connection, Host, Server};
use opening::Opening;
use served::Served;
use std::rc::Rc;

/// Serves until stdin ends.
pub fn run(options: &McpOptions, runs: Result<Runs>) -> Result<()> {
    let answering = model_choice::options(&options.answering, "")?;
    let models = model_choice::open(&answering);
    let opening = Opening::begin(&options.repository)?;
    output::note(format!("quarry: serving {} on stdin and stdout", opening.name));
    let served = Rc::new(Served { options, answering, models: Models::of(&models), opening, runs });
    let connection = Connection::new(Server::new(Rc::clone(&served) as Rc<dyn Host>));
    block_on(serve::until_the_end(&connection, lines::of_stdin()?, served.opening.reader()))
}
