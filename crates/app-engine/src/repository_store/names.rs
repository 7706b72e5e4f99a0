//! Names for folders, files and locks.

use std::iter::once;

/// The most characters of a name that a file name keeps.
const LONGEST: usize = 60;

/// A name for a file to download: `text` with a dash for every character that is neither a letter nor a digit, in any
/// script. `instead` if nothing is left.
pub fn file_name(text: &str, instead: &str, extension: &str) -> String {
    let mut name = String::new();
    for c in text.chars().flat_map(char::to_lowercase).chain(once('-')) {
        match c {
            c if c.is_alphanumeric() => name.push(c),
            _ if name.is_empty() || name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    let name: String = name.chars().take(LONGEST).collect();
    let name = name.trim_matches('-');
    format!("{}{extension}", if name.is_empty() { instead } else { name })
}

/// A random name: 64 bits in hexadecimal digits.
pub fn random() -> String {
    let half = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:08x}{:08x}", half(), half())
}

/// Name of the lock for writing to a repository's folder.
pub fn lock_name(id: &str) -> String {
    format!("quarry-repository-{id}")
}
