//! What every [`CheckpointStore`] must do, as one check that each implementation's tests call.

use crate::store::{CheckpointStore, LogEnd, RUN_NAME_MAX, StoreErrorKind};
use futures::FutureExt;
use futures::future::join;
use std::fmt::Debug;

/// Tries a store out. It must be empty, and is empty afterwards if it conforms. The error describes what is wrong.
pub async fn conformance(store: &dyn CheckpointStore) -> Result<(), String> {
    let check = Check(store);
    check.runs("at the start", &[]).await?;
    check.nothing_is_there().await?;
    check.bad_names_are_refused().await?;
    check.grows_at_its_end().await?;
    check.is_cut_as_it_grows().await?;
    check.refuses_who_is_mistaken().await?;
    check.two_writers_do_not_mix().await?;
    check.lists_and_removes().await?;
    check.runs_do_not_mix().await?;
    check.overlapping_calls().await?;
    check.survives_a_dropped_append().await?;
    check.runs("at the end", &[]).await
}

struct Check<'a>(&'a dyn CheckpointStore);

impl Check<'_> {
    async fn nothing_is_there(&self) -> Result<(), String> {
        same("read of a run that is not there", self.0.read("none").await, Ok(None))?;
        self.is_refused("none", LogEnd::at(1)).await?;
        self.is_refused("none", LogEnd { length: 1, whole: 0 }).await?;
        self.runs("after calls for a run that is not there", &[]).await?;
        same("remove of a run that is not there", self.0.remove("none").await, Ok(()))
    }

    async fn bad_names_are_refused(&self) -> Result<(), String> {
        let long = "n".repeat(RUN_NAME_MAX + 1);
        for name in ["", ".", "..", ".a", "../a", "a/b", "a\\b", "/a", "a b", "a\0", "a\u{e9}", &long] {
            let results = [
                ("append", self.0.append(name, LogEnd::NEW, b"x").await.map(drop)),
                ("read", self.0.read(name).await.map(drop)),
                ("remove", self.0.remove(name).await.map(drop)),
            ];
            for (call, result) in results {
                same(&format!("{call} of {name:?}"), result.map_err(|e| e.kind), Err(StoreErrorKind::BadName))?;
            }
        }
        self.runs("after refused names", &[]).await
    }

    async fn grows_at_its_end(&self) -> Result<(), String> {
        let all_bytes: Vec<u8> = (0..=u8::MAX).collect();
        let mut whole = Vec::new();
        for piece in [&b"first\n"[..], &all_bytes, b"\n", b"", &[b'x'; 100_000]] {
            self.append("log", LogEnd::at(whole.len() as u64), piece).await?;
            whole.extend_from_slice(piece);
            self.log("log", &whole).await?;
        }
        // Without reads in between, as a run does.
        for step in 0..100 {
            let line = format!("{step}\n");
            self.append("log", LogEnd::at(whole.len() as u64), line.as_bytes()).await?;
            whole.extend_from_slice(line.as_bytes());
        }
        self.log("log", &whole).await?;
        self.remove("log").await
    }

    async fn is_cut_as_it_grows(&self) -> Result<(), String> {
        self.append("log", LogEnd::NEW, b"whole\ntorn").await?;
        self.append("log", LogEnd { length: 10, whole: 6 }, b"next\n").await?;
        self.log("log", b"whole\nnext\n").await?;
        self.append("log", LogEnd::at(11), b"to").await?;
        self.append("log", LogEnd { length: 13, whole: 11 }, b"longer than what was torn\n").await?;
        self.log("log", b"whole\nnext\nlonger than what was torn\n").await?;
        self.append("log", LogEnd { length: 37, whole: 11 }, b"").await?;
        self.append("log", LogEnd::at(11), b"last\n").await?;
        self.log("log", b"whole\nnext\nlast\n").await?;
        self.append("log", LogEnd { length: 16, whole: 0 }, b"anew\n").await?;
        self.log("log", b"anew\n").await?;
        self.remove("log").await
    }

    /// An append that takes the log to be shorter or longer than it is leaves it as it is.
    async fn refuses_who_is_mistaken(&self) -> Result<(), String> {
        self.append("log", LogEnd::NEW, b"one\n").await?;
        self.append("log", LogEnd::at(4), b"two\n").await?;
        for length in [0, 4, 7, 9, u64::MAX] {
            self.is_refused("log", LogEnd::at(length)).await?;
            self.is_refused("log", LogEnd { length, whole: length / 2 }).await?;
            self.log("log", b"one\ntwo\n").await?;
        }
        self.append("log", LogEnd::at(8), b"three\n").await?;
        self.log("log", b"one\ntwo\nthree\n").await?;
        // Deleted by someone else: half a log is not started in its place.
        self.remove("log").await?;
        self.is_refused("log", LogEnd::at(14)).await?;
        same("read after a refused append", self.0.read("log").await, Ok(None))
    }

    /// Both continue from the same place; the second gets a conflict and changes nothing, until it has read the log.
    async fn two_writers_do_not_mix(&self) -> Result<(), String> {
        self.append("log", LogEnd::NEW, b"begun\nto").await?;
        let seen = LogEnd { length: 8, whole: 6 };
        self.append("log", seen, b"by the first\n").await?;
        self.is_refused("log", seen).await?;
        self.append("log", LogEnd::at(19), b"again\n").await?;
        self.is_refused("log", seen).await?;
        self.log("log", b"begun\nby the first\nagain\n").await?;
        self.append("log", LogEnd::at(25), b"by the second\n").await?;
        self.is_refused("log", LogEnd::at(25)).await?;
        self.log("log", b"begun\nby the first\nagain\nby the second\n").await?;
        self.remove("log").await
    }

    async fn lists_and_removes(&self) -> Result<(), String> {
        let long = "n".repeat(RUN_NAME_MAX);
        let mut names = ["b", "a.run", "Z-9", "-", "_", "a..b", "a", &long];
        for name in names {
            self.append(name, LogEnd::NEW, name.as_bytes()).await?;
        }
        names.sort_unstable();
        self.runs("sorted", &names).await?;
        for name in names {
            self.log(name, name.as_bytes()).await?;
        }
        self.remove("a").await?;
        same("read after remove", self.0.read("a").await, Ok(None))?;
        self.append("a", LogEnd::NEW, b"anew").await?;
        self.log("a", b"anew").await?;
        for name in names {
            self.remove(name).await?;
        }
        self.runs("after all were removed", &[]).await
    }

    async fn runs_do_not_mix(&self) -> Result<(), String> {
        let logs: [(&str, &[u8]); 2] =
            [("even", b"0\n2\n4\n6\n8\n10\n12\n14\n16\n18\n"), ("odd", b"1\n3\n5\n7\n9\n11\n13\n15\n17\n19\n")];
        let mut ends = [0; 2];
        for number in 0..20 {
            let (line, turn) = (format!("{number}\n"), number % 2);
            self.append(logs[turn].0, LogEnd::at(ends[turn]), line.as_bytes()).await?;
            ends[turn] += line.len() as u64;
        }
        for (run, log) in logs {
            self.log(run, log).await?;
        }
        self.remove("even").await?;
        self.log("odd", logs[1].1).await?;
        self.remove("odd").await
    }

    async fn overlapping_calls(&self) -> Result<(), String> {
        let write = async |run: &str| {
            for step in 0..10 {
                self.append(run, LogEnd::at(step), format!("{step}").as_bytes()).await?;
                if step == 5 {
                    self.log(run, b"012345").await?;
                }
            }
            self.log(run, b"0123456789").await?;
            self.remove(run).await
        };
        let (one, two) = join(write("one"), write("two")).await;
        one.and(two)
    }

    /// A cancelled run drops its append in the middle; the run must be open to whoever resumes it.
    async fn survives_a_dropped_append(&self) -> Result<(), String> {
        for round in 0..3 {
            drop(self.0.append("dropped", LogEnd::NEW, b"half").now_or_never());
            let left = self.read("dropped").await?;
            if !b"half".starts_with(&left) {
                return Err(format!("round {round}: a dropped append left {left:?}"));
            }
            self.append("dropped", LogEnd { length: left.len() as u64, whole: 0 }, b"next").await?;
            self.log("dropped", b"next").await?;
            drop(self.0.append("other", LogEnd::NEW, b"half").now_or_never());
            self.remove("other").await?;
            self.remove("dropped").await?;
        }
        Ok(())
    }

    async fn append(&self, run: &str, end: LogEnd, bytes: &[u8]) -> Result<(), String> {
        self.0.append(run, end, bytes).await.map_err(|error| format!("append to {run:?} at {end:?}: {error}"))
    }

    async fn is_refused(&self, run: &str, end: LogEnd) -> Result<(), String> {
        let refused = self.0.append(run, end, b"not this\n").await.map_err(|error| error.kind);
        same(&format!("append to {run:?} at {end:?}"), refused, Err(StoreErrorKind::Conflict))
    }

    async fn remove(&self, run: &str) -> Result<(), String> {
        self.0.remove(run).await.map_err(|error| format!("remove of {run:?}: {error}"))
    }

    /// The log; empty where there is none.
    async fn read(&self, run: &str) -> Result<Vec<u8>, String> {
        let log = self.0.read(run).await.map_err(|error| format!("read of {run:?}: {error}"))?;
        Ok(log.unwrap_or_else(Vec::new))
    }

    async fn log(&self, run: &str, expected: &[u8]) -> Result<(), String> {
        let log = self.read(run).await?;
        if log == expected {
            return Ok(());
        }
        let (length, wanted) = (log.len(), expected.len());
        let differs = log.iter().zip(expected).position(|(a, b)| a != b).unwrap_or(length.min(wanted));
        Err(format!("read of {run:?}: {length} bytes in place of {wanted}; they differ from byte {differs}"))
    }

    async fn runs(&self, when: &str, expected: &[&str]) -> Result<(), String> {
        let expected = expected.iter().map(|&name| name.to_owned()).collect();
        same(&format!("runs, {when}"), self.0.runs().await, Ok(expected))
    }
}

fn same<T: Debug + PartialEq, E: Debug + PartialEq>(
    what: &str,
    found: Result<T, E>,
    expected: Result<T, E>,
) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} in place of {expected:?}")) }
}

#[cfg(test)]
mod tests;
