//! Edges that must be there.

use crate::fixture::{self, build, edges_to};

/// Callers of each symbol whose name ends so, sorted.
fn callers(files: &str, callee: &str) -> Vec<String> {
    let graph = fixture::build(files);
    let edges = fixture::edges(&graph);
    edges.into_iter().filter(|(_, to)| to.ends_with(callee)).map(|(from, _)| from).collect()
}

#[test]
fn a_package_that_imports_its_own_module_keeps_it() {
    let files = "//- /pkg/__init__.py\nfrom . import util\n//- /pkg/util.py\ndef go(): pass\n//- /pkg/other.py\nfrom . import util\ndef use():\n    util.go()\n//- /main.py\nimport pkg\nfrom pkg import util as u\ndef a():\n    pkg.util.go()\ndef b():\n    u.go()\n";
    assert_eq!(callers(files, "util.go"), ["main.a", "main.b", "pkg.other.use"]);
}

#[test]
fn a_local_named_like_the_function_it_is_made_by_does_not_hide_it() {
    let java = "//- /a/Box.java\npackage a;\nclass Box {\n  String name() { return \"\"; }\n  void go() { String name = name(); use(name); }\n  void again(String name) { use(name()); }\n  void use(String s) { class Inner { Inner() { } } new Inner(); }\n}\n";
    assert_eq!(callers(java, "Inner.Inner"), ["a.Box.use"]);
    assert_eq!(callers(java, "Box.name"), ["a.Box.again", "a.Box.go"]);
    let rust = "//- /Cargo.toml\n//- /src/lib.rs\nfn limit(n: u32) -> u32 { n }\nfn f() { let limit = limit(2) + 1; g(limit); }\nfn g(n: u32) { let g = other; g(); }\nfn other() {}\n";
    assert_eq!(callers(rust, "limit"), ["crate.f"]);
    assert_eq!(callers(rust, "other"), ["crate.g"]);
    let go = "//- /m.go\npackage m\nfunc name() string { return \"\" }\nfunc use() { name := name(); _ = name }\n";
    assert_eq!(callers(go, ".name"), ["m.use"]);
}

#[test]
fn a_proxy_and_a_value_handed_in_from_outside_leave_a_rare_name_possible() {
    let files = "//- /m.py\nimport x\nclass Proxy:\n    def __getattr__(self, n): return getattr(self._o, n)\nclass Plain: pass\nclass Engine:\n    def start_engine(self): pass\ndef proxied(p: Proxy):\n    p.start_engine()\ndef plain(p: Plain):\n    p.start_engine()\ndef given(e):\n    e.start_engine()\ndef outside():\n    given(x.engine())\n    x.engine().start_engine()\n";
    assert_eq!(callers(files, "start_engine"), ["m.given", "m.proxied"]);
}

#[test]
fn rust_modules_called_tests_are_modules_of_their_crate() {
    let files = "//- /Cargo.toml\n//- /src/lib.rs\npub mod a;\npub fn top() {}\nmod outer { pub mod inner; pub fn beside() {} }\n//- /src/a/mod.rs\nmod tests;\npub fn help() {}\n//- /src/a/tests/mod.rs\nuse super::help;\nmod more;\nfn t() { help(); crate::top(); }\n//- /src/a/tests/more.rs\nuse crate::top;\nfn u() { top(); super::super::help(); }\n//- /src/outer/inner.rs\npub fn deep() { super::super::top(); super::beside(); }\n//- /tests/it.rs\nfn i() { k::top(); k::a::help(); }\n";
    assert_eq!(
        callers(files, "crate.top"),
        ["crate.a.tests.more.u", "crate.a.tests.t", "crate.outer.inner.deep", "tests.it.i"]
    );
    assert_eq!(callers(files, ".help"), ["crate.a.tests.more.u", "crate.a.tests.t", "tests.it.i"]);
    assert_eq!(callers(files, ".beside"), ["crate.outer.inner.deep"]);
}

#[test]
fn modules_that_export_each_other_as_a_whole_are_linked() {
    let files = "//- /a.js\nconst b = require('./b');\nmodule.exports = b;\n//- /b.js\nconst a = require('./a');\nfunction run() {}\na.run = run;\nmodule.exports = a;\n//- /c.js\nconst a = require('./a');\nfunction use() { a.run(); a.missing(); }\n";
    assert_eq!(callers(files, "run"), ["c.use"]);
    let own = "//- /index.js\nconst self = require('./index');\nmodule.exports = self;\n//- /main.js\nrequire('./index').go();\nfunction again() { require('./index').go(); }\n";
    assert_eq!(fixture::edges(&fixture::build(own)).len(), 0);
    let called = "//- /index.js\nconst self = require('./index');\nmodule.exports = self;\n//- /main.js\nfunction go() { return require('./index')(); }\n";
    assert_eq!(fixture::edges(&fixture::build(called)).len(), 0);
    let python = "//- /m.py\nclass A: pass\na = A()\nA.__call__ = a\ndef use():\n    return a()\n";
    assert_eq!(callers(python, ".A"), ["m"]);
}

#[test]
fn tests_get_their_fixtures_by_the_names_of_parameters() {
    let graph = build(
        r#"
//- /shop.py
class Shop:
    def open(self): pass
    def client(self): return Client()
class Client:
    def get(self): pass
class Other:
    def get(self): pass
    def open(self): pass
//- /conftest.py
from pytest import fixture
from shop import Other
@fixture
def client(): return Other()
//- /tests/conftest.py
import pytest
from shop import Shop
@pytest.fixture
def shop():
    yield Shop()
@pytest.fixture(scope="session")
def client(shop):
    shop.open()
    return shop.client()
//- /tests/test_shop.py
import pytest
from shop import Other
def helper(client): client.get()
def test_get(client, unknown): client.get()
class TestOther:
    @pytest.fixture
    def client(self): return Other()
    def test_get(self, client): client.get()
"#,
    );
    assert_eq!(edges_to(&graph, "Client.get"), ["tests.test_shop.test_get -> shop.Client.get (container, possible)"]);
    assert_eq!(
        edges_to(&graph, "Other.get"),
        ["tests.test_shop.TestOther.test_get -> shop.Other.get (flow, possible)"]
    );
    assert_eq!(edges_to(&graph, "Shop.open"), ["tests.conftest.client -> shop.Shop.open (container, possible)"]);
}

#[test]
fn the_members_of_a_class_are_imported_as_a_whole() {
    let files = r#"
//- /a/Given.java
package a;
public class Given { public static int any() { return 1; } public static void fail() {} }
//- /a/Checks.java
package a;
public class Checks extends Given { public static void verify(int n) {} }
//- /b/Base.java
package b;
public class Base { void fail() {} }
//- /b/Use.java
package b;
import static a.Checks.*;
class Use { void run() { verify(any()); } void own() { any(); } int any() { return 2; } }
class Other { void run() { any(); } }
//- /b/use.kt
package b
import a.Checks.*
fun use() { verify(1) }
"#;
    assert_eq!(callers(files, "Checks.verify"), ["b.Use.run", "b.use"]);
    assert_eq!(callers(files, "Given.any"), ["b.Other.run"]);
    assert_eq!(callers(files, "Use.any"), ["b.Use.own", "b.Use.run"]);
    assert_eq!(callers(files, "Given.fail"), [""; 0]);
}
