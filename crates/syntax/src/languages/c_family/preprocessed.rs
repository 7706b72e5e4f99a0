//! A second reading of a file whose first one has errors: what only the preprocessor makes sense of is blanked.
//!
//! - Conditions inside of bodies and brackets, or around half of one: the first branch is kept, directives and other branches
//!   are blanked. Whole declarations in conditions stay, in all branches. What is for C++ alone is blanked (`extern "C" {`).
//! - Macros in declarations: outside of all brackets in front of one (`local int f()`) and of its name (`int ZEXPORT f()`),
//!   anywhere in front of a pointer's star (`char FAR *p`).
//!
//! The text keeps its length and its lines, so that positions in its tree are those of the file.

/// A condition that is open.
struct Condition {
    /// Brackets that were open before it.
    depth: usize,
    /// Where its first line begins and ends.
    line: (usize, usize),
    /// Its directives are blanked.
    is_dropped: bool,
    /// From where on its text is blanked, if it is.
    blank_from: Option<usize>,
}

struct Reader<'t> {
    /// What is for C++ alone is read.
    is_cpp: bool,
    text: &'t [u8],
    out: Vec<u8>,
    depth: usize,
    conditions: Vec<Condition>,
    /// The last two words, where nothing is between them.
    last_words: [(usize, usize); 2],
    /// The words and signs of the declaration that is open, outside of all brackets: start, end.
    tokens: Vec<(usize, usize)>,
}

/// The text with what the grammar cannot read blanked; `None` where nothing is.
pub(super) fn second_reading(text: &str, is_cpp: bool) -> Option<String> {
    let mut reader = Reader {
        is_cpp,
        text: text.as_bytes(),
        out: text.as_bytes().to_vec(),
        depth: 0,
        conditions: Vec::new(),
        last_words: [(0, 0); 2],
        tokens: Vec::new(),
    };
    reader.read();
    // Whole characters were blanked byte by byte.
    String::from_utf8(reader.out).ok().filter(|read| read != text)
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        let mut begins_line = true;
        while let Some(&byte) = self.text.get(at) {
            let next = match byte {
                b'#' if begins_line => self.directive(at),
                b'/' if self.text[at..].starts_with(b"//") => self.line_end(at),
                b'/' if self.text[at..].starts_with(b"/*") => self.behind(at + 2, b"*/"),
                b'"' | b'\'' => self.behind_quotes(at, byte),
                _ if is_word(byte) => self.word(at),
                _ => {
                    self.sign(at, byte);
                    at + 1
                }
            };
            begins_line = byte == b'\n' || (begins_line && byte.is_ascii_whitespace());
            at = next;
        }
    }

    /// The end of a line, those that it goes on with included.
    fn line_end(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'\n' => return at,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.text.len()
    }

    fn behind(&self, from: usize, end: &[u8]) -> usize {
        let rest = self.text.get(from..).unwrap_or(&[]);
        rest.windows(end.len()).position(|part| part == end).map_or(self.text.len(), |at| from + at + end.len())
    }

    fn behind_quotes(&self, from: usize, quote: u8) -> usize {
        let mut at = from + 1;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'\\' => at += 2,
                b'\n' => return at,
                _ if byte == quote => return at + 1,
                _ => at += 1,
            }
        }
        self.text.len()
    }

    fn sign(&mut self, at: usize, byte: u8) {
        if self.is_blanking() || byte.is_ascii_whitespace() {
            return;
        }
        if byte == b'*' {
            self.macro_before_star();
        }
        self.last_words = [(0, 0); 2];
        match byte {
            b'{' | b'(' | b'[' => {
                if self.depth == 0 {
                    self.macros_before(byte);
                }
                self.depth += 1;
            }
            b'}' | b')' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.tokens.push((at, at + 1));
                }
            }
            b';' | b'=' if self.depth == 0 => self.tokens.clear(),
            b'*' if self.depth == 0 => self.tokens.push((at, at + 1)),
            _ => {}
        }
        if byte == b'}' && self.depth == 0 {
            self.tokens.clear();
        }
    }

    fn word(&mut self, at: usize) -> usize {
        let length = self.text[at..].iter().take_while(|byte| is_word(**byte)).count();
        if self.depth == 0 && !self.is_blanking() {
            // `local int`: nothing but a macro stands in front of such a word.
            let before = self.tokens.last().copied();
            if let Some((start, end)) = before.filter(|(start, end)| is_name(&self.text[*start..*end]))
                && is_keyword(&self.text[at..at + length])
            {
                self.blank(start, end);
                self.tokens.pop();
            }
            self.tokens.push((at, at + length));
        }
        self.last_words = [self.last_words[1], (at, at + length)];
        at + length
    }

    /// `char FAR *p`: two words in front of a star are a type and a macro.
    fn macro_before_star(&mut self) {
        let [before, (start, end)] = self.last_words;
        let is_type = before.1 > 0
            && !matches!(&self.text[before.0..before.1], b"return" | b"case" | b"else" | b"do" | b"sizeof" | b"goto")
            && !self.text[before.0].is_ascii_digit();
        if is_type && is_capitals(&self.text[start..end]) {
            self.blank(start, end);
        }
    }

    /// `int ZEXPORT f(`: a name in capitals between a type and the name that is declared.
    fn macros_before(&mut self, bracket: u8) {
        if bracket == b'('
            && let [.., before, (start, end), name] = self.tokens[..]
            && is_name(&self.text[name.0..name.1])
            && is_capitals(&self.text[start..end])
            && (self.text[before.0] == b'*' || is_word(self.text[before.0]))
        {
            self.blank(start, end);
        }
        if bracket == b'{' {
            self.tokens.clear();
        }
    }

    /// A line of the preprocessor; its end.
    fn directive(&mut self, at: usize) -> usize {
        let end = self.line_end(at);
        let line = String::from_utf8_lossy(&self.text[at..end]).into_owned();
        let line = line.trim_start_matches('#').trim();
        let (word, rest) = line.split_at(line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len()));
        match word {
            "if" | "ifdef" | "ifndef" => self.open(at, end, word == "ifdef" || word == "if", rest.trim()),
            "else" | "elif" | "elifdef" | "elifndef" => self.other_branch(at, end, word == "else"),
            "endif" => self.close(at, end),
            _ => {}
        }
        if !self.is_blanking() {
            self.tokens.clear();
        }
        end
    }

    fn open(&mut self, at: usize, end: usize, is_positive: bool, condition: &str) {
        let is_for_cpp = is_positive
            && !self.is_cpp
            && matches!(condition, "__cplusplus" | "defined(__cplusplus)" | "defined __cplusplus");
        let is_dropped = self.depth > 0 || self.is_blanking() || is_for_cpp;
        if is_dropped {
            self.blank(at, end);
        }
        let blank_from = (is_for_cpp || condition == "0").then_some(end);
        self.conditions.push(Condition { depth: self.depth, line: (at, end), is_dropped, blank_from });
    }

    fn other_branch(&mut self, at: usize, end: usize, is_last: bool) {
        let depth = self.depth;
        let Some(mut condition) = self.conditions.pop() else { return };
        match condition.blank_from.take() {
            // The first branch was left out: the last one is read.
            Some(from) if is_last && self.is_first_branch(&condition, from) => self.blank(from, end),
            Some(from) => condition.blank_from = Some(from),
            None if condition.is_dropped || depth != condition.depth => {
                let (start, end_of_first) = condition.line;
                self.blank(start, end_of_first);
                condition.is_dropped = true;
                condition.blank_from = Some(at);
            }
            None => {}
        }
        self.conditions.push(condition);
    }

    fn is_first_branch(&self, condition: &Condition, blank_from: usize) -> bool {
        condition.line.1 == blank_from && !self.is_blanking()
    }

    fn close(&mut self, at: usize, end: usize) {
        let Some(condition) = self.conditions.pop() else { return };
        if let Some(from) = condition.blank_from {
            self.blank(from, at);
        }
        let is_half = !condition.is_dropped && self.depth != condition.depth;
        if is_half {
            self.blank(condition.line.0, condition.line.1);
        }
        if condition.is_dropped || is_half {
            self.blank(at, end);
        }
    }

    fn is_blanking(&self) -> bool {
        self.conditions.iter().any(|condition| condition.blank_from.is_some())
    }

    fn blank(&mut self, from: usize, to: usize) {
        for byte in self.out[from..to].iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn is_name(word: &[u8]) -> bool {
    word.first().is_some_and(|first| is_word(*first) && !first.is_ascii_digit())
        && !is_keyword(word)
        && !matches!(
            word,
            b"unsigned"
                | b"signed"
                | b"long"
                | b"short"
                | b"inline"
                | b"typedef"
                | b"static"
                | b"extern"
                | b"const"
                | b"volatile"
                | b"template"
                | b"using"
                | b"namespace"
                | b"friend"
                | b"constexpr"
                | b"virtual"
                | b"explicit"
                | b"public"
                | b"private"
                | b"protected"
        )
}

fn is_capitals(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}

/// Words that begin a type, in front of which a name is a macro.
fn is_keyword(word: &[u8]) -> bool {
    matches!(
        word,
        b"int"
            | b"void"
            | b"char"
            | b"float"
            | b"double"
            | b"struct"
            | b"union"
            | b"enum"
            | b"bool"
            | b"static"
            | b"extern"
    )
}

#[cfg(test)]
mod tests {
    use super::second_reading;

    fn squeezed(text: &str) -> String {
        let read = second_reading(text, false).unwrap_or_else(|| text.to_owned());
        assert_eq!((read.len(), read.matches('\n').count()), (text.len(), text.matches('\n').count()));
        read.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn conditions_in_bodies_keep_their_first_branch() {
        let text = "int f(void) {\n  x =\n#ifdef A\n  g() +\n#else\n  h() +\n#endif\n  1;\n}\n#if B\nint k;\n#else\nint l;\n#endif\n";
        assert_eq!(squeezed(text), "int f(void) { x = g() + 1; } #if B int k; #else int l; #endif");
    }

    #[test]
    fn half_a_body_in_a_condition() {
        let text = "#ifdef A\nint f(a) {\n#else\nint f(b) {\n#endif\n  return 1;\n}\nint g;\n";
        assert_eq!(squeezed(text), "int f(a) { return 1; } int g;");
    }

    #[test]
    fn what_is_for_cpp_alone() {
        let text = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#if A\nint g;\n#endif\n#ifdef __cplusplus\n}\n#endif\n";
        assert_eq!(squeezed(text), "int f(void); #if A int g; #endif");
        assert_eq!(squeezed("#ifdef __cplusplus\nx {\n#else\ny;\n#endif\nz;"), "y; z;");
    }

    #[test]
    fn macros_in_front_of_declarations() {
        let text = "local int f(int A) { B c(d); }\nZEXTERN const char * ZEXPORT g(void);\nFOO(x) int y = NULL; struct s *h(void);\nstatic unsigned int i;";
        assert_eq!(
            squeezed(text),
            "int f(int A) { B c(d); } ZEXTERN const char * g(void); FOO(x) int y = NULL; struct s *h(void); static unsigned int i;"
        );
        assert_eq!(squeezed("f(struct s FAR *p) { return MAX * 2; }"), "f(struct s *p) { return MAX * 2; }");
        assert_eq!(squeezed("ü '{' \"{\" // {\n/* { */ local int f(void);"), "ü '{' \"{\" // { /* { */ int f(void);");
    }
}
