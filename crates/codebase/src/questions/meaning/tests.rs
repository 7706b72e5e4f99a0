//! Meanings of names in small repositories.

use super::*;
use crate::fixture;

/// What the first `name` on the line with `text` may mean.
fn meaning(codebase: &Codebase, path: &str, text: &str, name: &str) -> String {
    let file = codebase.text(codebase.find_file(path).unwrap()).unwrap();
    let (index, line) = file.lines().enumerate().find(|(_, line)| line.contains(text)).expect("such a line");
    let at = line.find(name).expect("such a name") as u32;
    let meaning = codebase.meaning(path, index as u32 + 1, at, name).unwrap();
    let mut out: Vec<String> = meaning
        .candidates
        .iter()
        .map(|it| match it.why {
            Why::Defined => format!("{} defined", it.symbol.qualified_name),
            Why::Bound => format!("{} bound", it.symbol.qualified_name),
            Why::Called { rule, proven, renamed, .. } => format!(
                "{} {} {rule}{}",
                it.symbol.qualified_name,
                if proven { "proven" } else { "possible" },
                if renamed { " renamed" } else { "" }
            ),
            Why::Named => format!("{} named", it.symbol.qualified_name),
        })
        .collect();
    let kind = |local: &Local| if local.is_parameter { "parameter" } else { "variable" };
    out.extend(meaning.local.as_ref().map(|local| format!("{} of line {}", kind(local), local.line)));
    out.extend(meaning.unresolved.map(|why| format!("? {why}")));
    out.join("\n")
}

#[test]
fn a_call_goes_by_its_site_and_not_by_its_name() {
    let shop = fixture::built(fixture::snapshot_of(
        "//- a.py\nclass File:\n    def close(self):\n        pass\n\nclass Door:\n    def close(self):\n        pass\n\ndef leave(door: Door, file: File):\n    door.close()\n    file.close(); door.close()\n//- b.py\nfrom a import leave as go\n\ndef run(thing):\n    go(1, 2)\n    thing.close()\n",
    ));
    assert_eq!(meaning(&shop, "a.py", "    door.close()", "close"), "a.Door.close proven annotation");
    assert_eq!(
        meaning(&shop, "a.py", "file.close(); door", "close"),
        "a.File.close proven annotation\na.Door.close proven annotation"
    );
    assert_eq!(meaning(&shop, "b.py", "    go(1, 2)", "go"), "a.leave proven import renamed");
    // The receiver is of unknown type: both, by their name alone.
    assert_eq!(
        meaning(&shop, "b.py", "thing.close()", "close"),
        "a.File.close named\na.Door.close named\n? depends on a value that is not known"
    );
}

#[test]
fn a_definition_means_itself_whatever_namesakes_it_has() {
    let shop = fixture::shop();
    assert_eq!(meaning(&shop, "shop/orders.py", "def cancel", "cancel"), "shop.orders.Order.cancel defined");
    assert_eq!(meaning(&shop, "shop/payments.py", "def cancel", "cancel"), "shop.payments.Gateway.cancel defined");
}

#[test]
fn what_is_not_called_is_offered_by_name_and_what_is_elsewhere_is_not() {
    let shop = fixture::shop();
    assert_eq!(meaning(&shop, "shop/orders.py", "import Gateway", "Gateway"), "shop.payments.Gateway named");
    assert_eq!(
        meaning(&shop, "shop/payments.py", "time.sleep", "sleep"),
        "? belongs to `time`, which is not in the repository"
    );
    assert_eq!(meaning(&shop, "shop/orders.py", "def submit", "def"), "");
    assert_eq!(
        meaning(&shop, "tests/test_orders.py", "Order(", "Order"),
        "shop.orders.Order.__init__ proven constructor"
    );
}

#[test]
fn in_python_a_local_name_is_no_namesake() {
    let shop = fixture::built(fixture::snapshot_of(
        "//- a.py\nlimit = 5\n\ndef close():\n    pass\n//- b.py\nfrom a import limit as most\n\ndef take(limit, more=most):\n    return limit.close(limit) + cap(limit=3)\n\ndef count():\n    total = 0\n    for close in [1]:\n        total += close\n\n    def inner():\n        return total\n    return inner\n\ndef run(close):\n    close()\n    return limit + 1\n\nclass Total:\n    total = 1\n    def inner(self): pass\n",
    ));
    assert_eq!(meaning(&shop, "b.py", "return limit.close", "limit"), "parameter of line 3");
    // The name of an argument is that of another function's parameter.
    let text = "    return limit.close(limit) + cap(limit=3)";
    let column = text.rfind("limit").unwrap() as u32;
    assert_eq!(shop.meaning("b.py", 4, column, "limit").unwrap().local, None);
    assert_eq!(meaning(&shop, "b.py", "total += close", "close"), "variable of line 8");
    assert_eq!(meaning(&shop, "b.py", "return total", "total"), "variable of line 7");
    assert_eq!(meaning(&shop, "b.py", "return inner", "inner"), "b.count.inner bound\nvariable of line 11");
    assert_eq!(
        meaning(&shop, "b.py", "    close()", "close"),
        "parameter of line 15\n? depends on a value that is not known"
    );
    assert_eq!(meaning(&shop, "b.py", "return limit + 1", "limit"), "a.limit named");
}

#[test]
fn in_typescript_parameters_and_variables_of_blocks_are_local() {
    let shop = fixture::built(fixture::snapshot_of(
        "//- a.ts\nexport class Item {}\nexport function price() { return 1 }\nexport function item() { return 2 }\n//- b.ts\nexport function sum(item: number[]) {\n  const add = (price: number) => price + item[0];\n  if (item) {\n    const price = 3;\n    log({ item: price });\n  }\n  return price;\n}\nfunction add() {}\n",
    ));
    assert_eq!(meaning(&shop, "b.ts", "const add", "item"), "parameter of line 1");
    assert_eq!(meaning(&shop, "b.ts", "  if (item)", "item"), "parameter of line 1");
    assert_eq!(meaning(&shop, "b.ts", "log({", "price"), "variable of line 4");
    assert_eq!(meaning(&shop, "b.ts", "log({", "item"), "a.item named");
    assert_eq!(meaning(&shop, "b.ts", "return price", "price"), "a.price named");
}

#[test]
fn in_rust_a_variable_is_local_behind_its_declaration() {
    let shop = fixture::built(fixture::snapshot_of(
        "//- src/lib.rs\nmod other;\npub struct Order { pub limit: u32 }\npub fn made(count: u32) -> Order {\n    let limit = limit(count);\n    Order { limit: limit }\n}\npub fn limit(count: u32) -> u32 { count }\n//- src/other.rs\npub fn count() {}\n",
    ));
    assert_eq!(meaning(&shop, "src/lib.rs", "let limit = limit(count)", "count"), "parameter of line 3");
    let column = "    Order { limit: ".len() as u32;
    let found = shop.meaning("src/lib.rs", 5, column, "limit").unwrap();
    assert_eq!((found.candidates, found.local), (Vec::new(), Some(Local { line: 4, is_parameter: false })));
    let called = shop.meaning("src/lib.rs", 4, "    let limit = ".len() as u32, "limit").unwrap();
    assert_eq!((called.candidates[0].symbol.start_line, called.local), (7, None));
}

#[test]
fn in_go_and_java_local_names_have_no_namesakes() {
    let shop = fixture::built(fixture::snapshot_of(
        "//- a.go\npackage p\n\nvar limit = 5\n\nfunc size() int { return limit }\n\nfunc take(limit int) int {\n\tsize := limit\n\treturn size + 1\n}\n//- A.java\nclass A {\n    int limit = 5;\n    int cut(int limit) {\n        int size = this.limit + 2;\n        return limit - size;\n    }\n    int size() { return limit; }\n}\n",
    ));
    assert_eq!(meaning(&shop, "a.go", "size := limit", "limit"), "parameter of line 7");
    assert_eq!(meaning(&shop, "a.go", "return size", "size"), "variable of line 8");
    assert!(meaning(&shop, "a.go", "return limit", "limit").contains("named"));
    assert_eq!(meaning(&shop, "A.java", "return limit -", "limit"), "parameter of line 3");
    assert_eq!(meaning(&shop, "A.java", "return limit -", "size"), "variable of line 4");
    assert!(meaning(&shop, "A.java", "this.limit", "limit").contains("named"));
    assert!(meaning(&shop, "A.java", "return limit;", "limit").contains("named"));
}
