//! The reading tools and the verifier see the repository as a run's proposed changes leave it.

use agent::outputs::ToolOutputs;
use agent::{CallContext, CodebaseVerifier, ToolOutput, Toolbox, Verifier};
use change_set::{ChangeSet, Update};
use codebase::{Overlaid, Reader};
use expect_test::expect;
use futures::executor::block_on;
use protocol::Evidence;
use serde_json::{Value, json};
use source::RepoPath;

fn path(path: &str) -> RepoPath {
    RepoPath::parse(path).unwrap()
}

fn shop() -> Reader {
    Reader::whole(fixtures::codebase(fixtures::SHOP))
}

/// The shop with an import above the orders, another body of `charge`, and the tests deleted.
fn changes(reader: &Reader) -> ChangeSet {
    let none = ChangeSet::default();
    let mut proposal = none.propose("c1");
    let question = |codebase: &codebase::Codebase| {
        let of = |at: &str| {
            let content = Overlaid::new(codebase, &none).content(&path(at)).unwrap().unwrap();
            (content.text.to_owned(), content.base)
        };
        [of("shop/orders.py"), of("shop/payments.py"), of("tests/test_orders.py")]
    };
    let [(orders, of_orders), (payments, of_payments), (_, of_tests)] = block_on(reader.ask(question)).unwrap();
    proposal.write(&path("shop/orders.py"), of_orders, &format!("import os\n{orders}")).unwrap();
    let payments =
        payments.replace("self.post(\"/charge\", customer, amount)", "self.post(\"/pay\", customer, amount)");
    proposal.write(&path("shop/payments.py"), of_payments, &payments).unwrap();
    proposal.delete(&path("tests/test_orders.py"), of_tests).unwrap();
    let mut changes = none.clone();
    for change in proposal.finish() {
        changes.apply(&Update::Change(change)).unwrap();
    }
    changes
}

fn call(reader: &Reader, changes: &ChangeSet, name: &str, arguments: Value) -> ToolOutput {
    let (tools, outputs) = (Toolbox::over(reader), ToolOutputs::default());
    let cx = CallContext { id: "c2", changes, outputs: &outputs, run: None, node: None };
    block_on(tools.get(name).unwrap().call(&arguments, cx)).unwrap()
}

fn holding(reader: &Reader, changes: &ChangeSet, evidence: &[Evidence]) -> Vec<bool> {
    let evidence: Vec<&Evidence> = evidence.iter().collect();
    let verifier = CodebaseVerifier::new(reader);
    let (checked, rechecked) =
        (block_on(verifier.check_over(&evidence, changes)), block_on(verifier.recheck_over(&evidence, changes)));
    assert_eq!(checked, rechecked, "what a run has recorded is verified as it was when it ran");
    checked.unwrap()
}

/// Ids are hashes of path, lines and text.
fn without_ids(text: &str) -> String {
    let parts: Vec<&str> = text.split("[[").collect();
    let rest = parts[1..].iter().map(|part| format!("[[{}", part.get(10..).unwrap_or(part)));
    std::iter::once(parts[0].to_owned()).chain(rest).collect()
}

#[test]
fn callers_are_listed_where_their_lines_are_now() {
    let reader = shop();
    let changes = changes(&reader);
    let output = call(&reader, &changes, "get_callers", json!({"function_name": "Gateway.charge"}));
    expect![[r#"
        shop.payments.Gateway.charge (at shop/payments.py:7-8, changed since the index was made; read the file to see it) is called at 1 place, from 1 symbol:
        - shop.orders.Order.submit at shop/orders.py:16 [[]] (proven, annotation 0.95): `return gateway.charge(self.customer, total_price(self.lines))`"#]]
    .assert_eq(&without_ids(&output.text));
    assert_eq!(holding(&reader, &changes, &output.evidence), [true]);
    let deleted = call(&reader, &changes, "get_callers", json!({"function_name": "Order.submit"})).text;
    assert!(deleted.ends_with("- 1 call in a file that is deleted now: left out."), "{deleted}");
    let changed = call(&reader, &changes, "get_callees", json!({"function_name": "Gateway.charge"}));
    assert!(changed.text.contains("at shop/payments.py:8: changed since the index was made"), "{}", changed.text);
}

#[test]
fn hits_in_changed_files_are_read_again_or_said_to_have_changed() {
    let reader = shop();
    let changes = changes(&reader);
    let output =
        call(&reader, &changes, "search_codebase", json!({"query": "submit order gateway charge", "n_results": 30}));
    assert!(output.text.contains("shop/orders.py:15-16  method shop.orders.Order.submit"), "{}", output.text);
    assert!(output.text.contains("    16 |         return gateway.charge("), "{}", output.text);
    assert!(output.text.contains("method shop.payments.Gateway.charge\n  changed since"), "{}", output.text);
    assert!(output.text.contains("in a file that is deleted now: left out."), "{}", output.text);
    assert!(output.evidence.iter().all(|evidence| evidence.path != "tests/test_orders.py"));
    let holding = holding(&reader, &changes, &output.evidence);
    assert!(holding.len() > 3 && holding.iter().all(|holds| *holds), "{holding:?}");
}

#[test]
fn a_citation_of_an_edited_line_stays_true() {
    let reader = shop();
    let changes = changes(&reader);
    let edited = json!({"file_path": "shop/payments.py", "start_line": 8, "end_line": 8});
    let now = call(&reader, &changes, "read_file", edited.clone());
    let then = call(&reader, &ChangeSet::default(), "read_file", edited);
    assert!(now.text.contains("/pay") && then.text.contains("/charge"));
    let evidence = [now.evidence[0].clone(), then.evidence[0].clone()];
    assert_eq!(holding(&reader, &changes, &evidence), [true, true], "with the changes, and in the repository");
    assert_eq!(holding(&reader, &ChangeSet::default(), &evidence), [false, true], "the edit was taken back");
    let mut forged = evidence[0].clone();
    forged.excerpt = "something else".to_owned();
    assert_eq!(holding(&reader, &changes, &[forged]), [false]);
}

#[test]
fn folders_list_what_the_changes_leave() {
    let reader = shop();
    let output = call(&reader, &changes(&reader), "list_directory", json!({"path": ""}));
    assert!(!output.text.contains("tests/"), "{}", output.text);
    assert!(call(&reader, &ChangeSet::default(), "list_directory", json!({"path": ""})).text.contains("tests/"));
}
