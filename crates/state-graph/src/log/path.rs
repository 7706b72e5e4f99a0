//! Where in a JSON text that was cut off its end is.

/// The path to the end of a JSON text that broke off: `documents[0].score`, or `the value` at its top.
pub(crate) fn path_of_end(json: &[u8]) -> String {
    let mut levels: Vec<Level> = Vec::new();
    let mut string: Option<Vec<u8>> = None;
    let mut escaped = false;
    for &byte in json {
        if let Some(text) = &mut string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    if let Some(Level::Object { key, expects_key: true }) = levels.last_mut() {
                        *key = String::from_utf8_lossy(text).into_owned();
                    }
                    string = None;
                    continue;
                }
                _ => {}
            }
            text.push(byte);
            continue;
        }
        match (byte, levels.last_mut()) {
            (b'"', _) => string = Some(Vec::new()),
            (b'{', _) => levels.push(Level::Object { key: String::new(), expects_key: true }),
            (b'[', _) => levels.push(Level::Array(0)),
            (b'}' | b']', _) => drop(levels.pop()),
            (b':', Some(Level::Object { expects_key, .. })) => *expects_key = false,
            (b',', Some(Level::Object { expects_key, .. })) => *expects_key = true,
            (b',', Some(Level::Array(index))) => *index += 1,
            _ => {}
        }
    }
    let mut path = String::new();
    for level in levels {
        match level {
            Level::Object { key, .. } if path.is_empty() => path.push_str(&key),
            Level::Object { key, .. } => path.extend([".", &key]),
            Level::Array(index) => path.extend(["[", &index.to_string(), "]"]),
        }
    }
    if path.is_empty() { "the value".to_owned() } else { path }
}

enum Level {
    Object { key: String, expects_key: bool },
    Array(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_text_has_a_path() {
        assert_eq!(path_of_end(b""), "the value");
        assert_eq!(path_of_end(br#"{"name":["x"],"scores":[{"a":1},{"b,[":{"#), "scores[1].b,[.");
        assert_eq!(path_of_end(br#"{"map":[{"#), "map[0].");
        assert_eq!(path_of_end(br#"{"text":"a \" b","n":"#), "n");
    }
}
