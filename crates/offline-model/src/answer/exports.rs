//! The exports of a file, each with the line that makes it.

use super::markdown::MarkdownBuilder;
use super::place::read;
use super::sentence::{Sentence, exported, fixed};
use crate::asked::Question;
use crate::exports::{Export, exports, resolved};
use crate::known::Known;
use protocol::Evidence;

/// Most rows that are listed.
const MOST: usize = 60;

/// False where the file was not read.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let Some(path) = question.paths.first() else { return false };
    let Some(file) = read(known, path).next() else { return false };
    let rows = exports(&file.excerpt);
    let above = if rows.is_empty() { exported::none(file) } else { exported::above(file) };
    let entries = rows.iter().map(|export| row(known, file, export));
    let shown = out.list(Some(above), entries, MOST);
    out.left_out(rows.len(), shown);
    if (file.excerpt.lines().count() as u32) < file.end_line.saturating_sub(file.start_line) + 1 {
        out.say(fixed::BEGINNING_LOOKED_AT);
    }
    true
}

fn row(known: &Known<'_>, file: &Evidence, export: &Export) -> Sentence {
    let Some(module) = export.from.as_deref() else { return exported::own(file, export) };
    if !export.names.is_empty() {
        return exported::of_module(file, export, module);
    }
    let other = resolved(&file.path, module).and_then(|path| read(known, &path).next());
    match other {
        Some(other) => exported::all_of(file, export, other, &exports(&other.excerpt)),
        None => exported::all_of_unread(file, export, module),
    }
}

#[cfg(test)]
mod tests {
    use crate::question::understand;
    use crate::tests::found;
    use crate::{answer, plan};
    use model::{Finding, Step};
    use protocol::{Basis, Relation};

    #[test]
    fn what_is_handed_on_is_listed_with_the_file_it_is_of() {
        let asked = "Which functions does index.js export?";
        let question = understand(asked, &[]);
        let read = |path: &str, text: &str| {
            let step = Step::Read(path.to_owned());
            let e = protocol::Evidence { relation: Relation::Read, basis: Basis::Read, ..found("", path, 1, text) };
            Finding { key: format!("step_0: {step}"), text: String::new(), evidence: vec![e], step: Some(step) }
        };
        assert_eq!(plan::missing(&question, &[]), [Step::Read("index.js".into())]);
        let index = read(
            "index.js",
            "export { open } from './lib/store.js';\nexport * from './lib/router';\nexport function run() {}",
        );
        assert_eq!(plan::missing(&question, std::slice::from_ref(&index)), [Step::Read("lib/router.js".into())]);
        let router = read("lib/router.js", "export function route() {}\nfunction hidden() {}");
        let findings = [index, router];
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(asked, &question, &findings, false);
        let lines: Vec<&str> = answer.lines().map(|line| line.split(" [[").next().unwrap_or(line)).collect();
        assert_eq!(
            lines[..5],
            [
                "`index.js` exports",
                "",
                "- `open` of `./lib/store.js`, at `index.js:1`",
                "- all that `lib/router.js` exports, at `index.js:2`: `route`",
                "- `run` at `index.js:3`",
            ]
        );
    }
}
