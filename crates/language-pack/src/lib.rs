//! One language of `syntax` as a wasm module with no imports.
//!
//! A page fetches a pack when it meets the first file of its language. The module imports nothing, so any host
//! instantiates it with `{}`; it exports its `memory` and three functions:
//!
//! - `pack_alloc(len: u32) -> u32`: room for `len` bytes of input; the host writes them there.
//! - `pack_run(op: u32, ptr: u32, len: u32) -> u64`: runs an operation on that text and takes the input's memory
//!   back. The result is `(ptr << 32) | len`, to be read and then freed; 0 where there is none (text that is not
//!   UTF-8, an unknown operation).
//! - `pack_free(ptr: u32, len: u32)`: frees a result, or an input that was never run.
//!
//! Operations are those of [`Operation`]. No text traps the module.
//!
//! A pack is a bin of three lines around [`pack!`]: it names its language's type, never the registry
//! `syntax::languages::support`, so that the linker drops every other grammar though one cargo call builds all packs.
//!
//! # Building
//!
//! The grammars are C, so a clang that knows wasm32 is needed (Debian: `clang-19` and `llvm-19`), and the C headers
//! that come with the package `tree-sitter-language` in its folder `wasm/include`; `cargo metadata` prints where the
//! package is (the directory of its `manifest_path`).
//!
//! ```text
//! CC_wasm32_unknown_unknown=clang-19
//! AR_wasm32_unknown_unknown=llvm-ar-19
//! CFLAGS_wasm32_unknown_unknown="-I<tree-sitter-language>/wasm/include -DNDEBUG -Os"
//! cargo build -p language-pack --bins --features packs --profile pack --target wasm32-unknown-unknown
//! ```
//!
//! `cargo xtask` adds to the flags what some grammars need beyond those headers (`c_environment` in `xtask/src/packs.rs`): a
//! folder of headers, and empty files in the place of a C library that they compile and tree-sitter has.
//!
//! The modules are `wasm32-unknown-unknown/pack/pack-<language>.wasm` in the target directory.

use facts::FACTS_VERSION;
use source::Language;
use syntax::LanguageSupport;

/// What a pack does with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// 0: `FileFacts` in postcard.
    Facts,
    /// 1: `Vec<HighlightSpan>` in postcard.
    Highlight,
    /// 2: who this is, whatever the text: [`FACTS_VERSION`] as four bytes, little-endian, then the language's id.
    Handshake,
}

impl Operation {
    fn from_code(code: u32) -> Option<Self> {
        [Self::Facts, Self::Highlight, Self::Handshake].into_iter().find(|operation| *operation as u32 == code)
    }
}

/// Runs one operation: what `pack_run` does, without the memory. `None` where there is no result.
pub fn run(language: Language, support: &dyn LanguageSupport, code: u32, input: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(input);
    match Operation::from_code(code)? {
        Operation::Facts => Some(syntax::parse_with(support, text.ok()?).to_bytes()),
        Operation::Highlight => postcard::to_stdvec(&syntax::highlight_with(support, text.ok()?)).ok(),
        Operation::Handshake => Some([&FACTS_VERSION.to_le_bytes(), language.id().as_bytes()].concat()),
    }
}

/// The memory of the exported functions. Pointers are 32 bits wide, so it exists on wasm32 only.
#[cfg(target_arch = "wasm32")]
pub mod memory {
    /// Gives bytes away: their address.
    pub fn leak(bytes: Vec<u8>) -> u32 {
        Box::into_raw(bytes.into_boxed_slice()) as *mut u8 as u32
    }

    /// Takes bytes back.
    ///
    /// # Safety
    /// `ptr` must come from [`leak`] of `len` bytes, and not have been taken back before.
    pub unsafe fn reclaim(ptr: u32, len: u32) -> Box<[u8]> {
        // SAFETY: by the caller's word, `leak` made this pointer from a boxed slice of this length.
        unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(ptr as *mut u8, len as usize)) }
    }
}

/// The exported functions for one language: its [`Language`] and its type in `syntax`.
#[macro_export]
macro_rules! pack {
    ($language:expr, $support:expr) => {
        /// Room for `len` bytes of input, filled with zeros.
        #[unsafe(no_mangle)]
        pub extern "C" fn pack_alloc(len: u32) -> u32 {
            $crate::memory::leak(vec![0; len as usize])
        }

        /// Runs operation `op` on the `len` bytes at `ptr`, which `pack_alloc` gave for this `len`.
        #[unsafe(no_mangle)]
        pub extern "C" fn pack_run(op: u32, ptr: u32, len: u32) -> u64 {
            // SAFETY: the host passes what `pack_alloc(len)` returned, once.
            let input = unsafe { $crate::memory::reclaim(ptr, len) };
            $crate::run($language, &$support, op, &input).map_or(0, |result| {
                let len = result.len() as u64;
                (u64::from($crate::memory::leak(result)) << 32) | len
            })
        }

        /// Frees the `len` bytes at `ptr`: a result, or an input that was never run.
        #[unsafe(no_mangle)]
        pub extern "C" fn pack_free(ptr: u32, len: u32) {
            // SAFETY: the host passes a pointer and length that it was given together, once.
            drop(unsafe { $crate::memory::reclaim(ptr, len) });
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::languages::python::Python;

    fn run(code: u32, input: &[u8]) -> Option<Vec<u8>> {
        super::run(Language::Python, &Python, code, input)
    }

    #[test]
    fn what_cannot_be_read_has_no_result() {
        assert_eq!(run(9, b""), None);
        assert_eq!(run(0, &[0xff, 0xfe]), None);
    }

    #[test]
    fn any_text_has_facts_and_highlights() {
        assert_eq!(run(0, b"\0\0)]}("), syntax::parse(Language::Python, "\0\0)]}(").map(|facts| facts.to_bytes()));
        assert_eq!(run(1, b""), Some(vec![0]));
    }

    #[test]
    fn the_hand_shake_names_version_and_language() {
        let answer = run(2, b"").expect("an answer");
        assert_eq!(answer, [&FACTS_VERSION.to_le_bytes(), "python".as_bytes()].concat());
    }
}
