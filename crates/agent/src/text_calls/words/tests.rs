use super::*;
use proptest::prelude::*;

/// Files `main.js`, `src/a.py`, `src/fix.py`, `package.json`, `notes.txt`; folder `src`.
struct Shop;

impl Paths for Shop {
    fn is_file(&self, path: &str) -> bool {
        ["main.js", "src/a.py", "src/fix.py", "package.json", "notes.txt"].contains(&path)
    }

    fn is_folder(&self, path: &str) -> bool {
        path == "src"
    }
}

const OFFERED: [&str; 13] = [
    "read_file",
    "move_file",
    "copy_file",
    "delete_file",
    "write_file",
    "append_file",
    "list_directory",
    "find_files",
    "grep",
    "edit_file",
    "read_value",
    "set_value",
    "lint",
];

/// The calls as `name {arguments}`.
fn found(message: &str) -> Vec<String> {
    let calls = of_person(message, &OFFERED, &Shop).calls;
    calls.iter().map(|call| format!("{} {}", call.name, call.arguments)).collect()
}

#[test]
fn every_rule_reads_its_sentences() {
    for (message, call) in [
        ("fix the bug in main.js", r#"read_file {"file_path":"main.js"}"#),
        ("There is something wrong with ./main.js.", r#"read_file {"file_path":"main.js"}"#),
        ("move main.js to lib/main.js", r#"move_file {"destination":"lib/main.js","source":"main.js"}"#),
        ("Please rename the file main.js to app.js!", r#"move_file {"destination":"app.js","source":"main.js"}"#),
        ("move src/fix.py to src/b.py", r#"move_file {"destination":"src/b.py","source":"src/fix.py"}"#),
        ("mv main.js src", r#""#),
        ("can you copy main.js into the folder src?", r#"copy_file {"destination":"src/","source":"main.js"}"#),
        ("delete main.js", r#"delete_file {"path":"main.js"}"#),
        ("remove the file `notes.txt` please", r#"delete_file {"path":"notes.txt"}"#),
        ("read main.js", r#"read_file {"file_path":"main.js"}"#),
        ("show me the contents of src/a.py", r#"read_file {"file_path":"src/a.py"}"#),
        ("show lines 10-20 of main.js", r#"read_file {"end_line":20,"file_path":"main.js","start_line":10}"#),
        ("lines 3 to 5 of main.js", r#"read_file {"end_line":5,"file_path":"main.js","start_line":3}"#),
        ("write \"hello there\" to src/new.txt", r#"write_file {"content":"hello there","path":"src/new.txt"}"#),
        ("append 'bye' to notes.txt", r#"append_file {"content":"bye","path":"notes.txt"}"#),
        ("list files", r#"list_directory {"path":""}"#),
        ("list the folders in src/", r#"list_directory {"path":"src"}"#),
        ("ls .", r#"list_directory {"path":""}"#),
        ("find files named config", r#"find_files {"query":"config"}"#),
        ("find the file called a.py in src", r#"find_files {"in":"src","query":"a.py"}"#),
        ("grep TODO in src", r#"grep {"path":"src","pattern":"TODO"}"#),
        ("search for \"a b\" in main.js", r#"grep {"path":"main.js","pattern":"a b"}"#),
        (
            "replace \"bug\" with \"feature\" in notes.txt",
            r#"edit_file {"edits":[{"all":true,"new":"feature","old":"bug"}],"path":"notes.txt"}"#,
        ),
        ("read version from package.json", r#"read_value {"key":"version","path":"package.json"}"#),
        ("show json package.json", r#"read_value {"path":"package.json"}"#),
        (
            "set version to \"2.0.1\" in package.json",
            r#"set_value {"key":"version","path":"package.json","value":"2.0.1"}"#,
        ),
        ("set port in package.json to 8080", r#"set_value {"key":"port","path":"package.json","value":8080}"#),
        ("lint", "lint {}"),
        ("lint src and main.js", r#"lint {"paths":["src","main.js"]}"#),
        ("check the syntax of main.js", r#"lint {"paths":["main.js"]}"#),
    ] {
        assert_eq!(found(message).join("\n"), call, "{message}");
    }
}

// What sounds like a command and names nothing that exists, or says more than a command.
#[test]
fn other_sentences_call_nothing() {
    for message in [
        "find the bug in the parser",
        "fix it, the sum is off by one",
        "delete the old users",
        "delete the old users from main.js",
        "remove the unused import from main.js",
        "delete main.js and tell me why it was there",
        "delete src",
        "delete everything",
        "do not delete main.js",
        "I will delete main.js",
        "delete ../main.js",
        "delete /main.js",
        "move the button to the left",
        "move main.js to lib/other.js",
        "move nothing.js to app.js",
        "rename parse to read",
        "copy the idea from main.js",
        "read about parsers",
        "read main.js and delete notes.txt",
        "show me how main.js works",
        "write a function that adds to main.js",
        "append a newline to notes.txt",
        "replace the parser with a better one in general",
        "set the mood in main.js to dark",
        "search for callers of total_price",
        "list callers of total_price",
        "lint banana",
        "hello",
        "",
    ] {
        assert_eq!(found(message), [""; 0], "{message}");
    }
}

#[test]
fn several_files_are_several_calls() {
    let two = [r#"delete_file {"path":"main.js"}"#, r#"delete_file {"path":"notes.txt"}"#];
    assert_eq!(found("delete main.js and notes.txt"), two);
    assert_eq!(found("delete main.js, notes.txt"), two);
    let read = [r#"read_file {"file_path":"main.js"}"#, r#"read_file {"file_path":"src/a.py"}"#];
    assert_eq!(found("fix main.js like src/a.py, not main.js"), read);
}

#[test]
fn a_tool_that_is_not_offered_is_not_called() {
    assert!(of_person("delete main.js", &["read_file"], &Shop).calls.is_empty());
}

#[test]
fn a_long_message_is_for_a_model_and_says_so() {
    let read = of_person(&format!("fix main.js {}", "and more ".repeat(600)), &OFFERED, &Shop);
    assert!(read.calls.is_empty() && read.note.is_some_and(|note| note.contains("up to 4096 bytes")));
}

proptest! {
    #[test]
    fn any_message_is_read_without_a_panic(
        message in "(move|delete|read|set|lines|grep|to|in|main\\.js|src|[\"'`“”.,/é \n-]|[a-z0-9]){0,60}"
    ) {
        let calls = of_person(&message, &OFFERED, &Shop).calls;
        prop_assert!(calls.iter().all(|call| call.arguments.is_object()));
    }

    #[test]
    fn any_words_are_read_without_a_panic(
        words in prop::collection::vec("move|copy|delete|read|show|set|lines|grep|write|to|of|in|with|main\\.js|src|the|10-20|\"a b\"", 0..12)
    ) {
        let calls = of_person(&words.join(" "), &OFFERED, &Shop).calls;
        let whole = calls.iter().filter(|call| call.name == "delete_file").count();
        prop_assert!(whole == 0 || words.first().is_some_and(|first| first == "delete"));
    }
}
