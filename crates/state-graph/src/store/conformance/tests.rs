//! Stores with a mistake each.

use super::*;
use crate::store::{MemoryStore, StoreError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};

/// A mistake that a store could have.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    TakesAnyName,
    LosesTheSecondAppend,
    MakesALogItRefuses,
    WritesWhereverTheEndIs,
    CutsBeforeItCompares,
    DoesNotCut,
    RefusesToRemoveNothing,
    KeepsWhatIsRemoved,
    ListsBackwards,
    MixesRuns,
}

struct Faulty(MemoryStore, Fault);

impl Faulty {
    fn name<'a>(&self, run: &'a str) -> &'a str {
        match self.1 {
            Fault::TakesAnyName if crate::store::check_run_name(run).is_err() => "replaced",
            Fault::MixesRuns if run == "odd" => "even",
            _ => run,
        }
    }

    fn length(&self, run: &str) -> Option<u64> {
        let log = self.0.read(run).now_or_never().and_then(Result::ok).flatten();
        log.map(|log| log.len() as u64)
    }
}

impl CheckpointStore for Faulty {
    fn append<'a>(&'a self, run: &'a str, end: LogEnd, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        let there = self.length(run);
        let end = match (self.1, there) {
            (Fault::LosesTheSecondAppend, Some(_)) => return ready(Ok(())).boxed_local(),
            (Fault::MakesALogItRefuses, None) if end != LogEnd::NEW => return self.0.append(run, LogEnd::NEW, b""),
            (Fault::WritesWhereverTheEndIs, _) => LogEnd::at(there.unwrap_or(0)),
            (Fault::CutsBeforeItCompares, Some(length)) if end.whole < length => LogEnd { length, ..end },
            (Fault::DoesNotCut, _) => LogEnd::at(end.length),
            _ => end,
        };
        self.0.append(self.name(run), end, bytes)
    }

    fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
        self.0.read(self.name(run))
    }

    fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
        let backwards = self.1 == Fault::ListsBackwards;
        let turn = move |names: Vec<String>| if backwards { names.into_iter().rev().collect() } else { names };
        self.0.runs().map(move |names| names.map(turn)).boxed_local()
    }

    fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        match self.1 {
            Fault::KeepsWhatIsRemoved => ready(Ok(())).boxed_local(),
            Fault::RefusesToRemoveNothing if self.length(run).is_none() => {
                ready(Err(StoreError::new(StoreErrorKind::Other, "there is none"))).boxed_local()
            }
            _ => self.0.remove(self.name(run)),
        }
    }
}

#[test]
fn each_mistake_is_found() {
    for (fault, found) in [
        (Fault::TakesAnyName, "append of \"\": Ok(())"),
        (Fault::LosesTheSecondAppend, "6 bytes in place of 262; they differ from byte 6"),
        (Fault::MakesALogItRefuses, "append to \"none\" at LogEnd { length: 1, whole: 1 }: Ok(())"),
        (Fault::WritesWhereverTheEndIs, "append to \"none\" at LogEnd { length: 1, whole: 1 }: Ok(())"),
        (Fault::CutsBeforeItCompares, "append to \"log\" at LogEnd { length: 0, whole: 0 }: Ok(())"),
        (Fault::DoesNotCut, "read of \"log\": 15 bytes in place of 11"),
        (Fault::RefusesToRemoveNothing, "remove of a run that is not there: Err"),
        (Fault::KeepsWhatIsRemoved, "remove of \"\": Ok(())"),
        (Fault::ListsBackwards, "runs, sorted: Ok([\"nnn"),
        (Fault::MixesRuns, "at LogEnd { length: 0, whole: 0 }: there is a log of the run \"even\" already"),
    ] {
        let error = block_on(conformance(&Faulty(MemoryStore::default(), fault))).unwrap_err();
        assert!(error.contains(found), "{fault:?}: {error}");
    }
}
