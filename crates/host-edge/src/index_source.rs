//! An index directory in R2, read through the data centre's cache.
//!
//! Files named by their content never change, so they are taken from the cache for as long as it keeps them. The
//! manifest is never cached here: the caller decides how old it may be.

use codebase::storage::directory::name_of;
use codebase::{IndexSource, StorageError};
use futures::future::LocalBoxFuture;
use source::ContentHash;
use worker::{Bucket, Cache, Response};

/// A year, as long as a cache keeps anything.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The files of one index.
pub struct R2IndexSource {
    bucket: Bucket,
    manifest: String,
    chunks: String,
}

impl R2IndexSource {
    /// `manifest` is the object that holds `manifest.json`; every other file is the object `<chunks><name>`.
    pub fn new(bucket: Bucket, manifest: impl Into<String>, chunks: impl Into<String>) -> Self {
        Self { bucket, manifest: manifest.into(), chunks: chunks.into() }
    }

    async fn fetch(&self, key: &str, name: &str) -> Result<Vec<u8>, StorageError> {
        let failed = |error: worker::Error| StorageError::Files(format!("`{name}` could not be read from R2: {error}"));
        let object = self.bucket.get(key).execute().await.map_err(failed)?;
        let gone = || StorageError::Files(format!("`{name}` is not in the bucket; push the index again"));
        let object = object.ok_or_else(gone)?;
        if object.size() > limits::index::CHUNK_BYTES {
            return Err(StorageError::Damaged(format!("`{name}` is far longer than any file of an index")));
        }
        object.body().ok_or_else(gone)?.bytes().await.map_err(failed)
    }

    async fn chunk(&self, name: &str) -> Result<Vec<u8>, StorageError> {
        let key = format!("{}{name}", self.chunks);
        let (cache, url) = (Cache::default(), cache_url(&key));
        // A cache that fails is as good as an empty one.
        if let Ok(Some(mut hit)) = cache.get(&url, false).await
            && let Ok(bytes) = hit.bytes().await
            && is_named_by(&bytes, name)
        {
            return Ok(bytes);
        }
        let bytes = self.fetch(&key, name).await?;
        // What was changed in the bucket must not outlive its repair by a year.
        if is_named_by(&bytes, name)
            && let Ok(response) = cacheable(&bytes)
        {
            // Only a cache: without the entry the next read asks the bucket again.
            let _ = cache.put(&url, response).await;
        }
        Ok(bytes)
    }
}

impl IndexSource for R2IndexSource {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        Box::pin(async move {
            match name {
                "manifest.json" => self.fetch(&self.manifest, name).await,
                _ => self.chunk(name).await,
            }
        })
    }
}

/// Whether these are the bytes that a file of this name holds.
fn is_named_by(bytes: &[u8], name: &str) -> bool {
    name_of(&ContentHash::of(bytes)) == name
}

/// A name for the cache that no request from outside can have.
fn cache_url(key: &str) -> String {
    format!("https://index.quarry.invalid/{key}")
}

fn cacheable(bytes: &[u8]) -> worker::Result<Response> {
    let response = Response::from_bytes(bytes.to_vec())?;
    response.headers().set("cache-control", FOR_EVER)?;
    Ok(response)
}
