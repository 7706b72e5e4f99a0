//! One process from its start to its end.
//!
//! Threads read what it writes, write what it reads, watch its limits and wait for its end; each reports by a channel to the
//! future that the caller polls. When that future is dropped, everything that the process has started is ended.

use super::ending;
use super::group::Group;
use super::output::{Bound, Message, Text, read};
use super::running::RunningPrograms;
use super::watch::watch;
use crate::process_group::ProcessGroup;
use code_runner::{OnOutput, Ran, RunError, RunLimits, Stream};
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use nix::sys::resource::{Resource, setrlimit};
use nix::unistd::setsid;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long is waited for the rest of the output of a program that is over, which a process that could not be found may hold
/// open; and for the end of one that was ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A process that is to be started.
pub(super) struct Launch {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<String>,
    pub(super) folder: PathBuf,
    pub(super) variables: Vec<(OsString, OsString)>,
    /// The value of the variable by which everything that it starts is found again.
    pub(super) mark: String,
    pub(super) stdin: String,
    pub(super) limits: RunLimits,
}

/// Ends the processes of a run when it is dropped, and waits until they are gone.
struct Running {
    group: Arc<Group>,
    is_over: Receiver<()>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.group.end(None);
        // The sender is dropped when the process is reaped. The system ends it in any case.
        self.is_over.recv_timeout(LAST_WORDS).ok();
    }
}

impl Launch {
    /// Runs it until it ends or is ended.
    pub(super) async fn run(self, all: &RunningPrograms, on: OnOutput<'_>) -> Result<Ran, RunError> {
        let limits = self.limits;
        let started = self.start(all);
        let (running, messages) = started
            .map_err(|error| RunError::Failed(format!("`{}` could not be started: {error}", self.program.display())))?;
        listen(messages, &running.group, limits, on).await
    }

    fn start(&self, all: &RunningPrograms) -> io::Result<(Running, UnboundedReceiver<Message>)> {
        let mut child = self.command().spawn()?;
        let began = Instant::now();
        let group = Arc::new(Group::new(ProcessGroup::led_by(&child)?, self.mark.clone()));
        all.add(&group);
        let (send, messages) = unbounded();
        let (over, is_over) = channel();
        // Ends it should one of the threads not start.
        let running = Running { group: Arc::clone(&group), is_over };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (reading, are_read) = channel();
        let (watching, unwatched) = channel();
        let attended = Arc::clone(&group);
        let (ended, most) = (send.clone(), Arc::new(Bound::new(self.limits.output_bytes)));
        start_thread(move || attend(child, &attended, began, &are_read, &ended, (over, watching)))?;
        let (watched, limits) = (Arc::clone(&group), self.limits);
        start_thread(move || watch(&watched, limits, began, &unwatched))?;
        if let Some(stdout) = stdout {
            start_reading(stdout, Stream::Out, &group, &most, &send, &reading)?;
        }
        if let Some(stderr) = stderr {
            start_reading(stderr, Stream::Error, &group, &most, &send, &reading)?;
        }
        if let Some(mut stdin) = stdin {
            let text = self.stdin.clone();
            // A program need not read it.
            start_thread(move || drop(stdin.write_all(text.as_bytes())))?;
        }
        Ok((running, messages))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder).env_clear();
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let stdin = if self.stdin.is_empty() { Stdio::null() } else { Stdio::piped() };
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        in_its_own_session(&mut command, self.limits.memory_bytes);
        command
    }
}

/// A session of its own, so that all of it is ended together and none of it can read the terminal; a bound on memory that it
/// hands on to what it starts; and its end where this process ends.
#[expect(unsafe_code, reason = "the only way to run something between fork and exec")]
fn in_its_own_session(command: &mut Command, memory_bytes: u64) {
    let prepare = move || {
        setsid()?;
        // Memory that can be written to, and not addresses: JavaScript and Java reserve many more of those than they use.
        setrlimit(Resource::RLIMIT_DATA, memory_bytes, memory_bytes)?;
        // A dump of the memory of a program that failed is of no use here.
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        #[cfg(target_os = "linux")]
        nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL)?;
        Ok(())
    };
    // SAFETY: `prepare` makes system calls alone, which may be made between fork and exec, and allocates nothing.
    unsafe { command.pre_exec(prepare) };
}

/// Waits for the end of the process, ends what it left behind, and reports.
fn attend(
    mut child: Child,
    group: &Group,
    began: Instant,
    are_read: &Receiver<()>,
    to: &UnboundedSender<Message>,
    over: (Sender<()>, Sender<()>),
) {
    let status = group.wait(&mut child);
    let after = began.elapsed();
    // Both readers drop their sender when the output has ended.
    are_read.recv_timeout(LAST_WORDS).ok();
    // Without a receiver nobody waits for the run any more.
    to.unbounded_send(Message::Over(status, after)).ok();
    drop(over);
}

fn start_reading(
    from: impl io::Read + Send + 'static,
    stream: Stream,
    group: &Arc<Group>,
    bound: &Arc<Bound>,
    to: &UnboundedSender<Message>,
    reading: &Sender<()>,
) -> io::Result<()> {
    let (group, bound, to, reading) = (Arc::clone(group), Arc::clone(bound), to.clone(), reading.clone());
    start_thread(move || {
        // Without a receiver nobody waits for the run any more, and it is ended.
        read(from, &bound, &group, |piece| drop(to.unbounded_send(Message::Wrote(stream, piece))));
        drop(reading);
    })
}

fn start_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("program".to_owned()).spawn(work).map(drop)
}

/// Passes on what the process writes until it is over.
async fn listen(
    mut messages: UnboundedReceiver<Message>,
    group: &Group,
    limits: RunLimits,
    on: OnOutput<'_>,
) -> Result<Ran, RunError> {
    let (mut out, mut error) = (Text::new(), Text::new());
    while let Some(message) = messages.next().await {
        let (status, after) = match message {
            Message::Wrote(stream, bytes) => {
                let text = if stream == Stream::Out { &mut out } else { &mut error };
                pass_on(stream, text.add(&bytes, false), on);
                continue;
            }
            Message::Over(status, after) => (status, after),
        };
        pass_on(Stream::Out, out.add(&[], true), on);
        pass_on(Stream::Error, error.add(&[], true), on);
        let status = status.map_err(|error| RunError::Failed(format!("the program was lost: {error}")))?;
        let end = group.why_ended().unwrap_or_else(|| ending::of(status, &error.whole, limits));
        return Ok(Ran { end, stdout: out.whole, stderr: error.whole, ms: after.as_secs_f64() * 1000.0 });
    }
    Err(RunError::Failed("the program was lost: nothing waits for its end".to_owned()))
}

fn pass_on(stream: Stream, text: &str, on: OnOutput<'_>) {
    if !text.is_empty() {
        on(stream, text);
    }
}
