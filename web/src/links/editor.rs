//! Addresses that open a file in an editor.

use super::encoded_path;
use crate::history::Place;

/// The editors that have such addresses: the name by which the choice is stored, and what it is called.
pub const EDITORS: [(&str, &str); 8] = [
    ("vscode", "VS Code"),
    ("vscode-insiders", "VS Code Insiders"),
    ("vscodium", "VSCodium"),
    ("cursor", "Cursor"),
    ("windsurf", "Windsurf"),
    ("zed", "Zed"),
    ("idea", "IntelliJ IDEA"),
    ("pycharm", "PyCharm"),
];

/// Whether this can be the folder of a repository on a machine: an absolute path of Unix or Windows.
pub fn is_root(root: &str) -> bool {
    let root = root.trim();
    let has_drive = matches!(root.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic());
    ((root.starts_with('/') && !root.starts_with("//")) || has_drive)
        && root.len() <= 1_000
        && !root.chars().any(char::is_control)
}

/// The address that opens `place` in the editor of this name, for a repository in the folder `root`; `None` for an editor that
/// is not known or a folder that is none. It opens nothing by itself.
pub fn editor_link(editor: &str, root: &str, place: &Place) -> Option<String> {
    if !is_root(root) {
        return None;
    }
    let root = root.trim().replace('\\', "/");
    let root = root.trim_end_matches('/');
    // A drive of Windows follows a slash.
    let slash = if root.is_empty() || root.starts_with('/') { "" } else { "/" };
    let path = format!("{slash}{}/{}", encoded_path(root).replace("%3A", ":"), encoded_path(&place.path));
    let line = place.start.max(1);
    match editor {
        "vscode" | "vscode-insiders" | "vscodium" | "cursor" | "windsurf" | "zed" => {
            Some(format!("{editor}://file{path}:{line}"))
        }
        "idea" | "pycharm" => Some(format!("{editor}://open?file={path}&line={line}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(editor: &str, root: &str, path: &str, start: u32) -> Option<String> {
        editor_link(editor, root, &Place { path: path.to_owned(), start, end: start })
    }

    #[test]
    fn each_editor_opens_the_file_at_its_line() {
        assert_eq!(
            of("vscode", "/home/ada/shop/", "a b/c.py", 7).as_deref(),
            Some("vscode://file/home/ada/shop/a%20b/c.py:7")
        );
        assert_eq!(of("zed", "/s", "c.py", 0).as_deref(), Some("zed://file/s/c.py:1"));
        assert_eq!(of("vscode", "C:\\work\\shop", "c.py", 7).as_deref(), Some("vscode://file/C:/work/shop/c.py:7"));
        assert_eq!(of("idea", "/s", "c&d.py", 7).as_deref(), Some("idea://open?file=/s/c%26d.py&line=7"));
        assert!(EDITORS.iter().all(|(editor, _)| of(editor, "/s", "c.py", 1).is_some()));
    }

    #[test]
    fn what_is_no_editor_or_no_folder_opens_nothing() {
        for (editor, root) in [
            ("javascript", "/s"),
            ("file", "/s"),
            ("vscode", ""),
            ("vscode", "shop"),
            ("vscode", "//\n"),
            ("vscode", "1:/x"),
        ] {
            assert_eq!(of(editor, root, "c.py", 1), None, "{editor} {root}");
        }
    }
}
