//! The published repositories of a deployment, in R2.
//!
//! `manifests/<id>.json` is a published manifest; what lists need of it is in the object's metadata. `chunks/<id>/`
//! holds the chunk files. Only writing the manifest publishes: before it readers have the old index, after it the new
//! one. Files that only the old index needs are kept for a while, for requests that still read it.

use crate::api::repos::Repository;
use crate::failure::{Failure, FailureKind};
use host_edge::R2IndexSource;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use worker::{Bucket, Env, HttpMetadata, Include, Object};

/// The binding of the bucket.
const INDEXES: &str = "INDEXES";
/// The metadata's key.
const ABOUT: &str = "quarry";
/// Most keys that R2 lists or deletes in one call.
const PAGE: usize = 1000;
/// How long a file that no manifest names is kept: a push may be in progress, or a request may read the old index.
const KEPT_MS: u64 = 24 * 60 * 60 * 1000;

/// The published repositories, in a bucket.
pub struct Catalog {
    bucket: Bucket,
}

impl Catalog {
    /// The catalogue of the deployment.
    ///
    /// # Errors
    /// 503 if no bucket is bound as `INDEXES`.
    pub fn open(env: &Env) -> Result<Self, Failure> {
        let bucket = env.bucket(INDEXES).map_err(|error| {
            worker::console_error!("{error}");
            Failure::new(FailureKind::Unavailable, "The deployment has no R2 bucket bound as INDEXES.")
        })?;
        Ok(Self { bucket })
    }

    pub async fn find(&self, id: &str) -> Result<Option<Repository>, Failure> {
        let object = self.bucket.head(manifest_key(id)).await?;
        Ok(object.and_then(|object| about(&object)))
    }

    /// All published repositories, by id.
    pub async fn list(&self) -> Result<Vec<Repository>, Failure> {
        let objects = self.objects("manifests/", None, None).await?;
        Ok(objects.iter().filter_map(about).collect())
    }

    /// The files of the index of a repository.
    pub fn source(&self, id: &str) -> R2IndexSource {
        R2IndexSource::new(self.bucket.clone(), manifest_key(id), chunks_prefix(id))
    }

    /// Whether a chunk file of an index is stored.
    pub async fn has_chunk(&self, id: &str, name: &str) -> Result<bool, Failure> {
        Ok(self.bucket.head(chunk_key(id, name)).await?.is_some())
    }

    /// Stores a chunk file of an index, whose name must be its hash.
    pub async fn put_chunk(&self, id: &str, name: &str, bytes: Vec<u8>) -> Result<(), Failure> {
        self.bucket.put(chunk_key(id, name), bytes).execute().await?;
        Ok(())
    }

    /// Those of the names that are not stored, in their order.
    pub async fn missing(&self, id: &str, names: &[String]) -> Result<Vec<String>, Failure> {
        let there = self.sizes(id, names).await?;
        Ok(names.iter().filter(|name| !there.contains_key(*name)).cloned().collect())
    }

    /// The lengths of those of the names that are stored.
    pub async fn sizes(&self, id: &str, names: &[String]) -> Result<BTreeMap<String, u64>, Failure> {
        let (Some(first), Some(last)) = (names.iter().min(), names.iter().max()) else { return Ok(BTreeMap::new()) };
        let prefix = chunks_prefix(id);
        // A list page holds a thousand names and a question of the store for each would be a thousand requests.
        let objects = self.objects(&prefix, Some(before(first)), Some(last)).await?;
        let size = |object: &Object| (object.key()[prefix.len()..].to_owned(), object.size());
        Ok(objects.iter().map(size).collect())
    }

    /// Publishes a manifest. All of its files must be stored.
    pub async fn publish(&self, repository: &Repository, manifest: Vec<u8>) -> Result<(), Failure> {
        let about = ascii(&serde_json::to_string(repository).expect("plain data with text keys is always JSON"));
        let content_type = Some("application/json".to_owned());
        self.bucket
            .put(manifest_key(&repository.id), manifest)
            .custom_metadata(HashMap::from([(ABOUT.to_owned(), about)]))
            .http_metadata(HttpMetadata { content_type, ..HttpMetadata::default() })
            .execute()
            .await?;
        Ok(())
    }

    /// Deletes files that are older than a day and not in `named`; returns how many.
    pub async fn sweep(&self, id: &str, named: &BTreeSet<String>, now_ms: f64) -> Result<usize, Failure> {
        let prefix = chunks_prefix(id);
        let old = (now_ms as u64).saturating_sub(KEPT_MS);
        let objects = self.objects(&prefix, None, None).await?;
        let stale = objects
            .iter()
            .filter(|object| object.uploaded().as_millis() < old && !named.contains(&object.key()[prefix.len()..]));
        let keys: Vec<String> = stale.map(Object::key).collect();
        self.delete_all(&keys).await?;
        Ok(keys.len())
    }

    /// Deletes a repository, its manifest first, so that no request starts to read files that are being deleted. False
    /// if there was none.
    pub async fn delete(&self, id: &str) -> Result<bool, Failure> {
        let published = self.find(id).await?.is_some();
        self.bucket.delete(manifest_key(id)).await?;
        let objects = self.objects(&chunks_prefix(id), None, None).await?;
        let keys: Vec<String> = objects.iter().map(Object::key).collect();
        self.delete_all(&keys).await?;
        Ok(published || !keys.is_empty())
    }

    async fn delete_all(&self, keys: &[String]) -> Result<(), Failure> {
        for page in keys.chunks(PAGE) {
            self.bucket.delete_multiple(page.iter().map(String::as_str).collect()).await?;
        }
        Ok(())
    }

    /// The objects of a prefix, after the name `after` and up to `last`.
    async fn objects(
        &self,
        prefix: &str,
        after: Option<String>,
        last: Option<&String>,
    ) -> Result<Vec<Object>, Failure> {
        let (mut found, mut cursor): (Vec<Object>, Option<String>) = (Vec::new(), None);
        loop {
            let mut list = self.bucket.list().prefix(prefix).include(vec![Include::CustomMetadata]);
            match (&cursor, &after) {
                (Some(cursor), _) => list = list.cursor(cursor),
                (None, Some(after)) => list = list.start_after(format!("{prefix}{after}")),
                (None, None) => {}
            }
            let page = list.execute().await?;
            found.extend(page.objects());
            let past = last.zip(found.last()).is_some_and(|(last, object)| object.key()[prefix.len()..] > **last);
            cursor = page.cursor();
            if !page.truncated() || past || cursor.is_none() {
                return Ok(found);
            }
        }
    }
}

/// A name just before `name` in the order of keys, so that a list that starts after it begins with `name`.
fn before(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    match letters.pop() {
        // Names are ASCII: the letter before the last, then the highest letter there is in names.
        Some(last) if last > ' ' => {
            letters.push(char::from_u32(last as u32 - 1).unwrap_or(' '));
            letters.push('~');
            letters.into_iter().collect()
        }
        _ => String::new(),
    }
}

fn about(object: &Object) -> Option<Repository> {
    let metadata = object.custom_metadata().ok()?;
    serde_json::from_str(metadata.get(ABOUT)?).ok()
}

/// JSON with nothing but ASCII in it: metadata travels in headers.
fn ascii(json: &str) -> String {
    let escaped = |letter: char| match letter.is_ascii() {
        true => letter.to_string(),
        false => letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    json.chars().map(escaped).collect()
}

fn manifest_key(id: &str) -> String {
    format!("manifests/{id}.json")
}

fn chunks_prefix(id: &str) -> String {
    format!("chunks/{id}/")
}

fn chunk_key(id: &str, name: &str) -> String {
    chunks_prefix(id) + name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_ascii_and_comes_back() {
        let text = serde_json::to_string("größe 😀 \"x\"").unwrap();
        let escaped = ascii(&text);
        assert!(escaped.is_ascii(), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), "größe 😀 \"x\"");
    }

    #[test]
    fn a_list_begins_with_the_first_name() {
        for name in ["00ff.bin", "a", "a0.bin"] {
            let start = before(name);
            assert!(start.as_str() < name, "{start} {name}");
        }
        assert!(before("ab").as_str() > "aa");
    }
}
