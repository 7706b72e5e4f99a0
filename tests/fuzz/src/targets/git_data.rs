//! Git data: whatever a pack, its index, an object or a name holds, a history is read or refused.

use crate::{Broken, Target};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use git_history::{MemoryGitFiles, ObjectId, Query, Repository};
use sha1::{Digest, Sha1};
use std::io::Write;
use std::rc::Rc;

pub const TARGET: Target = Target {
    name: "git_data",
    dictionary: &[b"tree ", b"parent ", b"author A <a> 1 +0000\n", b"\0", b"100644 a\0", b"40000 b\0", b"ref: ", b"x\x9c", b"\xfftOc"],
    seeds,
    check,
};

const PACK: &[u8] = include_bytes!("../../../fixtures/git/small.pack");
const INDEX: &[u8] = include_bytes!("../../../fixtures/git/small.idx");
/// The newest commit of the pack.
const NEWEST: &str = "1ede9a56c76244e3f6fab008cc3f4bb97f69582b";

/// The first byte says what the rest is.
fn seeds() -> Vec<Vec<u8>> {
    let commit = format!("tree {}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nOne\n", "1".repeat(40));
    let of = |kind: u8, bytes: &[u8]| [&[kind], bytes].concat();
    vec![
        of(0, PACK),
        of(1, INDEX),
        of(2, commit.as_bytes()),
        of(3, &[b"100644 a.txt\0".as_slice(), &[7; 20]].concat()),
        of(4, &packed(b"blob 1\0x")),
        of(5, format!("{NEWEST} refs/heads/main\n").as_bytes()),
    ]
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(bytes).and_then(|()| zlib.finish()).expect("a Vec takes everything")
}

/// An object under its right name.
fn loose(kind: &str, body: &[u8]) -> (String, String, Vec<u8>) {
    let whole = [format!("{kind} {}\0", body.len()).as_bytes(), body].concat();
    let id = ObjectId::from_bytes(Sha1::digest(&whole).into()).to_string();
    (id.clone(), format!("objects/{}/{}", &id[..2], &id[2..]), packed(&whole))
}

fn check(input: &[u8]) -> Result<(), Broken> {
    let (kind, bytes) = input.split_first().map_or((0, input), |(kind, bytes)| (*kind % 6, bytes));
    let mut files = vec![
        ("HEAD".to_owned(), format!("{NEWEST}\n").into_bytes()),
        ("objects/pack/pack-1.pack".to_owned(), if kind == 0 { bytes.to_vec() } else { PACK.to_vec() }),
        ("objects/pack/pack-1.idx".to_owned(), if kind == 1 { bytes.to_vec() } else { INDEX.to_vec() }),
    ];
    match kind {
        2 => {
            let (id, path, object) = loose("commit", bytes);
            files.extend([(path, object), ("packed-refs".to_owned(), format!("{id} refs/heads/x\n").into_bytes())]);
        }
        3 => {
            let (tree, path, object) = loose("tree", bytes);
            let commit = format!("tree {tree}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nOne\n");
            let (id, commit_path, commit) = loose("commit", commit.as_bytes());
            let names = format!("{id} refs/heads/x\n").into_bytes();
            files.extend([(path, object), (commit_path, commit), ("packed-refs".to_owned(), names)]);
        }
        4 => files.push((format!("objects/{}/{}", "0".repeat(2), "0".repeat(38)), bytes.to_vec())),
        5 => files.extend([("packed-refs".to_owned(), bytes.to_vec()), ("config".to_owned(), bytes.to_vec())]),
        _ => {}
    }
    futures::executor::block_on(ask(files));
    Ok(())
}

/// Asks everything; that it ends without a panic is what is checked.
async fn ask(files: Vec<(String, Vec<u8>)>) {
    let Ok(Some(repository)) = Repository::open(Rc::new(MemoryGitFiles::new(files))).await else { return };
    for name in ["HEAD", "x", "main", "0000000000000000000000000000000000000000", "00000", "HEAD~1^2"] {
        let Ok(from) = repository.resolve(name).await else { continue };
        for path in [None, Some("a.txt"), Some("b/a")] {
            // Refused or not, both are answers here.
            drop(repository.history(&Query { from, first_parent: false, path, most: 10 }).await);
        }
        drop(repository.blame(from, "a.txt", (1, 5), None).await);
        let Ok(commit) = repository.commit(from).await else { continue };
        if let Ok(found) = repository.changes_of(&commit, None).await {
            for file in found.files.iter().take(5) {
                drop(repository.content(file).await);
            }
        }
    }
}
