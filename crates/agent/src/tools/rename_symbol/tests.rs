use super::*;
use crate::outputs::ToolOutputs;
use change_set::{ChangeSet, Overlay};
use futures::executor::block_on;
use futures::future::ready;
use serde_json::json;
use source::Language;

struct Grammars;

impl FileParser for Grammars {
    fn parse<'p>(&'p self, path: &'p RepoPath, text: &'p str) -> LocalBoxFuture<'p, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Ok(syntax::parse(Language::detect(path), text))))
    }
}

fn call(fixture: &str, symbol: &str, new: &str) -> Result<(ToolOutput, ChangeSet), String> {
    let reader = Reader::whole(fixtures::codebase(fixture));
    let (mut changes, outputs) = (ChangeSet::default(), ToolOutputs::default());
    let tool = RenameSymbol { reader: &reader, parser: Rc::new(Grammars) };
    let given = json!({"symbol": symbol, "new_name": new});
    let output = block_on(
        tool.call(&given, CallContext { id: "c1", changes: &changes, outputs: &outputs, run: None, node: None }),
    );
    let output = output.map_err(|error| error.to_string())?;
    output.updates.iter().for_each(|update| changes.apply(update).unwrap());
    Ok((output, changes))
}

/// Renames, and compares every file that changes with `expected`; gives what was said.
#[track_caller]
fn check(fixture: &str, symbol: &str, new: &str, expected: &str) -> String {
    let (output, changes) = call(fixture, symbol, new).unwrap();
    let mut after = String::new();
    for (path, overlay) in changes.iter() {
        let Overlay::Changed { text, .. } = overlay else { panic!("{path}") };
        after += &format!("//- {path}\n{text}");
    }
    assert_eq!(after, expected.trim_start(), "{}", output.text);
    output.text
}

#[test]
fn python_imports_reexports_shadowed_names_and_strings() {
    let said = check(
        r#"
//- pkg/__init__.py
from .prices import total
//- pkg/prices.py
def total(lines):
    """total of all lines"""
    return sum(lines)


def other(total):
    return total + 1


TABLE = {"total": total}
//- app.py
import pkg.prices
from pkg import total as whole, total


def run(lines, x):
    print(f"{total(lines)} total", total)
    x.total(lines)
    return pkg.prices.total(lines) + whole(total=lines)
//- README.md
Call total.
"#,
        "pkg.prices.total",
        "grand_total",
        r#"
//- app.py
import pkg.prices
from pkg import grand_total as whole, grand_total


def run(lines, x):
    print(f"{grand_total(lines)} total", grand_total)
    x.total(lines)
    return pkg.prices.grand_total(lines) + whole(total=lines)
//- pkg/__init__.py
from .prices import grand_total
//- pkg/prices.py
def grand_total(lines):
    """total of all lines"""
    return sum(lines)


def other(total):
    return total + 1


TABLE = {"total": grand_total}
"#,
    );
    assert!(said.contains("app.py:7: x.total(lines)"), "{said}");
    assert!(said.contains("README.md (1)") && said.contains("pkg/prices.py (2)"), "{said}");
}

#[test]
fn methods_by_proven_calls() {
    check(
        "//- a.py\nclass Till:\n    def pay(self):\n        return 1\n\n    def twice(self):\n        return self.pay() + self.pay()\n\n\ndef run(till: Till, other):\n    other.pay()\n    return till.pay()\n",
        "Till.pay",
        "charge",
        "\n//- a.py\nclass Till:\n    def charge(self):\n        return 1\n\n    def twice(self):\n        return self.charge() + self.charge()\n\n\ndef run(till: Till, other):\n    other.pay()\n    return till.charge()\n",
    );
}

#[test]
fn typescript_imports_exports_and_shorthand() {
    check(
        "//- package.json\n{}\n//- src/money.ts\nexport function show(x: number) { return `${x}`; }\n//- src/app.ts\nimport { show } from './money';\nexport const api = { show, other: show(1) };\nexport function f(show: number) { return show; }\n",
        "show",
        "format",
        "\n//- src/app.ts\nimport { format } from './money';\nexport const api = { show: format, other: format(1) };\nexport function f(show: number) { return show; }\n//- src/money.ts\nexport function format(x: number) { return `${x}`; }\n",
    );
}

#[test]
fn rust_paths() {
    check(
        "//- Cargo.toml\n//- src/lib.rs\nmod price;\nuse price::total;\n\npub fn run<'a>(x: &'a [i32]) -> i32 {\n    // total\n    total(x) + crate::price::total(x)\n}\n//- src/price.rs\npub fn total(x: &[i32]) -> i32 {\n    x.len() as i32\n}\n",
        "total",
        "sum_of",
        "\n//- src/lib.rs\nmod price;\nuse price::sum_of;\n\npub fn run<'a>(x: &'a [i32]) -> i32 {\n    // total\n    sum_of(x) + crate::price::sum_of(x)\n}\n//- src/price.rs\npub fn sum_of(x: &[i32]) -> i32 {\n    x.len() as i32\n}\n",
    );
}

#[test]
fn go_packages() {
    check(
        "//- go.mod\nmodule example.org/shop\n//- price/price.go\npackage price\n\nfunc Total(x int) int { return x }\n//- price/more.go\npackage price\n\nfunc Twice(x int) int { return Total(x) + Total(x) }\n//- main.go\npackage main\n\nimport \"example.org/shop/price\"\n\nfunc main() { price.Total(1) }\n",
        "Total",
        "Sum",
        "\n//- main.go\npackage main\n\nimport \"example.org/shop/price\"\n\nfunc main() { price.Sum(1) }\n//- price/more.go\npackage price\n\nfunc Twice(x int) int { return Sum(x) + Sum(x) }\n//- price/price.go\npackage price\n\nfunc Sum(x int) int { return x }\n",
    );
}

#[test]
fn what_cannot_be_renamed_is_refused() {
    let two = "//- a.py\ndef f():\n    return g()\n\n\ndef g():\n    return 1\n//- b.py\ndef g():\n    return 2\n";
    let error = |symbol: &str, new: &str| call(two, symbol, new).unwrap_err();
    assert!(error("f", "g").contains("`g` is a name already at a.py:5"), "{}", error("f", "g"));
    assert!(error("f", "class").contains("`class` is no identifier of Python"));
    assert!(error("f", "a-b").contains("`a-b` is no identifier"));
    assert!(error("f", "f").contains("it is called `f` already"));
    assert!(error("g", "h").contains("can be any of 2 symbols"));
    assert!(error("none", "h").contains("there is no symbol `none`"));
    assert!(error("f", "[masked: key]").contains("stands for a secret"));
    let taken =
        "//- a.py\ndef f():\n    return 1\n//- b.py\nfrom a import f\n\n\ndef run():\n    h = 1\n    return f() + h\n";
    assert!(call(taken, "f", "h").unwrap_err().contains("`h` is a name already at b.py:5"));
    let many = format!("//- a.py\ndef f():\n    return 1\n{}", "f()\n".repeat(500));
    assert!(call(&many, "f", "h").unwrap_err().contains("501 places would change, 500 at most"));
}
