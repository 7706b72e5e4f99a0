//! Overloads of Java and Kotlin: those that take the types of the arguments; where these are not known, all are possible.

use super::fixture;
use expect_test::{Expect, expect};

/// The calls of what has one of these names: line, signature, and whether it is proven.
fn check(fixture: &str, names: &[&str], expected: Expect) {
    let graph = fixture::build(fixture);
    let shown: Vec<String> = fixture::whole(&graph)
        .edges()
        .iter()
        .map(|edge| (edge, fixture::symbol(&graph, edge.to)))
        .filter(|(_, to)| names.contains(&to.name.as_str()))
        .map(|(edge, to)| {
            let sure = if edge.is_proven() { "proven" } else { "possible" };
            format!("{}: {} {sure}", edge.line, to.signature)
        })
        .collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn constants_and_values_of_known_types_decide() {
    check(
        r#"
//- /a/Writer.java
package a;
class Base { }
class Derived extends Base { }
class Other { }
class Writer {
  void put(int x) { }
  void put(String x) { }
  void put(boolean x) { }
  void put(Base x) { }
  void put(Other x) { }
  void all(String text, Derived derived, boolean sure) {
    put(1);
    put("a");
    put(text + 1);
    put(sure);
    put(derived);
    put(new Other());
    put((Base) unknown());
    put('c');
  }
}
"#,
        &["put"],
        expect![[r#"
            12: void put(int x) proven
            13: void put(String x) proven
            14: void put(int x) possible
            14: void put(String x) possible
            15: void put(boolean x) proven
            16: void put(Base x) proven
            17: void put(Other x) proven
            18: void put(Base x) proven
            19: void put(int x) proven"#]],
    );
}

#[test]
fn what_is_not_known_may_be_any() {
    check(
        r#"
//- /a/Writer.java
package a;
import org.other.Thing;
class Base { }
class Writer<T> {
  void put(Object x) { }
  void put(Thing x) { }
  void put(Base x) { }
  void generic(T x) { }
  void generic(String x) { }
  void all(Thing thing, T any) {
    put(Thing.unknown());
    put(null);
    put(new Base());
    generic(any);
    generic(new Base());
    generic("a");
  }
}
"#,
        &["put", "generic"],
        expect![[r#"
            11: void put(Object x) possible
            11: void put(Thing x) possible
            11: void put(Base x) possible
            12: void put(Object x) possible
            12: void put(Thing x) possible
            12: void put(Base x) possible
            13: void put(Base x) proven
            14: void generic(T x) possible
            14: void generic(String x) possible
            15: void generic(T x) proven
            16: void generic(String x) proven"#]],
    );
}

#[test]
fn boxes_subclasses_and_rest_parameters_lose_no_call() {
    check(
        r#"
//- /a/Writer.java
package a;
import java.util.List;
class Base { void take(Base x) { } }
class Derived extends Base { void take(Derived x) { } }
class Writer {
  void box(long x) { }
  void box(Object x) { }
  void rest(String first, Object... others) { }
  void rest(String first, String second) { }
  void text(CharSequence x) { }
  void text(List<String> x) { }
  void all(Integer boxed, Base base, Derived derived, StringBuilder builder, List<String> names) {
    box(boxed);
    box("a");
    rest("a", 1);
    rest("a", "b");
    rest("a", 1, 2);
    text(builder);
    text("a");
    text(names);
    derived.take(base);
    derived.take(derived);
  }
}
"#,
        &["box", "rest", "text", "take"],
        expect![[r#"
            13: void box(long x) possible
            13: void box(Object x) possible
            14: void box(Object x) proven
            15: void rest(String first, Object... others) proven
            16: void rest(String first, String second) proven
            17: void rest(String first, Object... others) proven
            18: void text(CharSequence x) proven
            19: void text(CharSequence x) proven
            20: void text(List<String> x) proven
            21: void take(Base x) proven
            22: void take(Derived x) proven"#]],
    );
}

#[test]
fn a_lambda_is_no_text() {
    check(
        r#"
//- /a/Tasks.java
package a;
class Tasks {
  void run(Runnable task) { }
  void run(String name) { }
  void all() {
    run(() -> { });
    run(this::all);
    run("name");
  }
}
"#,
        &["run"],
        expect![[r#"
            6: void run(Runnable task) proven
            7: void run(Runnable task) proven
            8: void run(String name) proven"#]],
    );
}

#[test]
fn functions_of_kotlin_with_defaults_names_and_lambdas() {
    check(
        r#"
//- /a/w.kt
package a
class Base
class Other
fun put(x: Int) {}
fun put(x: String) {}
fun put(x: Base) {}
fun put(x: String, times: Int = 1) {}
fun put(x: Other, then: () -> Unit) {}
fun all(text: String, base: Base, any: Any) {
    put(1)
    put(text)
    put(base)
    put(x = "named")
    put(Other()) { }
    put("a", 2)
    put(any)
}
"#,
        &["put"],
        expect![[r#"
            10: fun put(x: Int) proven
            11: fun put(x: String) proven
            12: fun put(x: Base) proven
            13: fun put(x: String) proven
            14: fun put(x: Other, then: () -> Unit) proven
            15: fun put(x: String, times: Int = 1) proven
            16: fun put(x: Int) possible
            16: fun put(x: String) possible
            16: fun put(x: String, times: Int = 1) possible"#]],
    );
}
