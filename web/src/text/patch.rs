//! The lines of a patch, as text that may be cut off anywhere.

use protocol::{DiffRow, RowChange};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatchLine<'a> {
    /// A name, a mode, or where a hunk lies.
    Between(&'a str),
    Row(DiffRow),
}

/// How far a hunk is: the numbers of its next lines, and how many are left of each.
#[derive(Default)]
struct At {
    old: u32,
    new: u32,
    old_left: u32,
    new_left: u32,
}

/// Reads a unified diff. Lines that say what the others say too are left out.
pub fn patch_lines(diff: &str) -> Vec<PatchLine<'_>> {
    let mut lines = Vec::new();
    let mut at = At::default();
    for line in diff.lines() {
        if line.starts_with('\\') {
            if let Some(PatchLine::Row(row)) = lines.last_mut() {
                row.ends_text = true;
            }
        } else if at.old_left == 0 && at.new_left == 0 {
            // Any other line has no rows after it: what comes next is between hunks too.
            at = hunk(line).unwrap_or_default();
            if !line.starts_with("diff --git ") {
                lines.push(PatchLine::Between(line));
            }
        } else {
            lines.push(PatchLine::Row(row(line, &mut at)));
        }
    }
    lines
}

/// Where a hunk begins: `@@ -1,4 +1,5 @@`.
fn hunk(line: &str) -> Option<At> {
    let (old, new) = line.strip_prefix("@@ -")?.split(" @@").next()?.split_once(" +")?;
    let range = |text: &str| match text.split_once(',') {
        Some((start, lines)) => Some((start.parse().ok()?, lines.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    let ((old, old_left), (new, new_left)) = (range(old)?, range(new)?);
    Some(At { old, new, old_left, new_left })
}

fn row(line: &str, at: &mut At) -> DiffRow {
    let (change, text) = match line.split_at_checked(1) {
        Some(("-", text)) => (RowChange::Removed, text),
        Some(("+", text)) => (RowChange::Added, text),
        Some((" ", text)) => (RowChange::Same, text),
        _ => (RowChange::Same, line),
    };
    let old = (change != RowChange::Added).then_some(at.old);
    let new = (change != RowChange::Removed).then_some(at.new);
    let (of_old, of_new) = (u32::from(old.is_some()), u32::from(new.is_some()));
    (at.old, at.new) = (at.old.saturating_add(of_old), at.new.saturating_add(of_new));
    (at.old_left, at.new_left) = (at.old_left.saturating_sub(of_old), at.new_left.saturating_sub(of_new));
    DiffRow { change, old, new, text: text.to_owned(), ends_text: false, marks: Vec::new(), highlight: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(diff: &str) -> Vec<String> {
        let number = |number: Option<u32>| number.map_or_else(|| "_".to_owned(), |number| number.to_string());
        let line = |line| match line {
            PatchLine::Between(text) => text.to_owned(),
            PatchLine::Row(row) => {
                let end = if row.ends_text { " (end)" } else { "" };
                format!("{:?} {} {} {}{end}", row.change, number(row.old), number(row.new), row.text)
            }
        };
        patch_lines(diff).into_iter().map(line).collect()
    }

    #[test]
    fn the_lines_of_a_patch_have_their_numbers() {
        let diff = "diff --git a/lamp.py b/lamp.py\n--- a/lamp.py\n+++ b/lamp.py\n@@ -1,3 +1,3 @@\n-- a list\n+++ two\n same\r\n\n\
            @@ -9 +9 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n\
            diff --git a/old.py b/new.py\nrename from old.py\nrename to new.py\n";
        let expected = [
            "--- a/lamp.py",
            "+++ b/lamp.py",
            "@@ -1,3 +1,3 @@",
            "Removed 1 _ - a list",
            "Added _ 1 ++ two",
            "Same 2 2 same",
            "Same 3 3 ",
            "@@ -9 +9 @@",
            "Removed 9 _ old (end)",
            "Added _ 9 new (end)",
            "rename from old.py",
            "rename to new.py",
        ];
        assert_eq!(shown(diff), expected);
    }

    #[test]
    fn a_patch_that_is_cut_off_or_none_is_shown_as_it_is() {
        assert_eq!(shown("@@ -1,9 +1,9 @@\n-one"), ["@@ -1,9 +1,9 @@", "Removed 1 _ one"]);
        assert_eq!(shown("no patch\n@@ -x +y @@"), ["no patch", "@@ -x +y @@"]);
        assert_eq!(shown("@@ -1,4294967295 +4294967295,2 @@\n+a\n+b")[2], "Added _ 4294967295 b");
    }
}
