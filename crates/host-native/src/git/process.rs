//! Runs git: an argument list, an environment of named variables, bounded in time and output.

use git_history::WorkTreeError;
use limits::git::{PROCESS_BYTES, PROCESS_MS};
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Variables that git is given: where programs and the person's own configuration are.
const PASSED_ON: [&str; 5] = ["PATH", "HOME", "XDG_CONFIG_HOME", "SystemRoot", "USERPROFILE"];

/// Variables with their values. A clone in which objects are missing names the program that would fetch them; nothing is fetched.
const SET: [(&str, &str); 5] = [
    ("LC_ALL", "C"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_NO_LAZY_FETCH", "1"),
];

/// What a process wrote to its standard output, if it ended well.
///
/// # Errors
/// That git is not installed, failed (with what it wrote), took too long or wrote too much.
pub fn output(mut git: Command) -> Result<String, WorkTreeError> {
    git.env_clear().envs(SET);
    git.envs(PASSED_ON.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
    git.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = git.spawn().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => WorkTreeError("git is not installed here".to_owned()),
        _ => WorkTreeError(format!("git could not be started: {error}")),
    })?;
    let (out, error) = (reading(child.stdout.take()), reading(child.stderr.take()));
    let ended = wait(&mut child)?;
    let (out, error) = (read(out)?, read(error)?);
    if ended {
        return Ok(out);
    }
    let why = error.trim().lines().map(|line| line.trim_start_matches("fatal: ").trim_start_matches("error: "));
    let why = why.take(8).collect::<Vec<_>>().join(" ");
    let why = if why.is_empty() { out.trim().lines().take(8).collect::<Vec<_>>().join(" ") } else { why };
    Err(WorkTreeError(format!("git says: {why}")))
}

type Reading = thread::JoinHandle<io::Result<Vec<u8>>>;

/// Reads in a thread, so that a process that writes much to both never waits.
fn reading(stream: Option<impl Read + Send + 'static>) -> Reading {
    let mut bytes = Vec::new();
    thread::spawn(move || {
        if let Some(stream) = stream {
            stream.take(PROCESS_BYTES as u64 + 1).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    })
}

fn read(reading: Reading) -> Result<String, WorkTreeError> {
    let bytes = reading.join().expect("reading does not panic");
    let bytes = bytes.map_err(|error| WorkTreeError(format!("what git wrote could not be read: {error}")))?;
    if bytes.len() > PROCESS_BYTES {
        return Err(WorkTreeError(format!("git wrote more than {} kB; ask for less", PROCESS_BYTES >> 10)));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether it ended well.
fn wait(child: &mut Child) -> Result<bool, WorkTreeError> {
    let until = Instant::now() + Duration::from_millis(PROCESS_MS.into());
    let failed = |error| WorkTreeError(format!("git could not be waited for: {error}"));
    loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            return Ok(status.success());
        }
        if Instant::now() > until {
            child.kill().and_then(|()| child.wait()).map_err(failed)?;
            return Err(WorkTreeError(format!("git did not end within {} s and was stopped", PROCESS_MS / 1000)));
        }
        thread::sleep(Duration::from_millis(5));
    }
}
