//! Tests of C++ by the macros of their frameworks.

use super::declarations::finish;
use super::declarators::take_apart;
use super::{statements, types};
use crate::Lowering;
use crate::lowering::{Fields, children, children_of};
use facts::{DefinitionKind, ScopeKind};
use tree_sitter::Node;

/// Macros of test frameworks whose call is the head of a test: `TEST(Suite, Name) { .. }`. Of those with a fixture, the first
/// argument is the class that the test belongs to.
const TESTS: [&str; 3] = ["TEST", "BOOST_AUTO_TEST_CASE", "QUICK_TEST"];
const TESTS_OF_FIXTURES: [&str; 5] = ["TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BOOST_FIXTURE_TEST_CASE"];
const NAMED_BY_TEXT: [&str; 4] = ["TEST_CASE", "SCENARIO", "TEST_CASE_METHOD", "TEST_CASE_FIXTURE"];

/// True for the name of a macro that is written like a function in front of a test.
pub(super) fn is_head(cx: &Lowering<'_>, name: Node<'_>) -> bool {
    let name = cx.text(name);
    TESTS.contains(&name) || TESTS_OF_FIXTURES.contains(&name)
}

/// `TEST_F(Suite, Name) { .. }`: a function `Suite_Name`, of the class `Suite` where that is a fixture.
pub(super) fn test(cx: &mut Lowering<'_>, node: Node<'_>, function: Node<'_>, above: &[Node<'_>]) {
    let Some([declarator, body]) = node.fields(["declarator", "body"]) else { return };
    let given = children_of(function.field("parameters"));
    let words: Vec<&str> = given.iter().map(|one| cx.text(*one)).collect();
    let named = take_apart(declarator).name.unwrap_or(declarator);
    let mut draft = cx.draft(DefinitionKind::Function, &words.join("_"), node, named);
    finish(cx, &mut draft, node, body.start_byte(), above);
    draft.is_test = true;
    // Some frameworks have one macro for both.
    let is_class = words.first().is_some_and(|first| cx.last_type(first).is_some());
    if (TESTS_OF_FIXTURES.contains(&cx.text(named)) || is_class)
        && let Some(fixture) = given.first().and_then(|first| first.field("type"))
    {
        draft.kind = DefinitionKind::Method;
        draft.owner = Some(types::lower(cx, fixture));
    }
    let fixture = draft.owner.and(words.first().copied());
    let name = draft.name.clone();
    let id = cx.define(draft, false);
    if let Some(fixture) = fixture {
        let around = cx.facts().definition(cx.definition()).path.clone();
        cx.definition_mut(id).path = facts::dotted(&around, &format!("{fixture}.{name}"));
    }
    cx.in_body(id, ScopeKind::Function, node, |cx| statements::inside(cx, body));
}

/// The text of `TEST_CASE("text")`, which reads as a statement in front of the test's block.
pub(super) fn named_by_text<'n>(cx: &Lowering<'_>, head: Node<'n>) -> Option<Node<'n>> {
    let call =
        head.named_child(0).filter(|call| head.kind() == "expression_statement" && call.kind() == "call_expression")?;
    let function = call.field("function")?;
    let list = call.field("arguments")?;
    let text = children(list).into_iter().find(|one| one.kind() == "string_literal")?;
    NAMED_BY_TEXT.contains(&cx.text(function)).then_some(text)
}

/// A test that is named by a text.
pub(super) fn test_by_text(cx: &mut Lowering<'_>, name: Node<'_>, body: Node<'_>) {
    let text = cx.text(name).trim_matches('"').to_owned();
    let mut draft = cx.draft(DefinitionKind::Function, &text, body, name);
    draft.signature = text.clone();
    draft.span.start = cx.span(name).start;
    draft.span.start_line = cx.span(name).start_line;
    draft.is_test = true;
    draft.exported = false;
    let id = cx.define(draft, false);
    cx.in_body(id, ScopeKind::Function, body, |cx| statements::inside(cx, body));
}
