//! Paths as manifests write them.

/// A path that is relative to a folder, as one of the repository; `None` where it leaves the repository or is absolute.
pub fn inside(folder: &str, written: &str) -> Option<String> {
    if written.starts_with('/') || written.contains(':') {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in written.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn a_path_stays_in_the_repository() {
        assert_eq!(inside("a/b", "../c/./d/").as_deref(), Some("a/c/d"));
        assert_eq!(inside("a", ".").as_deref(), Some("a"));
        assert_eq!(inside("a", "../.."), None);
        assert_eq!(inside("a", "/etc"), None);
    }
}
