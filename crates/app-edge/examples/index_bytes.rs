//! A Worker that makes an index, to compare its bytes with those of other hosts: `tests/edge/bytes.test.mjs`. The real
//! Worker makes none: parsers are large, and so is the work.

// The macros write functions that nobody calls by hand.
#![allow(missing_docs)]

use codebase::{CodebaseBuilder, MemoryIndexFiles};
use source::archive::{Step, Unpacking};
use source::{ContentHash, Limits};
use worker::{Context, Env, Request, Response, Result, event};

type Failure = Box<dyn std::error::Error>;

/// Takes an archive, and answers with the manifest and the names of the files, each checked against its bytes.
#[event(fetch)]
async fn fetch(mut request: Request, _env: Env, _context: Context) -> Result<Response> {
    let name = request.path().trim_start_matches('/').to_owned();
    match index(&name, request.bytes().await?) {
        Ok(files) => Response::from_json(&files),
        Err(failure) => Response::error(failure.to_string(), 500),
    }
}

fn index(name: &str, archive: Vec<u8>) -> std::result::Result<(String, Vec<String>), Failure> {
    let mut unpacking = Unpacking::open(name, archive, Limits::default())?;
    while unpacking.step()? == Step::More {}
    let snapshot = unpacking.finish()?;
    let mut builder = CodebaseBuilder::new(snapshot.clone());
    for file in builder.pending() {
        let facts = syntax::parse(snapshot.file(file).language, &snapshot.code(file));
        if let Some(facts) = facts {
            builder.add_facts(file, facts)?;
        }
    }
    let mut files = MemoryIndexFiles::default();
    builder.finish().write_directory(&mut files)?;
    let manifest = files.0.remove("manifest.json").ok_or("there is no manifest")?;
    for (name, bytes) in &files.0 {
        if *name != format!("{}.bin", ContentHash::of(bytes)) {
            return Err(format!("{name} is not the hash of its bytes").into());
        }
    }
    Ok((String::from_utf8(manifest)?, files.0.into_keys().collect()))
}
