//! A person's word on tool calls: from the command line, or from the terminal.

use crate::arguments::Word;
use anyhow::{Result, bail};
use protocol::{Approval, ProposedCall};
use std::io::BufRead;

/// The word given on the command line on the calls that wait for one; `None` where none was given.
pub fn given(word: &Word, calls: &[ProposedCall]) -> Result<Option<Approval>> {
    if !word.approve_all && word.allow.is_empty() && word.decline.is_none() {
        return Ok(None);
    }
    if calls.is_empty() {
        bail!("the run does not wait for approval");
    }
    if word.approve_all {
        return Ok(Some(all(calls)));
    }
    if let Some(wrong) = word.allow.iter().find(|id| calls.iter().all(|call| call.id != **id)) {
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        bail!("no call `{wrong}` waits for approval; those that wait are {}", ids.join(", "));
    }
    Ok(Some(Approval { allowed: word.allow.clone(), note: word.decline.clone().unwrap_or_default() }))
}

/// Asks until the answer can be understood; `None` where there is no answer.
pub fn ask(calls: &[ProposedCall], answers: &mut dyn BufRead, say: &mut dyn FnMut(&str)) -> Result<Option<Approval>> {
    loop {
        say("Run them? y: all, n [reason]: none, numbers: only these > ");
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            say("\n");
            return Ok(None);
        }
        match understood(&answer, calls) {
            Some(approval) => return Ok(Some(approval)),
            None => say(&format!("Say y, n, n with a reason, or numbers from 1 to {}.\n", calls.len())),
        }
    }
}

fn understood(answer: &str, calls: &[ProposedCall]) -> Option<Approval> {
    let answer = answer.trim();
    let (word, rest) = answer.split_once(char::is_whitespace).unwrap_or((answer, ""));
    match word.to_lowercase().as_str() {
        "y" | "yes" => rest.is_empty().then(|| all(calls)),
        "n" | "no" => Some(Approval { allowed: Vec::new(), note: rest.trim().to_owned() }),
        _ => {
            let numbers = answer.split([',', ' ']).filter(|number| !number.is_empty());
            let ids = numbers.map(|number| {
                let place = number.parse::<usize>().ok()?.checked_sub(1)?;
                calls.get(place).map(|call| call.id.clone())
            });
            let allowed = ids.collect::<Option<Vec<String>>>().filter(|allowed| !allowed.is_empty())?;
            Some(Approval { allowed, note: String::new() })
        }
    }
}

fn all(calls: &[ProposedCall]) -> Approval {
    Approval { allowed: calls.iter().map(|call| call.id.clone()).collect(), note: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls() -> Vec<ProposedCall> {
        let call =
            |id: &str| ProposedCall { id: id.to_owned(), name: "read_file".to_owned(), arguments: "{}".to_owned() };
        ["a", "b", "c"].map(call).into()
    }

    fn approval(allowed: &[&str], note: &str) -> Approval {
        Approval { allowed: allowed.iter().map(|&id| id.to_owned()).collect(), note: note.to_owned() }
    }

    #[test]
    fn answers_are_understood() {
        let understood = |answer: &str| understood(answer, &calls());
        assert_eq!(understood("y\n"), Some(approval(&["a", "b", "c"], "")));
        assert_eq!(understood(" Yes "), Some(approval(&["a", "b", "c"], "")));
        assert_eq!(understood("n"), Some(approval(&[], "")));
        assert_eq!(understood("n  read the docs, then\r\n"), Some(approval(&[], "read the docs, then")));
        assert_eq!(understood("3, 1"), Some(approval(&["c", "a"], "")));
        assert_eq!(understood("2"), Some(approval(&["b"], "")));
        for unclear in ["", "\n", "4", "0", "1,x", "-1", "y 2", "maybe", ","] {
            assert_eq!(understood(unclear), None, "{unclear:?}");
        }
    }

    #[test]
    fn an_unclear_answer_is_asked_for_again_and_an_end_is_none() {
        let ask = |typed: &str| {
            let mut said = String::new();
            let approval = ask(&calls(), &mut typed.as_bytes(), &mut |text: &str| said.push_str(text)).unwrap();
            (approval, said.matches("Run them?").count())
        };
        assert_eq!(ask("what?\n2\n"), (Some(approval(&["b"], "")), 2));
        assert_eq!(ask(""), (None, 1));
        assert_eq!(ask("hm\n"), (None, 2));
    }

    #[test]
    fn a_word_on_the_command_line_fits_what_waits() {
        let word = |approve_all, allow: &[&str], decline: Option<&str>| Word {
            approve_all,
            allow: allow.iter().map(|&id| id.to_owned()).collect(),
            decline: decline.map(str::to_owned),
        };
        let given = |word: &Word, calls: &[ProposedCall]| given(word, calls).map_err(|error| error.to_string());
        assert_eq!(given(&Word::default(), &calls()), Ok(None));
        assert_eq!(given(&word(true, &[], None), &calls()), Ok(Some(approval(&["a", "b", "c"], ""))));
        assert_eq!(given(&word(false, &["b"], Some("too much")), &calls()), Ok(Some(approval(&["b"], "too much"))));
        assert_eq!(given(&word(false, &[], Some("")), &calls()), Ok(Some(approval(&[], ""))));
        let wrong = "no call `d` waits for approval; those that wait are a, b, c";
        assert_eq!(given(&word(false, &["a", "d"], None), &calls()), Err(wrong.to_owned()));
        assert_eq!(given(&word(true, &[], None), &[]), Err("the run does not wait for approval".to_owned()));
    }
}
