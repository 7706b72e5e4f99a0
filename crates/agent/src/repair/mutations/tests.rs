use super::*;
use crate::repair::code::Spelling;

/// The texts that a mutation makes of a text, one for each of its places.
#[track_caller]
fn check(mutation: Mutation, spelling: Spelling, text: &str, mutants: &[&str]) {
    let code = Code::new(text, spelling);
    let mutated = |place: Place| {
        let Place { range, insert } = place;
        format!("{}{insert}{}", &text[..range.start], &text[range.end..])
    };
    let found: Vec<String> = mutation(&code).into_iter().map(mutated).collect();
    assert_eq!(found, mutants);
}

#[test]
fn a_range_includes_its_end() {
    let python = |text, mutants: &[&str]| check(range_end::places, Spelling::Python, text, mutants);
    python("for i in range(start, end):", &["for i in range(start, end + 1):"]);
    python("range(n) range(0, len(x), 2)", &["range(n + 1) range(0, len(x), 2)", "range(n) range(0, len(x) + 1, 2)"]);
    python("range(1, n + 1) range(n+1) arange(3) x.range(3) range() '''range(2)'''", &[]);
    let script = |text, mutants: &[&str]| check(range_end::places, Spelling::JavaScript, text, mutants);
    script("for (let i = a; i < b; i++) {}", &["for (let i = a; i <= b; i++) {}"]);
    script("for(i=0;i<n.length;i+=2){}", &["for(i=0;i<=n.length;i+=2){}"]);
    script("for (let i = a; i < b + 1; i++) {} for (const x of y) {} if (a < b) {} before(a < b)", &[]);
}

#[test]
fn a_guard_skips_nothing() {
    let python = |text, mutants: &[&str]| check(guard::places, Spelling::Python, text, mutants);
    python("  if x:\n    continue\n  y\n", &["  if x:\n    pass\n  y\n"]);
    python("  if x: continue\n  y\n", &["  if x: pass\n  y\n"]);
    python("  if x:\n    # why\n    continue\n", &["  if x:\n    # why\n    pass\n"]);
    // More than a guard.
    python("  if x:\n    y()\n    continue\n", &[]);
    python("  if x:\n    continue\n    y()\n", &[]);
    python("  else:\n    continue\n", &[]);
    let script = |text, mutants: &[&str]| check(guard::places, Spelling::JavaScript, text, mutants);
    script("if (!f(x)) continue;\ny;", &["if (!f(x)) {}\ny;"]);
    script("if (x) {\n  continue;\n}", &["if (x) {\n  \n}"]);
    script("if (x) { y(); continue; } discontinue; notif (x) continue;", &[]);
}

#[test]
fn a_division_by_100_is_dropped() {
    let places = |text, mutants: &[&str]| check(percent::places, Spelling::JavaScript, text, mutants);
    places("a * (1 - b / 100)", &["a * (1 - b)"]);
    places("a/100;", &["a;"]);
    places("a / 1000 + b / 100.5 + '/ 100'", &[]);
    check(percent::places, Spelling::Python, "a / 100.0", &["a"]);
    check(percent::places, Spelling::Python, "a // 100", &[]);
}

#[test]
fn comparisons_take_the_equal_in_or_leave_it_out() {
    let places = |text, mutants: &[&str]| check(comparison::places, Spelling::JavaScript, text, mutants);
    places("a < b", &["a <= b"]);
    places("a<=b", &["a<b"]);
    places("a > b || c >= d", &["a >= b || c >= d", "a > b || c > d"]);
    places("(x) => x << 2 >> 1 >>> 3; a == b; '<'", &[]);
    check(comparison::places, Spelling::Python, "def f(a) -> b: return a > b", &["def f(a) -> b: return a >= b"]);
    check(comparison::places, Spelling::TypeScript, "f<T>(a < b)", &["f<T>(a <= b)"]);
}

#[test]
fn a_loop_ends_at_zero() {
    let python = |text, mutants: &[&str]| check(while_positive::places, Spelling::Python, text, mutants);
    python("while n:\n  n -= 2", &["while n > 0:\n  n -= 2"]);
    python("while self.left:", &["while self.left > 0:"]);
    python("while True: while n > 1: while not x: while f(x): meanwhile n:", &[]);
    let script = |text, mutants: &[&str]| check(while_positive::places, Spelling::JavaScript, text, mutants);
    script("while (n) { n -= 2; }", &["while (n > 0) { n -= 2; }"]);
    script("while (true) {} while (n--) {} while (a && b) {}", &[]);
}
