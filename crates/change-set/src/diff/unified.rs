//! A diff as text, in git's format.

use super::{FileDiff, Hunk, RowKind, Status};
use crate::text::LineEnd;
use source::RepoPath;
use std::fmt::Write;

/// The patch of some files, as `git diff` would write it, without hashes. Empty where nothing differs.
pub fn unified(files: &[FileDiff]) -> String {
    let mut out = String::new();
    for file in files {
        write_file(&mut out, file).expect("a String takes everything");
    }
    out
}

fn write_file(out: &mut String, file: &FileDiff) -> std::fmt::Result {
    let old = file.from.as_ref().unwrap_or(&file.path);
    writeln!(out, "diff --git {} {}", quoted("a/", old), quoted("b/", &file.path))?;
    match file.status {
        Status::Added => out.push_str("new file mode 100644\n"),
        Status::Deleted => out.push_str("deleted file mode 100644\n"),
        Status::Renamed => {
            writeln!(out, "rename from {}\nrename to {}", quoted("", old), quoted("", &file.path))?;
        }
        Status::Modified => {}
    }
    if file.hunks.is_empty() {
        return Ok(());
    }
    let side = |is_there: bool, prefix, path| if is_there { named(prefix, path) } else { "/dev/null".to_owned() };
    writeln!(out, "--- {}", side(file.status != Status::Added, "a/", old))?;
    writeln!(out, "+++ {}", side(file.status != Status::Deleted, "b/", &file.path))?;
    file.hunks.iter().try_for_each(|hunk| write_hunk(out, hunk))
}

fn write_hunk(out: &mut String, hunk: &Hunk) -> std::fmt::Result {
    let place = |start, lines| if lines == 1 { format!("{start}") } else { format!("{start},{lines}") };
    let (old, new) = (place(hunk.old_start, hunk.old_lines), place(hunk.new_start, hunk.new_lines));
    writeln!(out, "@@ -{old} +{new} @@")?;
    for row in &hunk.rows {
        out.push(match row.kind {
            RowKind::Same => ' ',
            RowKind::Removed => '-',
            RowKind::Added => '+',
        });
        out.push_str(&row.text);
        match row.end {
            LineEnd::None => out.push_str("\n\\ No newline at end of file\n"),
            end => out.push_str(end.as_str()),
        }
    }
    Ok(())
}

/// A path in double quotes where git's reader needs them. Control characters are in no [`RepoPath`].
fn quoted(prefix: &str, path: &RepoPath) -> String {
    match path.as_str() {
        path if path.contains('"') => format!("\"{prefix}{}\"", path.replace('"', "\\\"")),
        path => format!("{prefix}{path}"),
    }
}

/// Likewise, with the tab that ends a name with a blank in the lines `---` and `+++`.
fn named(prefix: &str, path: &RepoPath) -> String {
    let name = quoted(prefix, path);
    let needs_tab = name.contains(' ') && !name.starts_with('"');
    if needs_tab { name + "\t" } else { name }
}
