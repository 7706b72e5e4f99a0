//! The first line of a listing: what was listed, and how much of it there is.

use crate::List;
use std::fmt;
use std::str::FromStr;

/// The counts of an [`Answer`](crate::Answer) in one line, which a program can read back:
/// `routes of Cart: 12, in examples 3, in tests 4; listed 1 to 12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The list.
    pub list: List,
    /// What it was narrowed to.
    pub of: Option<String>,
    /// Entries of the repository's own code.
    pub own: usize,
    /// Of these, the subtypes that name the base itself; of other lists all.
    pub direct: usize,
    /// Entries in examples, benchmarks and copies of other projects.
    pub examples: usize,
    /// Entries in tests.
    pub tests: usize,
    /// Number of the first entry listed, from 1; with none listed one more than [`last`](Self::last).
    pub first: usize,
    /// Number of the last one listed.
    pub last: usize,
}

impl Header {
    /// All entries.
    pub fn total(&self) -> usize {
        self.own + self.examples + self.tests
    }

    /// How many are listed.
    pub fn listed(&self) -> usize {
        (self.last + 1).saturating_sub(self.first)
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.list.row().name)?;
        if let Some(of) = &self.of {
            write!(f, " of {of}")?;
        }
        write!(f, ": {}, in examples {}, in tests {}", self.own, self.examples, self.tests)?;
        if self.direct != self.own {
            write!(f, ", direct {}", self.direct)?;
        }
        write!(f, "; listed {} to {}", self.first, self.last)
    }
}

impl FromStr for Header {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let (rest, listed) = line.rsplit_once("; listed ").ok_or(())?;
        let (what, counts) = rest.rsplit_once(": ").ok_or(())?;
        let (name, of) = match what.split_once(" of ") {
            Some((name, of)) => (name, Some(of.to_owned())),
            None => (what, None),
        };
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| ());
        let (own, rest) = counts.split_once(", in examples ").ok_or(())?;
        let (examples, tests) = rest.split_once(", in tests ").ok_or(())?;
        let (tests, direct) = tests.split_once(", direct ").unwrap_or((tests, own));
        let (first, last) = listed.split_once(" to ").ok_or(())?;
        Ok(Self {
            list: List::of_name(name).ok_or(())?,
            of,
            own: number(own)?,
            direct: number(direct)?,
            examples: number(examples)?,
            tests: number(tests)?,
            first: number(first)?,
            last: number(last)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for of in [None, Some("Base: of all".to_owned())] {
            let header =
                Header { list: List::Subtypes, of, own: 12, direct: 9, examples: 1, tests: 3, first: 1, last: 12 };
            assert_eq!(header.to_string().parse(), Ok(header));
        }
        assert!("subtypes: many".parse::<Header>().is_err());
    }
}
