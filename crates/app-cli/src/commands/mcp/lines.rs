//! Reads the lines of stdin on a separate thread.

use anyhow::{Context, Result};
use futures::SinkExt;
use futures::channel::mpsc::{self, Receiver};
use futures::executor::block_on;
use std::io::{self, BufRead, Read};
use std::thread;

/// The largest length of a line in bytes. A longer one is cut, and is then an invalid message.
const LONGEST: u64 = 8 << 20;
/// How many lines are read ahead.
const AHEAD: usize = 16;

/// The lines of stdin until it ends.
pub fn of_stdin() -> Result<Receiver<io::Result<Vec<u8>>>> {
    let (mut send, lines) = mpsc::channel(AHEAD);
    let read = move || {
        let mut input = io::stdin().lock();
        while let Some(line) = next(&mut input, LONGEST).transpose() {
            let broken = line.is_err();
            if block_on(send.send(line)).is_err() || broken {
                return;
            }
        }
    };
    thread::Builder::new().name("stdin".to_owned()).spawn(read).context("stdin can't be read")?;
    Ok(lines)
}

/// The next line with its end; `None` where there is none.
fn next(input: &mut impl BufRead, longest: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.by_ref().take(longest).read_until(b'\n', &mut line)?;
    if line.len() as u64 == longest && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok((!line.is_empty()).then_some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        let mut input: &[u8] = b"one\n\n12345678\n123456789\nlast";
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input, 8).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["one\n", "\n", "12345678", "12345678", "last"]);
    }
}
