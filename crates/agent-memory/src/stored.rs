//! The memory over a host's files.

use crate::{Entry, InMemoryFiles, MemoryError, MemoryFiles, MemoryFuture, MemoryStore, Scope, Values};
use futures::FutureExt;

/// Times that a change is made again because somebody else changed the file meanwhile.
const ATTEMPTS: u32 = 5;

/// The memory over a host's files.
#[derive(Debug, Default)]
pub struct StoredMemory<F>(F);

impl StoredMemory<InMemoryFiles> {
    /// A memory that lasts as long as this value.
    pub fn in_memory() -> Self {
        Self::default()
    }
}

impl<F: MemoryFiles> StoredMemory<F> {
    /// Over these files.
    pub fn new(files: F) -> Self {
        Self(files)
    }

    async fn values(&self, scope: Scope) -> Result<(Values, Option<Vec<u8>>), MemoryError> {
        let bytes = self.0.read(scope).await?;
        let values = match &bytes {
            None => Values::new(scope),
            Some(bytes) => Values::parse(scope, bytes, &self.0.place(scope))?,
        };
        Ok((values, bytes))
    }

    /// Makes a change; what leaves the values as they are is not stored.
    async fn change<T>(
        &self,
        scope: Scope,
        change: impl Fn(&mut Values) -> Result<T, MemoryError>,
    ) -> Result<T, MemoryError> {
        for _ in 0..ATTEMPTS {
            let (before, bytes) = self.values(scope).await?;
            let mut after = before.clone();
            let result = change(&mut after)?;
            if after == before || self.0.replace(scope, bytes.as_deref(), &after.to_bytes()).await? {
                return Ok(result);
            }
        }
        Err(MemoryError::Busy(scope))
    }
}

impl<F: MemoryFiles> MemoryStore for StoredMemory<F> {
    fn get<'a>(&'a self, scope: Scope, key: &'a str) -> MemoryFuture<'a, Option<String>> {
        async move { Ok(self.values(scope).await?.0.get(key).map(str::to_owned)) }.boxed_local()
    }

    fn list(&self, scope: Scope) -> MemoryFuture<'_, Vec<Entry>> {
        async move { Ok(self.values(scope).await?.0.list()) }.boxed_local()
    }

    fn put<'a>(&'a self, scope: Scope, key: &'a str, value: &'a str) -> MemoryFuture<'a, ()> {
        self.change(scope, |values| values.put(key, value)).boxed_local()
    }

    fn append<'a>(&'a self, scope: Scope, key: &'a str, text: &'a str) -> MemoryFuture<'a, ()> {
        self.change(scope, |values| values.append(key, text)).boxed_local()
    }

    fn delete<'a>(&'a self, scope: Scope, key: &'a str) -> MemoryFuture<'a, bool> {
        self.change(scope, |values| Ok(values.delete(key))).boxed_local()
    }

    fn clear(&self, scope: Scope) -> MemoryFuture<'_, usize> {
        self.change(scope, |values| Ok(values.clear())).boxed_local()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::executor::block_on;
    use std::cell::Cell;

    /// Files that somebody else changes right before each of the next writes.
    struct Contended {
        files: InMemoryFiles,
        changes: Cell<u32>,
    }

    impl MemoryFiles for Contended {
        fn place(&self, scope: Scope) -> String {
            self.files.place(scope)
        }

        fn read(&self, scope: Scope) -> MemoryFuture<'_, Option<Vec<u8>>> {
            self.files.read(scope)
        }

        fn replace<'a>(&'a self, scope: Scope, before: Option<&'a [u8]>, after: &'a [u8]) -> MemoryFuture<'a, bool> {
            async move {
                if let Some(left) = self.changes.get().checked_sub(1) {
                    self.changes.set(left);
                    let bytes = self.files.read(scope).await?;
                    let mut values = bytes.as_ref().map_or(Ok(Values::new(scope)), |b| Values::parse(scope, b, ""))?;
                    values.append("log", "other ")?;
                    assert!(self.files.replace(scope, bytes.as_deref(), &values.to_bytes()).await?);
                }
                self.files.replace(scope, before, after).await
            }
            .boxed_local()
        }
    }

    fn contended(changes: u32) -> StoredMemory<Contended> {
        StoredMemory::new(Contended { files: InMemoryFiles::default(), changes: Cell::new(changes) })
    }

    #[test]
    fn scopes_are_apart() {
        let memory = StoredMemory::in_memory();
        block_on(memory.put(Scope::Person, "a", "1")).unwrap();
        block_on(memory.put(Scope::Repository, "a", "2")).unwrap();
        assert_eq!(block_on(memory.get(Scope::Person, "a")), Ok(Some("1".to_owned())));
        assert_eq!(block_on(memory.get(Scope::Conversation, "a")), Ok(None));
        assert_eq!(block_on(memory.clear(Scope::Person)), Ok(1));
        assert_eq!(block_on(memory.list(Scope::Repository)), Ok(vec![Entry { key: "a".to_owned(), bytes: 1 }]));
        assert_eq!(block_on(memory.delete(Scope::Repository, "b")), Ok(false));
    }

    #[test]
    fn a_change_meanwhile_is_kept_and_nothing_is_written_twice() {
        let memory = contended(2);
        block_on(memory.append(Scope::Repository, "log", "mine ")).unwrap();
        let log = block_on(memory.get(Scope::Repository, "log")).unwrap();
        assert_eq!(log.as_deref(), Some("other other mine "));
    }

    #[test]
    fn endless_changes_by_others_are_an_error() {
        let error = block_on(contended(99).put(Scope::Repository, "a", "b")).unwrap_err();
        assert_eq!(error, MemoryError::Busy(Scope::Repository));
    }

    #[test]
    fn a_damaged_file_is_kept() {
        let files = InMemoryFiles::default();
        block_on(files.replace(Scope::Person, None, b"{ half a")).unwrap();
        let memory = StoredMemory::new(files);
        for error in [
            block_on(memory.get(Scope::Person, "a")).unwrap_err(),
            block_on(memory.list(Scope::Person)).unwrap_err(),
            block_on(memory.put(Scope::Person, "a", "b")).unwrap_err(),
            block_on(memory.clear(Scope::Person)).unwrap_err(),
        ] {
            assert!(matches!(error, MemoryError::Damaged { .. }), "{error}");
        }
        assert_eq!(block_on(memory.0.read(Scope::Person)), Ok(Some(b"{ half a".to_vec())));
        assert_eq!(block_on(memory.get(Scope::Repository, "a")), Ok(None), "other scopes work");
    }
}
