use super::super::AnswerParts;
use super::*;
use agent_memory::StoredMemory;
use futures::executor::block_on;
use protocol::ModelInfo;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

fn key(question: &str) -> AnswerKey {
    AnswerKey::of(AnswerParts {
        agent: "intent-router",
        model: &ModelInfo { provider: "offline".to_owned(), model: "rules".to_owned() },
        prompt: "",
        preferences: &BTreeMap::new(),
        question,
        turns: "",
        files: &BTreeSet::new(),
        folder: None,
    })
}

fn run() -> CallingRun {
    CallingRun { id: "r1".to_owned(), wall_clock: Some(Rc::new(|| 7.0)), ..CallingRun::default() }
}

fn put(answers: Answers<'_>, question: &str, text: &str) -> bool {
    block_on(answers.put(key(question), (text, &[], 0), &[], &run())).unwrap()
}

fn get(answers: Answers<'_>, question: &str) -> Option<String> {
    block_on(answers.get(&key(question))).unwrap().map(|kept| kept.markdown)
}

#[test]
fn an_answer_is_found_again_by_its_key_alone() {
    let memory = StoredMemory::in_memory();
    let answers = Answers::of(&memory);
    assert_eq!(get(answers, "What?"), None);
    assert!(put(answers, "What?", "This.") && put(answers, "Why?", "So."));
    let kept = block_on(answers.get(&key("What?"))).unwrap().unwrap();
    assert_eq!((kept.markdown.as_str(), kept.run.as_str(), kept.stored_at), ("This.", "r1", Some(7.0)));
    assert!(put(answers, "What?", "That."));
    assert_eq!((get(answers, "What?").as_deref(), block_on(answers.count())), (Some("That."), Ok(2)));
    block_on(answers.clear()).unwrap();
    assert_eq!((get(answers, "What?"), block_on(answers.count())), (None, Ok(0)));
}

#[test]
fn beyond_500_the_100_that_were_used_longest_ago_go() {
    let memory = StoredMemory::in_memory();
    let answers = Answers::of(&memory);
    let mut kept = Kept::default();
    let answer = |n: usize| KeptAnswer {
        key: key(&n.to_string()),
        markdown: n.to_string(),
        citations: Vec::new(),
        dropped: 0,
        evidence: Vec::new(),
        run: "r".to_owned(),
        stored_at: None,
    };
    (0..500).for_each(|n| kept.put(answer(n)));
    assert_eq!(kept.0.len(), 500);
    block_on(memory.files().replace(MemoryFile::Answers, None, &stored::to_bytes(&kept))).unwrap();
    assert_eq!(get(answers, "0").as_deref(), Some("0"), "which is used now");
    assert!(put(answers, "one more", "x"));
    assert_eq!(block_on(answers.count()), Ok(401));
    assert_eq!((get(answers, "100"), get(answers, "1")), (None, None));
    assert_eq!((get(answers, "0").as_deref(), get(answers, "101").as_deref()), (Some("0"), Some("101")));
}

#[test]
fn a_long_answer_is_not_kept() {
    let memory = StoredMemory::in_memory();
    let answers = Answers::of(&memory);
    assert!(put(answers, "long", &"é".repeat(10_000)));
    assert!(!put(answers, "too long", &"é".repeat(10_001)));
    assert_eq!(get(answers, "too long"), None);
}

#[test]
fn damaged_answers_are_an_error_until_they_are_forgotten() {
    let memory = StoredMemory::in_memory();
    block_on(memory.files().replace(MemoryFile::Answers, None, b"[")).unwrap();
    let answers = Answers::of(&memory);
    let error = block_on(answers.get(&key("What?"))).unwrap_err().to_string();
    assert!(error.starts_with("the answers that are kept can't be read: "), "{error}");
    block_on(answers.clear()).unwrap();
    assert_eq!(get(answers, "What?"), None);
}
