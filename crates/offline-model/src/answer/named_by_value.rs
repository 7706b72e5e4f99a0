//! The definition that a text in code names by its path: `"pkg.pipelines.Manager"` as the value of a setting.

use crate::known::Known;
use crate::symbol::{last, likeness};
use code_words::path::is_test;
use protocol::Evidence;

/// The path in a text that may name a definition, with dots: of `"pkg.mod.Class"`, `"pkg.mod:function"`, `'Pkg\\Mod\\Class'`. `None` for
/// other values, and for what is rather a file or a host.
pub fn path(value: &str) -> Option<String> {
    let value = value.trim();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = value.strip_prefix(quote)?.strip_suffix(quote)?;
    let dotted = inside.replace("\\\\", ".").replace(['\\', ':', '#'], ".");
    let is_name = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let parts: Vec<&str> = dotted.trim_start_matches('.').split('.').collect();
    let is_type = parts.last().is_some_and(|end| end.starts_with(char::is_uppercase));
    let is_path = parts.iter().all(|part| is_name(part)) && (parts.len() > 2 || parts.len() == 2 && is_type);
    is_path.then(|| parts.join("."))
}

/// The definition that is known by the whole path in a text, or that is in a module of what the path begins with.
pub fn definition<'a>(known: &Known<'a>, value: &str) -> Option<&'a Evidence> {
    let path = path(value)?;
    let is_it = |e: &&'a Evidence| {
        let symbol = e.symbol.as_deref().unwrap_or("");
        last(symbol) == last(&path) && likeness(symbol, &path).is_some_and(|likeness| likeness > 2)
    };
    known.definitions(&path).into_iter().filter(|e| !is_test(&e.path)).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use crate::{answer, plan};
    use model::{Finding, Step};
    use protocol::{Basis, Claim, ClaimKind, Relation};

    #[test]
    fn a_text_with_a_path_may_name_a_definition() {
        assert_eq!(path("\"pkg.pipelines.Manager\"").as_deref(), Some("pkg.pipelines.Manager"));
        assert_eq!(path("'Pkg\\\\Mailer'").as_deref(), Some("Pkg.Mailer"));
        assert_eq!(path("\"pkg.mod:run\"").as_deref(), Some("pkg.mod.run"));
        for other in ["\"app.log\"", "\"1.2.3\"", "pkg.pipelines.Manager", "\"%d.%m.%Y\"", "\"Manager\""] {
            assert_eq!(path(other), None, "{other}");
        }
    }

    #[test]
    fn the_class_that_a_setting_names_is_said_with_its_value() {
        let asked = "What is the default of ITEM_PROCESSOR?";
        let question = understand(asked, &[]);
        let line = "ITEM_PROCESSOR = \"pkg.pipelines.Manager\"";
        let object = "\"pkg.pipelines.Manager\"".to_owned();
        let claim = Claim { of: "pkg.settings.ITEM_PROCESSOR".into(), kind: ClaimKind::Value, object };
        let value = found("pkg.settings.ITEM_PROCESSOR", "pkg/settings.py", 7, line);
        let value = protocol::Evidence { relation: Relation::Fact { claim }, basis: Basis::Read, ..value };
        let finding = |step: Step, evidence| Finding {
            key: format!("step_0: {step}"),
            text: String::new(),
            evidence,
            step: Some(step),
        };
        let names = vec!["default of ITEM_PROCESSOR".to_owned(), "ITEM_PROCESSOR".to_owned()];
        let described = finding(Step::Describe(names), vec![value]);
        let find = Step::Find(vec!["pkg.pipelines.Manager".to_owned()]);
        assert_eq!(plan::missing(&question, std::slice::from_ref(&described)), std::slice::from_ref(&find));
        let class = found("pkg.pipelines.Manager", "pkg/pipelines.py", 3, "class Manager:\n    pass");
        let findings = [described, finding(find, vec![class])];
        assert!(plan::missing(&question, &findings).is_empty());
        let answer = answer::write(asked, &question, &findings, false);
        assert!(answer.contains("\n\nIt names `"), "{answer}");
        assert!(answer.contains("Manager`, a function at `pkg/pipelines.py:3`."), "{answer}");
    }
}
