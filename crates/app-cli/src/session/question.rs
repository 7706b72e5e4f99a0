//! Questions of the agent, asked on the terminal.

use anyhow::Result;
use std::io::BufRead;

/// Asks until there is an answer: the number of an option, or any text; `None` at the end of the input.
pub fn ask(
    question: &str,
    options: &[String],
    answers: &mut dyn BufRead,
    show: &mut dyn FnMut(&str),
) -> Result<Option<String>> {
    show(&format!("{question}\n"));
    for (option, number) in options.iter().zip(1..) {
        show(&format!("  {number}: {option}\n"));
    }
    loop {
        show("> ");
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            show("\n");
            return Ok(None);
        }
        let answer = answer.trim();
        if !answer.is_empty() {
            let chosen = answer.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
            return Ok(Some(chosen.map_or(answer, String::as_str).to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_an_option_and_anything_else_a_text() {
        let options = ["tabs".to_owned(), "spaces".to_owned()];
        let answer = |typed: &str| ask("Which?", &options, &mut typed.as_bytes(), &mut |_| {}).unwrap();
        assert_eq!(answer("2\n").as_deref(), Some("spaces"));
        assert_eq!(answer("3\n").as_deref(), Some("3"));
        assert_eq!(answer("\n neither \n").as_deref(), Some("neither"));
        assert_eq!(answer(""), None);
    }
}
