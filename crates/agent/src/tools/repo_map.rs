//! `repo_map`: the repository at a glance: languages, tree, and the files that others use most.

use super::{ReadingTool, ToolError, ToolOutput};
use codebase::{Codebase, EntryKind, Overlaid};
use compact_sort::CompactSort;
use schemars::JsonSchema;
use serde::Deserialize;

/// Rows of the tree and of key files, together.
const ROWS: usize = 100;
/// Of these, rows of key files at most.
const KEY_FILES: usize = 15;
/// Levels of folders if nothing else is asked for.
const DEPTH: u32 = 3;
/// Symbols by which key files are known.
const SYMBOLS: usize = 60;
/// Names shown of a key file.
const NAMES: usize = 4;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RepoMap {
    /// Levels of folders, 1 to 10; 3 if left out.
    #[serde(default)]
    depth: Option<u32>,
}

impl ReadingTool for RepoMap {
    const NAME: &'static str = "repo_map";
    const DESCRIPTION: &'static str =
        "An overview: languages, folders and files to a depth, and the files whose functions others call most.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let depth = self.depth.unwrap_or(DEPTH);
        if !(1..=10).contains(&depth) {
            let why = format!("`depth` is {depth}; it may be 1 to 10");
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let codebase = over.codebase();
        let overview = codebase.overview();
        let languages: Vec<String> =
            overview.languages.iter().map(|share| format!("{} {}", share.language.name(), share.files)).collect();
        let key_files = key_files(codebase);
        let tree = tree(over, depth, ROWS - key_files.len())?;
        let mut text = format!("{}: {} files, {} lines", overview.name, overview.files, overview.lines);
        text += &format!("\nFiles by language: {}\n\n{}", languages.join(", "), tree.join("\n"));
        if !key_files.is_empty() {
            text += &format!("\n\nCalled most by other code:\n{}", key_files.join("\n"));
        }
        let summary = format!("{} files", overview.files);
        Ok(ToolOutput { text, summary, ..ToolOutput::default() })
    }
}

/// Files with the symbols that others call most, most called first.
fn key_files(codebase: &Codebase) -> Vec<String> {
    let mut files: Vec<(String, Vec<String>)> = Vec::new();
    for symbol in codebase.most_called(SYMBOLS) {
        match files.iter_mut().find(|(path, _)| *path == symbol.span.path) {
            Some((_, names)) => names.push(symbol.name),
            None => files.push((symbol.span.path, vec![symbol.name])),
        }
    }
    let row = |(path, names): (String, Vec<String>)| {
        let more = if names.len() > NAMES { ", ..." } else { "" };
        format!("{path}: {}{more}", names[..names.len().min(NAMES)].join(", "))
    };
    files.into_iter().take(KEY_FILES).map(row).collect()
}

/// A row of the tree.
struct Row {
    /// The paths of the folders around it and its own, each as it is sorted: folders first.
    place: Vec<(EntryKind, String)>,
    text: String,
}

/// Folders and files to a depth, outer levels first where there are too many, in the order of a listing.
fn tree(over: Overlaid<'_>, depth: u32, room: usize) -> Result<Vec<String>, ToolError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut level = vec![(String::new(), Vec::new())];
    let mut left_out = 0;
    for indent in 0..depth as usize {
        let mut below = Vec::new();
        for (folder, place) in level {
            let entries = over.list_directory(&folder).map_err(|error| ToolError::Failed(error.to_string()))?;
            for entry in entries {
                if rows.len() == room {
                    left_out += 1;
                    continue;
                }
                let mut place: Vec<(EntryKind, String)> = Clone::clone(&place);
                place.push((entry.kind, entry.name.clone()));
                let text = match entry.kind {
                    EntryKind::Folder => format!("{}{}/  ({} files)", "  ".repeat(indent), entry.name, entry.files),
                    EntryKind::File => format!("{}{}", "  ".repeat(indent), entry.name),
                };
                rows.push(Row { place: place.clone(), text });
                if entry.kind == EntryKind::Folder {
                    below.push((entry.path, place));
                }
            }
        }
        level = below;
    }
    rows.compact_sort_by(|a, b| a.place.cmp(&b.place));
    let mut rows: Vec<String> = rows.into_iter().map(|row| row.text).collect();
    if left_out > 0 {
        rows.push(format!("and {left_out} more entries at these levels; list a folder to see all of it"));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::super::{ActingServices, Toolbox};
    use codebase::Reader;
    use expect_test::expect;
    use futures::executor::block_on;
    use serde_json::{Value, json};

    fn map(fixture: &str, arguments: Value) -> String {
        let reader = Reader::whole(fixtures::codebase(fixture));
        let tools = Toolbox::acting(&reader, &ActingServices::default());
        block_on(tools.call("repo_map", &arguments))
            .map_or_else(|error| format!("Error: {error}"), |output| output.text)
    }

    #[test]
    fn shows_languages_tree_and_key_files() {
        expect![[r#"
            shop: 9 files, 93 lines
            Files by language: Python 5, TypeScript 2, Rust 1, Markdown 1

            shop/  (4 files)
              __init__.py
              orders.py
              payments.py
              pricing.py
            tests/  (1 files)
              test_orders.py
            web/  (2 files)
              cart.ts
              money.ts
            README.md
            ledger.rs

            Called most by other code:
            shop/payments.py: post, with_retries, charge
            shop/pricing.py: total_price, discount
            web/money.ts: formatMoney"#]]
        .assert_eq(&map(fixtures::SHOP, json!({})));
    }

    #[test]
    fn a_depth_leaves_out_what_is_below() {
        let shallow = map(fixtures::SHOP, json!({"depth": 1}));
        assert!(shallow.contains("\nshop/  (4 files)\n") && !shallow.contains("  orders.py"), "{shallow}");
    }

    #[test]
    fn outer_levels_come_first_where_there_is_no_room_for_all() {
        let deep: String = (0..150).map(|n| format!("//- a/deep/f{n:03}.txt\nx\n")).collect();
        let shown = map(&format!("{deep}//- z.txt\nx\n"), json!({}));
        let rows: Vec<&str> = shown.lines().skip(3).collect();
        assert_eq!(rows.len(), 101, "100 and what is left out");
        assert_eq!(rows[0], "a/  (150 files)");
        assert_eq!(rows[99], "z.txt");
        assert_eq!(rows[100], "and 53 more entries at these levels; list a folder to see all of it");
    }

    #[test]
    fn wrong_arguments_are_errors() {
        let error = map(fixtures::SHOP, json!({"depth": 0}));
        assert_eq!(error, "Error: wrong arguments for `repo_map`: `depth` is 0; it may be 1 to 10");
        assert!(map(fixtures::SHOP, json!({"folder": "a"})).contains("unknown field `folder`"));
    }
}
