//! The command `quarry`: the same engine, natively.
//!
//! Results go to stdout, progress and traces to stderr, both by way of [`output`]. Exit 0 done, 1 failed with one clear
//! line, 2 usage.

#![deny(clippy::print_stdout, clippy::print_stderr, clippy::dbg_macro, clippy::disallowed_methods)]

mod answer;
mod arguments;
mod calendar;
mod commands;
mod config;
mod embeddings;
mod git;
mod index_folder;
mod load;
mod model_choice;
mod models_file;
mod output;
mod parser;
mod programs;
mod push;
mod run_file;
mod runs;
#[cfg(test)]
mod scratch;
mod servers;
mod session;
mod trace;

use anyhow::Result;
use arguments::{Arguments, Command};
use clap::Parser;
use codebase::Codebase;
use runs::Runs;
use std::process::ExitCode;

fn main() -> ExitCode {
    output::take_panics();
    let arguments = Arguments::try_parse().unwrap_or_else(|error| output::usage(&error));
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough (`| head`) is no failure.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::failure(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let runs = || Runs::open(arguments.runs.as_deref());
    match &arguments.command {
        Command::Index(options) => commands::index::run(options),
        Command::Push(options) => commands::push::run(options),
        Command::Search(options) => commands::search::run(options),
        Command::Callers(options) => commands::calls::run(options, Codebase::callers, "caller"),
        Command::Callees(options) => commands::calls::run(options, Codebase::callees, "callee"),
        Command::References(options) => commands::references::run(options),
        Command::Implementations(options) => commands::relatives::run(options, &commands::relatives::BELOW),
        Command::Supertypes(options) => commands::relatives::run(options, &commands::relatives::ABOVE),
        Command::Impact(options) => commands::impact::run(options),
        Command::Path(options) => commands::path::run(options),
        Command::CallGraph(options) => commands::call_graph::run(options),
        Command::Ask(options) => commands::ask::run(options, &runs()?),
        Command::Agents => commands::agents::run(),
        Command::Mcp(options) => commands::mcp::run(options, runs()),
        Command::McpServers(options) => commands::mcp_servers::run(options, &runs()?),
        Command::Runs(options) => commands::runs::run(options, &runs()?),
        Command::Memory(options) => commands::memory::run(options, &runs()?),
        Command::Resume(options) => commands::resume::run(options, &runs()?),
        Command::Fork(options) => commands::fork::run(options, &runs()?),
        Command::Replay(options) => commands::replay::run(options, &runs()?),
        Command::Diff(options) => commands::diff::run(options, &runs()?),
        Command::Apply(options) => commands::apply::run(options, &runs()?),
        Command::Graph(options) => commands::graph::run(options),
    }
}
