//! An index directory made inside any WebAssembly host: the module imports nothing. Language packs parse; see
//! `tests/equality/make.mjs` for the host's side.
//!
//! Bytes go in and come out as `(pointer << 32) | length`; 0 is "no" or "nothing".

use codebase::{CodebaseBuilder, MemoryIndexFiles};
use facts::FileFacts;
use source::FileId;
use source::archive::{Step, Unpacking};
use source::filter::Limits;

/// A build between its first file and its last.
pub struct Maker {
    builder: CodebaseBuilder,
}

impl Maker {
    /// Of a repository as an archive.
    pub fn of_archive(name: &str, archive: Vec<u8>) -> Option<Self> {
        let mut unpacking = Unpacking::open(name, archive, Limits::default()).ok()?;
        while unpacking.step().ok()? == Step::More {}
        let snapshot = unpacking.finish().ok()?;
        Some(Self { builder: CodebaseBuilder::new(snapshot) })
    }

    /// Takes the facts of a file.
    pub fn add(&mut self, file: u32, facts: &[u8]) -> bool {
        FileFacts::from_bytes(facts).is_ok_and(|facts| self.builder.add_facts(FileId(file), facts).is_ok())
    }

    /// Each pending file: its number and its language's id.
    pub fn pending(&self) -> Vec<(u32, &'static str)> {
        let snapshot = self.builder.snapshot();
        self.builder.pending().into_iter().map(|file| (file.0, snapshot.file(file).language.id())).collect()
    }

    /// The text of a file.
    pub fn text(&self, file: u32) -> &str {
        self.builder.snapshot().text(FileId(file))
    }

    /// The directory: for each file a line `name length`, an empty line, then the files one after the other.
    pub fn finish(self) -> Option<Vec<u8>> {
        let mut files = MemoryIndexFiles::default();
        self.builder.finish().write_directory(&mut files).ok()?;
        let table: String = files.0.iter().map(|(name, bytes)| format!("{name} {}\n", bytes.len())).collect();
        let mut out = format!("{table}\n").into_bytes();
        files.0.into_values().for_each(|bytes| out.extend(bytes));
        Some(out)
    }
}

/// The exported functions. Pointers are 32 bits wide, so they exist on wasm32 only.
#[cfg(target_arch = "wasm32")]
mod exports {
    use super::Maker;
    use std::cell::RefCell;

    thread_local! {
        static MAKER: RefCell<Option<Maker>> = const { RefCell::new(None) };
    }

    fn leak(bytes: Vec<u8>) -> u64 {
        let length = bytes.len() as u64;
        (u64::from(Box::into_raw(bytes.into_boxed_slice()) as *mut u8 as u32) << 32) | length
    }

    /// # Safety
    /// `pointer` came from `room(length)` and was not taken before.
    unsafe fn take(pointer: u32, length: u32) -> Vec<u8> {
        // SAFETY: by the caller's word, `leak` made this pointer from a boxed slice of this length.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer as *mut u8, length as usize)) }.into_vec()
    }

    /// Room for `length` bytes.
    #[unsafe(no_mangle)]
    pub extern "C" fn room(length: u32) -> u32 {
        (leak(vec![0; length as usize]) >> 32) as u32
    }

    /// Begins with an archive called `shop.tar.gz`; 1 if it could be read.
    #[unsafe(no_mangle)]
    pub extern "C" fn begin(pointer: u32, length: u32) -> u32 {
        // SAFETY: the host passes what `room(length)` returned, once.
        let archive = unsafe { take(pointer, length) };
        MAKER.with_borrow_mut(|maker| *maker = Maker::of_archive("shop.tar.gz", archive));
        MAKER.with_borrow(|maker| u32::from(maker.is_some()))
    }

    /// The pending files, a line `number language` each.
    #[unsafe(no_mangle)]
    pub extern "C" fn pending() -> u64 {
        let rows = MAKER.with_borrow(|maker| maker.as_ref().map(Maker::pending)).unwrap_or_default();
        leak(rows.iter().map(|(file, language)| format!("{file} {language}\n")).collect::<String>().into_bytes())
    }

    /// The text of a file.
    #[unsafe(no_mangle)]
    pub extern "C" fn text(file: u32) -> u64 {
        MAKER.with_borrow(|maker| maker.as_ref().map_or(0, |maker| leak(maker.text(file).as_bytes().to_vec())))
    }

    /// Takes a file's facts; 1 if they fit.
    #[unsafe(no_mangle)]
    pub extern "C" fn add(file: u32, pointer: u32, length: u32) -> u32 {
        // SAFETY: the host passes what `room(length)` returned, once.
        let facts = unsafe { take(pointer, length) };
        MAKER.with_borrow_mut(|maker| u32::from(maker.as_mut().is_some_and(|maker| maker.add(file, &facts))))
    }

    /// The directory; see [`Maker::finish`].
    #[unsafe(no_mangle)]
    pub extern "C" fn finish() -> u64 {
        MAKER.with_borrow_mut(Option::take).and_then(Maker::finish).map_or(0, leak)
    }
}
