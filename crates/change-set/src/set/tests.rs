//! Overlay, undo, accepting and every limit.

use super::*;
use crate::change::{Accepted, Change, ChangeKind, Update};
use crate::diff;
use proptest::prelude::*;

fn path(raw: &str) -> RepoPath {
    RepoPath::parse(raw).unwrap()
}

fn hash(text: &str) -> Option<ContentHash> {
    Some(ContentHash::of(text.as_bytes()))
}

/// Applies what one tool call proposes.
fn call(set: &mut ChangeSet, propose: impl FnOnce(&mut Proposal) -> Result<(), SetError>) -> Result<u32, SetError> {
    let mut proposal = set.propose("call");
    propose(&mut proposal)?;
    for change in proposal.finish() {
        set.apply(&Update::Change(change))?;
    }
    Ok(set.newest_group())
}

fn text<'a>(set: &'a ChangeSet, raw: &str) -> Option<&'a str> {
    match set.read(&path(raw)) {
        Overlay::Changed { text, .. } => Some(text),
        _ => None,
    }
}

#[test]
fn changed_deleted_moved_and_untouched_are_different_answers() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("old"), "new")).unwrap();
    call(&mut set, |it| it.delete(&path("b"), hash("b"))).unwrap();
    call(&mut set, |it| it.rename(&path("c"), hash("c"), &path("d"), None)).unwrap();
    assert_eq!(text(&set, "a"), Some("new"));
    assert_eq!(set.read(&path("b")), Overlay::Deleted { to: None });
    assert_eq!(set.read(&path("c")), Overlay::Deleted { to: Some(&path("d")) });
    assert_eq!(set.read(&path("d")), Overlay::Moved { from: &path("c"), base: None });
    assert_eq!(set.read(&path("e")), Overlay::Untouched);
    assert_eq!(set.base(&path("a")), Some(hash("old")));
}

#[test]
fn what_is_as_in_the_base_again_leaves_the_set() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("old"), "new")).unwrap();
    call(&mut set, |it| it.write(&path("a"), hash("old"), "old")).unwrap();
    call(&mut set, |it| it.create(&path("n"), None, "x")).unwrap();
    call(&mut set, |it| it.delete(&path("n"), None)).unwrap();
    call(&mut set, |it| it.rename(&path("c"), hash("c"), &path("d"), None)).unwrap();
    call(&mut set, |it| it.rename(&path("d"), None, &path("e"), None)).unwrap();
    assert_eq!(set.read(&path("e")), Overlay::Moved { from: &path("c"), base: None });
    assert_eq!(set.read(&path("c")), Overlay::Deleted { to: Some(&path("e")) });
    call(&mut set, |it| it.rename(&path("e"), None, &path("c"), hash("c"))).unwrap();
    assert!(set.is_empty(), "{set:?}");
}

#[test]
fn later_edits_of_a_file_are_stored_as_hunks() {
    let long = "line\n".repeat(200);
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("old"), &long)).unwrap();
    let mut proposal = set.propose("second");
    proposal.write(&path("a"), hash("old"), &(long.clone() + "end\n")).unwrap();
    let changes = proposal.finish();
    assert!(matches!(&changes[0].kind, ChangeKind::Hunks { splices, .. } if splices.len() == 1));
    set.apply(&Update::Change(changes[0].clone())).unwrap();
    assert_eq!(text(&set, "a"), Some(&*(long + "end\n")));
    // For another text than the one that is there they are refused.
    let again = Change { group: 3, ..changes[0].clone() };
    assert_eq!(set.apply(&Update::Change(again)), Err(SetError::Stale(path("a"))));
}

#[test]
fn a_moved_file_can_be_edited_and_reverted() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| {
        it.rename(&path("a"), hash("1"), &path("b"), None)?;
        it.write(&path("b"), None, "2")
    })
    .unwrap();
    assert!(matches!(set.read(&path("b")), Overlay::Changed { from: Some(from), .. } if *from == path("a")));
    call(&mut set, |it| it.revert(&path("a"))).unwrap();
    assert!(set.is_empty());
    // A rejection is a group like others.
    set.apply(&Update::Undo { group: 2 }).unwrap();
    assert_eq!(text(&set, "b"), Some("2"));
}

#[test]
fn undo_takes_back_a_group_and_asks_for_later_ones_first() {
    let mut set = ChangeSet::default();
    let first = call(&mut set, |it| it.write(&path("a"), hash("0"), "1")).unwrap();
    let other = call(&mut set, |it| it.write(&path("b"), hash("0"), "1")).unwrap();
    let last = call(&mut set, |it| it.write(&path("a"), hash("0"), "2")).unwrap();
    let undo = |set: &mut ChangeSet, group| set.apply(&Update::Undo { group });
    assert_eq!(undo(&mut set, first), Err(SetError::UndoLaterFirst { later: vec![last] }));
    undo(&mut set, last).unwrap();
    assert_eq!(text(&set, "a"), Some("1"));
    undo(&mut set, first).unwrap();
    assert_eq!(set.read(&path("a")), Overlay::Untouched);
    assert_eq!(undo(&mut set, last), Err(SetError::UnknownGroup { group: last, kept: vec![other] }));
    undo(&mut set, other).unwrap();
    assert_eq!(undo(&mut set, other), Err(SetError::NothingToUndo));
}

#[test]
fn ten_groups_are_kept() {
    let mut set = ChangeSet::default();
    for number in 1..=12 {
        call(&mut set, |it| it.write(&path("a"), hash("0"), &number.to_string())).unwrap();
    }
    assert_eq!(set.groups().map(|group| group.number).collect::<Vec<_>>(), (3..=12).collect::<Vec<_>>());
}

#[test]
fn a_call_is_one_group_however_often_it_changes_a_file() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("0"), "before\r\n")).unwrap();
    let group = call(&mut set, |it| {
        it.write(&path("a"), None, "x")?;
        it.write(&path("a"), None, "y")?;
        it.delete(&path("a"), None)?;
        it.write(&path("a"), None, "z")
    })
    .unwrap();
    set.apply(&Update::Undo { group }).unwrap();
    assert_eq!(text(&set, "a"), Some("before\r\n"));
}

#[test]
fn what_is_accepted_leaves_the_set() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("0"), "1")).unwrap();
    call(&mut set, |it| it.delete(&path("b"), hash("b"))).unwrap();
    call(&mut set, |it| it.rename(&path("c"), hash("c"), &path("d"), None)).unwrap();
    let accepted = |raw, now| Accepted { path: path(raw), now };
    set.apply(&Update::Accepted(vec![accepted("a", hash("1"))])).unwrap();
    set.apply(&Update::Accepted(vec![accepted("b", None)])).unwrap();
    let half = SetError::HalfOfMove { from: path("c"), to: path("d") };
    assert_eq!(set.apply(&Update::Accepted(vec![accepted("c", None)])), Err(half));
    set.apply(&Update::Accepted(vec![accepted("c", None), accepted("d", hash("c"))])).unwrap();
    assert!(set.is_empty());
    assert_eq!(set.groups().count(), 0, "undo would restore over another base");
    assert_eq!(set.apply(&Update::Accepted(vec![accepted("a", None)])), Err(SetError::Unchanged(path("a"))));
}

#[test]
fn an_accepted_hunk_leaves_the_others_proposed() {
    let base: String = (1..30).map(|line| format!("line {line}\n")).collect();
    let new = base.replace("line 3\n", "three\n").replace("line 25\n", "25\n");
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash(&base), &new)).unwrap();
    let on_disk = diff::with_hunks(&base, &new, &[0]);
    set.apply(&Update::Accepted(vec![Accepted { path: path("a"), now: hash(&on_disk) }])).unwrap();
    assert_eq!((text(&set, "a"), set.base(&path("a"))), (Some(&*new), Some(hash(&on_disk))));
    // The rest is rejected: nothing is proposed.
    call(&mut set, |it| it.write(&path("a"), None, &on_disk)).unwrap();
    assert!(set.is_empty());
}

#[test]
fn limits_are_refused_with_what_to_do() {
    let mut set = ChangeSet::default();
    let big = "x".repeat(MAX_FILE_BYTES);
    let refused = call(&mut set, |it| it.write(&path("a"), None, &format!("{big}y"))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "`a` would be 1048577 bytes long; a changed file may have 1048576: write less or split the file"
    );
    for number in 0..8 {
        call(&mut set, |it| it.write(&path(&number.to_string()), None, &big)).unwrap();
    }
    assert_eq!(
        call(&mut set, |it| it.write(&path("a"), None, "y")),
        Err(SetError::SetTooLarge { bytes: MAX_SET_BYTES + 1 })
    );
    // Smaller is never refused.
    call(&mut set, |it| it.write(&path("1"), None, "small")).unwrap();
    let mut set = ChangeSet::default();
    let fill = |it: &mut Proposal| (0..200).try_for_each(|number| it.write(&path(&number.to_string()), None, "x"));
    call(&mut set, fill).unwrap();
    assert_eq!(call(&mut set, |it| it.write(&path("a"), None, "x")), Err(SetError::TooManyFiles { files: 201 }));
}

#[test]
fn refuses_what_is_not_there_or_is_there_already() {
    let mut set = ChangeSet::default();
    assert_eq!(call(&mut set, |it| it.delete(&path("a"), None)), Err(SetError::Missing(path("a"))));
    assert_eq!(call(&mut set, |it| it.rename(&path("a"), None, &path("b"), None)), Err(SetError::Missing(path("a"))));
    assert_eq!(call(&mut set, |it| it.create(&path("a"), hash("x"), "")), Err(SetError::Exists(path("a"))));
    assert_eq!(
        call(&mut set, |it| it.rename(&path("a"), hash("a"), &path("b"), hash("b"))),
        Err(SetError::Exists(path("b")))
    );
    assert_eq!(call(&mut set, |it| it.revert(&path("a"))), Err(SetError::Unchanged(path("a"))));
    assert!(matches!(call(&mut set, |it| it.write(&path(".git/config"), None, "x")), Err(SetError::Path(_))));
    assert!(matches!(
        call(&mut set, |it| it.rename(&path("a"), hash("a"), &path("x/.git/hooks/y"), None)),
        Err(SetError::Path(_))
    ));
    assert!(set.is_empty() && set.newest_group() == 0);
}

#[test]
fn a_log_that_does_not_fit_is_noted_not_followed() {
    let mut set = ChangeSet::default();
    set.reduce(Update::Undo { group: 7 });
    let change = Change { path: path("a"), base: None, kind: ChangeKind::Text("x".into()), group: 0, call: "c".into() };
    set.reduce(Update::Change(change));
    assert_eq!(set.problems().len(), 2);
    assert!(set.is_empty());
}

#[test]
fn a_stored_set_is_read_again() {
    let mut set = ChangeSet::default();
    call(&mut set, |it| it.write(&path("a"), hash("0"), "1\r\n")).unwrap();
    call(&mut set, |it| it.rename(&path("b"), hash("b"), &path("c"), None)).unwrap();
    let stored = serde_json::to_string(&set).unwrap();
    assert_eq!(serde_json::from_str::<ChangeSet>(&stored).unwrap(), set);
    // Anyone can have written it.
    let forged = stored.replace("\"a\"", "\".git/config\"");
    assert!(serde_json::from_str::<ChangeSet>(&forged).unwrap_err().to_string().contains("git's own folder"));
}

/// A random step: a tool call that writes, deletes or moves one of a few files, or a rejection.
#[derive(Debug, Clone)]
enum Step {
    Write(u8, String),
    Delete(u8),
    Move(u8, u8),
    Revert(u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0u8..4, "(\u{feff}){0,1}[ab\u{e9}]{0,3}((\n|\r\n)[ab]{0,2}){0,4}").prop_map(|(at, text)| Step::Write(at, text)),
        1 => (0u8..4).prop_map(Step::Delete),
        2 => (0u8..4, 0u8..4).prop_map(|(at, to)| Step::Move(at, to)),
        1 => (0u8..4).prop_map(Step::Revert),
    ]
}

/// Files 0 and 1 are in the base.
fn base(at: u8) -> Option<String> {
    (at < 2).then(|| format!("base {at}\r\nwithout end"))
}

/// What a reader of the overlay sees of each file.
fn seen(set: &ChangeSet) -> Vec<Option<String>> {
    let number = |path: &RepoPath| path.as_str().parse().unwrap();
    (0..4)
        .map(|at| match set.read(&path(&at.to_string())) {
            Overlay::Untouched => base(at),
            Overlay::Changed { text, .. } => Some(text.to_string()),
            Overlay::Moved { from, .. } => base(number(from)),
            Overlay::Deleted { .. } => None,
        })
        .collect()
}

fn take(set: &mut ChangeSet, model: &mut [Option<String>], step: &Step) -> bool {
    let at = |at: &u8| path(&at.to_string());
    let hash = |at: &u8| base(*at).and_then(|text| hash(&text));
    let outcome = call(set, |it| match step {
        Step::Write(file, text) => it.write(&at(file), hash(file), text),
        Step::Delete(file) => it.delete(&at(file), hash(file)),
        Step::Move(file, to) => it.rename(&at(file), hash(file), &at(to), hash(to)),
        Step::Revert(file) => it.revert(&at(file)),
    });
    match (step, &outcome) {
        (_, Err(_)) => {}
        (Step::Write(file, text), _) => model[usize::from(*file)] = Some(text.clone()),
        (Step::Delete(file), _) => model[usize::from(*file)] = None,
        (Step::Move(file, to), _) => model[usize::from(*to)] = model[usize::from(*file)].take(),
        (Step::Revert(_), _) => model.clone_from_slice(&seen(set)),
    }
    outcome.is_ok()
}

proptest! {
    #[test]
    fn the_overlay_shows_what_was_done_and_undo_returns_the_very_bytes(steps in proptest::collection::vec(step(), 1..10)) {
        let mut set = ChangeSet::default();
        let mut model: Vec<_> = (0..4).map(base).collect();
        let mut history = vec![(set.clone(), seen(&set))];
        for step in &steps {
            let newest = set.newest_group();
            if take(&mut set, &mut model, step) && set.newest_group() > newest {
                history.push((set.clone(), seen(&set)));
            }
            prop_assert_eq!(&seen(&set), &model, "after {:?}", step);
        }
        let stored: ChangeSet = serde_json::from_str(&serde_json::to_string(&set).unwrap()).unwrap();
        prop_assert_eq!(&stored, &set);
        while let Some(group) = set.groups.last().map(|group| group.number) {
            set.apply(&Update::Undo { group }).unwrap();
            history.pop();
            let (before, shown) = &history[history.len() - 1];
            prop_assert_eq!(&seen(&set), shown);
            prop_assert_eq!(&set.entries, &before.entries);
        }
        prop_assert!(set.is_empty());
    }
}
