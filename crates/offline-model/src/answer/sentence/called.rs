//! Calls: what calls a symbol, and what it calls.

use super::Sentence;
use super::absent;
use crate::answer::markdown::{self, certainty, cite, count, name, place, what};
use crate::excerpt::line_with;
use crate::known::{Edge, Known, is_proven};
use crate::symbol::last;
use protocol::{Direction, Evidence, EvidenceKind};

/// How many places call a symbol, those that are not known included. Counted by a tool, or else what is known.
#[derive(Clone, Copy)]
pub struct Total {
    proven: usize,
    possible: usize,
    /// Different symbols that contain the calls, if a tool has counted them.
    callers: Option<usize>,
}

impl Total {
    pub fn of(known: &Known<'_>, symbol: &str, places: &[&Evidence]) -> Self {
        let proven = places.iter().filter(|e| is_proven(e)).count();
        let listed = Self { proven, possible: places.len() - proven, callers: None };
        known.call_count(symbol, Direction::Callers).map_or(listed, |calls| Self {
            proven: calls.proven as usize,
            possible: calls.places.saturating_sub(calls.proven) as usize,
            callers: Some(calls.symbols as usize),
        })
    }

    pub fn proven(self) -> usize {
        self.proven
    }

    pub fn possible(self) -> usize {
        self.possible
    }

    /// "2 places call, and 1 other may call"; where there are more of them than callers, with both numbers.
    fn calling(self) -> String {
        let within = match self.callers {
            Some(callers) if callers < self.proven + self.possible => format!(" (in {})", count(callers, "caller")),
            _ => String::new(),
        };
        match (self.proven, self.possible) {
            (proven, 0) => format!("{}{within}", calling(proven)),
            (0, possible) => format!("{} may call{within}", count(possible, "place")),
            (proven, possible) => format!("{}, and {} may call{within},", calling(proven), count(possible, "other")),
        }
    }
}

fn calling(n: usize) -> String {
    format!("{} call{}", count(n, "place"), if n == 1 { "s" } else { "" })
}

/// Above the callers of what the repository has no definition of.
pub fn outside(asked: &str, total: Total) -> Sentence {
    Sentence::below(format!("{} `{asked}`, which is defined outside this repository:", total.calling()))
}

/// How many places call a symbol, above them.
pub fn callers(known: &Known<'_>, e: &Evidence, places: &[&Evidence]) -> Sentence {
    let total = Total::of(known, e.symbol.as_deref().unwrap_or(""), places);
    match total.proven > 0 {
        _ if places.is_empty() => absent::calls(known, e),
        true => Sentence::cited(format!("{} {}:", total.calling(), what(known, e))),
        false => {
            let possible = count(total.possible, "place");
            Sentence::cited(format!("No call of {} is proven; {possible} may call it:", what(known, e)))
        }
    }
}

/// The same of a symbol that is described above.
pub fn callers_of_described(known: &Known<'_>, e: &Evidence, places: &[&Evidence]) -> Sentence {
    let total = Total::of(known, e.symbol.as_deref().unwrap_or(""), places);
    Sentence::below(format!("{} {}:", total.calling(), name(known, e)))
}

/// A place that calls the symbol, with the line of the call.
pub fn caller(known: &Known<'_>, e: &Evidence, symbol: &str) -> Sentence {
    let line = line_with(e, last(symbol)).map_or_else(String::new, |line| format!(": `{line}`"));
    Sentence::cited(format!("{} at {} ({}){line} {}", name(known, e), place(e), certainty(e), cite(e)))
}

/// How many symbols a symbol calls, above them: as counted by a tool, or else as many as are known.
pub fn callees(known: &Known<'_>, e: &Evidence, called: &[&Evidence]) -> Sentence {
    match called {
        [] => absent::callees(known, e),
        called => {
            let all = count(callees_in_all(known, e, called), "symbol");
            Sentence::cited(format!("{} calls {all}:", what(known, e)))
        }
    }
}

/// The same of a symbol that is described above.
pub fn callees_of_described(known: &Known<'_>, e: &Evidence) -> Sentence {
    Sentence::below(format!("{} calls:", name(known, e)))
}

/// How many symbols a symbol calls.
pub fn callees_in_all(known: &Known<'_>, e: &Evidence, called: &[&Evidence]) -> usize {
    let counted = known.call_count(e.symbol.as_deref().unwrap_or(""), Direction::Callees);
    counted.map_or(called.len(), |calls| calls.symbols as usize)
}

/// A symbol that is called, with what it says of itself.
pub fn callee(known: &Known<'_>, e: &Evidence) -> Sentence {
    let documented = markdown::prefixed(": ", markdown::first_sentence(e));
    let unsure = if is_proven(e) { String::new() } else { format!(" ({})", certainty(e)) };
    let what = e.symbol.as_ref().map_or_else(|| format!("a symbol at {}", place(e)), |_| name(known, e));
    Sentence::cited(format!("{what} at {}{unsure}{documented} {}", place(e), cite(e)))
}

/// A call among those that connect a topic.
pub fn edge(known: &Known<'_>, edge: &Edge<'_>) -> Sentence {
    let e = edge.evidence;
    let unsure = if is_proven(e) { String::new() } else { format!(" ({})", certainty(e)) };
    let (from, to) = (known.shown(edge.from), known.shown(edge.to));
    Sentence::cited(format!("`{from}` calls `{to}` at {}{unsure} {}", place(e), cite(e)))
}

/// Whether a symbol is used, first of all by calls. `here`: what was looked at.
pub fn used(known: &Known<'_>, e: &Evidence, uses: &Uses, here: &str) -> Sentence {
    let what = what(known, e);
    let Uses { calls, proven, only_in_tests, subtypes, mentioned: (mentioned, is_all) } = *uses;
    match (calls, subtypes, mentioned) {
        (0, 0, 0) => absent::uses(known, e, is_all, here),
        // Nothing calls a value.
        (0, 0, mentioned) if matches!(e.kind, EvidenceKind::Variable | EvidenceKind::Field) => {
            Sentence::cited(format!("{what} is named at {}.", count(mentioned, "place")))
        }
        (0, 0, mentioned) => Sentence::cited(format!(
            "No call of {what} was found; its name is mentioned at {} that {} no call.",
            count(mentioned, "place"),
            if mentioned == 1 { "is" } else { "are" }
        )),
        (0, extended, _) => {
            Sentence::cited(format!("{what} has {}; no call of it was found.", count(extended, "subtype")))
        }
        (calls, ..) if proven == 0 => {
            Sentence::cited(format!("{} may call {what}; no call is proven.", count(calls, "place")))
        }
        (calls, ..) if only_in_tests => {
            Sentence::cited(format!("Only tests call {what}, at {}.", count(calls, "place")))
        }
        (calls, ..) => {
            let proven = match (calls, proven) {
                (1, 1) => "proven".to_owned(),
                (calls, proven) if calls == proven => "all of them proven".to_owned(),
                (_, proven) => format!("{proven} of them proven"),
            };
            Sentence::cited(format!("{what} is called at {}, {proven}.", count(calls, "place")))
        }
    }
}

/// How many places of SQL change what SQL makes, and read it or refer to it.
pub fn used_in_sql(known: &Known<'_>, e: &Evidence, (written, read): (usize, usize), is_all: bool) -> Sentence {
    let least = if is_all { "" } else { "at least " };
    let places = count(written + read, "place");
    let parts = match (written, read) {
        (0, _) => "; none was found that changes it".to_owned(),
        (written, 0) => format!(": {written} {}", if written == 1 { "changes it" } else { "change it" }),
        (written, read) => format!(
            ": {written} {}, {read} {}",
            if written == 1 { "changes it" } else { "change it" },
            if read == 1 { "reads it or refers to it" } else { "read it or refer to it" }
        ),
    };
    Sentence::cited(format!("{} is named by statements at {least}{places}{parts}.", what(known, e)))
}

/// How a symbol is used, counted.
#[derive(Clone, Copy)]
pub struct Uses {
    calls: usize,
    proven: usize,
    only_in_tests: bool,
    subtypes: usize,
    /// How often its name is mentioned, and whether that is all.
    mentioned: (usize, bool),
}

impl Uses {
    pub fn of(known: &Known<'_>, e: &Evidence) -> Self {
        use crate::answer::claims;
        use code_words::path::is_test;
        use protocol::ClaimKind;
        let symbol = e.symbol.as_deref().unwrap_or("");
        let callers = known.callers_of(symbol);
        let counted = known.call_count(symbol, Direction::Callers);
        let calls = counted.map_or(callers.len(), |calls| calls.places as usize);
        let in_tests = callers.iter().filter(|e| is_test(&e.path)).count();
        Self {
            calls,
            proven: counted.map_or(0, |calls| calls.proven as usize),
            only_in_tests: in_tests > 0 && in_tests == callers.len() && calls == callers.len(),
            subtypes: claims::of(known, symbol, ClaimKind::ExtendedBy).len(),
            mentioned: claims::total(known, e, ClaimKind::UsedBy),
        }
    }

    pub fn calls(&self) -> usize {
        self.calls
    }

    pub fn mentioned(&self) -> usize {
        self.mentioned.0
    }
}
