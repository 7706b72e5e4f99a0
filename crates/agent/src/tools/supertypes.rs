//! `supertypes`: what a type extends or implements, or which methods a method overrides.

use super::relatives::{Side, listing};
use super::{ReadingTool, ToolError, ToolOutput};
use codebase::Overlaid;
use protocol::ClaimKind;
use schemars::JsonSchema;
use serde::Deserialize;

const ABOVE: Side = Side {
    tool: Supertypes::NAME,
    of: |relatives| (relatives.supertypes, relatives.is_all),
    claim: ClaimKind::Extends,
    noun: "supertype",
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Supertypes {
    /// A class, interface, trait or method: `name`, `Class.method`, or fully qualified.
    symbol: String,
    /// Rows to pass over; 0 if left out.
    #[serde(default)]
    offset: Option<u32>,
}

impl ReadingTool for Supertypes {
    const NAME: &'static str = "supertypes";
    const DESCRIPTION: &'static str = "List what a type extends, implements or embeds, directly or through others, or which methods a method overrides, each \
         with the line that states it, the rule and its confidence, and how many steps away it is.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        listing(over, &self.symbol, self.offset, &ABOVE)
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, without_ids};
    use expect_test::expect;
    use protocol::{ClaimKind, Relation};
    use serde_json::json;

    const SHAPES: &str = "\
//- base.py
class Shape(Protocol):
    def area(self):
        raise NotImplementedError
//- shapes.py
from base import Shape

class Square(Shape):
    def area(self):
        return 4

class Small(Square):
    def area(self):
        return 1
";

    #[test]
    fn bases_are_listed_to_the_last_with_those_outside_of_the_repository() {
        let shapes = Repository::new(SHAPES);
        let text = |symbol: &str| without_ids(&shapes.text("supertypes", json!({ "symbol": symbol })));
        expect![[r#"
            shapes.Small (class at shapes.py:7-9) has 3 supertypes, nearest first:
            - shapes.Square (class at shapes.py:3-5), stated at shapes.py:7 (possible, own file 0.90)
            - base.Shape (interface at base.py:1-3), stated at shapes.py:3 (2 steps away, possible, only type of the name 0.90)
            - Protocol at base.py:1 (3 steps away, by its name; not in the repository)"#]]
        .assert_eq(&text("Small"));
        expect![[r#"
            shapes.Square.area (method at shapes.py:4-5) has 1 supertype, nearest first:
            - base.Shape.area at base.py:2 (possible, only type of the name 0.90)"#]]
        .assert_eq(&text("Square.area"));
        assert_eq!(text("base.Shape.area"), "base.Shape.area (method at base.py:2-3) has no supertype that was found.");
        assert!(text("Squar").starts_with("Error: there is no symbol `Squar`; did you mean `shapes.Square`"));
    }

    #[test]
    fn each_line_is_evidence_that_may_be_cited() {
        let output = Repository::new(SHAPES).call("supertypes", json!({ "symbol": "Square" })).unwrap();
        assert_eq!(output.summary, "2 supertypes");
        let claims = output.evidence.iter().filter_map(|found| match &found.relation {
            Relation::Fact { claim } => Some((claim.kind, claim.object.as_str(), found.place())),
            _ => None,
        });
        let extends = |object, place: &str| (ClaimKind::Extends, object, place.to_owned());
        let wanted = [extends("base.Shape", "shapes.py:3-3"), extends("Protocol", "base.py:1-1")];
        assert_eq!(claims.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn an_ambiguous_name_is_answered_for_each() {
        let twice = "//- a.py\nclass A: pass\nclass X(A): pass\n//- b.py\nclass B: pass\nclass X(B): pass\n";
        let text = without_ids(&Repository::new(twice).text("supertypes", json!({ "symbol": "X" })));
        assert!(text.contains("- a.A (class at a.py:1), stated at a.py:2"), "{text}");
        assert!(text.contains("- b.B (class at b.py:1), stated at b.py:2"), "{text}");
    }
}
