//! "impl Add for Meter" is the function `Meter.add`.

use crate::words::Word;
use code_words::operators::of_trait;

/// Joins the words of an implementation of an operator's trait into the name of its function.
pub fn join(words: &mut Vec<Word>) {
    let is = |word: &Word, text: &str| word.lower == text;
    let Some(at) = words.windows(4).position(|four| is(&four[0], "impl") && is(&four[2], "for")) else { return };
    if let Some(operator) = of_trait(&words[at + 1].text) {
        let name = Word::name(&format!("{}.{}", words[at + 3].text, operator.rust));
        let name = Word { ends_clause: words[at + 3].ends_clause, ..name };
        words.splice(at..at + 4, [name]);
    }
}

#[cfg(test)]
mod tests {
    use crate::question::understand;

    #[test]
    fn an_implementation_of_an_operator_is_named_by_its_function() {
        assert_eq!(understand("Where is impl Add for Meter?", &[]).names, ["Meter.add"]);
        assert_eq!(understand("Where is `==` defined?", &[]).names, ["=="]);
        assert!(!understand("Where is impl Display for Meter?", &[]).names.contains(&"Meter.add".to_owned()));
    }
}
