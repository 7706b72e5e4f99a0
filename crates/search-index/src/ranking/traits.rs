//! What ranking needs of files and chunks at every query, made once when an index is opened.

use crate::index::Parts;
use crate::query::parse::normalise;
use crate::ranking::penalties;
use crate::tokenizer::code;
use compact_sort::CompactSort;
use source::RepoPath;

/// A file as ranking sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct FileTraits {
    /// The path in lower case.
    pub lower: String,
    /// The stem without case and underscores.
    pub stem: String,
    /// Parts of the stem, in lower case.
    pub stem_parts: Vec<String>,
    /// Parts of the folders' names, in lower case.
    pub folder_parts: Vec<String>,
    /// A test, an example or the like.
    pub aside: bool,
    /// Penalty for what the file is; 1 for ordinary source.
    pub factor: f32,
}

/// See the module.
#[derive(Debug, Clone, Default)]
pub struct Traits {
    /// By place in the file table.
    pub files: Vec<FileTraits>,
    /// Which symbols start in which chunk: those of chunk `n` are `starting[starts[n]..starts[n + 1]]`.
    starts: Vec<u32>,
    starting: Vec<u32>,
}

impl Traits {
    pub(crate) fn new(parts: &Parts) -> Self {
        let files = parts.files.iter().map(|file| of_path(&file.path, penalties::for_file(file))).collect();
        let mut placed: Vec<(u32, u32)> = (0..parts.files.len() as u32).flat_map(|file| placed(parts, file)).collect();
        placed.compact_sort();
        let mut starts = vec![0; parts.chunks.len() + 1];
        placed.iter().for_each(|(chunk, _)| starts[*chunk as usize + 1] += 1);
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        Self { files, starts, starting: placed.into_iter().map(|(_, symbol)| symbol).collect() }
    }

    /// Numbers of the symbols that start in a chunk, ascending.
    pub fn starting_in(&self, chunk: u32) -> &[u32] {
        let at = chunk as usize;
        &self.starting[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

fn of_path(path: &RepoPath, factor: f32) -> FileTraits {
    let parts = |name: &str| code::words(name).flat_map(code::parts).map(str::to_lowercase).collect();
    FileTraits {
        lower: path.as_str().to_lowercase(),
        stem: normalise(path.stem()),
        stem_parts: parts(path.stem()),
        folder_parts: parts(path.parent()),
        aside: penalties::is_aside(path),
        factor,
    }
}

/// (chunk, symbol) for each symbol of a file that starts in one of its chunks.
fn placed(parts: &Parts, file: u32) -> Vec<(u32, u32)> {
    let chunks = parts.chunk_range(file);
    let own = &parts.chunks[chunks.clone()];
    let place = |symbol: usize| {
        let start = parts.symbols[symbol].span.start;
        let at = own.partition_point(|chunk| chunk.span.end <= start);
        let inside = own.get(at).is_some_and(|chunk| chunk.span.start <= start);
        inside.then_some(((chunks.start + at) as u32, symbol as u32))
    };
    parts.symbol_range(file).filter_map(place).collect()
}
