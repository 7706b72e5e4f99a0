//! Typing errors that are the same in every run.

/// A number that depends on the text alone (FNV-1a, mixed once more so that its low bits are good too).
pub fn hash(text: &str) -> u64 {
    let sum =
        text.bytes().fold(0xCBF2_9CE4_8422_2325u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    (sum ^ (sum >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (sum >> 32)
}

/// The word with a letter missing, two letters swapped, or a wrong letter; never the first. `None` for words that are
/// too short or not plain ASCII.
pub fn misspelt(word: &str) -> Option<String> {
    if word.len() < 5 || !word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let number = hash(word);
    let mut letters: Vec<u8> = word.bytes().collect();
    let at = 1 + (number >> 8) as usize % (letters.len() - 2);
    match number % 3 {
        0 => {
            letters.remove(at);
        }
        1 => letters.swap(at, at + 1),
        _ => letters[at] = b'a' + (number >> 32) as u8 % 26,
    }
    let text = String::from_utf8(letters).ok()?;
    (text != word).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_error_a_word_and_always_the_same() {
        for word in ["session", "get_user", "Snapshot", "parseHeaders"] {
            let wrong = misspelt(word).unwrap();
            assert!(wrong != word && wrong.starts_with(&word[..1]) && wrong.len() + 1 >= word.len(), "{wrong}");
            assert_eq!(misspelt(word), Some(wrong));
        }
        assert_eq!((misspelt("run"), misspelt("данные")), (None, None));
    }
}
