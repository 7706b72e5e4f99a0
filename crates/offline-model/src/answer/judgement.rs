//! What only a language model can do is said so, and what the rules can show is offered.

use super::markdown::MarkdownBuilder;
use super::sentence::{absent, fixed};
use super::{definition, topic};
use crate::asked::Question;
use crate::known::Known;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    out.say(fixed::NEEDS_A_MODEL);
    let mut about = out.beside();
    let shown = match question.names.is_empty() {
        true => topic::explain(&mut about, question, known),
        false => definition::explain(&mut about, question, known) || topic::explain(&mut about, question, known),
    };
    match shown {
        true => out.append(about),
        false => out.say(absent::definition()),
    }
    out.say(fixed::WITHOUT_A_MODEL);
    true
}
