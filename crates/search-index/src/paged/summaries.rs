//! Summaries of what is in memory.

use crate::document::Symbol;
use crate::parts::{Parts, starting_range};
use crate::postings::varint;
use crate::summary::{SymbolTraits, zigzag};
use facts::DefId;
use rustc_hash::FxHashMap;

/// The bytes of a file's summary. All of the index must be in memory.
pub(crate) fn write_file(parts: &Parts, file: u32) -> Vec<u8> {
    let rows = || parts.symbol_range(file).filter_map(|number| parts.symbol(number)).zip(0u32..);
    let byte = |symbol: &Symbol| SymbolTraits { kind: symbol.kind, is_test: symbol.is_test }.to_byte();
    let mut out: Vec<u8> = rows().map(|(symbol, _)| byte(symbol)).collect();
    for number in parts.symbol_range(file) {
        let holder = parts.row_holding(number as u32);
        varint::write(&mut out, holder.map_or(0, |holder| number as u32 - holder));
    }
    let mut starts: Vec<(u32, u32)> = rows().map(|(symbol, local)| (symbol.span.start, local)).collect();
    starts.sort_unstable();
    let mut places: FxHashMap<DefId, u32> = FxHashMap::default();
    for (symbol, local) in rows() {
        places.entry(symbol.definition).or_insert(local);
    }
    let (mut expected, mut before) = (0, None);
    for chunk in parts.chunk_range(file).filter_map(|number| parts.chunk(number)) {
        let stretch = starting_range(chunk.span, before);
        let at = |end: u32| starts.partition_point(|(start, _)| *start < end);
        let mut starting: Vec<u32> =
            starts.get(at(stretch.start)..at(stretch.end)).unwrap_or(&[]).iter().map(|it| it.1).collect();
        starting.sort_unstable();
        varint::write(&mut out, starting.len() as u32);
        for local in starting {
            varint::write(&mut out, zigzag(local, expected));
            expected = local + 1;
        }
        let around = places.get(&chunk.definition).filter(|_| chunk.definition != DefId::MODULE);
        varint::write(&mut out, around.map_or(0, |local| zigzag(*local, expected) + 1));
        before = Some(chunk.span);
    }
    out
}
