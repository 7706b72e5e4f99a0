//! Call graphs scored: `call-truths <what> ...`.
//!
//! [`cases`] counts calls of small cases that are known in full, [`observed`] the calls that a real project's own tests were seen
//! to make, [`peers`] where another tool and this one differ, [`functions`] the same for a tool that knows no lines of calls.
//! docs/evaluation.md explains all of these.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

mod calls;
mod cases;
mod functions;
mod observed;
mod peers;
mod reliability;
mod repository;
mod share;

use anyhow::{Result, bail};

const USAGE: &str = "\
call-truths cases FOLDER                   cases in FOLDER/<language>/<category>.txt
call-truths observed FOLDER CALLS [--misses N]
                                           a repository, and the calls of a run as JSON lines
call-truths peer NAME FOLDER CALLS OUT [--sample N]
                                           a repository, and the calls that another tool finds; differing sites go to OUT
call-truths functions NAME FOLDER CALLS OUT [--sample N]
                                           the same by which function calls which
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["cases", folder] => cases::run(folder.as_ref()),
        ["observed", folder, calls] => observed::run(folder.as_ref(), calls.as_ref(), 0),
        ["observed", folder, calls, "--misses", most] => observed::run(folder.as_ref(), calls.as_ref(), most.parse()?),
        ["peer", name, folder, calls, out] => peers::run(name, folder.as_ref(), calls.as_ref(), out.as_ref(), 60),
        ["peer", name, folder, calls, out, "--sample", sample] => {
            peers::run(name, folder.as_ref(), calls.as_ref(), out.as_ref(), sample.parse()?)
        }
        ["functions", name, folder, calls, out] => {
            functions::run(name, folder.as_ref(), calls.as_ref(), out.as_ref(), 20)
        }
        ["functions", name, folder, calls, out, "--sample", sample] => {
            functions::run(name, folder.as_ref(), calls.as_ref(), out.as_ref(), sample.parse()?)
        }
        _ => bail!("{USAGE}"),
    }
}
