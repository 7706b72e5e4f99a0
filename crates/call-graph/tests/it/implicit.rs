//! Methods that syntax and the language's own functions run without naming them.

use crate::fixture::edges_to;

const TEXT: &str = r#"
//- /m.py
class Text:
    def __str__(self): return ''
    def __len__(self): return 0
class Plain:
    def __repr__(self): return ''
def shown(t: Text, p: Plain):
    str(t)
def printed(t: Text):
    print(t)
def in_string(t: Text, p: Plain):
    return f'{t} {p!r}'
def repr_of(p: Plain):
    return str(p)
def measured(t: Text):
    return len(t)
def tested(t: Text):
    if t:
        return 1
def negated(t: Text):
    return not t
def combined(t: Text, n):
    return t and n
def untyped(t):
    return str(t)
"#;

#[test]
fn python_functions_and_conditions_run_the_methods_of_a_known_class() {
    let graph = crate::fixture::build(TEXT);
    assert_eq!(
        edges_to(&graph, "__str__"),
        [
            "m.in_string -> m.Text.__str__ (implicit, proven)",
            "m.printed -> m.Text.__str__ (implicit, proven)",
            "m.shown -> m.Text.__str__ (implicit, proven)"
        ]
    );
    assert_eq!(
        edges_to(&graph, "__repr__"),
        ["m.in_string -> m.Plain.__repr__ (implicit, proven)", "m.repr_of -> m.Plain.__repr__ (implicit, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "__len__"),
        [
            "m.combined -> m.Text.__len__ (implicit, proven)",
            "m.measured -> m.Text.__len__ (implicit, proven)",
            "m.negated -> m.Text.__len__ (implicit, proven)",
            "m.tested -> m.Text.__len__ (implicit, proven)"
        ]
    );
}

#[test]
fn python_operators_run_the_method_of_the_operand_that_has_one() {
    let graph = crate::fixture::build(
        "//- /m.py\nclass Money:\n    def __add__(self, o): return self\n    def __radd__(self, o): return self\n    def __eq__(self, o): return True\n    def __neg__(self): return self\n    def __contains__(self, o): return True\n    def __delitem__(self, k): pass\nclass Bag:\n    def __iter__(self): return iter([])\ndef right(m: Money):\n    return m + 1\ndef left(m: Money):\n    return 1 + m\ndef other(n: int, m: Money):\n    return n + m\ndef same(m: Money):\n    return m != 2\ndef minus(m: Money):\n    return -m\ndef inside(m: Money, b: Bag):\n    return 1 in m or 1 in b\ndef gone(m: Money):\n    del m[1]\ndef all_of(b: Bag):\n    return sorted(b)\ndef added(m: Money):\n    m += 1\n",
    );
    assert_eq!(
        edges_to(&graph, "__add__"),
        ["m.added -> m.Money.__add__ (implicit, proven)", "m.right -> m.Money.__add__ (implicit, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "__radd__"),
        ["m.left -> m.Money.__radd__ (implicit, proven)", "m.other -> m.Money.__radd__ (implicit, proven)"]
    );
    assert_eq!(edges_to(&graph, "__eq__"), ["m.same -> m.Money.__eq__ (implicit, proven)"]);
    assert_eq!(edges_to(&graph, "__neg__"), ["m.minus -> m.Money.__neg__ (implicit, proven)"]);
    assert_eq!(edges_to(&graph, "__contains__"), ["m.inside -> m.Money.__contains__ (implicit, proven)"]);
    assert_eq!(edges_to(&graph, "__delitem__"), ["m.gone -> m.Money.__delitem__ (implicit, proven)"]);
    assert_eq!(
        edges_to(&graph, "__iter__"),
        ["m.all_of -> m.Bag.__iter__ (implicit, proven)", "m.inside -> m.Bag.__iter__ (implicit, proven)"]
    );
}

#[test]
fn python_iteration_runs_the_iterator() {
    let graph = crate::fixture::build(
        "//- /m.py\nclass Walk:\n    def __next__(self): return 1\n    def __iter__(self): return self\nclass Tree:\n    def __iter__(self): return Walk()\ndef step(w: Walk):\n    return next(w)\ndef whole(t: Tree):\n    return list(t)\n",
    );
    assert_eq!(
        edges_to(&graph, "__next__"),
        ["m.step -> m.Walk.__next__ (implicit, proven)", "m.whole -> m.Walk.__next__ (implicit, proven)"]
    );
}

#[test]
fn python_names_that_a_module_does_not_have_are_asked_for() {
    let graph = crate::fixture::build(
        "//- /shop.py\nopened = 1\ndef __getattr__(name): return name\n//- /use.py\nimport shop\ndef missing():\n    return shop.old\ndef known():\n    return shop.opened, shop.__name__\n",
    );
    assert_eq!(edges_to(&graph, "__getattr__"), ["use.missing -> shop.__getattr__ (implicit, proven)"]);
}

#[test]
fn python_members_that_a_class_does_not_have_are_asked_for() {
    let graph = crate::fixture::build(
        "//- /m.py\nclass Open:\n    known = 1\n    def __getattr__(self, name): return name\n    def __setattr__(self, name, value): pass\n    def own(self): pass\ndef missing(o: Open):\n    return o.nothing\ndef known(o: Open):\n    o.own()\n    return o.known\ndef assigned(o: Open):\n    return o.later\ndef stores(o: Open):\n    o.later = 1\n",
    );
    assert_eq!(edges_to(&graph, "__getattr__"), ["m.missing -> m.Open.__getattr__ (implicit, proven)"]);
    assert_eq!(edges_to(&graph, "__setattr__"), ["m.stores -> m.Open.__setattr__ (implicit, proven)"]);
}

#[test]
fn values_of_two_classes_exclude_each_other() {
    let graph = crate::fixture::build(
        "//- /m.py\nclass A:\n    def __len__(self): return 0\nclass B:\n    def __len__(self): return 0\ndef f(flag):\n    x = A() if flag else B()\n    return len(x)\n",
    );
    assert_eq!(edges_to(&graph, "A.__len__"), ["m.f -> m.A.__len__ (implicit, possible)"]);
}

#[test]
fn javascript_loops_templates_and_patterns_run_methods() {
    let graph = crate::fixture::build(
        "//- /m.ts\nclass Tag { toString() { return ''; } get label() { return ''; } }\nclass Items { *[Symbol.iterator]() { yield new Tag(); } }\nfunction mark(parts: TemplateStringsArray, t: Tag) {}\nexport function shown(t: Tag) { return `<${t}>`; }\nexport function each(items: Items) { for (const t of items) { t.toString(); } }\nexport function spread(items: Items) { return [...items]; }\nexport function parts(t: Tag) { const { label } = t; return label; }\nexport function tagged(t: Tag) { return mark`a${t}`; }\n",
    );
    assert_eq!(
        edges_to(&graph, "Tag.toString"),
        ["m.each -> m.Tag.toString (container, possible)", "m.shown -> m.Tag.toString (implicit, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "[Symbol.iterator]"),
        [
            "m.each -> m.Items.[Symbol.iterator] (implicit, proven)",
            "m.spread -> m.Items.[Symbol.iterator] (implicit, proven)"
        ]
    );
    assert_eq!(edges_to(&graph, "Tag.label"), ["m.parts -> m.Tag.label (property, proven)"]);
    assert_eq!(edges_to(&graph, "m.mark"), ["m.tagged -> m.mark (scope, proven)"]);
}
