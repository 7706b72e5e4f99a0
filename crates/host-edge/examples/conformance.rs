//! A Worker that tests the adapters in their runtime, for `tests/edge/adapters.test.mjs` in workerd.

// The macros write methods that nobody calls by hand.
#![allow(missing_docs)]

use codebase::IndexSource;
use codebase::storage::directory::name_of;
use futures::StreamExt;
use host_edge::{
    DelayTimer, FetchHttpClient, Group, MemoryTable, R2IndexSource, SqliteCheckpointStore, TextName, WorkerClock,
    random_id,
};
use model::{HttpClient, HttpRequest, Timer};
use source::ContentHash;
use state_graph::store::{CheckpointStore, LogEnd, conformance};
use state_graph::{Clock, StoreErrorKind};
use std::collections::BTreeSet;
use worker::{Context, DurableObject, Env, Request, Response, Result, State, durable_object, event};

type Outcome = std::result::Result<String, String>;

#[event(fetch)]
async fn fetch(request: Request, env: Env, _context: Context) -> Result<Response> {
    let url = request.url()?;
    let about = url.query_pairs().next().map(|(_, value)| value.into_owned()).unwrap_or_default();
    match request.path().as_str() {
        "/store" | "/store/panic" | "/memory" => {
            env.durable_object("RUNS")?.id_from_name("one")?.get_stub()?.fetch_with_request(request).await
        }
        "/index" => answer(index_source(&env).await),
        "/fetch" => answer(http(&about).await),
        "/time" => answer(time().await),
        "/wait" => {
            DelayTimer.sleep(60_000).await;
            answer(Ok("waited".to_owned()))
        }
        "/panic" => panic!("as asked"),
        _ => Response::error("no such trial", 404),
    }
}

fn answer(outcome: Outcome) -> Result<Response> {
    match outcome {
        Ok(words) => Response::ok(words),
        Err(words) => Response::error(words, 500),
    }
}

/// The store in an object's SQLite: the conformance check of every store, and what only this one must do.
#[durable_object]
pub struct RunObject {
    state: State,
}

impl DurableObject for RunObject {
    fn new(state: State, _env: Env) -> Self {
        Self { state }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        assert!(request.path() != "/store/panic", "as asked");
        match request.path().as_str() {
            "/memory" => answer(self.memory().map_err(|error| error.to_string())),
            _ => answer(self.store().await),
        }
    }
}

impl RunObject {
    async fn store(&self) -> Outcome {
        let open = || SqliteCheckpointStore::open(self.state.storage().sql()).map_err(|error| error.to_string());
        conformance(&open()?).await?;
        // More than SQLite takes in a row, appended at once, read by another store over the same object, cut in a row.
        let log: Vec<u8> = (0..5_000_000_u32).map(|at| (at % 251) as u8).collect();
        let (store, other) = (open()?, open()?);
        store.append("large", LogEnd::NEW, &log).await.map_err(|error| error.to_string())?;
        let read = async || other.read("large").await.map_err(|error| error.to_string());
        if read().await?.as_deref() != Some(&log[..]) {
            return Err("a large append is not read as it was written".to_owned());
        }
        let mut length = log.len() as u64;
        for whole in [4_999_999, 3_000_000, 1 << 20, 7] {
            other.append("large", LogEnd { length, whole }, b"").await.map_err(|error| error.to_string())?;
            length = whole;
            if read().await?.as_deref() != Some(&log[..length as usize]) {
                return Err(format!("a log cut to {length} bytes is not that"));
            }
        }
        let refused = store.append("../x", LogEnd::NEW, b"").await.map_err(|error| error.kind);
        if refused != Err(StoreErrorKind::BadName) {
            return Err(format!("{refused:?}"));
        }
        store.remove("large").await.map_err(|error| error.to_string())?;
        Ok("conforms".to_owned())
    }
}

impl RunObject {
    /// The texts of a memory: larger than a row, replaced only as they were read, forgotten by the group.
    fn memory(&self) -> Result<String> {
        let table = MemoryTable::open(self.state.storage().sql())?;
        let lasting = TextName { name: "values".to_owned(), group: None };
        let hash = |text: &str| Some(ContentHash::of(text.as_bytes()));
        let large = "😀äx".repeat(700_000);
        let replaced = [
            table.replace(&lasting, hash("one"), "two", 1.0)?,
            table.replace(&lasting, None, &large, 1.0)?,
            table.replace(&lasting, None, "two", 1.0)?,
            table.read(&lasting)?.as_ref() == Some(&large),
            table.replace(&lasting, hash(&large), "", 1.0)?,
            table.read(&lasting)? == Some(String::new()),
        ];
        check(replaced == [false, true, false, true, true, true], "replaced", &replaced)?;
        groups(&table, &lasting)?;
        table.remove(&lasting)?;
        check(table.read(&lasting)?.is_none(), "removed", &table.read(&lasting)?)?;
        Ok("remembers".to_owned())
    }
}

/// Groups are forgotten whole, by their owner and by when they were used.
fn groups(table: &MemoryTable, lasting: &TextName) -> Result<()> {
    let of = |owner: &str, name: &str| {
        let group = Some(Group { owner: owner.to_owned(), name: name.to_owned() });
        TextName { name: "values".to_owned(), group }
    };
    for (owner, name, at) in [("a", "1", 10.0), ("a", "2", 20.0), ("a", "3", 30.0), ("b", "1", 5.0)] {
        table.replace(&of(owner, name), None, name, at)?;
    }
    let there = || -> Result<Vec<bool>> {
        let all = [of("a", "1"), of("a", "2"), of("a", "3"), of("b", "1"), lasting.clone()];
        all.iter().map(|file| Ok(table.read(file)?.is_some())).collect()
    };
    check(table.oldest_use()? == Some(5.0), "the oldest", &table.oldest_use()?)?;
    table.keep_newest("a", 2)?;
    check(there()? == [false, true, true, true, true], "the newest of an owner", &there()?)?;
    table.forget_before(20.0)?;
    check(there()? == [false, true, true, false, true], "those used since", &there()?)?;
    table.forget_before(99.0)?;
    check(there()? == [false, false, false, false, true], "those that stay", &there()?)?;
    check(table.oldest_use()?.is_none(), "no group", &table.oldest_use()?)
}

fn check(holds: bool, what: &str, found: &dyn std::fmt::Debug) -> Result<()> {
    if holds { Ok(()) } else { Err(worker::Error::RustError(format!("{what}: {found:?}"))) }
}

async fn index_source(env: &Env) -> Outcome {
    let words = |error: worker::Error| error.to_string();
    let bucket = env.bucket("BUCKET").map_err(words)?;
    let put = async |key: &str, bytes: &[u8]| bucket.put(key, bytes.to_vec()).execute().await.map_err(words);
    let chunk = name_of(&ContentHash::of(b"first"));
    let key = format!("c/{chunk}");
    put("m.json", b"one").await?;
    put(&key, b"changed").await?;
    let source = R2IndexSource::new(bucket.clone(), "m.json", "c/");
    let read = async |name: &str| source.read(name).await.map_err(|error| error.to_string());
    if read("manifest.json").await? != b"one" || read(&chunk).await? != b"changed" {
        return Err("what is stored is not what is read".to_owned());
    }
    // Bytes that their name does not fit are for the reader to refuse; cached, they would outlive their repair.
    put(&key, b"first").await?;
    if read(&chunk).await? != b"first" {
        return Err("a damaged chunk is cached".to_owned());
    }
    // A file named by its hash never changes, so the second time it comes from the cache; the manifest does not.
    put("m.json", b"two").await?;
    bucket.delete(&key).await.map_err(words)?;
    if read("manifest.json").await? != b"two" {
        return Err("the manifest is cached".to_owned());
    }
    if read(&chunk).await? != b"first" {
        return Err("a chunk is not cached".to_owned());
    }
    match read("y.bin").await {
        Err(words) if words.contains("push the index again") => Ok("reads".to_owned()),
        other => Err(format!("a file that is not there: {other:?}")),
    }
}

/// Gets `<server>/stream` piece by piece, and is redirected by `<server>/elsewhere`.
async fn http(server: &str) -> Outcome {
    let send = |path: &str| {
        let url = format!("{server}{path}");
        let headers = vec![("x-key".to_owned(), "secret".to_owned())];
        FetchHttpClient.send(HttpRequest { method: "POST", url, headers, body: b"asked".to_vec() })
    };
    let mut response = send("/stream").await.map_err(|error| error.to_string())?;
    let (mut pieces, mut text) = (0, Vec::new());
    while let Some(piece) = response.body.next().await {
        pieces += 1;
        text.extend(piece.map_err(|error| error.to_string())?);
    }
    if response.status != 200 || pieces < 2 || text != b"asked one two three" {
        return Err(format!("{} {pieces} {:?}", response.status, String::from_utf8_lossy(&text)));
    }
    let followed = send("/here").await.map_err(|error| error.to_string())?;
    let elsewhere = send("/elsewhere").await.err().map(|error| error.to_string()).unwrap_or_default();
    let closed = FetchHttpClient
        .send(HttpRequest { method: "GET", url: "http://127.0.0.1:9/".into(), headers: Vec::new(), body: Vec::new() })
        .await
        .err();
    // A body that nobody reads on is given up.
    drop(send("/endless").await.map_err(|error| error.to_string())?);
    match (followed.status, elsewhere.contains("another origin"), closed) {
        (200, true, Some(_)) => Ok("fetches".to_owned()),
        other => Err(format!("{other:?} {elsewhere}")),
    }
}

async fn time() -> Outcome {
    let began = WorkerClock.now_ms();
    DelayTimer.sleep(50).await;
    let waited = WorkerClock.now_ms() - began;
    let ids: BTreeSet<String> = (0..100).map(|_| random_id()).collect();
    let plain = ids.iter().all(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match (45.0..5000.0).contains(&waited) && ids.len() == 100 && plain {
        true => Ok("waits".to_owned()),
        false => Err(format!("waited {waited} ms; {ids:?}")),
    }
}
