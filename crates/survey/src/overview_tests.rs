//! What speaks for a repository as a whole.

use crate::List;
use crate::tests::Repository;

/// The description and the README of a repository's overview, as `name: text`.
fn spoken_for(files: &str) -> Vec<String> {
    let repository = Repository::new(files);
    let rows = repository.survey.page(List::Overview).iter();
    let whole = rows.filter(|row| ["description", "readme"].contains(&row.about[0].as_str()));
    whole.map(|row| format!("{}: {}", row.name, row.detail)).collect()
}

const ONE: &str = "\
//- one/Cargo.toml
[package]
name = \"one\"
description = \"The first of two.\"
//- one/README.md
One is the first of two projects.
//- one/src/lib.rs
pub fn one() {}
";

const OTHER: &str = "\
//- two/package.json
{\"name\": \"two\", \"description\": \"The second of two.\"}
//- two/README.md
Two is the second of two projects.
//- two/index.js
export const two = 2;
";

#[test]
fn of_several_projects_side_by_side_none_speaks_for_all() {
    assert_eq!(spoken_for(&format!("{ONE}{OTHER}")), Vec::<String>::new());
}

#[test]
fn a_project_in_a_folder_speaks_for_all_where_it_is_alone() {
    assert_eq!(spoken_for(ONE), ["one: The first of two.", "one/README.md: One is the first of two projects."]);
    let below = OTHER.replace("two/", "one/plugins/two/");
    assert_eq!(spoken_for(&format!("{ONE}{below}")), spoken_for(ONE));
}

#[test]
fn what_is_in_the_root_speaks_for_all_projects() {
    let root = "//- README.md\nThis is where both of the projects live.\n//- Cargo.toml\n[package]\nname = \"both\"\n";
    let spoken = spoken_for(&format!("{root}{ONE}{OTHER}"));
    assert_eq!(spoken, ["both: ", "README.md: This is where both of the projects live."]);
}

#[test]
fn what_a_build_wrote_is_a_part_only_where_there_is_nothing_else() {
    let parts = |files: &str| {
        let repository = Repository::new(files);
        let rows = repository.survey.page(List::Overview).iter().filter(|row| row.about[0] == "part");
        rows.map(|row| row.name.clone()).collect::<Vec<_>>()
    };
    let built = "//- docs/_static/jquery.js\nfunction jQuery() {}\n//- docs/_static/search.js\nfunction search() {}\n";
    let own = "//- ssh/client.py\ndef connect(): pass\n//- ssh/server.py\ndef serve(): pass\n//- setup.py\nname = 1\n";
    assert_eq!(parts(&format!("{built}{own}")), parts(own));
    assert!(!parts(built).is_empty());
}

#[test]
fn entry_points_of_a_setup_script_are_its_scripts_alone() {
    let setup = "//- setup.py\nsetup(\n    name='it',\n    extras_require={'dev': ['a', 'b']},\n\
        \x20   entry_points={\"console_scripts\": [\"it = it.main:main\", 'that=it.that:main']},\n\
        \x20   scripts=[\"bin/it-too\"],  # [not] this\n\
        \x20   classifiers=[\n        'Programming Language :: Python :: 3.8',\n    ],\n)\n//- it/main.py\ndef main(): pass\n";
    let repository = Repository::new(setup);
    let rows = repository.survey.page(List::EntryPoints).iter();
    let points = rows.map(|row| format!("{} {}", row.name, row.detail)).collect::<Vec<_>>();
    assert_eq!(points, ["it it.main:main", "that it.that:main", "bin/it-too script"]);
}
