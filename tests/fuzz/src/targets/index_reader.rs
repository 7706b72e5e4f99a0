//! An index whose hashes are right and whose pages are anything: opening and asking it ends, costs no more than its bounds,
//! and gives an answer or a reason.

use crate::{Broken, Target};
use codebase::storage::directory::{MANIFEST, Manifest, name_of};
use codebase::{Bounds, Codebase, IndexFiles, IndexSource, MemoryIndexFiles, Reader, StorageError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use source::ContentHash;
use std::cell::RefCell;
use std::io::{Read as _, Write as _};
use std::rc::Rc;
use std::sync::OnceLock;

pub const TARGET: Target = Target {
    name: "index_reader",
    dictionary: &[
        &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
        &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
        &[0x80, 0x80, 0x04],
        &[0, 1],
        b"total_price",
        b"<lambda1>",
    ],
    seeds: || index().pages.clone(),
    check,
};

/// What a question of the target may read.
const BOUNDS: Bounds = Bounds { pages: 64, bytes: 1 << 20 };

/// A sound index, and what is inside its chunks, each behind the chunk's number.
struct Index {
    files: MemoryIndexFiles,
    manifest: Manifest,
    names: Vec<String>,
    pages: Vec<Vec<u8>>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut files = MemoryIndexFiles::default();
        let written = fixtures::codebase(fixtures::SHOP).write_directory(&mut files).expect("an index");
        let inside = |(name, at): (&String, u8)| [&[at][..], &inflate(&files.0[name])].concat();
        let pages = written.chunks.iter().zip(0..).map(inside).collect();
        Index { pages, manifest: written.manifest, names: written.chunks, files }
    })
}

fn inflate(chunk: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    flate2::read::DeflateDecoder::new(&chunk[4..]).read_to_end(&mut bytes).expect("what was written");
    bytes
}

/// A chunk of these bytes.
fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder =
        flate2::write::DeflateEncoder::new((bytes.len() as u32).to_le_bytes().to_vec(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// The index with one chunk replaced; what names it by its hash is set right.
fn forged(at: usize, bytes: &[u8]) -> MemoryIndexFiles {
    let Index { files, manifest, names, pages } = index();
    let (mut files, mut manifest) = (files.clone(), manifest.clone());
    let put = |files: &mut MemoryIndexFiles, bytes: &[u8]| {
        let chunk = deflate(bytes);
        let hash = ContentHash::of(&chunk);
        let length = chunk.len() as u64;
        files.0.insert(name_of(&hash), chunk);
        (hash, length)
    };
    let (hash, length) = put(&mut files, bytes);
    let head_at = names.iter().position(|name| *name == manifest.head.file).expect("the head is among the files");
    let (head, length) = if at == head_at {
        (hash, length)
    } else {
        let old: ContentHash = names[at].trim_end_matches(".bin").parse().expect("a hash");
        let mut head = pages[head_at][1..].to_vec();
        for place in 0..head.len().saturating_sub(16) {
            if head[place..place + 16] == old.0 {
                head[place..place + 16].copy_from_slice(&hash.0);
            }
        }
        put(&mut files, &head)
    };
    (manifest.head.file, manifest.head.bytes) = (name_of(&head), length);
    files.0.insert(MANIFEST.to_owned(), manifest.to_json().expect("plain data").into_bytes());
    files
}

struct Counted {
    files: MemoryIndexFiles,
    read: RefCell<u32>,
}

impl IndexSource for Counted {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        *self.read.borrow_mut() += 1;
        Box::pin(ready(self.files.read(name).map_err(StorageError::Files)))
    }
}

fn check(input: &[u8]) -> Result<(), Broken> {
    let Some((at, bytes)) = input.split_first() else { return Ok(()) };
    let source = Rc::new(Counted { files: forged(*at as usize % index().names.len(), bytes), read: RefCell::default() });
    let Ok(reader) = block_on(Reader::open(Rc::clone(&source) as Rc<dyn IndexSource>)) else { return Ok(()) };
    let reader = reader.with_bounds(BOUNDS);
    for (at, ask) in QUESTIONS.iter().enumerate() {
        source.read.replace(0);
        if let Ok(answer) = block_on(reader.ask_bounded(ask)) {
            let read = *source.read.borrow();
            if read > BOUNDS.pages {
                return Err(format!("question {at} read {read} pages"));
            }
            if answer.answer > 100_000 {
                return Err(format!("question {at} answers with {} things", answer.answer));
            }
        }
    }
    Ok(())
}

/// Questions, and how large their answers are.
const QUESTIONS: [fn(&Codebase) -> usize; 7] = [
    |codebase| codebase.search("total price", 10).len(),
    |codebase| codebase.find("tot", 10).len(),
    |codebase| {
        codebase.callers("total_price").map_or(0, |found| found.of.iter().map(|of| of.calls.len() + of.omitted as usize).sum())
    },
    |codebase| codebase.callees("Order.submit").map_or(0, |found| found.of.iter().map(|of| of.unresolved.len()).sum()),
    |codebase| codebase.read_file("pricing.py", None).map_or(0, |file| file.numbered().len()),
    |codebase| codebase.outline("shop/orders.py").map_or(0, |items| items.len()),
    |codebase| codebase.overview().lines as usize + codebase.most_called(5).len() + codebase.suggested_questions().len(),
];
