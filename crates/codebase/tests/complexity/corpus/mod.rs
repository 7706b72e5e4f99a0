//! The corpus: files made to cost as much as they can, each a function of its size.

mod curly;
mod kotlin;
mod later;
mod php;
mod python;
mod rings;
mod ruby;

pub use curly::{C, CSHARP, GO, JAVA, JAVASCRIPT, RUST, TSX, TYPESCRIPT};
pub use kotlin::KOTLIN;
pub use later::{CPP, DART, ELIXIR, GRAPHQL, HCL, LUA, PROTOBUF, SCALA, SHELL, SQL, SWIFT, ZIG};
pub use php::PHP;
pub use python::PYTHON;
pub use rings::RINGS;
pub use ruby::RUBY;

/// Files of one kind.
pub struct Case {
    /// What they hold.
    pub name: &'static str,
    /// Path and text of each for about so many bytes in all.
    make: Make,
}

enum Make {
    One(&'static str, fn(usize) -> String),
    Many(fn(usize) -> Vec<(String, String)>),
}

impl Case {
    pub const fn one(name: &'static str, path: &'static str, make: fn(usize) -> String) -> Self {
        Self { name, make: Make::One(path, make) }
    }

    pub const fn many(name: &'static str, make: fn(usize) -> Vec<(String, String)>) -> Self {
        Self { name, make: Make::Many(make) }
    }

    /// Path and text of each, for about `size` bytes in all.
    pub fn files(&self, size: usize) -> Vec<(String, String)> {
        match self.make {
            Make::One(path, make) => vec![(path.to_owned(), make(size))],
            Make::Many(make) => make(size),
        }
    }
}

/// `before`, then what `part` makes of 0, 1, 2 and so on up to the size, then `after`.
pub fn row(size: usize, before: &str, part: impl Fn(usize) -> String, after: &str) -> String {
    let mut text = before.to_owned();
    let mut at = 0;
    while text.len() + after.len() < size {
        text.push_str(&part(at));
        at += 1;
    }
    text + after
}

/// `open` so many times, `middle`, `close` as many times.
pub fn nest(size: usize, open: &str, middle: &str, close: &str) -> String {
    let times = size / (open.len() + close.len());
    format!("{}{middle}{}", open.repeat(times), close.repeat(times))
}
