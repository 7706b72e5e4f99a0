//! What GraphQL says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn a_schema() {
    check(
        Language::GraphQl,
        &[],
        r#"
"A moment."
scalar DateTime @specifiedBy(url: "https://a.example")
directive @auth(role: Role = USER) repeatable on FIELD_DEFINITION | OBJECT
interface Node { id: ID! }
"""
Somebody who
buys.
"""
type User implements Node & Named @auth {
  id: ID!
  "What to call them."
  name(short: Boolean = false): String
  orders(first: Int, after: String): [Order!]!
}
enum Role { USER ADMIN @deprecated }
input NewUser { name: String! = "x", roles: [Role!] }
union Found = | User | Order
extend type User { born: DateTime }
schema { query: Query }
"#,
        expect![[r#"
            1..20 module <module>
            2..3 type alias DateTime `scalar DateTime @specifiedBy(url: "https://a.example")` doc "A moment."
            4..4 macro auth `directive @auth(role: Role = USER) repeatable on FIELD_DEFINITION | OBJECT`
            5..5 interface Node `interface Node`
            5..5 field Node.id -> ID `id: ID!`
            6..15 class User bases Node, Named `type User implements Node & Named @auth` doc "Somebody who\nbuys."
            11..11 field User.id -> ID `id: ID!`
            12..13 field User.name -> String `name(short: Boolean = false): String` doc "What to call them."
            14..14 field User.orders -> Order `orders(first: Int, after: String): [Order!]!`
            16..16 enum Role `enum Role`
            16..16 field Role.USER `USER`
            16..16 field Role.ADMIN `ADMIN @deprecated`
            17..17 class NewUser `input NewUser`
            17..17 field NewUser.name -> String `name: String! = "x"`
            17..17 field NewUser.roles -> Role `roles: [Role!]`
            18..18 type alias Found `union Found = | User | Order`
            19..19 field User.born -> DateTime owner User `born: DateTime`
            <module>: DateTime = fn DateTime (definition DateTime)
            <module>: auth = fn auth (definition auth)
            <module>: Node = fn Node (definition Node)
            <module>: User = fn User (definition User)
            <module>: Role = fn Role (definition Role)
            <module>: NewUser = fn NewUser (definition NewUser)
            <module>: Found = fn Found (definition Found)
        "#]],
    );
}

#[test]
fn operations() {
    check(
        Language::GraphQl,
        &[],
        r#"
query Orders($first: Int!) { user { ...Shown orders(first: $first) { id } } }
{ user { id } }
fragment Shown on User { name }
"#,
        expect![[r#"
            1..4 module <module>
            2..2 function Orders `query Orders($first: Int!)`
            4..4 function Shown `fragment Shown on User`
            <module>: Orders = fn Orders (definition Orders)
            <module>: Shown = fn Shown (definition Shown)
        "#]],
    );
}

/// What is around an error is kept.
#[test]
fn errors() {
    let found = facts(Language::GraphQl, "type A { b: C }\ntype = {\ntype D { e: F }\n");
    let names: Vec<&str> = found.definitions.iter().map(|definition| definition.path.as_str()).collect();
    assert!(names.contains(&"A.b") && names.contains(&"D.e"), "{names:?}");
    assert!(found.syntax_errors > 0);
}

#[test]
fn highlighting() {
    let text = "# Note.\n\"Said.\"\ntype User implements Node @auth(a: 1) { name(b: C = D): [String!] }\nquery Q { user(id: true) }\n";
    for (class, expected) in [
        (HighlightClass::Comment, "# Note. \"Said.\""),
        (HighlightClass::Type, "User Node C String"),
        (HighlightClass::Property, "a name b user id"),
        (HighlightClass::Function, "Q"),
        (HighlightClass::Number, "1"),
    ] {
        assert_eq!(highlighted(Language::GraphQl, class, text), expected, "{class:?}");
    }
}
