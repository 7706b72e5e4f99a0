//! A position in a line, by bytes and by columns: a tab goes to the next column that four divides.

/// The only white space within a line. The reader in JavaScript has the same list.
const SPACE: [char; 2] = [' ', '\t'];

#[derive(Debug, Clone, Copy)]
pub struct Cursor<'t> {
    line: &'t str,
    at: usize,
    column: usize,
    /// True where a part of the tab at `at` was stepped over.
    is_in_tab: bool,
}

impl<'t> Cursor<'t> {
    pub fn new(line: &'t str) -> Self {
        Self { line, at: 0, column: 0, is_in_tab: false }
    }

    /// Bytes before it.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Columns of white space from here.
    pub fn indent(&self) -> usize {
        let mut column = self.column;
        for byte in self.line[self.at..].bytes() {
            match byte {
                b' ' => column += 1,
                b'\t' => column += 4 - column % 4,
                _ => break,
            }
        }
        column - self.column
    }

    pub fn is_blank(&self) -> bool {
        self.trimmed().is_empty()
    }

    /// The rest without white space around it.
    pub fn trimmed(&self) -> &'t str {
        self.line[self.at..].trim_matches(SPACE)
    }

    /// The rest without white space before it.
    pub fn trimmed_start(&self) -> &'t str {
        self.line[self.at..].trim_start_matches(SPACE)
    }

    /// The rest, and spaces that were part of a tab before it.
    pub fn rest(&self) -> (&'t str, usize) {
        match self.is_in_tab {
            true => (&self.line[self.at + 1..], 4 - self.column % 4),
            false => (&self.line[self.at..], 0),
        }
    }

    /// Steps over up to this many columns of white space.
    pub fn advance(&mut self, mut columns: usize) {
        while columns > 0 {
            let width = match self.line.as_bytes().get(self.at) {
                Some(b' ') => 1,
                Some(b'\t') => 4 - self.column % 4,
                _ => return,
            };
            self.is_in_tab = width > columns;
            self.column += width.min(columns);
            columns -= width.min(columns);
            self.at += usize::from(!self.is_in_tab);
        }
    }

    /// Steps over this many bytes that are a column each.
    pub fn step(&mut self, bytes: usize) {
        self.at += bytes;
        self.column += bytes;
    }

    /// Steps over the marker of a quote and the space after it; returns false, without a step, where there is none.
    pub fn quote(&mut self) -> bool {
        let indent = self.indent();
        if indent >= 4 || !self.trimmed_start().starts_with('>') {
            return false;
        }
        self.advance(indent);
        self.step(1);
        self.advance(1);
        true
    }
}
