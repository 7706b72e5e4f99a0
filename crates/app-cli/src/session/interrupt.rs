//! Ctrl-C: the first time the run is cancelled in good order, the second time the process ends at once.

use crate::output;
use agent::Controls;
use anyhow::{Context, Result};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that Ctrl-C ended, as shells have it.
const KILLED: i32 = 130;

/// Listens for Ctrl-C.
pub struct Interrupts {
    controls: Controls,
    /// A person is being asked: nothing runs that could be cancelled.
    asking: Arc<AtomicBool>,
}

impl Interrupts {
    /// Listens from now on; once a process. `waits` is printed where it comes while a person is asked.
    pub fn listen(waits: &str) -> Result<Self> {
        let controls = Controls::default();
        let asking = Arc::new(AtomicBool::new(false));
        let (cancel, is_asking, waits) = (controls.cancel.clone(), Arc::clone(&asking), waits.to_owned());
        let on_interrupt = move || {
            if is_asking.load(Ordering::SeqCst) {
                output::prompt(&format!("\nquarry: {waits}\n"));
                exit(1);
            }
            if cancel.is_cancelled() {
                exit(KILLED);
            }
            cancel.cancel();
            output::note("stopping; Ctrl-C again ends it at once");
        };
        ctrlc::set_handler(on_interrupt).context("Ctrl-C can't be listened for")?;
        Ok(Self { controls, asking })
    }

    /// How the run can be stopped.
    pub fn controls(&self) -> &Controls {
        &self.controls
    }

    /// Asks a person; Ctrl-C meanwhile ends the process, and the run waits on.
    pub fn while_asking<R>(&self, ask: impl FnOnce() -> R) -> R {
        self.asking.store(true, Ordering::SeqCst);
        let answer = ask();
        self.asking.store(false, Ordering::SeqCst);
        answer
    }
}
