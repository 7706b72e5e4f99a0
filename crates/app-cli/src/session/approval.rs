//! Approvals of tool calls: from the command line, or from the terminal.

use crate::arguments::ApprovalOptions;
use anyhow::{Result, bail};
use protocol::{Approval, Asked, Interrupt, PersonAnswer, PersonReply, ProposedCall};
use std::io::BufRead;

/// The answer given on the command line; `None` where none was given.
pub fn given(options: &ApprovalOptions, asked: &[Interrupt]) -> Result<Option<PersonAnswer>> {
    let answer = |interrupt: &Interrupt, reply| PersonAnswer { interrupt: Some(interrupt.id.clone()), reply };
    let approves = options.approve_all || !options.allow.is_empty() || options.decline.is_some();
    if let Some(text) = &options.answer {
        let question = asked.iter().find(|interrupt| matches!(interrupt.asked, Asked::Question { .. }));
        let Some(question) = question.filter(|_| !approves) else {
            bail!("the run does not wait for an answer in words")
        };
        return Ok(Some(answer(question, PersonReply::Text { text: text.clone() })));
    }
    if !approves {
        return Ok(None);
    }
    for interrupt in asked {
        if let Asked::Calls { calls } = &interrupt.asked {
            return Ok(Some(answer(interrupt, PersonReply::Approval { approval: approval(options, calls)? })));
        }
    }
    bail!("the run does not wait for approval")
}

fn approval(options: &ApprovalOptions, calls: &[ProposedCall]) -> Result<Approval> {
    if options.approve_all {
        return Ok(all(calls));
    }
    if let Some(wrong) = options.allow.iter().find(|id| calls.iter().all(|call| call.id != **id)) {
        let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        bail!("no call `{wrong}` waits for approval; those that wait are {}", ids.join(", "));
    }
    // No --decline, or one without a reason: there is no note.
    Ok(Approval {
        allowed: options.allow.clone(),
        note: options.decline.clone().unwrap_or_default(),
        remembered: Vec::new(),
    })
}

/// Asks until the answer can be understood; `None` where there is no answer.
pub fn ask(calls: &[ProposedCall], answers: &mut dyn BufRead, show: &mut dyn FnMut(&str)) -> Result<Option<Approval>> {
    loop {
        let remember = if calls.iter().any(|call| call.can_be_remembered) {
            "a: all, and those like them in this run, "
        } else {
            ""
        };
        show(&format!("Run them? y: all, {remember}n [reason]: none, numbers: only these > "));
        let mut answer = String::new();
        if answers.read_line(&mut answer)? == 0 {
            show("\n");
            return Ok(None);
        }
        match understood(&answer, calls) {
            Some(approval) => return Ok(Some(approval)),
            None => show(&format!("Say y, n, n with a reason, or numbers from 1 to {}.\n", calls.len())),
        }
    }
}

fn understood(answer: &str, calls: &[ProposedCall]) -> Option<Approval> {
    let answer = answer.trim();
    let (word, rest) = answer.split_once(char::is_whitespace).unwrap_or((answer, ""));
    match word.to_lowercase().as_str() {
        "a" if rest.is_empty() && calls.iter().any(|call| call.can_be_remembered) => {
            let remembered = calls.iter().filter(|call| call.can_be_remembered).map(|call| call.id.clone()).collect();
            Some(Approval { remembered, ..all(calls) })
        }
        "y" | "yes" => rest.is_empty().then(|| all(calls)),
        "n" | "no" => Some(Approval { allowed: Vec::new(), note: rest.trim().to_owned(), remembered: Vec::new() }),
        _ => {
            let numbers = answer.split([',', ' ']).filter(|number| !number.is_empty());
            let ids = numbers.map(|number| {
                let place = number.parse::<usize>().ok()?.checked_sub(1)?;
                calls.get(place).map(|call| call.id.clone())
            });
            let allowed = ids.collect::<Option<Vec<String>>>().filter(|allowed| !allowed.is_empty())?;
            Some(Approval { allowed, ..Approval::default() })
        }
    }
}

fn all(calls: &[ProposedCall]) -> Approval {
    Approval { allowed: calls.iter().map(|call| call.id.clone()).collect(), ..Approval::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls() -> Vec<ProposedCall> {
        let call = |id: &str| ProposedCall {
            id: id.to_owned(),
            name: "read_file".to_owned(),
            arguments: "{}".to_owned(),
            ..ProposedCall::default()
        };
        ["a", "b", "c"].map(call).into()
    }

    fn approval(allowed: &[&str], note: &str) -> Approval {
        Approval {
            allowed: allowed.iter().map(|&id| id.to_owned()).collect(),
            note: note.to_owned(),
            remembered: Vec::new(),
        }
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
            let mut shown = String::new();
            let approval = ask(&calls(), &mut typed.as_bytes(), &mut |text: &str| shown.push_str(text)).unwrap();
            (approval, shown.matches("Run them?").count())
        };
        assert_eq!(ask("what?\n2\n"), (Some(approval(&["b"], "")), 2));
        assert_eq!(ask(""), (None, 1));
        assert_eq!(ask("hm\n"), (None, 2));
    }

    #[test]
    fn an_approval_on_the_command_line_fits_the_calls_that_wait() {
        let options = |approve_all, allow: &[&str], decline: Option<&str>| ApprovalOptions {
            approve_all,
            allow: allow.iter().map(|&id| id.to_owned()).collect(),
            decline: decline.map(str::to_owned),
            answer: None,
        };
        let waiting = |asked| vec![Interrupt { id: "i1".to_owned(), asked }];
        let given = |options: &ApprovalOptions, calls: &[ProposedCall]| {
            let asked = if calls.is_empty() { Vec::new() } else { waiting(Asked::Calls { calls: calls.to_vec() }) };
            given(options, &asked).map_err(|error| error.to_string()).map(|answer| answer.map(|answer| answer.reply))
        };
        let approval = |allowed: &[&str], note: &str| PersonReply::Approval { approval: approval(allowed, note) };
        assert_eq!(given(&ApprovalOptions::default(), &calls()), Ok(None));
        assert_eq!(given(&options(true, &[], None), &calls()), Ok(Some(approval(&["a", "b", "c"], ""))));
        assert_eq!(given(&options(false, &["b"], Some("too much")), &calls()), Ok(Some(approval(&["b"], "too much"))));
        assert_eq!(given(&options(false, &[], Some("")), &calls()), Ok(Some(approval(&[], ""))));
        let wrong = "no call `d` waits for approval; those that wait are a, b, c";
        assert_eq!(given(&options(false, &["a", "d"], None), &calls()), Err(wrong.to_owned()));
        assert_eq!(given(&options(true, &[], None), &[]), Err("the run does not wait for approval".to_owned()));
        let words = ApprovalOptions { answer: Some("spaces".to_owned()), ..ApprovalOptions::default() };
        assert_eq!(given(&words, &calls()), Err("the run does not wait for an answer in words".to_owned()));
        let asked = waiting(Asked::Question { question: "Which?".to_owned(), options: Vec::new() });
        let reply = PersonReply::Text { text: "spaces".to_owned() };
        let answer = PersonAnswer { interrupt: Some("i1".to_owned()), reply };
        assert_eq!(super::given(&words, &asked).unwrap(), Some(answer));
    }
}
