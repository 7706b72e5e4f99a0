//! `implementations`: what extends or implements a type, or overrides a method.

use super::relatives::{Side, listing};
use super::{ReadingTool, ToolError, ToolOutput};
use codebase::Overlaid;
use protocol::ClaimKind;
use schemars::JsonSchema;
use serde::Deserialize;

const BELOW: Side = Side {
    tool: Implementations::NAME,
    of: |relatives| (relatives.implementations, relatives.is_all),
    claim: ClaimKind::ExtendedBy,
    noun: "implementation",
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Implementations {
    /// A class, interface, trait or method: `name`, `Class.method`, or fully qualified.
    symbol: String,
    /// Rows to pass over; 0 if left out.
    #[serde(default)]
    offset: Option<u32>,
}

impl ReadingTool for Implementations {
    const NAME: &'static str = "implementations";
    const DESCRIPTION: &'static str = "List what extends or implements a type, directly or through others, or what overrides a method, each with the line \
         that states it, the rule and its confidence, and how many steps away it is.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        listing(over, &self.symbol, self.offset, &BELOW)
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, without_ids};
    use expect_test::expect;
    use protocol::{ClaimKind, Relation};
    use serde_json::json;

    const SHAPES: &str = "\
//- shapes.py
class Shape:
    def area(self):
        raise NotImplementedError

class Square(Shape):
    def area(self):
        return 4

def paint(shape):
    pass
//- tests/test_shapes.py
from shapes import Square

class Small(Square):
    def area(self):
        return 1
//- lib.rs
pub trait Draw { fn draw(&self); }
pub struct Pen;
impl Draw for Pen { fn draw(&self) {} }
";

    #[test]
    fn types_and_overrides_are_listed_with_the_line_that_states_them() {
        let shapes = Repository::new(SHAPES);
        let text = |symbol: &str| without_ids(&shapes.text("implementations", json!({ "symbol": symbol })));
        expect![[r#"
            shapes.Shape (class at shapes.py:1-3) has 2 implementations, nearest first:
            - shapes.Square at shapes.py:5 (possible, own file 0.90)
            - tests.test_shapes.Small at tests/test_shapes.py:3 (2 steps away, possible, only type of the name 0.90, test)"#]]
        .assert_eq(&text("Shape"));
        expect![[r#"
            shapes.Shape.area (method at shapes.py:2-3) has 2 implementations, nearest first:
            - shapes.Square.area at shapes.py:6 (possible, own file 0.90)
            - tests.test_shapes.Small.area at tests/test_shapes.py:4 (2 steps away, possible, only type of the name 0.90, test)"#]]
        .assert_eq(&text("Shape.area"));
        expect![[r#"
            crate.Draw (interface at lib.rs:1) has 1 implementation, nearest first:
            - crate.Pen (class at lib.rs:2), stated at lib.rs:3 (possible, own file 0.90)"#]]
        .assert_eq(&text("Draw"));
        assert_eq!(
            text("paint"),
            "shapes.paint (function at shapes.py:9-10) is no type, and no method of one: it has no implementations."
        );
        assert!(text("Shap").starts_with("Error: there is no symbol `Shap`; did you mean `shapes.Shape`"));
    }

    #[test]
    fn each_line_is_evidence_that_may_be_cited() {
        let output = Repository::new(SHAPES).call("implementations", json!({ "symbol": "Shape" })).unwrap();
        assert_eq!(output.summary, "2 implementations");
        let claims = output.evidence.iter().filter_map(|found| match &found.relation {
            Relation::Fact { claim } => Some((claim.kind, claim.object.as_str(), found.symbol.as_deref())),
            _ => None,
        });
        let small = "tests.test_shapes.Small";
        assert_eq!(
            claims.collect::<Vec<_>>(),
            [
                (ClaimKind::ExtendedBy, "shapes.Square", Some("shapes.Square")),
                (ClaimKind::ExtendedBy, small, Some(small))
            ]
        );
    }

    #[test]
    fn a_long_list_is_counted_and_gone_on_with() {
        let mut files = "//- a.py\nclass Base:\n    pass\n".to_owned();
        (0..70).for_each(|n| files += &format!("class C{n}(Base):\n    pass\n"));
        let many = Repository::new(&files);
        let first = many.call("implementations", json!({ "symbol": "Base" })).unwrap();
        assert_eq!(first.summary, "70 implementations (60 listed)");
        assert!(first.text.ends_with("- and 10 more, listed with `offset` 60"), "{}", first.text);
        let rest = many.text("implementations", json!({ "symbol": "Base", "offset": 60 }));
        assert!(rest.contains("a.C69 at") && !rest.contains("more"), "{rest}");
    }
}
