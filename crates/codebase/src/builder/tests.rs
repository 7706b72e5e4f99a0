//! What a build takes, reports and refuses.

use super::*;
use crate::fixture;
use futures::executor::block_on;

#[test]
fn the_order_of_facts_does_not_matter() {
    let forwards = fixture::build(|files| files);
    let backwards = fixture::build(|files| files.into_iter().rev().collect());
    assert_eq!(forwards.to_bytes().unwrap(), backwards.to_bytes().unwrap());
}

#[test]
fn a_build_reports_its_phases_in_order_and_is_the_same_as_one_at_once() {
    let mut builder = CodebaseBuilder::new(fixture::snapshot());
    let pending = builder.pending();
    assert!(pending.len() > 3);
    fixture::add_facts(&mut builder, pending[0]);
    assert_eq!(builder.pending().len(), pending.len() - 1);
    pending[1..].iter().for_each(|file| fixture::add_facts(&mut builder, *file));
    let mut reports = Vec::new();
    let built = block_on(builder.build(async |progress: Progress| {
        reports.push(progress);
        Ok::<(), Infallible>(())
    }));
    let Ok(codebase) = built;
    let mut phases: Vec<Phase> = reports.iter().map(|progress| progress.phase).collect();
    phases.dedup();
    assert_eq!(phases, [Phase::Indexing, Phase::Packing, Phase::Linking]);
    assert!(reports.iter().all(|progress| progress.done <= progress.total));
    assert_eq!(reports.last().map(|progress| progress.done), reports.last().map(|progress| progress.total));
    let linking = reports.iter().filter(|progress| progress.phase == Phase::Linking);
    assert!(linking.is_sorted_by_key(|progress| progress.done));
    assert_eq!(codebase.to_bytes().unwrap(), fixture::build(|files| files).to_bytes().unwrap());
}

#[test]
fn a_build_is_cancelled_by_an_error_of_its_report() {
    for phase in [Phase::Indexing, Phase::Packing, Phase::Linking] {
        let builder = CodebaseBuilder::new(fixture::snapshot());
        let cancel = async |progress: Progress| if progress.phase == phase { Err("cancelled") } else { Ok(()) };
        assert_eq!(block_on(builder.build(cancel)).map(drop), Err("cancelled"));
    }
}

#[test]
fn what_has_no_parser_may_be_indexed_while_facts_are_waited_for() {
    let mut builder = CodebaseBuilder::new(fixture::snapshot());
    let pending = builder.pending();
    while builder.index_unparsed() {}
    assert_eq!(builder.pending(), pending);
    assert_eq!(builder.done as usize, builder.snapshot().files.len() - pending.len());
    pending.iter().for_each(|file| fixture::add_facts(&mut builder, *file));
    assert_eq!(builder.finish().to_bytes().unwrap(), fixture::build(|files| files).to_bytes().unwrap());
}

#[test]
fn files_without_facts_are_still_found() {
    let codebase = CodebaseBuilder::new(fixture::snapshot()).finish();
    let hits = codebase.search("sum after discounts", 3);
    assert_eq!((hits[0].span.path.as_str(), hits[0].kind), ("shop/pricing.py", "text"));
    assert!(codebase.graph().is_empty());
}

#[test]
fn a_file_that_could_not_be_parsed_is_text_and_is_listed() {
    let listed = |codebase: &Codebase| -> Vec<String> {
        codebase.snapshot().skipped.iter().map(|entry| format!("{}: {}", entry.path, entry.reason)).collect()
    };
    let of_a_longer_file = syntax::parse(source::Language::Python, &"def f(): pass\n".repeat(999)).unwrap();
    let hostile = format!("x={}", "\\\n".repeat(40_000));
    let snapshot = fixture::snapshot_of(&format!(
        "//- a.py\ndef f(): pass\n//- b.py\nneedle = 1\n//- c.py\n{hostile}\n//- d.py\nx = needle\n//- e.py\ny = 1\n"
    ));
    let build = |snapshot: Snapshot| {
        let mut builder = CodebaseBuilder::new(snapshot);
        builder.give_up(FileId(1), SkipReason::TookTooLong).unwrap();
        assert!(matches!(builder.give_up(FileId(1), SkipReason::TookTooLong), Err(BuildError::Twice(_))));
        assert_eq!(builder.give_up(FileId(9), SkipReason::TookTooLong), Err(BuildError::NoSuchFile(9)));
        assert_eq!(builder.add_parsed(FileId(3), Ok(of_a_longer_file.clone())), Ok(false));
        assert_eq!(builder.add_parsed(FileId(4), FileFacts::from_bytes(&[])), Ok(false));
        assert!(matches!(builder.add_parsed(FileId(3), Ok(FileFacts::default())), Err(BuildError::Twice(_))));
        for file in builder.pending() {
            fixture::add_facts(&mut builder, file);
        }
        builder.finish()
    };
    let codebase = build(snapshot);
    let wanted = [
        "b.py: took too long; indexed as text",
        "c.py: took too long; indexed as text",
        "d.py: parser failed; indexed as text: a span lies outside the file",
        "e.py: parser failed; indexed as text: the facts could not be read: Hit the end of buffer, expected more data",
    ];
    assert_eq!(listed(&codebase), wanted);
    let found: Vec<_> = codebase.search("needle", 9).into_iter().map(|hit| hit.span.path.to_string()).collect();
    assert_eq!(found, ["b.py", "d.py"]);
    assert!(codebase.whole_graph().unwrap().symbols().iter().all(|symbol| symbol.file == FileId(0)));
    // The list stays the same when the index is made anew from what was stored.
    assert_eq!(listed(&build(codebase.snapshot().clone())), wanted);
}

#[test]
fn a_file_that_is_parsed_in_part_is_listed_with_lines() {
    let build = |snapshot: Snapshot| {
        let mut builder = CodebaseBuilder::new(snapshot);
        builder.pending().into_iter().for_each(|file| fixture::add_facts(&mut builder, file));
        builder.finish()
    };
    let text = "//- a.go\npackage a\n\nfunc one() { a( }\n\nfunc two() { one() }\n//- b.go\npackage b\n";
    let codebase = build(fixture::snapshot_of(text));
    let listed = |codebase: &Codebase| -> Vec<String> {
        codebase.snapshot().skipped.iter().map(|entry| format!("{}: {}", entry.path, entry.reason)).collect()
    };
    assert_eq!(listed(&codebase), ["a.go: parsed in part: 1 syntax error, line 3"]);
    assert_eq!(codebase.whole_graph().unwrap().edges().len(), 1);
    assert_eq!(listed(&build(codebase.snapshot().clone())), listed(&codebase));
}

#[test]
fn a_manifest_that_is_not_read_is_listed_and_modules_are_found_by_folders() {
    let build = |manifest: &str| {
        let mut builder = CodebaseBuilder::new(fixture::snapshot_of(&format!(
            "//- app/Cargo.toml\n{manifest}\n//- app/src/main.rs\nfn main() {{ shop::sell(); }}\n\
            //- goods/Cargo.toml\n[package]\nname = \"shop\"\n//- goods/src/lib.rs\npub fn sell() {{}}\n"
        )));
        builder.pending().into_iter().for_each(|file| fixture::add_facts(&mut builder, file));
        let codebase = builder.finish();
        let calls = codebase.whole_graph().unwrap().edges().len();
        let listed: Vec<String> =
            codebase.snapshot().skipped.iter().map(|entry| format!("{}: {}", entry.path, entry.reason)).collect();
        (calls, listed.join("\n"))
    };
    let dependency = "[package]\nname = \"app\"\n[dependencies]\nshop = { path = \"../goods\" }";
    assert_eq!(build(dependency), (1, String::new()));
    let (_, listed) = build("[package]\nname = oops oops\n");
    assert!(listed.starts_with("app/Cargo.toml: parser failed; indexed as text: line 2: "), "{listed}");
}

#[test]
fn refuses_facts_that_do_not_fit() {
    let mut builder = CodebaseBuilder::new(fixture::snapshot());
    let file = builder.pending()[0];
    assert_eq!(builder.add_facts(FileId(9_999), FileFacts::default()), Err(BuildError::NoSuchFile(9_999)));
    assert!(matches!(builder.add_facts(file, FileFacts::default()), Err(BuildError::BadFacts { .. })));
    let long = syntax::parse(source::Language::Python, &"def f(): pass\n".repeat(999)).unwrap();
    assert!(matches!(builder.add_facts(file, long), Err(BuildError::BadFacts { .. })));
    fixture::add_facts(&mut builder, file);
    let again = syntax::parse(source::Language::Python, "").unwrap();
    assert!(matches!(builder.add_facts(file, again), Err(BuildError::Twice(_))));
}
