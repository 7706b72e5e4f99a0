//! One place that many callers hand something to: objects of options, handlers, and a few other values among them.

use crate::fixture::{build, edges_to};

/// `count` times the text, with `N` replaced by a number from 1.
fn times(count: usize, text: &str) -> String {
    (1..=count).map(|number| text.replace('N', &number.to_string())).collect()
}

#[test]
fn handlers_in_the_options_of_many_calls_are_all_called() {
    let calls = times(60, "run({ limit: N, onDone: function doneN() {} });\n");
    let graph = build(&format!(
        "//- /run.js\nfunction run(options) {{ finish(options); }}\nfunction finish(opts) {{ opts.onDone(); }}\n{calls}"
    ));
    let found = edges_to(&graph, "");
    let called: Vec<_> = found.iter().filter(|edge| edge.starts_with("run.finish -> ")).collect();
    assert_eq!(called.len(), 60, "{called:?}");
    assert!(called.iter().all(|edge| edge.ends_with("possible)")), "{called:?}");
}

#[test]
fn objects_without_a_handler_have_no_method_of_lists_in_its_place() {
    let calls = times(30, "list({ limit: N });\n");
    let graph = build(&format!(
        "//- /list.js\nfunction list(options) {{ return pick(options.filter); }}\nfunction pick(filter) {{ return filter(1); }}\n\
         {calls}function keep(x) {{ return x; }}\nlist({{ filter: keep }});\n"
    ));
    assert_eq!(edges_to(&graph, ".keep"), ["list.pick -> list.keep (container, possible)"]);
}

#[test]
fn lists_keep_their_methods() {
    let graph = build("//- /list.js\nfunction keep(x) { return x; }\nfunction all() { return [1, 2].filter(keep); }\n");
    assert_eq!(edges_to(&graph, ".keep"), ["list.all -> list.keep (callback, proven)"]);
}

#[test]
fn a_table_of_many_handlers_is_called_where_a_few_other_values_are_in_it() {
    let handlers = times(40, "on('N', function handlerN() {});\n");
    let graph = build(&format!(
        "//- /table.js\nconst table = {{}};\nfunction on(name, handler) {{ table[name] = handler; }}\n\
         on('text', 'home');\non('options', {{ strict: true }});\n{handlers}function go(name) {{ table[name](); }}\n"
    ));
    assert_eq!(edges_to(&graph, "").iter().filter(|edge| edge.starts_with("table.go -> ")).count(), 40);
}

#[test]
fn a_place_that_holds_mostly_other_values_is_not_guessed_at() {
    let values = times(30, "class TypeN:\n    def __call__(self): pass\nkeep(TypeN())\n");
    let graph = build(&format!(
        "//- /m.py\nheld = []\ndef keep(value):\n    held.append(value)\n{values}def one(): pass\nkeep(one)\n\
         def go():\n    for value in held:\n        value()\n"
    ));
    assert_eq!(edges_to(&graph, ".one"), [""; 0]);
}
