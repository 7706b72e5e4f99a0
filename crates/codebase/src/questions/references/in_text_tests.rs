//! References by a text: keys and dotted paths.

use super::tests::{of, rows};

#[test]
fn a_constant_is_possibly_read_by_its_name_as_a_text() {
    let files = "\
//- shop/defaults.py
RETRY_TIMES = 2
TWICE_HERE = 1
//- shop/more.py
TWICE_HERE = 3
//- shop/use.py
import os

def use(settings, other):
    a = settings[\"RETRY_TIMES\"] + settings.getint('RETRY_TIMES', 3)
    b = getattr(settings, \"RETRY_TIMES\")
    # settings[\"RETRY_TIMES\"]
    c = os.environ[\"RETRY_TIMES\"], [\"RETRY_TIMES\"], \"RETRY_TIMES too\"
    return settings[\"TWICE_HERE\"], other(a, \"RETRY_TIMES\")
";
    assert_eq!(
        rows(&of(files), "RETRY_TIMES"),
        "shop/defaults.py:1 Definition [definition, proven] RETRY_TIMES = 2\n\
         shop/use.py:4 Read [name as text, possible] a = settings[\"RETRY_TIMES\"] + settings.getint('RETRY_TIMES', 3)\n\
         shop/use.py:5 Read [name as text, possible] b = getattr(settings, \"RETRY_TIMES\")\n\
         elsewhere: 0"
    );
    assert!(!rows(&of(files), "TWICE_HERE").contains("name as text"));
}

#[test]
fn a_dotted_path_in_quotes_is_possibly_the_class_or_function() {
    let files = "\
//- shop/__init__.py
//- shop/orders.py
class Order:
    pass

def load():
    pass
//- shop/defaults.py
ORDER_CLASS = \"shop.orders.Order\"
HOOKS = {'shop.orders:load': 1, 'x.shop.orders.load': 2, 'orders.load': 3}
# \"shop.orders.Order\"
";
    let path = "shop/defaults.py:1 Read [dotted path, possible] ORDER_CLASS = \"shop.orders.Order\"";
    let found = rows(&of(files), "Order");
    assert!(found.contains(path) && !found.contains("defaults.py:3"), "{found}");
    let found = rows(&of(files), "load");
    assert_eq!(found.matches("[dotted path, possible]").count(), 1, "{found}");
}
