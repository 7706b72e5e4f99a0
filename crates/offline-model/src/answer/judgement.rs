//! What only a language model can do is said so, and what the rules can show is offered.

use super::markdown::MarkdownBuilder;
use super::{definition, topic};
use crate::asked::Question;
use crate::known::Known;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    out.line(
        "Writing code or prose, judging it and finding faults in it takes a language model, and this answer is made by rules \
         that quote the code. What they can show of it:",
    );
    let mut about = MarkdownBuilder::default();
    let shown = match question.names.is_empty() {
        true => topic::explain(&mut about, question, known),
        false => definition::explain(&mut about, question, known) || topic::explain(&mut about, question, known),
    };
    match shown {
        true => out.append(about),
        false => out.line("Nothing: no definition has the words of the question."),
    }
    out.line(
        "Without a model, ask where something is defined, who calls it, what can fail in it, which tests reach it, or how \
         two symbols differ; with one, set it up in the model settings and ask again.",
    );
    true
}
