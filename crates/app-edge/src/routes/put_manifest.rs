//! `PUT /v1/repos/{id}/manifest`

use crate::api::repos::Repository;
use crate::catalog::Catalog;
use crate::failure::Failure;
use crate::http::json_answer;
use crate::isolate::Isolate;
use crate::request_context::RequestContext;
use codebase::reader::listing::{check, chunk_names};
use codebase::storage::directory::parse_manifest;
use codebase::{IndexSource, StorageError};
use futures::future::LocalBoxFuture;
use host_edge::{R2IndexSource, WorkerClock};
use serde_json::Value;
use state_graph::Clock;
use std::collections::BTreeSet;
use worker::Response;

/// The largest number of missing files that an error lists.
const NAMED: usize = 1000;

/// Publishes an index once all of its files are there.
pub async fn answer(cx: &RequestContext) -> Result<Response, Failure> {
    let id = cx.variables.get("id");
    cx.admin_of(id)?;
    let manifest = cx.bytes().await?;
    let catalog = cx.catalog()?;
    let names = named_by(&catalog, id, &manifest).await?;
    let sizes = catalog.sizes(id, &names).await?;
    let mut missing: Vec<String> = names.iter().filter(|name| !sizes.contains_key(*name)).cloned().collect();
    if !missing.is_empty() {
        let message = format!("{} files of this index are not there; push them first.", missing.len());
        missing.truncate(NAMED);
        return Err(Failure { missing: Some(missing), ..Failure::conflict(message) });
    }
    let source = Unpublished { manifest: &manifest, stored: catalog.source(id) };
    let whole = check(&parse_manifest(&manifest).map_err(unfit)?, &source, &sizes).await;
    whole.map_err(unfit)?;
    let before = catalog.find(id).await?;
    let repository = described(cx, id, &manifest, before.as_ref())?;
    let old_names = match before {
        Some(_) => chunk_names(&catalog.source(id)).await,
        None => Ok(Vec::new()),
    };
    catalog.publish(&repository, manifest).await?;
    Isolate::current().forget(id);
    // It is published all the same if this fails; the next publication sweeps again.
    if let Err(failure) = sweep(&catalog, id, names, old_names, repository.published_at).await {
        worker::console_warn!("sweep of {id}: {failure}");
    }
    json_answer(200, &repository)
}

/// Deletes files that neither the new nor the previous index names. Requests that read the previous index can finish:
/// its files are deleted by the next publication.
async fn sweep(
    catalog: &Catalog,
    id: &str,
    names: Vec<String>,
    old_names: Result<Vec<String>, StorageError>,
    now_ms: f64,
) -> Result<(), Failure> {
    let old_names = match old_names {
        // Nobody can read on what is no index of this format.
        Err(error) if !matches!(error, StorageError::Files(_)) => Vec::new(),
        // What it names is not known at this moment.
        old_names => old_names?,
    };
    let kept: BTreeSet<String> = names.into_iter().chain(old_names).collect();
    catalog.sweep(id, &kept, now_ms).await.map(drop)
}

/// The refusal of an index that is inconsistent.
fn unfit(error: StorageError) -> Failure {
    Failure::bad(format!("The manifest cannot be published: {error}."))
}

/// The files that the manifest names. Part of the list may itself be in one of them.
async fn named_by(catalog: &Catalog, id: &str, manifest: &[u8]) -> Result<Vec<String>, Failure> {
    let source = Unpublished { manifest, stored: catalog.source(id) };
    chunk_names(&source).await.map_err(|error| match error {
        StorageError::Files(_) => head_is_missing(manifest, &error),
        error => unfit(error),
    })
}

/// The file that lists the others is not there yet.
fn head_is_missing(manifest: &[u8], error: &StorageError) -> Failure {
    // A manifest that is not JSON names no head.
    let document: Value = serde_json::from_slice(manifest).unwrap_or_default();
    let head = document["head"]["file"].as_str().map(|file| vec![file.to_owned()]);
    Failure { missing: head, ..Failure::conflict(format!("A file of this index cannot be read: {error}.")) }
}

/// A manifest that is not published yet, over the files that are stored.
struct Unpublished<'a> {
    manifest: &'a [u8],
    stored: R2IndexSource,
}

impl IndexSource for Unpublished<'_> {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        match name {
            "manifest.json" => Box::pin(async { Ok(self.manifest.to_vec()) }),
            _ => self.stored.read(name),
        }
    }
}

/// The repository as lists show it. Without `public` in the query a published one stays as public as it was.
fn described(
    cx: &RequestContext,
    id: &str,
    manifest: &[u8],
    before: Option<&Repository>,
) -> Result<Repository, Failure> {
    let public = match cx.parameter("public") {
        Some("true") => true,
        Some("false") => false,
        None => before.is_some_and(|before| before.public),
        Some(_) => return Err(Failure::bad("`public` can be `true` or `false`.")),
    };
    // The index was opened by this manifest, so it is JSON; what lists show of it may be missing.
    let document: Value = serde_json::from_slice(manifest).unwrap_or_default();
    let number = |name: &str| document[name].as_u64().unwrap_or_default();
    let text = |name: &str| document[name].as_str().unwrap_or_default().chars().take(200).collect();
    Ok(Repository {
        id: id.to_owned(),
        name: text("name"),
        snapshot: text("snapshot"),
        files: u32::try_from(number("files")).unwrap_or(u32::MAX),
        bytes: number("bytes"),
        public,
        published_at: WorkerClock.now_ms(),
    })
}
