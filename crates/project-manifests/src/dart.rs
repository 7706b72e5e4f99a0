//! `pubspec.yaml`: the name by which a package is imported.

/// The name, which is written on a line of its own at the margin.
pub fn name(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix("name:"))?;
    let written = line.split('#').next().unwrap_or("").trim().trim_matches(['"', '\'']);
    let is_name = !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_package_has_the_name_at_the_margin() {
        assert_eq!(name("# name: no\nflutter:\n  name: no\nname: shop_cart # ours\n").as_deref(), Some("shop_cart"));
        assert_eq!(name("name: 'shop'\r\nversion: 1.0.0\n").as_deref(), Some("shop"));
        assert_eq!(["", "name:", "name: a b"].map(name), [None, None, None]);
    }
}
