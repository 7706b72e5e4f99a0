//! A server of the Model Context Protocol as a process: a message a line, on its standard streams.
//!
//! Four threads serve a process: one writes, so that a server that does not read holds nobody up; one reads messages, one
//! the end of what it writes to stderr, which says why it ended; one waits for its end, and ends what it has started, which
//! may hold its output open. When the transport is dropped the process gets a moment to end by itself, then it is ended.

use crate::process_group::ProcessGroup;
use futures::SinkExt;
use futures::channel::mpsc;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use futures::stream::{self, StreamExt};
use limits::mcp::{ERROR_BYTES, MESSAGE_BYTES};
use mcp_client::{Arriving, Outgoing, Transport, TransportError};
use std::cell::{OnceCell, RefCell};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Variables of the environment that a server gets without being named: where programs, its user and their words are.
const PASSED: [&str; 16] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LC_ALL",
    "TZ",
    "TMPDIR",
    "TEMP",
    "SystemRoot",
    "PATHEXT",
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
    "ProgramFiles",
];
/// Messages that are read ahead.
const AHEAD: usize = 16;
/// How long a process may take to end by itself, and how long is waited for its last words.
const MOMENT: Duration = Duration::from_millis(500);

type Lines = mpsc::Receiver<Result<Vec<u8>, TransportError>>;

/// [`Transport`] over a process.
pub struct McpProcess {
    group: Arc<ProcessGroup>,
    status: OnceCell<ExitStatus>,
    /// Its status once it has ended.
    ends: std::sync::mpsc::Receiver<ExitStatus>,
    /// `None` while it ends.
    input: RefCell<Option<std::sync::mpsc::Sender<Vec<u8>>>>,
    output: RefCell<Lines>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once all complaints are read.
    complaints_end: std::sync::mpsc::Receiver<()>,
}

impl McpProcess {
    /// Starts the program `argv[0]` with its arguments. Of the environment it gets where programs and its user are, and the
    /// variables `environment`.
    ///
    /// # Errors
    /// Why it did not start.
    pub fn start(argv: &[String], environment: &[String]) -> Result<Self, TransportError> {
        let refused = |why: &dyn std::fmt::Display| TransportError::Unreachable(why.to_string());
        let Some((program, arguments)) = argv.split_first() else { return Err(refused(&"the command is empty")) };
        let mut command = Command::new(program);
        command.args(arguments).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for name in PASSED.iter().copied().chain(environment.iter().map(String::as_str)) {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| refused(&format!("`{program}` did not start: {error}")))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (stdin, stdout, stderr) =
            (stdin.expect("stdin is a pipe"), stdout.expect("stdout is a pipe"), stderr.expect("stderr is a pipe"));
        let (input, to_write) = std::sync::mpsc::channel();
        let (arrived, output) = mpsc::channel(AHEAD);
        let (ended, ends) = std::sync::mpsc::channel();
        let (reads_complaints, complaints_end) = std::sync::mpsc::channel::<()>();
        // Ends it should one of the threads not start.
        let this = Self {
            group: Arc::new(ProcessGroup::led_by(&child).map_err(|error| refused(&error))?),
            status: OnceCell::new(),
            ends,
            input: RefCell::new(Some(input)),
            output: RefCell::new(output),
            complaints: Arc::new(Mutex::new(Vec::new())),
            complaints_end,
        };
        let (group, complaints) = (Arc::clone(&this.group), Arc::clone(&this.complaints));
        let spawned = |result: std::io::Result<_>| result.map(drop).map_err(|error| refused(&error));
        spawned(thread::Builder::new().name("mcp-wait".into()).spawn(move || {
            if let Ok(status) = group.wait(&mut child, |_| ()) {
                // The transport may be gone.
                ended.send(status).ok();
            }
        }))?;
        spawned(thread::Builder::new().name("mcp-write".into()).spawn(move || write(stdin, &to_write)))?;
        spawned(thread::Builder::new().name("mcp-read".into()).spawn(move || read(stdout, arrived)))?;
        spawned(thread::Builder::new().name("mcp-stderr".into()).spawn(move || {
            keep_end(stderr, &complaints);
            drop(reads_complaints);
        }))?;
        Ok(this)
    }

    async fn next(&self) -> Option<Result<Vec<u8>, TransportError>> {
        let next = futures::future::poll_fn(|cx| self.output.borrow_mut().poll_next_unpin(cx)).await;
        Some(next.unwrap_or_else(|| Err(self.ended())))
    }

    /// Why the process writes no more.
    fn ended(&self) -> TransportError {
        let status = match self.status() {
            Some(status) => status.to_string(),
            None => "it has closed its output".to_owned(),
        };
        // What it wrote last may still be read.
        self.complaints_end.recv_timeout(MOMENT).ok();
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&complaints).trim().to_owned();
        TransportError::Ended(if said.is_empty() { status } else { format!("{status}; it wrote: {said}") })
    }

    /// The status of a process that has ended, or ends within a moment.
    fn status(&self) -> Option<ExitStatus> {
        if let Ok(status) = self.ends.recv_timeout(MOMENT) {
            self.status.set(status).ok();
        }
        self.status.get().copied()
    }
}

impl Transport for McpProcess {
    fn send<'t>(&'t self, message: &'t Outgoing) -> LocalBoxFuture<'t, Result<Arriving<'t>, TransportError>> {
        Box::pin(async move {
            let line = [message.text.as_bytes(), b"\n"].concat();
            let sent = self.input.borrow().as_ref().is_some_and(|input| input.send(line).is_ok());
            if !sent {
                return Err(self.ended());
            }
            Ok(stream::unfold((), |()| async { self.next().await.map(|line| (line, ())) }).boxed_local())
        })
    }

    /// The process goes on; a new handshake begins anew.
    fn restart(&self) {}

    fn close(&self) -> LocalBoxFuture<'_, ()> {
        Box::pin(async move { self.input.borrow_mut().take().map_or((), drop) })
    }
}

impl Drop for McpProcess {
    fn drop(&mut self) {
        // A server ends when its input does.
        self.input.get_mut().take();
        if self.status().is_none() {
            self.group.kill(|| ());
            // It is gone when this returns. The system ends it in any case.
            self.ends.recv_timeout(MOMENT).ok();
        }
    }
}

fn write(mut stdin: ChildStdin, lines: &std::sync::mpsc::Receiver<Vec<u8>>) {
    while let Ok(line) = lines.recv() {
        // Of a process that has ended the reader says so.
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: ChildStdout, mut arrived: mpsc::Sender<Result<Vec<u8>, TransportError>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let message = match stdout.by_ref().take(MESSAGE_BYTES as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) if line.len() > MESSAGE_BYTES => Err(TransportError::too_long()),
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => Ok(line),
            Err(error) => Err(TransportError::Ended(error.to_string())),
        };
        let last = message.is_err();
        if block_on(arrived.send(message)).is_err() || last {
            return;
        }
    }
}

/// Keeps the last words.
fn keep_end(mut stderr: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(read) = stderr.read(&mut piece)
        && read > 0
    {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&piece[..read]);
        let too_many = kept.len().saturating_sub(ERROR_BYTES);
        kept.drain(..too_many);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadTimer;
    use mcp_client::{Client, McpError};
    use serde_json::json;
    use std::rc::Rc;

    /// A server that is a line of shell: `$1` is what it says to the handshake.
    fn server(script: &str) -> Result<Client, TransportError> {
        let greeting = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
        let argv = ["sh", "-c", script, "server", greeting].map(str::to_owned);
        let process = McpProcess::start(&argv, &[])?;
        Ok(Client::new(Rc::new(process), Rc::new(ThreadTimer)))
    }

    fn called(script: &str) -> Result<String, McpError> {
        block_on(server(script)?.call("echo", &json!({}))).map(|content| content.text)
    }

    const GREETS: &str = r#"read a; printf '%s\n' "$1"; read b; read c; "#;

    #[test]
    fn a_message_is_a_line() {
        let answer =
            r#"printf '\n{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"hello"}]}}\n'; read d"#;
        assert_eq!(called(&format!("{GREETS}{answer}")).unwrap(), "hello");
    }

    #[test]
    fn a_process_that_ends_says_why() {
        let ended = |script: &str| called(script).unwrap_err().to_string();
        let said = ended(&format!("{GREETS}echo 'no database' >&2; exit 3"));
        assert_eq!(said, "the connection ended before it answered: exit status: 3; it wrote: no database");
        assert_eq!(ended(&format!("{GREETS}exit 0")), "the connection ended before it answered: exit status: 0");
        assert_eq!(ended(&format!("{GREETS}echo hello; read d")), "it sent something that is not JSON");
        let flood = ended(&format!("{GREETS}head -c 5000000 /dev/zero | tr '\\0' x; read d"));
        assert_eq!(flood, "it sent a message of more than 4194304 bytes");
        let missing = McpProcess::start(&["no-such-program".to_owned()], &[]).err().unwrap().to_string();
        assert!(missing.starts_with("it cannot be reached: `no-such-program` did not start"), "{missing}");
    }

    #[test]
    fn what_it_started_ends_with_it() {
        let folder = std::env::temp_dir().join(format!("quarry-mcp-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("pid");
        // What it started holds its output open: that it has ended is said all the same.
        let script = format!("sleep 300 & echo $! > {}; {GREETS}exit 4", file.display());
        let said = called(&script).unwrap_err().to_string();
        assert_eq!(said, "the connection ended before it answered: exit status: 4");
        let pid: i32 = std::fs::read_to_string(&file).unwrap().trim().parse().unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        // A killed process runs until the system comes to it; then it is gone, or waits to be reaped by whoever adopted it.
        let runs = || std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|state| !state.contains(") Z"));
        for _ in 0..1_000 {
            if !runs() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("process {pid} was left running");
    }

    #[test]
    fn the_environment_is_what_is_named() {
        let answer = r#"printf '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"%s%s"}]}}\n' "$CARGO_PKG_NAME" "${HOME:+home}"; read d"#;
        assert_eq!(called(&format!("{GREETS}{answer}")).unwrap(), "home");
    }
}
