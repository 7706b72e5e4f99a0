use super::*;
use crate::outputs::ToolOutputs;
use crate::tools::{ActingServices, Toolbox};
use crate::{NoParser, ToolError};
use change_set::Update;
use expect_test::expect;
use futures::executor::block_on;
use futures::future::ready;
use serde_json::json;
use source::Language;

/// The grammars; a file named `trap` stops its parser.
struct Grammars;

impl FileParser for Grammars {
    fn parse<'p>(&'p self, path: &'p RepoPath, text: &'p str) -> LocalBoxFuture<'p, Result<Option<FileFacts>, String>> {
        let parsed = match path.file_name() {
            "trap.py" => Err("it took too much work to parse".to_owned()),
            _ => Ok(syntax::parse(Language::detect(path), text)),
        };
        Box::pin(ready(parsed))
    }
}

struct Repository {
    reader: Reader,
    changes: ChangeSet,
}

fn repository(fixture: &str) -> Repository {
    Repository { reader: Reader::whole(fixtures::codebase(fixture)), changes: ChangeSet::default() }
}

impl Repository {
    fn propose(&mut self, path: &str, text: Option<&str>) {
        let path = RepoPath::parse(path).unwrap();
        let base = self.reader.ask(|codebase| Overlaid::new(codebase, &self.changes).base_hash(&path).unwrap());
        let (base, mut proposal) = (block_on(base).unwrap(), self.changes.propose("test"));
        match text {
            Some(text) => proposal.write(&path, base, text).unwrap(),
            None => proposal.delete(&path, base).unwrap(),
        }
        proposal.finish().into_iter().for_each(|change| self.changes.apply(&Update::Change(change)).unwrap());
    }

    fn lint(&self, arguments: Value) -> Result<ToolOutput, ToolError> {
        let tool = Lint { reader: &self.reader, parser: Rc::new(Grammars) };
        let outputs = ToolOutputs::default();
        block_on(tool.call(
            &arguments,
            CallContext { id: "c", changes: &self.changes, outputs: &outputs, run: None, node: None },
        ))
    }

    fn text(&self, arguments: Value) -> String {
        self.lint(arguments).map_or_else(|error| format!("Error: {error}"), |output| output.text)
    }
}

#[test]
fn what_does_not_parse_is_listed_with_its_place() {
    let broken = repository(
        "//- a.py\nx = 1\n\ndef f(é):\n    return é.a = = 1\n    y = (é 5 5)\n//- b.py\nok()\n//- README.md\n# Broken ((\n",
    );
    expect![[r#"
        1 file checked, 1 with syntax errors.
        a.py: 2 syntax errors
        a.py:4:12: return é.a = = 1
        a.py:5:12: y = (é 5 5)"#]]
    .assert_eq(&broken.text(json!({"paths": ["a.py"]})));
    let all = broken.lint(json!({"paths": ["."]})).unwrap();
    assert_eq!(all.summary, "2 files checked, 1 with syntax errors, 1 file without a grammar");
    assert_eq!(broken.text(json!({"paths": ["b.py", "./b.py"]})), "1 file checked, no syntax errors.");
    assert_eq!(broken.text(json!({"paths": ["README.md"]})), "no file checked, 1 file without a grammar.");
}

#[test]
fn without_paths_the_changed_files_are_checked_as_they_are_proposed() {
    let mut shop = repository(fixtures::SHOP);
    shop.propose("shop/pricing.py", Some("def total_price(lines:\n    return 0\n"));
    shop.propose("new.py", Some("x = 1\n"));
    shop.propose("shop/orders.py", None);
    let text = shop.text(json!({}));
    assert!(text.starts_with("2 files checked, 1 with syntax errors.\nshop/pricing.py: "), "{text}");
    assert!(text.contains(", 0 without the changes of this run\nshop/pricing.py:1:"), "{text}");
    assert!(!text.contains("orders"), "what is deleted is not parsed: {text}");
    let text = shop.text(json!({"paths": ["shop/orders.py"]}));
    assert!(text.starts_with("Error: there is no file `shop/orders.py`"), "{text}");
}

#[test]
fn only_deletions_leave_nothing_to_check() {
    let mut shop = repository(fixtures::SHOP);
    shop.propose("shop/orders.py", None);
    assert_eq!(shop.text(json!({})), "no file checked.");
}

#[test]
fn what_could_not_be_checked_is_no_error_of_the_file() {
    let odd = repository("//- a.py\nx = 1\n//- trap.py\nx = = 1\n");
    let text = odd.text(json!({"paths": ["."]}));
    assert_eq!(
        text,
        "1 file checked, no syntax errors, 1 file not checked.\ntrap.py: not checked: it took too much work to parse"
    );
}

#[test]
fn secrets_are_masked() {
    let key = ["ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
    let leaky = repository(&format!("//- a.py\ntoken = = \"{key}\"\n"));
    let text = leaky.text(json!({"paths": ["a.py"]}));
    assert!(text.contains("a.py:1:") && !text.contains(&key), "{text}");
}

#[test]
fn rows_and_files_have_an_end_that_is_said() {
    let broken: String = (0..120).map(|n| format!("//- f{n:03}.py\nx = = {n}\n")).collect();
    let text = repository(&broken).text(json!({"paths": ["."]}));
    assert_eq!((text.lines().count(), text.lines().last()), (202, Some("and 40 more rows; name fewer files")));
    let many: String = (0..205).map(|n| format!("//- f{n:03}.py\nx = {n}\n")).collect();
    assert_eq!(
        repository(&many).text(json!({"paths": ["."]})),
        "200 files checked, no syntax errors, 5 files not looked at.\n200 files are looked at in one call; name a smaller folder for the rest."
    );
    let one_file = format!("//- a.py\n{}", "x = = 1\n".repeat(20));
    assert!(
        repository(&one_file).text(json!({"paths": ["a.py"]})).ends_with("a.py: 12 more, whose place is not given")
    );
}

#[test]
fn arguments_that_do_not_fit_are_errors() {
    let shop = repository(fixtures::SHOP);
    let no_paths = shop.text(json!({}));
    assert!(no_paths.contains("no file is changed in this run") && no_paths.contains("200 files"), "{no_paths}");
    let many: Vec<String> = (0..201).map(|n| format!("{n}.py")).collect();
    for (given, why) in [
        (json!({"paths": ["nowhere.py"]}), "Error: there is no file `nowhere.py`"),
        (json!({"paths": ["../a.py"]}), "Error: there is no file `../a.py`"),
        (json!({"paths": "shop"}), "Error: wrong arguments for `lint`: invalid type"),
        (json!({"path": "shop"}), "Error: wrong arguments for `lint`: unknown field `path`"),
        (json!({"paths": many}), "Error: wrong arguments for `lint`: `paths` has 201 entries, 200 at most"),
    ] {
        let text = shop.text(given);
        assert!(text.starts_with(why), "{text}");
    }
}

#[test]
fn it_is_offered_only_where_there_are_grammars() {
    let shop = repository(fixtures::SHOP);
    let offers = |parser: Option<Rc<dyn FileParser>>| {
        let services = ActingServices { parser, ..ActingServices::default() };
        Toolbox::acting(&shop.reader, &services).get("lint").is_ok()
    };
    assert_eq!([offers(None), offers(Some(Rc::new(NoParser))), offers(Some(Rc::new(Grammars)))], [false, false, true]);
}
