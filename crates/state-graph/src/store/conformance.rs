//! What every [`CheckpointStore`] must do, as one check that each implementation's tests call.

use super::{CheckpointStore, RUN_NAME_MAX, StoreErrorKind};
use futures::FutureExt;
use futures::future::join;
use std::fmt::Debug;

/// Tries a store out. It must be empty, and is empty afterwards if it conforms. The error says what is wrong.
pub async fn conformance(store: &dyn CheckpointStore) -> Result<(), String> {
    let check = Check(store);
    check.runs("at the start", &[]).await?;
    check.nothing_is_there().await?;
    check.bad_names_are_refused().await?;
    check.grows_at_its_end().await?;
    check.is_cut().await?;
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
        same("truncate of a run that is not there", self.0.truncate("none", 0).await, Ok(()))?;
        self.runs("after calls for a run that is not there", &[]).await?;
        same("remove of a run that is not there", self.0.remove("none").await, Ok(()))
    }

    async fn bad_names_are_refused(&self) -> Result<(), String> {
        let long = "n".repeat(RUN_NAME_MAX + 1);
        for name in ["", ".", "..", ".a", "../a", "a/b", "a\\b", "/a", "a b", "a\0", "a\u{e9}", &long] {
            let results = [
                ("append", self.0.append(name, b"x").await.map(drop)),
                ("read", self.0.read(name).await.map(drop)),
                ("truncate", self.0.truncate(name, 0).await.map(drop)),
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
        for piece in [&b"first\n"[..], &all_bytes, b"\n", &[b'x'; 100_000]] {
            self.append("log", piece).await?;
            whole.extend_from_slice(piece);
            self.log("log", &whole).await?;
        }
        // Without reads in between, as a run does.
        for step in 0..100 {
            let line = format!("{step}\n");
            self.append("log", line.as_bytes()).await?;
            whole.extend_from_slice(line.as_bytes());
        }
        self.log("log", &whole).await?;
        self.remove("log").await
    }

    async fn is_cut(&self) -> Result<(), String> {
        self.append("log", b"whole\ntorn").await?;
        for length in [10, 11, u64::MAX] {
            same("truncate at or past the end", self.0.truncate("log", length).await, Ok(()))?;
            self.log("log", b"whole\ntorn").await?;
        }
        same("truncate", self.0.truncate("log", 6).await, Ok(()))?;
        self.log("log", b"whole\n").await?;
        self.append("log", b"next\n").await?;
        self.append("log", b"torn").await?;
        same("truncate between appends", self.0.truncate("log", 11).await, Ok(()))?;
        self.append("log", b"last\n").await?;
        self.log("log", b"whole\nnext\nlast\n").await?;
        same("truncate to nothing", self.0.truncate("log", 0).await, Ok(()))?;
        self.append("log", b"anew\n").await?;
        self.log("log", b"anew\n").await?;
        self.remove("log").await
    }

    async fn lists_and_removes(&self) -> Result<(), String> {
        let long = "n".repeat(RUN_NAME_MAX);
        let mut names = ["b", "a.run", "Z-9", "-", "_", "a..b", "a", &long];
        for name in names {
            self.append(name, name.as_bytes()).await?;
        }
        names.sort_unstable();
        self.runs("sorted", &names).await?;
        for name in names {
            self.log(name, name.as_bytes()).await?;
        }
        self.remove("a").await?;
        same("read after remove", self.0.read("a").await, Ok(None))?;
        self.append("a", b"anew").await?;
        self.log("a", b"anew").await?;
        for name in names {
            self.remove(name).await?;
        }
        self.runs("after all were removed", &[]).await
    }

    async fn runs_do_not_mix(&self) -> Result<(), String> {
        for step in 0..10 {
            self.append("even", format!("{}\n", step * 2).as_bytes()).await?;
            self.append("odd", format!("{}\n", step * 2 + 1).as_bytes()).await?;
        }
        self.log("even", b"0\n2\n4\n6\n8\n10\n12\n14\n16\n18\n").await?;
        self.log("odd", b"1\n3\n5\n7\n9\n11\n13\n15\n17\n19\n").await?;
        self.remove("even").await?;
        self.log("odd", b"1\n3\n5\n7\n9\n11\n13\n15\n17\n19\n").await?;
        self.remove("odd").await
    }

    async fn overlapping_calls(&self) -> Result<(), String> {
        let write = async |run: &str| {
            for step in 0..10 {
                self.append(run, format!("{step}").as_bytes()).await?;
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
            let _ = self.0.append("dropped", b"half").now_or_never();
            self.append("dropped", b"next").await?;
            let log = self.0.read("dropped").await.map_err(|error| format!("read: {error}"))?.unwrap_or_default();
            let before = log.strip_suffix(b"next").ok_or_else(|| format!("round {round}: not at the end: {log:?}"))?;
            if !b"half".starts_with(before) {
                return Err(format!("round {round}: before what was appended there is {before:?}"));
            }
            let _ = self.0.append("other", b"half").now_or_never();
            self.remove("other").await?;
            self.remove("dropped").await?;
        }
        Ok(())
    }

    async fn append(&self, run: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.append(run, bytes).await.map_err(|error| format!("append to {run:?}: {error}"))
    }

    async fn remove(&self, run: &str) -> Result<(), String> {
        self.0.remove(run).await.map_err(|error| format!("remove of {run:?}: {error}"))
    }

    async fn log(&self, run: &str, expected: &[u8]) -> Result<(), String> {
        let log = self.0.read(run).await.map_err(|error| format!("read of {run:?}: {error}"))?;
        let log = log.ok_or_else(|| format!("read of {run:?}: nothing is there"))?;
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
mod tests {
    use super::*;
    use crate::store::{MemoryStore, StoreError};
    use futures::executor::block_on;
    use futures::future::{LocalBoxFuture, ready};

    /// A mistake that a store could have.
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Fault {
        TakesAnyName,
        LosesTheSecondAppend,
        MakesAnEmptyLogOnTruncate,
        GrowsOnTruncate,
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
                Fault::TakesAnyName if super::super::check_run_name(run).is_err() => "replaced",
                Fault::MixesRuns if run == "odd" => "even",
                _ => run,
            }
        }

        fn read_now(&self, run: &str) -> Option<Vec<u8>> {
            self.0.read(run).now_or_never().and_then(Result::ok).flatten()
        }
    }

    impl CheckpointStore for Faulty {
        fn append<'a>(&'a self, run: &'a str, bytes: &'a [u8]) -> LocalBoxFuture<'a, Result<(), StoreError>> {
            if self.1 == Fault::LosesTheSecondAppend && self.read_now(run).is_some() {
                return ready(Ok(())).boxed_local();
            }
            self.0.append(self.name(run), bytes)
        }

        fn read<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<Option<Vec<u8>>, StoreError>> {
            self.0.read(self.name(run))
        }

        fn truncate<'a>(&'a self, run: &'a str, length: u64) -> LocalBoxFuture<'a, Result<(), StoreError>> {
            let there = self.read_now(run).map(|log| log.len() as u64);
            match (self.1, there) {
                (Fault::MakesAnEmptyLogOnTruncate, None) => self.0.append(run, b""),
                (Fault::GrowsOnTruncate, Some(there)) if (there..100).contains(&length) => self.0.append(run, b"\0"),
                (Fault::DoesNotCut, _) => ready(Ok(())).boxed_local(),
                _ => self.0.truncate(self.name(run), length),
            }
        }

        fn runs(&self) -> LocalBoxFuture<'_, Result<Vec<String>, StoreError>> {
            let backwards = self.1 == Fault::ListsBackwards;
            let turn = move |names: Vec<String>| if backwards { names.into_iter().rev().collect() } else { names };
            self.0.runs().map(move |names| names.map(turn)).boxed_local()
        }

        fn remove<'a>(&'a self, run: &'a str) -> LocalBoxFuture<'a, Result<(), StoreError>> {
            match self.1 {
                Fault::KeepsWhatIsRemoved => ready(Ok(())).boxed_local(),
                Fault::RefusesToRemoveNothing if self.read_now(run).is_none() => {
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
            (Fault::MakesAnEmptyLogOnTruncate, "runs, after calls for a run that is not there: Ok([\"none\"])"),
            (Fault::GrowsOnTruncate, "read of \"log\": 11 bytes in place of 10"),
            (Fault::DoesNotCut, "truncate of \"\": Ok(())"),
            (Fault::RefusesToRemoveNothing, "remove of a run that is not there: Err"),
            (Fault::KeepsWhatIsRemoved, "remove of \"\": Ok(())"),
            (Fault::ListsBackwards, "runs, sorted: Ok([\"nnn"),
            (Fault::MixesRuns, "read of \"even\": 50 bytes in place of 25; they differ from byte 2"),
        ] {
            let error = block_on(conformance(&Faulty(MemoryStore::default(), fault))).unwrap_err();
            assert!(error.contains(found), "{fault:?}: {error}");
        }
    }
}
