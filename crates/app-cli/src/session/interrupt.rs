//! Ctrl-C, or a request of the system to end: the first cancels the run, the second ends the process at once. Programs that the
//! run has started end with it in both cases.

use crate::output;
use agent::Controls;
use anyhow::{Context, Result};
use host_native::runner::RunningPrograms;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that Ctrl-C ended, as shells have it.
const KILLED: i32 = 130;

/// The listener for Ctrl-C.
pub struct Interrupts {
    controls: Controls,
    /// A person is being asked: nothing runs that could be cancelled.
    asking: Arc<AtomicBool>,
}

impl Interrupts {
    /// Starts to listen; once for each process. `waits` is printed if Ctrl-C comes while the person is asked for
    /// approval; `programs` are ended before this process is.
    pub fn listen(waits: &str, programs: RunningPrograms) -> Result<Self> {
        let controls = Controls::default();
        let asking = Arc::new(AtomicBool::new(false));
        let (cancel, is_asking, waits) = (controls.cancel.clone(), Arc::clone(&asking), waits.to_owned());
        let on_interrupt = move || {
            if is_asking.load(Ordering::SeqCst) {
                output::prompt(&format!("\nquarry: {waits}\n"));
                exit(1);
            }
            if cancel.is_cancelled() {
                programs.end_all();
                exit(KILLED);
            }
            cancel.cancel();
            output::note("stopping; Ctrl-C again ends it at once");
        };
        ctrlc::set_handler(on_interrupt).context("Ctrl-C can't be listened for")?;
        Ok(Self { controls, asking })
    }

    /// Cancels the run.
    pub fn controls(&self) -> &Controls {
        &self.controls
    }

    /// Asks the person; Ctrl-C then ends the process, and the run stays suspended.
    pub fn while_asking<R>(&self, ask: impl FnOnce() -> R) -> R {
        self.asking.store(true, Ordering::SeqCst);
        let answer = ask();
        self.asking.store(false, Ordering::SeqCst);
        answer
    }
}
