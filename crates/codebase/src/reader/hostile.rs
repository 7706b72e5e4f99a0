//! Indexes whose hashes are right and whose content is made to harm: what they claim is refused before it costs
//! anything, or the answer is bounded.

use super::tests::Counted;
use super::{Bounded, Bounds, Reader, listing};
use crate::storage::directory::{MANIFEST, Manifest, MemoryIndexFiles, name_of, parse_manifest};
use crate::{Codebase, StorageError, fixture};
use flate2::write::DeflateEncoder;
use futures::executor::block_on;
use paging::PageId;
use source::ContentHash;
use std::io::Write as _;
use std::rc::Rc;

/// A chunk that claims `length` bytes and holds these.
fn chunk(bytes: &[u8], length: u32) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(length.to_le_bytes().to_vec(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An index of which one chunk was replaced, with every hash set right behind it.
struct Forger {
    files: MemoryIndexFiles,
    manifest: Manifest,
}

impl Forger {
    fn of(codebase: &Codebase) -> Self {
        let mut files = MemoryIndexFiles::default();
        let manifest = codebase.write_directory(&mut files).unwrap().manifest;
        Self { files, manifest }
    }

    fn inside(&self, name: &str) -> Vec<u8> {
        let hash = name.strip_suffix(".bin").unwrap().parse().unwrap();
        crate::storage::directory::unpack(&self.files.0[name], &hash, u64::MAX).unwrap()
    }

    fn head(&self) -> crate::storage::directory::Head {
        postcard::from_bytes(&self.inside(&self.manifest.head.file)).unwrap()
    }

    fn put(&mut self, chunk: Vec<u8>) -> ContentHash {
        let hash = ContentHash::of(&chunk);
        self.files.0.insert(name_of(&hash), chunk);
        hash
    }

    fn with_head(mut self, head: &[u8]) -> Self {
        let packed = chunk(head, head.len() as u32);
        self.manifest.head.bytes = packed.len() as u64;
        self.manifest.head.file = name_of(&self.put(packed));
        let text = self.manifest.to_json().unwrap();
        self.files.0.insert(MANIFEST.to_owned(), text.into_bytes());
        self
    }

    /// Another chunk in place of a page.
    fn with_page(mut self, id: PageId, packed: Vec<u8>) -> Self {
        let mut head = self.head();
        head.pages[id.table as usize][id.page as usize] = self.put(packed);
        let head = postcard::to_stdvec(&head).unwrap();
        self.with_head(&head)
    }

    fn asked(self) -> Result<(), StorageError> {
        let reader = block_on(Reader::open(Rc::new(Counted::from(self.files))))?;
        block_on(reader.ask(super::tests::questions)).map(drop)
    }
}

const TABLES: [&str; 6] = ["texts", "symbols", "names", "definitions", "chunks", "terms"];

#[test]
fn a_page_that_unpacks_to_far_more_than_it_holds_is_refused() {
    for table in 0..6 {
        let most = limits::index::PAGE_BYTES as usize + 1;
        let bomb = chunk(&vec![0; most], most as u32);
        assert!(bomb.len() < most / 100);
        let why = Forger::of(&fixture::shop()).with_page(PageId { table, page: 0 }, bomb).asked().unwrap_err();
        assert!(why.to_string().contains("unpacks to"), "{}: {why}", TABLES[table as usize]);
    }
}

#[test]
fn a_page_that_claims_rows_it_does_not_hold_is_refused() {
    for (table, name) in TABLES.iter().enumerate().skip(1) {
        for claimed in [0, 1, 1000, u32::MAX] {
            let page = postcard::to_stdvec(&claimed).unwrap();
            let id = PageId { table: table as u8, page: 0 };
            let forged = Forger::of(&fixture::shop()).with_page(id, chunk(&page, page.len() as u32)).asked();
            assert!(matches!(forged, Err(StorageError::Damaged(_))), "{name} of {claimed}: {forged:?}");
        }
    }
}

#[test]
fn a_head_that_claims_more_than_there_is_is_refused() {
    use crate::storage::directory::Head;
    let refused = |what: &str, change: &dyn Fn(&mut Head, &mut Manifest)| {
        let mut forger = Forger::of(&fixture::shop());
        let mut head = forger.head();
        change(&mut head, &mut forger.manifest);
        let asked = forger.with_head(&postcard::to_stdvec(&head).unwrap()).asked();
        assert!(matches!(asked, Err(StorageError::Damaged(_))), "{what}: {asked:?}");
    };
    refused("files of 4 GB", &|head, manifest| {
        head.files.iter_mut().for_each(|file| file.len = u32::MAX);
        manifest.bytes = head.text_bytes();
    });
    refused("4 billion lines", &|head, _| head.files[0].lines = u32::MAX);
    refused("other text than the manifest", &|_, manifest| manifest.bytes += 1);
    refused("other symbols than the manifest", &|_, manifest| manifest.symbols = u32::MAX);
    refused("other chunks than the manifest", &|_, manifest| manifest.chunks += 1);
    refused("another name than the manifest", &|_, manifest| manifest.name.push('!'));
    refused("a page without a chunk", &|head, _| head.text_starts = vec![0, 5]);
    refused("an empty page", &|head, _| (head.text_starts, head.pages[0]) = (vec![0, 0], head.pages[0].repeat(2)));
    refused("syntax errors in no file", &|head, _| head.syntax_errors = vec![(source::FileId(99), 1)]);
    refused("paths that grow without end", &|head, manifest| {
        let path = "a/".repeat(1000);
        let row = |at: u32| crate::storage::directory::HeadRow {
            shared: if at == 0 { 0 } else { 2000 },
            rest: if at == 0 { format!("{path}a") } else { format!("{at:06}") },
            len: 1,
            lines: 1,
            decoded_from: None,
        };
        head.files = (0..90_000).map(row).collect();
        manifest.files = 90_000;
    });
}

#[test]
fn counts_of_the_head_are_bounded_by_the_text_there_is() {
    // The numbers are in the layouts of other crates: found in the bytes, and set to the largest there is.
    let forger = Forger::of(&fixture::shop());
    let bytes = forger.inside(&forger.manifest.head.file);
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(3) {
        let forged = [&bytes[..at], &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], &bytes[at + 1..]].concat();
        refused += usize::from(Forger::of(&fixture::shop()).with_head(&forged).asked().is_err());
    }
    assert!(refused * 2 > bytes.len() / 3, "{refused} of {}", bytes.len() / 3);
}

/// One function that many others call, each in a file of its own.
fn popular(callers: usize) -> Codebase {
    let mut text = "//- target.py\ndef popular(job):\n    return job\n".to_owned();
    for at in 0..callers {
        text += &format!(
            "//- callers/part{at:04}.py\nfrom target import popular\n\n\ndef caller_{at}(job):\n    \"\"\"{}\"\"\"\n    return popular(job)\n",
            "Some words about it. ".repeat(20),
        );
    }
    fixture::built(fixture::snapshot_of(&text))
}

#[test]
fn a_question_beyond_its_bounds_answers_with_what_was_read_and_says_so() {
    let codebase = popular(400);
    let files = Forger::of(&codebase).files;
    let open = || block_on(Reader::open(Rc::new(Counted::from(files.clone())))).unwrap();
    let callers = |reader: &Reader| block_on(reader.ask_bounded(|codebase| codebase.callers("popular"))).unwrap();
    let whole = callers(&open());
    let all = whole.answer.unwrap().of[0].calls.clone();
    assert_eq!((all.len(), whole.cut), (400, None));

    for bounds in [Bounds { pages: 12, bytes: u64::MAX }, Bounds { pages: u32::MAX, bytes: 150_000 }] {
        let reader = open().with_bounds(bounds);
        let Bounded { answer, cut } = callers(&reader);
        let (of, cut) = (answer.unwrap().of.remove(0), cut.unwrap());
        assert!(cut.pages <= bounds.pages && cut.bytes <= bounds.bytes, "{cut:?}");
        assert!(!of.calls.is_empty() && of.calls.len() < 400, "{} with {bounds:?}", of.calls.len());
        assert_eq!(of.calls.len() + of.omitted as usize, 400, "the count is true");
        assert!(of.calls.iter().all(|call| all.contains(call)), "what is listed is whole");
        // Where a part is of no use, there is a sentence.
        let fresh = open().with_bounds(bounds);
        let refused = block_on(fresh.ask(|codebase| codebase.callers("popular").map(drop)));
        let words = refused.unwrap_err().to_string();
        assert!(words.starts_with("only ") && words.contains("ask for less"), "{words}");
    }
    // What is held already costs nothing: asked again and again, all of it is read in the end.
    let reader = open().with_bounds(Bounds { pages: 60, bytes: u64::MAX });
    assert!((0..40).any(|_| callers(&reader).cut.is_none()));
}

#[test]
fn what_is_to_be_published_has_to_be_as_long_as_it_says() {
    let forger = Forger::of(&fixture::shop());
    let lengths =
        |files: &MemoryIndexFiles| files.0.iter().map(|(name, bytes)| (name.clone(), bytes.len() as u64)).collect();
    let manifest = parse_manifest(&forger.files.0[MANIFEST]).unwrap();
    let check = |manifest: &Manifest, sizes: &std::collections::BTreeMap<String, u64>| {
        block_on(listing::check(manifest, &Counted::from(forger.files.clone()), sizes))
    };
    let sizes = lengths(&forger.files);
    assert_eq!(check(&manifest, &sizes), Ok(()));
    let mut longer = sizes.clone();
    *longer.values_mut().next().unwrap() += 1;
    assert!(matches!(check(&manifest, &longer), Err(StorageError::Damaged(_))));
    let less = Manifest { index_bytes: manifest.index_bytes - 1, ..manifest.clone() };
    assert!(matches!(check(&less, &sizes), Err(StorageError::Damaged(_))));
    let more = Manifest { symbols: u32::MAX, ..manifest };
    assert!(matches!(check(&more, &sizes), Err(StorageError::Damaged(_))));
}
