//! A server of the Model Context Protocol over a folder, on stdin and stdout: the reading tools, no agent to ask.
//!
//! ```text
//! cargo run -p mcp --example serve_folder -- FOLDER
//! ```
#![allow(clippy::print_stdout)]

use agent::{CancelToken, ToolError, ToolOutput, Toolbox};
use codebase::{CodebaseBuilder, Reader};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use mcp::{About, AskFuture, AskRequest, Connection, Host, Server};
use protocol::TimedEvent;
use serde_json::Value;
use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::rc::Rc;

struct Folder {
    name: String,
    reader: Reader,
}

impl Host for Folder {
    fn about(&self) -> About {
        // Without agents the tool `ask` is not offered.
        About { repository: self.name.clone(), note: None, agents: Vec::new() }
    }

    fn call<'a>(&'a self, tool: &'a str, arguments: &'a Value) -> LocalBoxFuture<'a, Result<ToolOutput, ToolError>> {
        Box::pin(async move { Toolbox::over(&self.reader).call(tool, arguments).await })
    }

    fn ask<'a>(&'a self, _: AskRequest, _: &'a CancelToken, _: &'a dyn Fn(TimedEvent)) -> AskFuture<'a> {
        Box::pin(ready(Err("there is no agent".to_owned())))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let snapshot = host_native::open(Path::new(&name), host_native::Wanted::default(), |_| {})?;
    let mut building = CodebaseBuilder::new(snapshot);
    for file in building.pending() {
        let snapshot = building.snapshot();
        let facts = syntax::parse(snapshot.file(file).language, &snapshot.code(file));
        if let Some(facts) = facts {
            building.add_facts(file, facts)?;
        }
    }
    let host = Folder { name, reader: Reader::whole(building.finish()) };
    let connection = Connection::new(Server::new(Rc::new(host)));
    let send = |line: String| println!("{line}");
    for line in std::io::stdin().lock().lines() {
        if let Some(work) = connection.receive(line?.as_bytes(), &send) {
            block_on(work);
        }
    }
    Ok(())
}
