//! git as the oracle: what it makes of 2,000 random cases, and what this crate makes of them, are the same bytes.
//!
//! A case is a folder of a few files before and after: edited, new, deleted, renamed; with `\n` and `\r\n`, with and without
//! a last newline. Cases go in batches, because starting git costs more than its work.
#![allow(clippy::disallowed_methods)]

mod oracle;

use change_set::patch::Target;
use change_set::text::FileForm;
use change_set::{ChangeSet, Patch, Update, diff};
use oracle::cases::{Case, Files, Random};
use oracle::repository::Git;
use source::{ContentHash, RepoPath};
use std::convert::Infallible;
use std::sync::Arc;

const BATCHES: u64 = 50;
const CASES: u64 = 40;

fn batch(number: u64) -> Vec<Case> {
    let mut random = Random::new(number);
    (0..CASES).map(|case| Case::random(&mut random, &format!("case {case}"))).collect()
}

fn all<'a>(cases: &'a [Case], side: impl Fn(&'a Case) -> &'a Files) -> Files {
    cases.iter().flat_map(|case| side(case).iter().map(|(path, text)| (path.clone(), text.clone()))).collect()
}

fn path(raw: &str) -> RepoPath {
    RepoPath::parse(raw).unwrap()
}

/// The files after a patch; None where it is refused.
fn applied(files: &Files, patch: &str) -> Option<Files> {
    let patch = Patch::parse(patch).unwrap_or_else(|error| panic!("{error}\n{patch}"));
    let read = |path: &RepoPath| Ok::<_, Infallible>(files.get(path.as_str()).map(|text| Arc::from(text.as_str())));
    let applied = patch.apply(read).ok()?;
    let mut after = files.clone();
    for file in &applied.files {
        if let Target::Rename { from, .. } = &file.target {
            after.remove(from.as_str());
        }
        if file.text.is_none() {
            after.remove(file.target.path().as_str());
        }
    }
    for file in applied.files {
        if let Some(text) = file.text {
            after.insert(file.target.path().to_string(), text);
        }
    }
    Some(after)
}

/// The set that leads from one side of the cases to the other: renames as such, the rest written.
fn proposed(cases: &[Case]) -> ChangeSet {
    let (before, after) = (all(cases, |case| &case.before), all(cases, |case| &case.after));
    let hash = |path: &str| before.get(path).map(|text| ContentHash::of(text.as_bytes()));
    let mut set = ChangeSet::default();
    let mut proposal = set.propose("call");
    for (from, to) in cases.iter().flat_map(|case| &case.renames) {
        proposal.rename(&path(from), hash(from), &path(to), hash(to)).unwrap();
    }
    for (name, text) in &after {
        proposal.write(&path(name), hash(name), text).unwrap();
    }
    let is_moved = |name: &String| cases.iter().flat_map(|case| &case.renames).any(|(from, _)| from == name);
    for name in before.keys().filter(|name| !after.contains_key(*name) && !is_moved(name)) {
        proposal.delete(&path(name), hash(name)).unwrap();
    }
    for change in proposal.finish() {
        set.apply(&Update::Change(change)).unwrap();
    }
    set
}

#[test]
fn patches_made_by_git_give_the_bytes_that_git_apply_gives() {
    let git = Git::new("made-by-git");
    let batches: Vec<_> = (0..BATCHES).map(batch).collect();
    let patches = git.patches(batches.iter().flatten().map(|case| (&case.before, &case.after)));
    for (cases, patches) in batches.iter().zip(patches.chunks(CASES as usize)) {
        let (before, after) = (all(cases, |case| &case.before), all(cases, |case| &case.after));
        let patch = patches.concat();
        let by_git = git.apply(&before, &patch).expect("git applies its own patch");
        assert_eq!(by_git, after);
        assert_eq!(applied(&before, &patch).expect("it fits"), by_git);
    }
}

#[test]
fn our_diff_is_taken_by_git_apply_with_the_same_bytes() {
    let git = Git::new("made-by-us");
    for number in 0..BATCHES {
        let cases = batch(number);
        let (before, after) = (all(&cases, |case| &case.before), all(&cases, |case| &case.after));
        let set = proposed(&cases);
        let read = |path: &RepoPath| Ok::<_, Infallible>(Arc::from(before[path.as_str()].as_str()));
        let patch = diff::unified(&diff::of_set(&set, read).unwrap());
        assert_eq!(applied(&before, &patch).as_ref(), Some(&after), "batch {number}");
        assert_eq!(git.apply(&before, &patch).as_ref(), Ok(&after), "batch {number}");
    }
}

#[test]
fn our_diff_of_texts_fits_the_files_that_have_a_byte_order_mark_before_them() {
    const FORM: FileForm = FileForm { stripped_bom: true };
    let git = Git::new("marked");
    for number in 0..10 {
        let cases = batch(number);
        let (before, after) = (all(&cases, |case| &case.before), all(&cases, |case| &case.after));
        let set = proposed(&cases);
        let read = |path: &RepoPath| Ok::<_, Infallible>(Arc::from(before[path.as_str()].as_str()));
        let patch = diff::unified(&diff::as_stored(&set, read, |_| FORM).unwrap());
        // New files have no mark.
        let is_new = |name: &str| {
            let is_moved = cases.iter().flat_map(|case| &case.renames).any(|(_, to)| to == name);
            !is_moved && !before.contains_key(name)
        };
        let on_disk = |files: &Files| -> Files {
            let form = |name: &str| if is_new(name) { FileForm::default() } else { FORM };
            files.iter().map(|(name, text)| (name.clone(), form(name).with_mark(text).into_owned())).collect()
        };
        assert_eq!(git.apply(&on_disk(&before), &patch), Ok(on_disk(&after)), "batch {number}");
    }
}

/// The files were changed meanwhile. What fits all the same must give the same bytes; what does not is refused by both: git
/// names every file that does not fit, so one call of it judges a batch.
#[test]
fn what_does_not_fit_is_refused_by_both_and_what_moved_is_found_by_both() {
    let git = Git::new("drifted");
    let batches: Vec<_> = (0..BATCHES).map(batch).collect();
    let patches = git.patches(batches.iter().flatten().map(|case| (&case.before, &case.after)));
    let (mut fitted, mut refused) = (0, 0);
    for (number, (cases, patches)) in batches.iter().zip(patches.chunks(CASES as usize)).enumerate() {
        let mut random = Random::new(1_000 + number as u64);
        let (mut fit, mut misfit) =
            ((Files::new(), Files::new(), String::new()), (Files::new(), String::new(), vec![]));
        for (case, patch) in cases.iter().zip(patches).filter(|(_, patch)| !patch.is_empty()) {
            let drifted = case.drifted(&mut random);
            if let Some(after) = applied(&drifted, patch) {
                fit.0.extend(drifted);
                fit.1.extend(after);
                fit.2 += patch;
                fitted += 1;
            } else {
                misfit.0.extend(drifted);
                misfit.1 += patch;
                misfit.2.push(&case.folder);
                refused += 1;
            }
        }
        assert_eq!(git.apply(&fit.0, &fit.2), Ok(fit.1), "batch {number}");
        let complaints = git.apply(&misfit.0, &misfit.1).expect_err("none of it fits");
        for folder in misfit.2 {
            assert!(complaints.contains(&format!("{folder}/")), "git takes `{folder}` of batch {number}\n{complaints}");
        }
    }
    assert!(fitted > 400 && refused > 400, "{fitted} fitted, {refused} did not: too few to compare");
}
