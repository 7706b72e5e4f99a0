//! The memory over a host's files.

use crate::files::change;
use crate::{
    Entry, InMemoryFiles, MemoryError, MemoryFile, MemoryFiles, MemoryFuture, MemoryStore, Origin, Scope, Values,
};
use futures::FutureExt;

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

    fn parse(&self, scope: Scope<'_>, bytes: Option<&[u8]>) -> Result<Values, MemoryError> {
        let place = || self.0.place(MemoryFile::Values(scope));
        bytes.map_or_else(|| Ok(Values::new()), |bytes| Values::parse(scope, bytes, &place()))
    }

    async fn values(&self, scope: Scope<'_>) -> Result<Values, MemoryError> {
        let bytes = self.0.read(MemoryFile::Values(scope)).await?;
        self.parse(scope, bytes.as_deref())
    }

    /// Makes a change; what leaves the values as they are is not stored.
    async fn change<T>(
        &self,
        scope: Scope<'_>,
        make: impl Fn(&mut Values) -> Result<T, MemoryError>,
    ) -> Result<T, MemoryError> {
        let parse = |bytes: Option<&[u8]>| self.parse(scope, bytes);
        change(&self.0, MemoryFile::Values(scope), parse, Values::to_bytes, make).await
    }
}

impl<F: MemoryFiles> MemoryStore for StoredMemory<F> {
    fn get<'a>(&'a self, scope: Scope<'a>, key: &'a str) -> MemoryFuture<'a, Option<Entry>> {
        async move { Ok(self.values(scope).await?.get(key)) }.boxed_local()
    }

    fn list<'a>(&'a self, scope: Scope<'a>) -> MemoryFuture<'a, Vec<Entry>> {
        async move { Ok(self.values(scope).await?.list()) }.boxed_local()
    }

    fn put<'a>(&'a self, scope: Scope<'a>, key: &'a str, value: &'a str, origin: Origin) -> MemoryFuture<'a, ()> {
        self.change(scope, move |values| values.put(scope, key, value, &origin)).boxed_local()
    }

    fn append<'a>(&'a self, scope: Scope<'a>, key: &'a str, text: &'a str, origin: Origin) -> MemoryFuture<'a, ()> {
        self.change(scope, move |values| values.append(scope, key, text, &origin)).boxed_local()
    }

    fn delete<'a>(&'a self, scope: Scope<'a>, key: &'a str) -> MemoryFuture<'a, bool> {
        self.change(scope, |values| Ok(values.delete(key))).boxed_local()
    }

    fn clear<'a>(&'a self, scope: Scope<'a>) -> MemoryFuture<'a, usize> {
        self.change(scope, |values| Ok(values.clear())).boxed_local()
    }

    fn files(&self) -> &dyn MemoryFiles {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use futures::executor::block_on;
    use std::cell::Cell;

    /// Files that somebody else changes right before each of the next writes.
    struct Contended {
        files: InMemoryFiles,
        changes: Cell<u32>,
    }

    impl MemoryFiles for Contended {
        fn place(&self, file: MemoryFile<'_>) -> String {
            self.files.place(file)
        }

        fn read<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, Option<Vec<u8>>> {
            self.files.read(file)
        }

        fn replace<'a>(
            &'a self,
            file: MemoryFile<'a>,
            before: Option<&'a [u8]>,
            after: &'a [u8],
        ) -> MemoryFuture<'a, bool> {
            async move {
                if let Some(left) = self.changes.get().checked_sub(1) {
                    self.changes.set(left);
                    let bytes = self.files.read(file).await?;
                    let scope = Scope::Repository;
                    let mut values = bytes.as_ref().map_or(Ok(Values::new()), |b| Values::parse(scope, b, ""))?;
                    values.append(scope, "log", "other ", &Origin::person(0.0))?;
                    assert!(self.files.replace(file, bytes.as_deref(), &values.to_bytes()).await?);
                }
                self.files.replace(file, before, after).await
            }
            .boxed_local()
        }

        fn remove<'a>(&'a self, file: MemoryFile<'a>) -> MemoryFuture<'a, ()> {
            self.files.remove(file)
        }
    }

    fn run() -> Source {
        Source::Run { run: "r1".to_owned(), agent: "tool-router".to_owned(), by: "memory_set".to_owned() }
    }

    fn contended(changes: u32) -> StoredMemory<Contended> {
        StoredMemory::new(Contended { files: InMemoryFiles::default(), changes: Cell::new(changes) })
    }

    #[test]
    fn scopes_are_apart() {
        let memory = StoredMemory::in_memory();
        let origin = || Origin { source: run(), stored_at: Some(7.0) };
        let entry = |value: &str| Entry { key: "a".to_owned(), value: value.to_owned(), origin: Some(origin()) };
        block_on(memory.put(Scope::Person, "a", "1", origin())).unwrap();
        block_on(memory.put(Scope::Repository, "a", "2", origin())).unwrap();
        block_on(memory.put(Scope::Conversation("c1"), "a", "3", origin())).unwrap();
        assert_eq!(block_on(memory.get(Scope::Person, "a")), Ok(Some(entry("1"))));
        assert_eq!(block_on(memory.get(Scope::Conversation("c1"), "a")), Ok(Some(entry("3"))));
        assert_eq!(block_on(memory.get(Scope::Conversation("c2"), "a")), Ok(None));
        assert_eq!(block_on(memory.clear(Scope::Person)), Ok(1));
        assert_eq!(block_on(memory.list(Scope::Repository)), Ok(vec![entry("2")]));
        assert_eq!(block_on(memory.delete(Scope::Repository, "b")), Ok(false));
    }

    #[test]
    fn a_change_meanwhile_is_kept_and_nothing_is_written_twice() {
        let memory = contended(2);
        let origin = Origin { source: run(), stored_at: None };
        block_on(memory.append(Scope::Repository, "log", "mine ", origin.clone())).unwrap();
        let log = block_on(memory.get(Scope::Repository, "log")).unwrap().unwrap();
        assert_eq!((log.value.as_str(), log.origin), ("other other mine ", Some(origin)));
    }

    #[test]
    fn endless_changes_by_others_are_an_error() {
        let error = block_on(contended(99).put(Scope::Repository, "a", "b", Origin::person(0.0))).unwrap_err();
        let said = "what is remembered for the repository is being changed by another run; try again";
        assert_eq!(error.to_string(), said);
    }

    #[test]
    fn a_damaged_file_is_kept() {
        let files = InMemoryFiles::default();
        let person = MemoryFile::Values(Scope::Person);
        block_on(files.replace(person, None, b"{ half a")).unwrap();
        let memory = StoredMemory::new(files);
        for error in [
            block_on(memory.get(Scope::Person, "a")).unwrap_err(),
            block_on(memory.list(Scope::Person)).unwrap_err(),
            block_on(memory.put(Scope::Person, "a", "b", Origin::person(0.0))).unwrap_err(),
            block_on(memory.clear(Scope::Person)).unwrap_err(),
        ] {
            assert!(matches!(error, MemoryError::Damaged { .. }), "{error}");
        }
        assert_eq!(block_on(memory.0.read(person)), Ok(Some(b"{ half a".to_vec())));
        assert_eq!(block_on(memory.get(Scope::Repository, "a")), Ok(None), "other scopes work");
    }
}
