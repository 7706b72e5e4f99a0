//! A request carried out: an exact edit by fixed tools, anything else answered from what is known.

use crate::asked::Question;
use crate::edit::Edit;
use crate::question::more::meant;
use crate::{answer, steps};
use model::{ChatRequest, Context, ToolCall};

/// The calls to make now, or what there is to say at the end.
pub fn act(
    context: &Context<'_>,
    wants_change: bool,
    question: &Question,
    request: &ChatRequest<'_>,
) -> Result<Vec<ToolCall>, String> {
    match Edit::read(context.question) {
        Some(edit) => {
            let acted = steps::act(context.question, &edit.sentence(), &request.messages, &request.tools);
            acted.map_err(|(_done, said)| said)
        }
        None if wants_change || context.findings.is_empty() => Err(steps::NEEDS_A_MODEL.to_owned()),
        None => Err(answer::write(
            meant(context.question, context.history).question,
            question,
            context.findings,
            request.folder.is_some(),
        )),
    }
}
