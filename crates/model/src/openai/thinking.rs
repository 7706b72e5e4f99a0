//! Takes what a model thinks out of the text that it writes: `<think>...</think>` at its beginning.
//!
//! Some servers send it as fields of their own (`reasoning_content`, `reasoning`); others leave the tags in the text. Only
//! blocks before the first word of the answer count: tags further down are the answer's own words, such as those of an answer
//! about this file.

/// How a block of thinking begins, and how it ends.
const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// A piece of text, divided.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Divided {
    /// Of the answer.
    pub text: String,
    /// Of what the model thinks.
    pub thought: String,
}

/// Where in the text it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum At {
    /// Before the first word.
    #[default]
    Start,
    /// In a block, which ends with this tag.
    Block(&'static str),
    /// In the answer.
    Answer,
}

/// Divides a streamed text; a tag may be cut at any place.
#[derive(Debug, Default)]
pub struct Thinking {
    at: At,
    /// The end of what came, where it may be the beginning of a tag.
    held: String,
    /// Whether a block has ended: white space after it is not the answer's.
    has_block: bool,
}

impl Thinking {
    /// Takes the next piece.
    pub fn take(&mut self, piece: &str) -> Divided {
        let mut out = Divided::default();
        if self.at == At::Answer {
            out.text = piece.to_owned();
            return out;
        }
        self.held.push_str(piece);
        self.skip_space();
        while self.step(&mut out) {}
        out
    }

    /// The end of the text: what was held is no tag.
    pub fn end(&mut self) -> Divided {
        let held = std::mem::take(&mut self.held);
        match self.at {
            At::Block(_) => Divided { thought: held, ..Divided::default() },
            At::Start | At::Answer => Divided { text: held, ..Divided::default() },
        }
    }

    fn skip_space(&mut self) {
        if self.has_block && self.at == At::Start {
            self.held = self.held.trim_start().to_owned();
        }
    }

    /// Reads on in what is held; false where more has to come first.
    fn step(&mut self, out: &mut Divided) -> bool {
        match self.at {
            At::Answer => {
                out.text.push_str(&std::mem::take(&mut self.held));
                false
            }
            At::Start => self.start(),
            At::Block(close) => self.block(close, out),
        }
    }

    fn start(&mut self) -> bool {
        let words = self.held.trim_start();
        if let Some((open, close)) = TAGS.iter().find(|(open, _)| words.starts_with(open)) {
            self.held = words[open.len()..].to_owned();
            self.at = At::Block(close);
            return true;
        }
        // White space before the first word is the answer's where an answer follows.
        if TAGS.iter().any(|(open, _)| open.starts_with(words)) {
            return false;
        }
        self.at = At::Answer;
        true
    }

    fn block(&mut self, close: &'static str, out: &mut Divided) -> bool {
        if let Some(end) = self.held.find(close) {
            out.thought.push_str(&self.held[..end]);
            self.held = self.held.split_off(end + close.len());
            (self.at, self.has_block) = (At::Start, true);
            self.skip_space();
            return true;
        }
        let may_close = |at: &usize| close.starts_with(&self.held[*at..]);
        let tail = self.held.len().saturating_sub(close.len());
        let from = self.held.ceil_char_boundary(tail);
        let places = self.held[from..].char_indices().map(|(at, _)| from + at);
        let end = places.into_iter().find(may_close).unwrap_or(self.held.len());
        let rest = self.held.split_off(end);
        out.thought.push_str(&std::mem::replace(&mut self.held, rest));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text in pieces of `size` bytes, divided.
    fn divided(text: &str, size: usize) -> (String, String) {
        let mut thinking = Thinking::default();
        let mut all = Divided::default();
        let mut add = |piece: Divided| {
            all.text.push_str(&piece.text);
            all.thought.push_str(&piece.thought);
        };
        let letters: Vec<char> = text.chars().collect();
        for piece in letters.chunks(size) {
            add(thinking.take(&piece.iter().collect::<String>()));
        }
        add(thinking.end());
        (all.text, all.thought)
    }

    #[test]
    fn a_block_before_the_answer_is_thinking_wherever_the_pieces_are_cut() {
        for size in 1..40 {
            let text = "\n<think>\nIs it é < 3? </thin\n</think>\n\nYes [[1]].";
            assert_eq!(divided(text, size), ("Yes [[1]].".into(), "\nIs it é < 3? </thin\n".into()), "{size}");
            let two = "<think>a</think><thinking>b</thinking> c";
            assert_eq!(divided(two, size), ("c".into(), "ab".into()), "{size}");
        }
    }

    #[test]
    fn tags_of_the_answer_itself_stay() {
        for text in ["The tag `<think>` begins it.\n<think>x</think>", " <thing>", "<thin", "", "  indented"] {
            assert_eq!(divided(text, 3), (text.into(), String::new()));
        }
    }

    #[test]
    fn a_block_that_never_ends_is_no_answer() {
        assert_eq!(divided("<think>on and on </thi", 4), (String::new(), "on and on </thi".into()));
    }
}
