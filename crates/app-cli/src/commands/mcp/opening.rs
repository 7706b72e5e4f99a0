//! The repository of the server, which is indexed in the background.

use crate::arguments::Repository;
use crate::load;
use crate::output::{self, Progress};
use anyhow::{Context, Result};
use codebase::Reader;
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::{LocalBoxFuture, Shared, ready};
use std::rc::Rc;
use std::thread;
use std::time::Instant;

/// A repository that is indexed on a separate thread, so that the client gets the response to `initialize` at once,
/// however large the repository is.
pub struct Opening {
    /// The name of the repository.
    pub name: String,
    /// From when its code is.
    pub as_of: &'static str,
    reader: Shared<LocalBoxFuture<'static, Result<Rc<Reader>, String>>>,
}

impl Opening {
    /// Reads the files, and starts to index them; an index directory needs no indexing.
    ///
    /// # Errors
    /// If the repository cannot be read.
    pub fn begin(repository: &Repository) -> Result<Self> {
        let path = &repository.path;
        if let Some(reader) = load::index(path, repository.index)? {
            return Ok(Self::there(reader));
        }
        let snapshot = load::snapshot(path, &mut Progress::live_only())?;
        let name = snapshot.name.clone();
        let (done, built) = oneshot::channel();
        let from = path.clone();
        let build = move || {
            let (began, files) = (Instant::now(), snapshot.files.len());
            let codebase = load::learned(load::build(snapshot, &from, &mut Progress::live_only()));
            output::note(format!("quarry: indexed {files} files in {} ms", began.elapsed().as_millis()));
            // The receiver is gone where the input has ended.
            let _ = done.send(codebase);
        };
        thread::Builder::new().name("index".to_owned()).spawn(build).context("the repository can't be indexed")?;
        let reader = built.map(|built| match built {
            Ok(codebase) => Ok(Rc::new(Reader::whole(codebase))),
            Err(_) => Err("indexing the repository failed; what went wrong is on the server's stderr".to_owned()),
        });
        Ok(Self { name, as_of: "this server started", reader: reader.boxed_local().shared() })
    }

    fn there(reader: Reader) -> Self {
        let name = reader.name();
        Self { name, as_of: "its index was made", reader: ready(Ok(Rc::new(reader))).boxed_local().shared() }
    }

    /// Waits until the repository is indexed, and returns its reader.
    ///
    /// # Errors
    /// If indexing failed.
    pub async fn reader(&self) -> Result<Rc<Reader>, String> {
        self.reader.clone().await
    }
}
