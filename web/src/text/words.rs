//! A line that a person types as a program and its arguments.

/// The words of a line: separated by blanks, with blanks where they are in quotes. A quote that is not closed ends with the
/// line. There are no variables, patterns or escapes: it is not a line for a shell.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_words() {
        assert_eq!(words("  node --test  a.test.js "), ["node", "--test", "a.test.js"]);
        assert_eq!(words(r#"python -c "print('a b')" '' x"y z""#), ["python", "-c", "print('a b')", "", "xy z"]);
        assert_eq!(words("echo 'open $HOME"), ["echo", "open $HOME"]);
        assert!(words(" ").is_empty());
    }
}
