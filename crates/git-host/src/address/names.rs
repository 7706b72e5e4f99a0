//! Which names may be part of an address.

/// A text as it is shown in an error: short, on one line.
pub fn clean(text: &str) -> String {
    text.chars().take(100).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A host with or without port, in lower case.
pub fn check_host(host: &str) -> Option<()> {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.contains(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    let is_name = name == "[::1]"
        || name.split('.').all(|label| {
            !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        });
    (is_port && is_name).then_some(())
}

/// The name of an owner, a group or a repository.
pub fn is_owner(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    !name.is_empty() && name.len() <= 255 && name.bytes().all(is_letter) && name.bytes().any(|byte| byte != b'.')
}

/// The name of a branch, tag or commit, by the rules of `git check-ref-format`.
pub fn is_reference(name: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.ends_with(".lock");
    let is_letter = |c: char| !c.is_control() && !" ~^:?*[\\".contains(c);
    name.split('/').all(is_part)
        && name.chars().all(is_letter)
        && !name.contains("..")
        && !name.contains("@{")
        && !name.ends_with('.')
        && name != "@"
        && !name.starts_with('-')
}

/// A path in a repository.
pub fn is_path(path: &str) -> bool {
    path.split('/').all(|part| !part.is_empty() && part != "." && part != "..") && !path.contains('\0')
}
