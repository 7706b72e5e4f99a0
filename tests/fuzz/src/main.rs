//! `fuzz [TARGET] [--minutes N]`: random inputs from a fresh seed, until the time is up or something breaks.

#![allow(clippy::print_stdout, reason = "a command")]

use anyhow::{Context, Result, bail};
use fuzz::{Target, found, run, targets};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

/// A case that takes longer hangs.
const LONGEST_CASE: Duration = Duration::from_secs(60);
/// Inputs between two looks at the clock.
const ROUND: u32 = 256;

fn main() -> ExitCode {
    match fuzz_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("fuzz: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn fuzz_all() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut wanted, mut minutes) = (None, 10.0);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--minutes" => minutes = arguments.next().and_then(|n| n.parse().ok()).context("--minutes N")?,
            name => wanted = Some(name.to_owned()),
        }
    }
    let chosen: Vec<&Target> = targets::ALL.iter().filter(|t| wanted.as_ref().is_none_or(|w| w == t.name)).collect();
    if chosen.is_empty() {
        let known: Vec<_> = targets::ALL.iter().map(|target| target.name).collect();
        bail!("there is no such target; the targets are {}", known.join(", "));
    }
    // Panics are caught and reported once, with the input.
    std::panic::set_hook(Box::new(|_| {}));
    let mut broken = 0;
    for target in chosen {
        broken += u32::from(!fuzz(target, Duration::from_secs_f64(minutes * 60.0))?);
    }
    if broken > 0 {
        bail!("{broken} targets are broken; the inputs are kept in tests/fuzz/found");
    }
    Ok(())
}

/// Whether the target held.
fn fuzz(target: &'static Target, time: Duration) -> Result<bool> {
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_nanos() as u64;
    let (started, current) = (Instant::now(), Arc::new(Mutex::new((Instant::now(), Vec::new()))));
    watch(target, Arc::clone(&current));
    let mut done = 0u64;
    while started.elapsed() < time {
        let note = |input: &[u8]| *current.lock().expect("not poisoned") = (Instant::now(), input.to_vec());
        if let Err(failure) = run::cases(target, seed.wrapping_add(done), ROUND, note) {
            let file = found::keep(target, &failure.input)?;
            println!("{}: broken after {done} inputs: {}\n  {}", target.name, failure.why, file.display());
            return Ok(false);
        }
        done += u64::from(ROUND);
    }
    current.lock().expect("not poisoned").1.clear();
    println!("{}: {done} inputs, seed {seed}, nothing broken", target.name);
    Ok(true)
}

/// Ends the process where one input takes too long, and keeps it.
fn watch(target: &'static Target, current: Arc<Mutex<(Instant, Vec<u8>)>>) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let (since, input) = current.lock().expect("not poisoned").clone();
            if input.is_empty() || since.elapsed() < LONGEST_CASE {
                continue;
            }
            let kept = found::keep(target, &input).map(|file| file.display().to_string());
            println!("{}: hangs: {}", target.name, kept.unwrap_or_else(|error| format!("{error:#}")));
            std::process::exit(1);
        }
    });
}
