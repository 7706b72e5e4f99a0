//! Commits and differences as the tools show them.

use super::reading::{HistoryError, HistoryOf};
use crate::evidence;
use change_set::diff::unified;
use git_history::{Change, Commit, Content, Differences, Sides};
use protocol::Evidence;

/// Most files of which the changed lines are looked for.
const FILES: usize = 60;
/// Most characters of a difference that are shown.
const CHARS: usize = 6_000;

/// A commit on one line, and what an answer may cite of it.
pub fn row(commit: &Commit, path: Option<&str>) -> (String, Evidence) {
    let found = evidence::of_commit(commit, path);
    let author = &commit.author.name;
    let text = format!("[[{}]] {}  {}  {author}  {}", found.id, commit.id.short(), commit.authored, commit.subject());
    (text, found)
}

/// Files with counts, then the changed lines.
pub async fn differences(over: HistoryOf<'_>, found: &Differences) -> Result<String, HistoryError> {
    let (mut rows, mut diff) = (Vec::new(), String::new());
    for change in found.files.iter().take(FILES) {
        let content = match over.git.sides(change).await? {
            Sides::Other(why) => Content::Other(why),
            Sides::Texts([before, after]) => {
                over.will_show_part_of([&before, &after]);
                change.content(&before, &after)
            }
        };
        rows.push(file_row(change, &content));
        if let Content::Text(text) = content {
            diff += &unified(&[text]);
        }
    }
    let unread = found.files.iter().skip(FILES).map(|change| format!("  {}  {}", named(change), change.kind.word()));
    rows.extend(unread);
    if found.cut {
        rows.push(format!("  ... and more than these {} files", found.files.len()));
    }
    let count = match found.files.len() {
        0 => return Ok("No file differs.".to_owned()),
        1 => "1 file:".to_owned(),
        files => format!("{files} files:"),
    };
    Ok(format!("{count}\n{}\n\n{}", rows.join("\n"), cut(&diff)))
}

fn file_row(change: &Change, content: &Content) -> String {
    let kind = change.kind.word();
    match content {
        Content::Text(diff) => format!("  {}  {kind}  +{} -{}", named(change), diff.added, diff.removed),
        Content::Other(why) => format!("  {}  {kind}; it {why}", named(change)),
    }
}

fn named(change: &Change) -> String {
    match &change.from {
        Some(from) => format!("{from} -> {}", change.path),
        None => change.path.clone(),
    }
}

/// The beginning of a long difference in whole lines.
pub fn cut(diff: &str) -> String {
    let Some((end, _)) = diff.char_indices().nth(CHARS) else { return diff.to_owned() };
    let end = diff[..end].rfind('\n').map_or(end, |line_end| line_end + 1);
    let left = diff[end..].lines().count();
    format!("{}Cut here, {left} more lines; ask with the path of one file.", &diff[..end])
}

/// "1 commit", "3 commits".
pub fn counted(count: usize) -> String {
    if count == 1 { "1 commit".to_owned() } else { format!("{count} commits") }
}
