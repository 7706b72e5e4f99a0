//! Each rung of the ladder, each refusal.

use super::*;
use proptest::prelude::*;

fn edit(old: &str, new: &str) -> Edit {
    Edit { old: old.into(), new: new.into(), ..Edit::default() }
}

fn at(line: u32, edit: Edit) -> Edit {
    Edit { line: Some(line), ..edit }
}

#[track_caller]
fn check(text: &str, edit: Edit, rung: Rung, line: u32, expected: &str) {
    let replaced = replace(text, &[edit]).unwrap();
    assert_eq!((replaced.edits[0].rung, replaced.edits[0].line), (rung, line));
    assert_eq!(replaced.text, expected);
}

#[track_caller]
fn refused(text: &str, edit: Edit) -> Misfit {
    match replace(text, &[edit]) {
        Err(ReplaceError::Refused(mut refused)) => refused.remove(0).why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn exact_and_unique() {
    check("a = 1\nb = 2\n", edit("b = 2", "b = 3"), Rung::Exact, 2, "a = 1\nb = 3\n");
    // A part of a line stays a part of it; a wrong line does no harm.
    check("x = f(1) + g(1)\n", at(90, edit("g(1)", "h(1)")), Rung::Exact, 1, "x = f(1) + h(1)\n");
}

#[test]
fn of_several_exact_ones_the_nearest_to_the_line() {
    let text = "pass\na\npass\nb\npass\n";
    check(text, at(4, edit("pass\nb", "x\nb")), Rung::Exact, 3, "pass\na\nx\nb\npass\n");
    check(text, at(5, edit("pass", "x")), Rung::Nearest, 5, "pass\na\npass\nb\nx\n");
    assert_eq!(refused(text, edit("pass", "x")), Misfit::Several { count: 3, lines: vec![1, 3, 5] });
    // As near to one as to the other: not guessed.
    assert!(matches!(refused(text, at(2, edit("pass", "x"))), Misfit::Several { .. }));
}

#[test]
fn all_replaces_each_exact_occurrence() {
    let all = |old: &str, new: &str| Edit { all: true, ..edit(old, new) };
    let replaced = replace("a b a\na\n", &[all("a", "aa")]).unwrap();
    assert_eq!(replaced.text, "aa b aa\naa\n");
    assert_eq!(replaced.edits, [Matched { rung: Rung::All, line: 1, count: 3 }]);
    // Not the looser rungs.
    assert!(matches!(refused("a  \nb\n", all("a\nb", "x")), Misfit::NowhereExactly { .. }));
}

#[test]
fn blanks_at_line_ends_and_line_ends_may_differ() {
    check(
        "def f():  \n\treturn 1\n",
        edit("def f():\n\treturn 1", "def g():\n\treturn 2"),
        Rung::TrailingBlanks,
        1,
        "def g():\n\treturn 2\n",
    );
    check("a\r\nb\r\nc\r\n", edit("a\nb\n", "A\nB\n"), Rung::TrailingBlanks, 1, "A\r\nB\r\nc\r\n");
    // The last line of the file has no end; neither has what replaces it.
    check("a\r\nb", edit("a\nb\n", "A\nB\n"), Rung::TrailingBlanks, 1, "A\r\nB");
    let text = "a \nb\nx\na \nb\n";
    check(text, at(4, edit("a\nb", "c")), Rung::TrailingBlanks, 4, "a \nb\nx\nc\n");
    assert!(matches!(refused(text, edit("a\nb", "c")), Misfit::Several { count: 2, .. }));
}

#[test]
fn a_common_indent_may_differ_and_the_new_text_gets_it() {
    let text = "class A:\n    def f(self):\n        return 1\n";
    let expected = "class A:\n    def f(self):\n        if x:\n            return 2\n";
    check(
        text,
        edit("def f(self):\n    return 1\n", "def f(self):\n    if x:\n        return 2\n"),
        Rung::Indent,
        2,
        expected,
    );
    // Too much indent in the quote.
    check(
        "if x:\n  y()\n",
        edit("        if x:\n          y()", "        if z:\n          y()"),
        Rung::Indent,
        1,
        "if z:\n  y()\n",
    );
    // Tabs in the file, blanks in the quote.
    check(
        "\tif x:\n\n\tz()\n",
        edit("    if x:\n\n    z()", "    w()\n\n    z()"),
        Rung::Indent,
        1,
        "\tw()\n\n\tz()\n",
    );
    // A new line left of the quote's indent has no place: refused.
    assert!(matches!(refused("\ta()\n\tb()\n", edit("    a()\n    b()", "c()")), Misfit::Nowhere { .. }));
    // The indent must be common to all lines.
    assert!(matches!(refused("a\n  b\n", edit("  a\n  b", "x")), Misfit::Nowhere { .. }));
}

#[test]
fn line_ends_of_the_file_and_a_byte_order_mark_survive() {
    check("\u{feff}a\r\nb\r\n", edit("a", "x\ny"), Rung::Exact, 1, "\u{feff}x\r\ny\r\nb\r\n");
    check("a\nb", edit("b", "c"), Rung::Exact, 2, "a\nc");
}

#[test]
fn similar_words_are_refused_with_the_nearest_places() {
    let text = "fn one() {\n    total(price, tax)\n}\nfn two() {\n    total(price)\n}\nfn three() {}\n";
    let Misfit::Nowhere { nearest } = refused(text, edit("total(price, tip)", "x")) else { panic!() };
    let lines: Vec<_> = nearest.iter().map(|place| (place.line, place.text.as_str())).collect();
    assert_eq!(lines, [(2, "    total(price, tax)"), (5, "    total(price)")]);
    assert_eq!(
        replace(text, &[edit("nothing like this", "x")]).unwrap_err().to_string(),
        "nothing was changed: edit 1: `old` is not in the text, and nothing is like it; read the file again"
    );
}

#[test]
fn the_nearest_places_are_bounded() {
    let long = format!("{} word\n", "x".repeat(5_000)).repeat(100);
    let Misfit::Nowhere { nearest } = refused(&long, edit(&"word y\n".repeat(50), "")) else { panic!() };
    assert_eq!(nearest.len(), 3);
    assert!(nearest.iter().all(|place| place.text.len() <= 6 * 201));
}

#[test]
fn edits_are_made_in_order_and_all_or_none() {
    let replaced = replace("a\nb\n", &[edit("a", "b\nc"), edit("c\nb", "d")]).unwrap();
    assert_eq!(replaced.text, "b\nd\n");
    let Err(ReplaceError::Refused(refused)) = replace("a\nb\n", &[edit("a", "c"), edit("zzz", ""), edit("b", "b")])
    else {
        panic!()
    };
    assert_eq!(refused.iter().map(|refusal| refusal.index).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn refuses_edits_that_say_nothing_and_too_many() {
    assert_eq!(refused("a", edit("", "x")), Misfit::Empty);
    assert_eq!(refused("a", edit("a", "a")), Misfit::Same);
    assert_eq!(replace("a", &[]), Err(ReplaceError::NoEdits));
    assert_eq!(replace("a", &vec![edit("a", "b"); 31]), Err(ReplaceError::TooMany(31)));
    // As many as there are, of any length: counted before it is made.
    let all = Edit { all: true, ..edit("a", &"b".repeat(1_000_000)) };
    assert_eq!(refused(&"a".repeat(1_000_000), all), Misfit::TooLarge { bytes: 1_000_000_000_000 });
    // Lines without a word match everywhere: not on the looser rungs.
    assert!(matches!(refused("a\nb\n", edit("\n\n", "x")), Misfit::Nowhere { .. }));
}

proptest! {
    /// What is quoted exactly and is there once is replaced there, and nothing else changes.
    #[test]
    fn an_exact_edit_changes_its_stretch_alone(front in "[a-c \r\n]{0,30}", back in "[a-c \r\n]{0,30}", new in "[x-z ]{1,9}") {
        let replaced = replace(&format!("{front}QUOTE{back}"), &[edit("QUOTE", &new)]).unwrap();
        prop_assert_eq!(replaced.text, format!("{front}{new}{back}"));
    }

    /// Whatever is asked, the lines outside the replaced stretch stay byte for byte.
    #[test]
    fn other_lines_stay(lines in proptest::collection::vec("[ \t]{0,2}[ab]{0,2}[ ]{0,1}\r{0,1}", 1..12), at in 0usize..12, len in 1usize..3) {
        let text = lines.join("\n");
        let at = at % lines.len();
        let end = (at + len).min(lines.len());
        let old: Vec<_> = lines[at..end].iter().map(|line| line.trim_end()).collect();
        let edit = Edit { old: old.join("\n"), new: "NEW".into(), line: Some(at as u32 + 1), all: false };
        if let Ok(replaced) = replace(&text, &[edit]) {
            let (front, back) = replaced.text.split_once("NEW").unwrap();
            let (front, back) = (front.trim_end_matches([' ', '\t']), back);
            prop_assert!(text.starts_with(front) && text.ends_with(back));
        }
    }
}
