//! What a field holds is what its declared type says: "what is a realm?" of `realm: Realm`.

use super::answer::claims;
use super::asked::Question;
use super::known::Known;
use super::relevance;
use super::symbol::likeness;
use model::Step;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most types of one field that are looked for: `Map<Name, Realm>` has two.
const MOST: usize = 2;

/// The steps that look for the type of the field that is asked about; none where something else is.
pub fn missing(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let Some(field) = field(question, known) else { return Vec::new() };
    let symbol = field.symbol.as_deref().unwrap_or("");
    if !known.has_described(symbol) {
        return vec![Step::Describe(vec![known.shown(symbol)])];
    }
    let has_looked =
        |name: &String| known.steps().iter().any(|step| matches!(step, Step::Find(names) if names.contains(name)));
    let names: Vec<String> = names(known, symbol).into_iter().filter(|name| !has_looked(name)).collect();
    if names.is_empty() { Vec::new() } else { vec![Step::Find(names)] }
}

/// The documented type that a field is declared to have, where the repository defines it.
pub fn of<'a>(known: &Known<'a>, field: &Evidence) -> Option<&'a Evidence> {
    if field.kind != EvidenceKind::Field {
        return None;
    }
    let is_type = |e: &&'a Evidence| {
        matches!(e.kind, EvidenceKind::Class | EvidenceKind::Interface | EvidenceKind::Enum | EvidenceKind::TypeAlias)
            && e.doc.as_deref().is_some_and(|doc| !doc.trim().is_empty())
    };
    let named = |name: String| {
        let is_it = |e: &&'a Evidence| e.symbol.as_deref().is_some_and(|symbol| likeness(symbol, &name) == Some(4));
        known.definitions(&name).into_iter().filter(is_it).find(is_type)
    };
    names(known, field.symbol.as_deref().unwrap_or("")).into_iter().find_map(named)
}

fn field<'a>(question: &Question, known: &Known<'a>) -> Option<&'a Evidence> {
    let [name] = question.names.as_slice() else { return None };
    let meant = relevance::meant(known, question, name).into_iter().next()?;
    (meant.kind == EvidenceKind::Field && !code_words::path::is_test(&meant.path)).then_some(meant)
}

/// The names in its declared type that a type of the repository may have. A function is described by what it takes, and not by
/// what that is.
fn names(known: &Known<'_>, symbol: &str) -> Vec<String> {
    let declared = claims::of(known, symbol, ClaimKind::Type).into_iter().next();
    let declared = declared.map_or("", |stated| stated.claim.object.as_str());
    let words = declared.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_type = |word: &&str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    let words = words.filter(|_| !declared.contains('(')).filter(is_type).map(str::to_owned);
    words.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use crate::{answer, plan};
    use model::Finding;
    use protocol::{Claim, Relation};

    const QUESTION: &str = "What is a realm?";

    fn finding(step: Step, evidence: Vec<Evidence>) -> Finding {
        Finding { key: format!("step_0: {step}"), text: String::new(), evidence, step: Some(step) }
    }

    #[test]
    fn what_a_field_is_its_documented_type_says() {
        let line = "readonly realm: Realm;";
        let field = || Evidence { kind: EvidenceKind::Field, ..found("web.Route.realm", "web/route.ts", 7, line) };
        let claim = Claim { of: "web.Route.realm".into(), kind: ClaimKind::Type, object: "Realm".into() };
        let stated = Evidence { relation: Relation::Fact { claim }, ..field() };
        let around = |names: &str| Step::Around(vec![names.into()]);
        let mut findings =
            vec![finding(Step::Find(vec!["realm".into()]), vec![field()]), finding(around("Route.realm"), Vec::new())];
        let next = |findings: &[Finding]| plan::missing(&understand(QUESTION, &[]), findings);
        let describe = Step::Describe(vec!["Route.realm".into()]);
        assert_eq!(next(&findings), std::slice::from_ref(&describe));
        findings.push(finding(describe, vec![stated]));
        let find = Step::Find(vec!["Realm".into()]);
        assert_eq!(next(&findings), std::slice::from_ref(&find));
        let realm = Evidence {
            kind: EvidenceKind::Interface,
            doc: Some("Keeps the settings of one plugin apart.".into()),
            ..found("web.Realm", "web/plugin.ts", 3, "interface Realm {\n  prefix: string;\n}")
        };
        findings.push(finding(find, vec![realm]));
        assert!(next(&findings).is_empty());
        let answer = answer::write(QUESTION, &understand(QUESTION, &[]), &findings, false);
        let said = "Its type `Realm` is an interface at `web/plugin.ts:3`. Keeps the settings of one plugin apart.";
        assert!(answer.contains(said) && answer.contains("prefix: string"), "{answer}");
    }
}
