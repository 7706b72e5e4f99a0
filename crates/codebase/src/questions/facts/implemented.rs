//! The traits that a type of Rust implements, as blocks of its own file say.

use super::head::angles_end;
use super::masked::{Family, masked, on_one_line};
use super::{Fact, FactKind};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use paging::Loaded;
use source::Language;

/// Longest trait that is quoted, in characters.
const WIDTH: usize = 160;

impl Codebase {
    /// `impl Read for File {`: one fact for each block. Nothing in other languages, whose types say it in their heads.
    pub(super) fn trait_facts(&self, id: SymbolId, symbol: &Symbol, facts: &mut Vec<Fact>) -> Loaded<()> {
        if symbol.language != Language::Rust || !symbol.kind.is_type() {
            return Ok(());
        }
        let text = self.text(symbol.file)?;
        for (written, at) in traits(&masked(text, Family::Rust), &symbol.name) {
            let line = 1 + text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() as u32;
            let (kind, of) = (FactKind::Extends, symbol.qualified_name.clone());
            let (span, within) = (self.lines_ref(symbol.file, line, line), Some(self.info(id, symbol)));
            facts.push(Fact { kind, of, object: written, span, within, distance: 0 });
        }
        Ok(())
    }
}

/// The traits of blocks for the type, as they are written, each with the byte where its block begins.
fn traits(masked: &str, name: &str) -> Vec<(String, usize)> {
    let begins = |at: usize| masked[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
    let blocks = masked.match_indices("impl").map(|(at, _)| at).filter(|at| begins(*at));
    blocks.filter_map(|at| Some((implemented(&masked[at + "impl".len()..], name)?, at))).collect()
}

/// The trait in `<T> Trait<T> for Name<T> where ... {`, where the type is that of the name.
fn implemented(behind: &str, name: &str) -> Option<String> {
    let behind = match behind.strip_prefix('<') {
        Some(_) => &behind[angles_end(behind, 0)..],
        None => behind.strip_prefix(char::is_whitespace)?,
    };
    let head = behind.split(['{', ';']).next()?;
    let (written, of) = head.split_once(" for ")?;
    let of = of.trim_start().trim_start_matches('&').split(['<', ' ', '\n']).next()?;
    let is_it = of.rsplit("::").next() == Some(name);
    let written = written.trim();
    // `impl !Send for Guard {}` says that it does not.
    (is_it && !written.is_empty() && !written.starts_with('!')).then(|| on_one_line(written, WIDTH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traits_are_those_of_blocks_for_the_type() {
        let code = "impl Exporter for Csv {\n}\nimpl<T: Fn() -> u8> From<T> for Csv {}\nimpl fmt::Display for output::Csv\nwhere\n{}\n\
                    impl Csv { fn a() {} }\nimpl Exporter for CsvReader {}\nimpl !Send for Csv {}\nfn f(x: impl Into<Csv>) {}\n";
        let found: Vec<String> = traits(code, "Csv").into_iter().map(|(written, _)| written).collect();
        assert_eq!(found, ["Exporter", "From<T>", "fmt::Display"]);
    }
}
