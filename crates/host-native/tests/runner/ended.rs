//! Runaways are ended, with everything that they have started.

use crate::repository::{Repository, is_gone, python};
use code_runner::{Command, End, Job, RunLimits, Runner, Stream};
use futures::future::FutureExt;
use futures::task::noop_waker;
use std::cell::RefCell;
use std::task::Context;
use std::time::{Duration, Instant};

fn limited(code: &str, limits: RunLimits) -> Command {
    Command { limits, ..python(code) }
}

fn seconds(seconds: u32) -> RunLimits {
    RunLimits::default().within_ms(seconds * 1_000)
}

fn empty() -> Repository {
    Repository::new(&[("a.txt", "x")])
}

#[test]
fn a_program_that_ignores_requests_to_end_is_ended_with_its_children() {
    let code = "import os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = 'import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)'
# One in the same group, one in a session of its own.
print(os.getpid(), subprocess.Popen([sys.executable, '-c', child]).pid)
print(subprocess.Popen([sys.executable, '-c', child], start_new_session=True).pid)
while True: pass";
    let ran = empty().run(&limited(code, seconds(2))).unwrap();
    assert_eq!(ran.end, End::TimedOut(2_000));
    let processes: Vec<&str> = ran.stdout.split_whitespace().collect();
    assert_eq!(processes.len(), 3, "{}", ran.stderr);
    processes.into_iter().for_each(is_gone);
}

#[test]
fn processes_that_start_processes_are_all_ended() {
    let code = "import os, time
def spread(depth):
    for _ in range(2 if depth else 0):
        if os.fork() == 0:
            spread(depth - 1)
            break
    os.write(1, b'%d\\n' % os.getpid())
    time.sleep(600)
spread(6)";
    let ran = empty().run(&limited(code, seconds(3))).unwrap();
    assert_eq!(ran.end, End::TimedOut(3_000));
    let processes: Vec<&str> = ran.stdout.lines().collect();
    assert!(processes.len() > 60, "{} processes: {}", processes.len(), ran.stderr);
    processes.into_iter().for_each(is_gone);
}

#[test]
fn what_a_program_leaves_behind_is_ended_with_it() {
    let code = "import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(1, b'%d\\n' % os.getpid())
        time.sleep(600)
    os._exit(0)
os.wait()
time.sleep(0.5)";
    let began = Instant::now();
    let ran = empty().run(&limited(code, seconds(60))).unwrap();
    assert_eq!(ran.end, End::Exit(0), "{}", ran.stderr);
    assert!(began.elapsed() < Duration::from_secs(30), "it holds the output open");
    is_gone(&ran.stdout);
}

#[test]
fn memory_ends() {
    let ran = empty().run(&python("x = bytearray(10 << 30)")).unwrap();
    assert_eq!(ran.end, End::OutOfMemory(2 << 30), "{}", ran.stderr);
    assert_eq!(ran.end.to_string(), "stopped at its 2048 MB of memory");
    let command = Command::new(["node", "-e", "const held = []; for (;;) held.push(Buffer.alloc(1 << 24, 1))"]);
    let limits = RunLimits { memory_bytes: 300 << 20, ..seconds(60) };
    let ran = empty().run(&Command { limits, ..command }).unwrap();
    assert_eq!(ran.end, End::OutOfMemory(300 << 20), "{}", ran.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_that_of_all_processes_together() {
    let code = "import os, time
for _ in range(3):
    if os.fork() == 0:
        held = b'x' * (90 << 20)
        os.write(1, b'%d\\n' % os.getpid())
        time.sleep(600)
time.sleep(600)";
    let limits = RunLimits { memory_bytes: 200 << 20, ..seconds(60) };
    let ran = empty().run(&limited(code, limits)).unwrap();
    assert_eq!(ran.end, End::OutOfMemory(200 << 20), "{}", ran.stderr);
    ran.stdout.lines().for_each(is_gone);
}

#[test]
fn output_ends() {
    let code = "import sys
for _ in range(100): sys.stdout.write('ü' * (1 << 19)); sys.stderr.write('e')";
    let mut seen = 0;
    let ran = empty().run_with(&limited(code, seconds(60)), &[], &mut |_, text| seen += text.len()).unwrap();
    assert_eq!(ran.end, End::TooMuchOutput(1 << 20));
    let kept = ran.stdout.len() + ran.stderr.len();
    // The last character may be cut, and is then replaced.
    assert!((1 << 20..=(1 << 20) + 6).contains(&kept), "{kept}");
    assert_eq!(seen, kept);
}

#[test]
fn a_run_that_nobody_waits_for_is_ended() {
    let at = empty();
    let command = limited("import os, time; print(os.getpid()); time.sleep(600)", seconds(60));
    let process = RefCell::new(String::new());
    let mut on = |_: Stream, text: &str| process.borrow_mut().push_str(text);
    let mut run = at.runner.run(Job { command: &command, changes: &[] }, &mut on);
    let waker = noop_waker();
    let mut cx = Context::from_waker(&waker);
    while !process.borrow().ends_with('\n') {
        assert!(run.poll_unpin(&mut cx).is_pending());
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(run);
    is_gone(&process.borrow());
    // The copy serves the next run.
    assert_eq!(at.run(&python("print(open('a.txt').read())")).unwrap().stdout, "x\n");
}
