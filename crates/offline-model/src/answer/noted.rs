//! What the functions found for a condition do then without raising an error: they log it, print it, or return a value for it. Such a statement is
//! evidence where it has the words of the condition.

use super::condition::Condition;
use super::markdown::MarkdownBuilder;
use super::sentence::noted;
use super::shown::longest;
use crate::asked::Question;
use crate::excerpt::{Excerpt, code_lines, is_comment};
use crate::known::Known;
use crate::relevance;
use code_words::condition::is_fail;
use code_words::identifier::lower_parts;
use code_words::logging::is_of_log;
use code_words::path::is_test;
use protocol::Evidence;
use std::ops::Range;

/// Most functions that are looked at: those that an answer describes.
const FUNCTIONS: usize = 4;
/// Most lines of one statement.
const MOST_LINES: usize = 8;
/// How far above a statement the condition is looked for on which it is reached, in lines.
const ABOVE: usize = 3;

/// What prints.
const PRINTS: &[&str] = &["echo", "fprintf", "fprintln", "print", "printf", "println", "puts", "write", "writeln"];
/// Macros that log.
const MACROS: &[&str] = &["debug!", "error!", "info!", "trace!", "warn!"];

/// A statement that has the words of a condition.
pub struct Noted<'a> {
    within: &'a Evidence,
    lines: Range<usize>,
    does: Does,
    held: usize,
}

/// What a statement does with what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Does {
    Log,
    Print,
    Return,
}

impl Noted<'_> {
    /// Shows the statement; true, for there is one.
    pub fn show(&self, out: &mut MarkdownBuilder, known: &Known<'_>) -> bool {
        let above = match self.does {
            Does::Log => noted::logs,
            Does::Print => noted::prints,
            Does::Return => noted::returns,
        };
        out.say(above(known, self.within));
        out.code(&Excerpt::of_lines(self.within, self.lines.clone()));
        true
    }
}

/// Shows the statement of the functions found that has most words of the condition, where one has enough.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let condition = Condition::of(question);
    let is_own = |e: &&Evidence| relevance::is_callable(e) && !is_test(&e.path);
    let functions = relevance::best(known, question).into_iter().filter(is_own).take(FUNCTIONS);
    best(functions.map(|e| longest(known, e)), &condition).is_some_and(|noted| noted.show(out, known))
}

/// The statement of these functions, the best first, that has most words of a condition; none where none has enough.
pub fn best<'a>(functions: impl Iterator<Item = &'a Evidence>, condition: &Condition<'_>) -> Option<Noted<'a>> {
    let mut best: Option<Noted<'a>> = None;
    for (at, e) in functions.enumerate() {
        // Much is returned: only by the best find is it what is asked about.
        let said = statements(e, condition).into_iter().filter(|noted| noted.does != Does::Return || at == 0);
        for noted in said {
            if best.as_ref().is_none_or(|best| noted.held > best.held) {
                best = Some(noted);
            }
        }
    }
    best
}

/// The statements of a function that log, print or return something with the words of the condition.
fn statements<'a>(e: &'a Evidence, condition: &Condition<'_>) -> Vec<Noted<'a>> {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let mut noted = Vec::new();
    for at in code_lines(&lines) {
        let line = lines[at].trim_start();
        let does = match () {
            () if is_comment(line) => None,
            () if logs(line) => Some(Does::Log),
            () if prints(line) => Some(Does::Print),
            () if line.starts_with("return ") => Some(Does::Return),
            () => None,
        };
        let Some(does) = does else { continue };
        let end = end(&lines, at);
        let text = lines[at..end].join("\n");
        let is_return = does == Does::Return;
        let says_so = !is_return || !condition.is_failure() || lower_parts(&text).iter().any(|part| is_fail(part));
        // What is printed is the message alone.
        let held = if is_return { condition.in_text(&text) } else { condition.in_message(&quoted(&text)) };
        let held = held.or_else(|| condition.in_text(&text).filter(|_| does == Does::Log));
        if let Some(held) = held.filter(|_| says_so) {
            noted.push(Noted { within: e, lines: reached_at(&lines, at)..end, does, held });
        }
    }
    noted
}

/// The texts between quotes.
fn quoted(text: &str) -> String {
    let Some(mark) = text.find(['"', '\'', '`']) else { return String::new() };
    let quote = &text[mark..=mark];
    text.split(quote).skip(1).step_by(2).collect::<Vec<_>>().join(" ")
}

/// Whether a line has a call that prints a message.
fn prints(line: &str) -> bool {
    line.match_indices('(').any(|(open, _)| {
        let begin = line[..open].trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '!')).len();
        PRINTS.contains(&line[begin..open].trim_end_matches('!').to_lowercase().as_str())
    })
}

/// Whether a line has a call that logs.
fn logs(line: &str) -> bool {
    line.match_indices('(').any(|(open, _)| {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '!' | '>' | '-' | '?' | '$');
        let begin = line[..open].trim_end_matches(is_name).len();
        let callee = &line[begin..open];
        is_of_log(callee) || MACROS.iter().any(|name| callee.rsplit(':').next() == Some(*name))
    })
}

/// One past the last line of the statement that begins in a line, by its brackets.
fn end(lines: &[&str], at: usize) -> usize {
    let mut open = 0i32;
    for (i, line) in lines.iter().enumerate().skip(at).take(MOST_LINES) {
        open += line.matches(['(', '[', '{']).count() as i32 - line.matches([')', ']', '}']).count() as i32;
        if open <= 0 {
            return i + 1;
        }
    }
    lines.len().min(at + MOST_LINES)
}

/// The line right above with less indentation, on which the statement depends; its own where there is none. A bracket alone is the end of
/// a condition that begins further up.
fn reached_at(lines: &[&str], at: usize) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let above = (at.saturating_sub(ABOVE)..at).rev();
    let mut outer = above.filter(|i| !lines[*i].trim().is_empty() && indent(lines[*i]) < indent(lines[at]));
    let Some(outer) = outer.next() else { return at };
    if lines[outer].trim() != "{" {
        return outer;
    }
    let above = (outer.saturating_sub(MOST_LINES)..outer).rev();
    let mut begins = above.filter(|i| !lines[*i].trim().is_empty() && indent(lines[*i]) <= indent(lines[outer]));
    begins.next().unwrap_or(outer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;

    fn noted(question: &str, lines: &str) -> Option<String> {
        let (question, e) = (understand(question, &[]), found("a.Pool.accept", "a/pool.py", 9, lines));
        let all = statements(&e, &Condition::of(&question));
        all.first().map(|noted| Excerpt::of_lines(&e, noted.lines.clone()).text().to_owned())
    }

    #[test]
    fn what_is_logged_on_a_condition_is_evidence() {
        let lines = "def accept(self, event):\n    self.log.debug('accepted %s' % event)\n    if len(self.buffer) > self.most:\n        \
                     self.options.logger.error(\n            'event buffer overflowed, discarding %s' % (\n            event.id))\n    \
                     self.buffer.append(event)";
        let logged = noted("What happens when the event buffer of a listener is full?", lines).unwrap();
        assert!(logged.starts_with("if len(self.buffer)") && logged.ends_with("event.id))"), "{logged}");
        assert_eq!(noted("What happens when the socket of a listener is closed?", lines), None);
    }

    #[test]
    fn a_message_that_is_printed_is_evidence_by_the_one_word_of_the_condition() {
        let lines = "fn header(&mut self) {\n    if self.is_binary() {\n        writeln!(out, \"{}: Binary content is not \
                     shown\", name)?;\n    }\n}";
        let printed = noted("What happens when I open a binary file?", lines);
        assert!(printed.is_some_and(|line| line.contains("Binary content")));
        assert_eq!(
            noted("What happens when I open a binary file?", "fn header() {\n    writeln!(out, binary)\n}"),
            None
        );
    }

    #[test]
    fn a_failure_that_is_passed_on_is_returned() {
        let question = "What happens when request validation fails?";
        let lines =
            "function input(request) {\n  return request.toolkit.failAction(request, { tags: ['validation'] });\n}";
        assert!(noted(question, lines).is_some_and(|line| line.contains("failAction")));
        let lines = "function input(request) {\n  return request.settings.validation;\n}";
        assert_eq!(noted(question, lines), None);
    }

    #[test]
    fn a_call_that_makes_a_logger_logs_nothing() {
        for line in [
            "logger.warn('x')",
            "log::warn!(\"x\")",
            "error!(\"x\")",
            "console.error(x)",
            "r.logger.Warn(\"x\")",
            "log(x)",
        ] {
            assert!(logs(line), "{line}");
        }
        for line in ["logging.getLogger(name)", "math.log(x)", "login(user)", "catalog.add(x)", "error(x)", "dialog(x)"]
        {
            assert!(!logs(line), "{line}");
        }
    }
}
