//! What arithmetic of whole numbers comes to: `2 * (1 << 20)` is 2097152.

/// Deepest nesting of brackets.
const DEPTH: usize = 16;

/// `None` where the text is anything else, or a number alone.
pub fn value(text: &str) -> Option<u64> {
    let is_sum = text.contains(['*', '+', '<']);
    let mut rest: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '_').rev().collect();
    let found = sum(&mut rest, 0);
    found.filter(|_| rest.is_empty() && is_sum)
}

fn sum(rest: &mut Vec<char>, depth: usize) -> Option<u64> {
    let mut total = product(rest, depth)?;
    loop {
        match rest.last() {
            Some('+') => {
                rest.pop();
                total = total.checked_add(product(rest, depth)?)?;
            }
            Some('<') if rest.len() > 1 && rest[rest.len() - 2] == '<' => {
                rest.truncate(rest.len() - 2);
                let by = u32::try_from(product(rest, depth)?).ok()?;
                total = total.checked_mul(2u64.checked_pow(by)?)?;
            }
            _ => return Some(total),
        }
    }
}

fn product(rest: &mut Vec<char>, depth: usize) -> Option<u64> {
    let mut total = factor(rest, depth)?;
    while rest.last() == Some(&'*') {
        rest.pop();
        total = total.checked_mul(factor(rest, depth)?)?;
    }
    Some(total)
}

fn factor(rest: &mut Vec<char>, depth: usize) -> Option<u64> {
    if rest.last() == Some(&'(') && depth < DEPTH {
        rest.pop();
        let inner = sum(rest, depth + 1)?;
        return (rest.pop() == Some(')')).then_some(inner);
    }
    let mut digits = String::new();
    while let Some(digit) = rest.pop_if(|c| c.is_ascii_digit()) {
        digits.push(digit);
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn arithmetic_of_whole_numbers_is_worked_out() {
        assert_eq!(value("1024 * 1024"), Some(1_048_576));
        assert_eq!(value("2 * (1 << 20)"), Some(2_097_152));
        assert_eq!(value("5 * 60 * 1_000 + 1"), Some(300_001));
        for text in ["512", "a * 2", "2 *", "(1 + 2", "1 << 90", "\"2 * 3\"", "2 * 1.5"] {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
