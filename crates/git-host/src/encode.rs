//! Percent encoding of parts of a URL.

use std::fmt::Write;

/// A text as one segment of a path, or a value of a query: everything but unreserved characters (RFC 3986, 2.3) is encoded.
pub fn segment(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            // Writing to a string does not fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

/// A path: its segments are encoded, its slashes stay.
pub fn path(text: &str) -> String {
    text.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// The text that was encoded; `None` where it is not UTF-8 or not encoded as it should be.
pub fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'%' => bytes.push((digit(rest.next())? * 16 + digit(rest.next())?) as u8),
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_again() {
        assert_eq!(path("docs/価格 #1?.md"), "docs/%E4%BE%A1%E6%A0%BC%20%231%3F.md");
        assert_eq!(segment("group/sub"), "group%2Fsub");
        for text in ["docs/価格 #1?.md", "a%20b", "~x.y_z-1"] {
            assert_eq!(decoded(&path(text)).as_deref(), Some(text));
        }
        for damaged in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(decoded(damaged), None, "{damaged}");
        }
    }
}
