//! Lines that the person types while a run works: messages to it, or answers where it asks.

use crate::output;
use agent::Steering;
use anyhow::{Context, Result};
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::executor::block_on;
use std::cell::RefCell;
use std::future::poll_fn;
use std::io::{self, BufRead, Read};
use std::pin::pin;
use std::task::Poll;
use std::thread;

/// The lines of the terminal, read by a thread of their own: reading waits, and a run goes on meanwhile.
pub struct Typed(RefCell<UnboundedReceiver<String>>);

impl Typed {
    /// Reads `input` until it ends, or for as long as the process lives.
    pub fn reading(input: impl BufRead + Send + 'static) -> Result<Self> {
        let (send, lines) = unbounded();
        let read = move || {
            // What cannot be read is the end of the input.
            for line in input.lines().map_while(Result::ok) {
                if send.unbounded_send(line).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("typed".to_owned()).spawn(read).context("the terminal can't be read")?;
        Ok(Self(RefCell::new(lines)))
    }

    /// Works on `work`. Each line that is typed meanwhile is a message to the run.
    pub async fn steering<T>(&self, steering: &Steering, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let end = poll_fn(|cx| {
            while let Poll::Ready(Some(line)) = self.0.borrow_mut().poll_next_unpin(cx) {
                send(steering, &line);
            }
            work.as_mut().poll(cx)
        });
        let end = end.await;
        // What was typed before a question is shown is no answer to it.
        while let Ok(line) = self.0.borrow_mut().try_recv() {
            send(steering, &line);
        }
        end
    }

    /// The lines from here on, for answers: each is waited for.
    pub fn answers(&self) -> Answers<'_> {
        Answers { lines: self, line: Vec::new(), at: 0 }
    }
}

/// Whether this process may read its terminal: one in the background (`quarry ask ... &`) is stopped by the system as soon
/// as it does. Known on Linux alone; elsewhere it counts as in the foreground.
pub fn is_in_foreground() -> bool {
    std::fs::read_to_string("/proc/self/stat").ok().is_none_or(|stat| owns_terminal(&stat))
}

/// By the line of the process in `/proc`: its name in parentheses, then state, parent, group, session, terminal, and the
/// group in the terminal's foreground.
fn owns_terminal(stat: &str) -> bool {
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let fields: Vec<&str> = fields.split_whitespace().collect();
    fields.get(2) == fields.get(5)
}

fn send(steering: &Steering, line: &str) {
    let line = line.trim();
    if !line.is_empty() {
        steering.send(line);
        output::note("your message goes to the agent at the end of its step");
    }
}

/// Lines as a reader.
pub struct Answers<'t> {
    lines: &'t Typed,
    line: Vec<u8>,
    at: usize,
}

impl BufRead for Answers<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.line.len() {
            let line = block_on(self.lines.0.borrow_mut().next());
            self.line = line.map_or_else(Vec::new, |line| format!("{line}\n").into_bytes());
            self.at = 0;
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Answers<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, PipeWriter, Write, pipe};

    /// A terminal, and what is typed on it.
    fn terminal() -> (Typed, PipeWriter) {
        let (read, write) = pipe().unwrap();
        (Typed::reading(BufReader::new(read)).unwrap(), write)
    }

    /// Work that is over once the run has this many messages.
    async fn until(steering: &Steering, messages: usize) -> Vec<String> {
        let mut taken = Vec::new();
        poll_fn(|cx| {
            taken.extend(steering.take());
            if taken.len() >= messages {
                return Poll::Ready(());
            }
            cx.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        taken
    }

    #[test]
    fn a_line_typed_while_a_run_works_is_a_message_to_it() {
        let (typed, mut write) = terminal();
        write.write_all(b"also the tests\n\n  and the docs \n").unwrap();
        let steering = Steering::default();
        let taken = block_on(typed.steering(&steering, until(&steering, 2)));
        assert_eq!(taken, ["also the tests", "and the docs"]);
    }

    #[test]
    fn a_process_in_the_background_does_not_own_its_terminal() {
        assert!(owns_terminal("41 (a b) c) S 1 41 30 34816 41 4194304"));
        assert!(!owns_terminal("41 (quarry) S 1 41 30 34816 30 4194304"));
    }

    #[test]
    fn a_question_gets_the_line_that_is_typed_after_it() {
        let (typed, mut write) = terminal();
        write.write_all(b"also the tests\n").unwrap();
        let steering = Steering::default();
        assert_eq!(block_on(typed.steering(&steering, until(&steering, 1))), ["also the tests"]);
        write.write_all(b"y\nmore\n").unwrap();
        let mut answers = typed.answers();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, "y\n");
        // The next line is a message again.
        assert_eq!(block_on(typed.steering(&steering, until(&steering, 1))), ["more"]);
        drop(write);
        answer.clear();
        assert_eq!(typed.answers().read_line(&mut answer).unwrap(), 0, "the end of the input");
    }
}
