//! What is fuzzed.

/// The property that did not hold, with what was seen.
pub type Broken = String;

/// A reader and what must be true of it for any input.
#[derive(Clone, Copy)]
pub struct Target {
    /// As in `cargo xtask fuzz NAME` and the names of files in `found/`.
    pub name: &'static str,
    /// Pieces that mean something to the reader.
    pub dictionary: &'static [&'static [u8]],
    /// Whole valid inputs, to be cut up and damaged.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Reads the input and checks what must hold; a panic counts as broken too.
    pub check: fn(&[u8]) -> Result<(), Broken>,
}
