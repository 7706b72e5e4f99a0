//! Reading an address, which anybody can have written.

use super::percent::decoded;
use super::{Address, Spot, SymbolName, TABS};
use crate::history::Place;
use crate::strings;
use crate::workbench::Tab;
use protocol::Direction;
use std::fmt;

/// Longest address that is read, in bytes: a path of 1,000 characters that all are encoded fits.
const LONGEST: usize = 16 << 10;
/// Longest id of a repository, a run or a conversation.
const LONGEST_ID: usize = 200;

/// Why an address names no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressError {
    TooLong,
    /// A `%` without two digits, or bytes that are no text.
    Encoding,
    /// An id with characters that no id has.
    Id,
    /// Lines that are no lines.
    Lines,
    /// A path that no repository has.
    Path,
    /// A kind of place that this version does not know.
    Kind,
    /// A symbol without a file or without a name.
    Symbol,
}

/// For people, to follow `address-not-opened`.
impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => strings::address_too_long(),
            Self::Encoding => strings::address_encoding(),
            Self::Id => strings::address_id(),
            Self::Lines => strings::address_lines(),
            Self::Path => strings::address_path(),
            Self::Kind => strings::address_kind(),
            Self::Symbol => strings::address_symbol(),
        })
    }
}

/// Reads a fragment, with its `#`. `None` where it is none of this module's: an empty one, or an anchor of the page.
///
/// # Errors
/// [`AddressError`] where it looks like an address and names no place.
pub fn parse(fragment: &str) -> Result<Option<Address>, AddressError> {
    let Some(rest) = fragment.strip_prefix("#/") else { return Ok(None) };
    if rest.len() > LONGEST {
        return Err(AddressError::TooLong);
    }
    let rest = rest.strip_prefix("repo/").ok_or(AddressError::Kind)?;
    let (repository, spot) = rest.split_once('/').unwrap_or((rest, ""));
    Ok(Some(Address { repository: id(repository)?, spot: spot_of(spot)? }))
}

fn spot_of(text: &str) -> Result<Spot, AddressError> {
    let Some((kind, rest)) = text.split_once('/') else {
        return if text.is_empty() { Ok(Spot::Repository) } else { Err(AddressError::Kind) };
    };
    match kind {
        "file" => file(rest).map(Spot::File),
        "symbol" => symbol(rest).map(Spot::Symbol),
        "graph" => graph(rest),
        "run" => run(rest),
        "answer" => id(rest).map(Spot::Answer),
        "conversation" => id(rest).map(Spot::Conversation),
        "tab" => tab(rest).map(Spot::Tab),
        _ => Err(AddressError::Kind),
    }
}

fn id(text: &str) -> Result<String, AddressError> {
    let text = decoded(text).ok_or(AddressError::Encoding)?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match !text.is_empty() && text.len() <= LONGEST_ID && text.chars().all(is_plain) {
        true => Ok(text),
        false => Err(AddressError::Id),
    }
}

fn path(text: &str) -> Result<String, AddressError> {
    let text = decoded(text).ok_or(AddressError::Encoding)?;
    let is_part = |part: &str| !part.is_empty() && part != "." && part != "..";
    match text.split('/').all(is_part) && !text.chars().any(char::is_control) {
        true => Ok(text),
        false => Err(AddressError::Path),
    }
}

fn file(text: &str) -> Result<Place, AddressError> {
    // A colon of the path is encoded.
    let Some((before, lines)) = text.rsplit_once(':') else {
        return Ok(Place { path: path(text)?, start: 0, end: 0 });
    };
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    let (start, end) = (number(start)?, number(end)?);
    if start == 0 || end < start {
        return Err(AddressError::Lines);
    }
    Ok(Place { path: path(before)?, start, end })
}

/// Digits alone: a number that is parsed elsewhere may have a sign.
fn number(text: &str) -> Result<u32, AddressError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or(AddressError::Lines)
}

fn symbol(text: &str) -> Result<SymbolName, AddressError> {
    let (file, name) = text.split_once(':').ok_or(AddressError::Symbol)?;
    let (name, line) = match name.rsplit_once('@') {
        Some((name, line)) => (name, Some(number(line)?)),
        None => (name, None),
    };
    let name = decoded(name).ok_or(AddressError::Encoding)?;
    match name.is_empty() || name.chars().any(char::is_control) {
        true => Err(AddressError::Symbol),
        false => Ok(SymbolName { path: path(file)?, name, line }),
    }
}

/// What the query does not say, or says of what is not known, is as the graph opens.
fn graph(text: &str) -> Result<Spot, AddressError> {
    let (name, query) = text.split_once('?').unwrap_or((text, ""));
    let (mut depth, mut direction) = (1, Direction::default());
    for part in query.split('&') {
        match part.split_once('=') {
            Some(("depth", "2")) => depth = 2,
            Some(("depth", "3")) => depth = 3,
            Some(("direction", "callers")) => direction = Direction::Callers,
            Some(("direction", "callees")) => direction = Direction::Callees,
            _ => {}
        }
    }
    Ok(Spot::Graph { symbol: symbol(name)?, depth, direction })
}

fn run(text: &str) -> Result<Spot, AddressError> {
    let (run, checkpoint) = match text.split_once('/') {
        Some((run, checkpoint)) => (run, Some(checkpoint)),
        None => (text, None),
    };
    let checkpoint = checkpoint.map(|text| text.parse().map_err(|_| AddressError::Id)).transpose()?;
    Ok(Spot::Run { run: id(run)?, checkpoint })
}

fn tab(text: &str) -> Result<Tab, AddressError> {
    let known = TABS.iter().find(|(_, name)| *name == text).map(|(tab, _)| *tab);
    known.ok_or(AddressError::Kind)
}
