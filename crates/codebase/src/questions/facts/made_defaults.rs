//! Defaults that are made as a whole: by `impl Default`, by a function of defaults, by a class that declares one setting.

use super::body::Definition;
use super::defaults::{DefaultOf, WIDTH, literal};
use super::masked::on_one_line;
use super::{Fact, FactKind, is_value};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use code_words::identifier::lower_parts;
use code_words::setting::Wanted;
use paging::Loaded;
use source::FileId;

/// Most further lines of what is made by default, with all of its fields.
const BODY_LINES: u32 = 24;
/// Members of a class that declares one setting: `class Timeout(Setting): default = 30`.
const MEMBERS: &[&str] = &["default", "default_value", "defaultValue", "DEFAULT", "Default"];
/// Words of a type of settings that say nothing of which these are: `RunBounds` of "runs".
#[rustfmt::skip]
const OF_SETTINGS: &[&str] = &["bounds", "config", "configuration", "limits", "options", "opts", "params", "parameters", "policy", "settings"];
/// Words of a function's name beside what its defaults are of.
const OF_FUNCTIONS: &[&str] =
    &["default", "defaults", "get", "make", "create", "build", "with", "of", "value", "values"];

impl Codebase {
    /// What a function makes where nothing is given: `impl Default for Pool`, `poolDefaults() { return { max: 10 } }`.
    pub(super) fn made_by_default(
        &self,
        file: FileId,
        (id, symbol): (SymbolId, &Symbol),
        wanted: &Wanted,
    ) -> Loaded<Option<DefaultOf>> {
        let owner = symbol.qualified_name.rsplit(['.', ':']).filter(|part| !part.is_empty()).nth(1).unwrap_or("");
        let of_type = symbol.name == "default";
        let name = if of_type { owner } else { symbol.name.as_str() };
        let parts = lower_parts(name);
        let is_of_defaults = of_type || parts.iter().any(|part| matches!(part.as_str(), "default" | "defaults"));
        let whole = self.text(file)?;
        let rest = parts.iter().filter(|part| !OF_FUNCTIONS.contains(&part.as_str())).cloned().collect::<Vec<_>>();
        let subject = rest.iter().filter(|part| !OF_SETTINGS.contains(&part.as_str())).cloned().collect::<Vec<_>>();
        if !is_of_defaults || subject.is_empty() || !wanted.is_about(&subject.join(" ")) {
            return Ok(None);
        }
        let text = whole.get(symbol.span.start as usize..symbol.span.end as usize).unwrap_or("");
        let Some((head, body)) = text.split_once('{') else { return Ok(None) };
        let body = body.trim_end().trim_end_matches('}').trim();
        let made = body.strip_prefix("return ").unwrap_or(body).trim_end_matches(';');
        // One expression of all fields; what a function computes is no value to read off.
        let is_made = if of_type { head.contains("Self") } else { made.starts_with('{') && made.ends_with('}') };
        let value = on_one_line(made, WIDTH);
        if value.is_empty() || !is_made {
            return Ok(None);
        }
        let is_whole = wanted.is_whole(&rest.join(" "));
        let score = 6 + 6 * i32::from(is_whole) - self.distance_of(file);
        let last = symbol.span.end_line.min(symbol.name_span.start_line + BODY_LINES);
        let span = self.lines_ref(file, symbol.name_span.start_line, last);
        let (object, of) = (format!("{name} = {value}"), symbol.qualified_name.clone());
        let within = Some(self.info(id, symbol));
        let fact = Fact { kind: FactKind::Default, of, object, span, within, distance: 0 };
        Ok(Some(DefaultOf { fact, score, file }))
    }

    /// The default that a class declares, of which each stands for one setting.
    pub(super) fn default_of_class(
        &self,
        file: FileId,
        (id, symbol): (SymbolId, &Symbol),
        wanted: &Wanted,
    ) -> Loaded<Option<DefaultOf>> {
        let whole = self.text(file)?;
        let Some(score) = wanted.fit(&symbol.name, || self.around(symbol, whole)) else { return Ok(None) };
        for (member, of_class) in self.graph().symbols_in(file)? {
            let is_it =
                of_class.parent == Some(id) && is_value(of_class.kind) && MEMBERS.contains(&of_class.name.as_str());
            let fact = if is_it { Definition::of(self, member)?.and_then(|own| own.value()) } else { None };
            if let Some(fact) = fact {
                let score = score + literal(&fact.object) + 4 - self.distance_of(file);
                let object = format!("{} = {}", symbol.name, fact.object);
                return Ok(Some(DefaultOf { fact: Fact { kind: FactKind::Default, object, ..fact }, score, file }));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{built, snapshot_of};

    #[test]
    fn what_is_made_as_a_whole_is_a_default() {
        let codebase = built(snapshot_of(
            "//- src/options.rs\npub struct RunBounds { pub min: u64, pub max: Option<u64> }\n\
             impl Default for RunBounds {\n    fn default() -> Self {\n        RunBounds { min: 10, max: None }\n    }\n}\n\
             //- .github/workflows/ci.yml\njobs:\n  test:\n    run: cargo test\n\
             //- lib/client.js\nclass Client {\n  poolDefaults() {\n    return { min: 2, max: 10 };\n  }\n\
             \x20 defaultPool() {\n    open();\n    return this.pool;\n  }\n}\n\
             //- app/config.py\nclass Workers(Setting):\n    name = \"workers\"\n    default = 1\n\n\
             class Arbiter:\n    def __init__(self):\n        self.worker_age = 0\n",
        ));
        let first = |words: &str| codebase.defaults(words).unwrap().places.into_iter().next().map(|it| it.fact.object);
        assert_eq!(first("runs").as_deref(), Some("RunBounds = RunBounds { min: 10, max: None }"));
        assert_eq!(first("pool size").as_deref(), Some("poolDefaults = { min: 2, max: 10 }"));
        assert_eq!(first("workers").as_deref(), Some("Workers = 1"));
    }
}
