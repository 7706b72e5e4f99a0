use super::*;
use expect_test::expect;

const MODES: [Mode; 3] = [Mode::LookOnly, Mode::AskBeforeEdits, Mode::EditFreely];
const ORIGINS: [Origin; 3] = [Origin::Person, Origin::Model, Origin::Material];

fn argv(words: &str) -> Vec<String> {
    words.split(' ').map(str::to_owned).collect()
}

/// One of each effect.
fn effects(command: &[String]) -> [Effect<'_>; 10] {
    let mcp = |trusted_to_read| Effect::Mcp {
        server: "issues".into(),
        tool: "list".into(),
        definition: "d1".into(),
        trusted_to_read,
    };
    [
        Effect::Read,
        Effect::Question,
        Effect::Edit,
        Effect::Memory,
        Effect::Delete,
        Effect::Run { argv: command.into(), folder: "".into() },
        Effect::GitWrite,
        Effect::Net { origin: "https://docs.rs".into() },
        mcp(true),
        mcp(false),
    ]
}

fn name(effect: &Effect<'_>) -> String {
    let shown = format!("{effect:?}");
    let base = shown.split(' ').next().expect("it has a name").to_owned();
    if shown.contains("trusted_to_read: true") { base + " (reads)" } else { base }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Deny(_) => "deny",
        Verdict::Ask(ask) if ask.can_be_remembered() => "ask",
        Verdict::Ask(_) => "ask each time",
    }
}

/// A row for each effect and origin, a column for each mode.
fn table(attended: bool, grants: &Grants) -> String {
    let command = argv("cargo test");
    let mut table = format!("{:<13}{:<10}{:<15}{:<15}{}\n", "", "", "look only", "ask", "freely");
    for effect in effects(&command) {
        for origin in ORIGINS {
            let verdicts =
                MODES.map(|mode| word(&Policy { mode, attended, allow_run: false }.decide(&effect, origin, grants)));
            let [look, ask, freely] = verdicts;
            let origin = format!("{origin:?}");
            table += &format!("{:<13}{origin:<10}{look:<15}{ask:<15}{freely}\n", name(&effect));
        }
    }
    table
}

#[test]
fn the_whole_table() {
    expect![[r#"
                               look only      ask            freely
        Read         Person    allow          allow          allow
        Read         Model     allow          allow          allow
        Read         Material  deny           deny           deny
        Question     Person    allow          allow          allow
        Question     Model     allow          allow          allow
        Question     Material  deny           deny           deny
        Edit         Person    deny           allow          allow
        Edit         Model     deny           ask each time  allow
        Edit         Material  deny           deny           deny
        Memory       Person    deny           allow          allow
        Memory       Model     deny           ask each time  ask each time
        Memory       Material  deny           deny           deny
        Delete       Person    deny           ask each time  ask each time
        Delete       Model     deny           ask each time  ask each time
        Delete       Material  deny           deny           deny
        Run          Person    deny           ask            ask
        Run          Model     deny           ask            ask
        Run          Material  deny           deny           deny
        GitWrite     Person    deny           ask each time  ask each time
        GitWrite     Model     deny           ask each time  ask each time
        GitWrite     Material  deny           deny           deny
        Net          Person    ask            ask            ask
        Net          Model     ask            ask            ask
        Net          Material  deny           deny           deny
        Mcp (reads)  Person    allow          allow          allow
        Mcp (reads)  Model     allow          allow          allow
        Mcp (reads)  Material  deny           deny           deny
        Mcp          Person    deny           ask            ask
        Mcp          Model     deny           ask            ask
        Mcp          Material  deny           deny           deny
    "#]]
    .assert_eq(&table(true, &Grants::default()));
}

#[test]
fn with_nobody_to_ask_what_would_be_asked_is_refused() {
    let attended = table(true, &Grants::default());
    let refused = attended.lines().map(|line| line.replace("ask each time", "deny").replace("ask ", "deny "));
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let expected: Vec<_> = refused.skip(1).map(|line| words(&format!("{line} ").replace("ask ", "deny "))).collect();
    let unattended = table(false, &Grants::default());
    assert_eq!(unattended.lines().skip(1).map(words).collect::<Vec<_>>(), expected);
}

#[test]
fn a_command_is_remembered_word_for_word_and_in_its_folder() {
    let policy = Policy { mode: Mode::EditFreely, attended: true, allow_run: false };
    let mut grants = Grants::default();
    let decide = |words: &str, folder: &str, grants: &Grants| {
        policy.decide(&Effect::Run { argv: argv(words).into(), folder: folder.into() }, Origin::Model, grants)
    };
    let Verdict::Ask(ask) = decide("cargo test", "", &grants) else { panic!("the first time it is asked") };
    grants.add(ask.allowed_for_the_run().expect("commands are remembered"));
    assert_eq!(decide("cargo test", "", &grants), Verdict::Allow);
    for (words, folder) in [("cargo test --release", ""), ("cargo", ""), ("cargo test", "web"), ("rm test", "")] {
        assert!(matches!(decide(words, folder, &grants), Verdict::Ask(_)), "{words} in {folder}");
    }
    let run = argv("cargo test");
    let run = Effect::Run { argv: run.into(), folder: "".into() };
    assert!(matches!(policy.decide(&run, Origin::Material, &grants), Verdict::Deny(_)));
    let look_only = Policy { mode: Mode::LookOnly, attended: true, allow_run: false };
    assert!(matches!(look_only.decide(&run, Origin::Model, &grants), Verdict::Deny(_)));
}

#[test]
fn an_origin_is_remembered_and_others_are_not() {
    let policy = Policy { mode: Mode::LookOnly, attended: true, allow_run: false };
    let decide = |origin: &'static str, grants: &Grants| {
        policy.decide(&Effect::Net { origin: origin.into() }, Origin::Model, grants)
    };
    let mut grants = Grants::default();
    let Verdict::Ask(ask) = decide("https://docs.rs", &grants) else { panic!("the first time it is asked") };
    grants.add(ask.allowed_for_the_run().expect("origins are remembered"));
    assert_eq!(decide("https://docs.rs", &grants), Verdict::Allow);
    for other in ["http://docs.rs", "https://docs.rs:8443", "https://docs.rs.evil.example"] {
        assert!(matches!(decide(other, &grants), Verdict::Ask(_)), "{other}");
    }
}

#[test]
fn deleting_and_writing_to_git_are_asked_each_time() {
    let policy = Policy { mode: Mode::EditFreely, attended: true, allow_run: false };
    for effect in [Effect::Delete, Effect::GitWrite] {
        let Verdict::Ask(ask) = policy.decide(&effect, Origin::Person, &Grants::default()) else {
            panic!("{effect:?}")
        };
        assert!(ask.why().contains("always"), "{}", ask.why());
        assert_eq!(ask.allowed_for_the_run(), None);
    }
}

#[test]
fn what_a_model_wants_remembered_is_asked_in_every_mode_and_each_time() {
    for mode in [Mode::AskBeforeEdits, Mode::EditFreely] {
        let decide = |attended, origin| {
            Policy { mode, attended, allow_run: false }.decide(&Effect::Memory, origin, &Grants::default())
        };
        let Verdict::Ask(ask) = decide(true, Origin::Model) else { panic!("{mode:?}") };
        assert!(ask.why().contains("later runs") && !ask.can_be_remembered());
        assert!(matches!(decide(false, Origin::Model), Verdict::Deny(_)), "nobody can look at it");
        assert_eq!(decide(true, Origin::Person), Verdict::Allow);
    }
}

#[test]
fn tools_that_are_never_allowed_are_not_offered() {
    let offered = |mode, attended| {
        let command = argv("cargo test");
        let policy = Policy { mode, attended, allow_run: false };
        effects(&command)
            .into_iter()
            .filter(|effect| policy.offers(effect))
            .map(|effect| name(&effect))
            .collect::<Vec<_>>()
    };
    assert_eq!(offered(Mode::LookOnly, true), ["Read", "Question", "Net", "Mcp (reads)"]);
    assert_eq!(offered(Mode::EditFreely, false), ["Read", "Question", "Edit", "Mcp (reads)"]);
    assert_eq!(offered(Mode::EditFreely, true).len(), 10);
}

#[test]
fn the_stored_form_of_grants_stays() {
    let policy = Policy { mode: Mode::EditFreely, attended: true, allow_run: false };
    let command = argv("cargo test");
    let mut grants = Grants::default();
    for effect in effects(&command) {
        if let Verdict::Ask(ask) = policy.decide(&effect, Origin::Model, &grants) {
            ask.allowed_for_the_run().into_iter().for_each(|grant| grants.add(grant));
        }
    }
    let stored = serde_json::to_string(&grants).expect("plain data");
    expect![[r#"[{"command":{"argv":["cargo","test"],"folder":""}},{"origin":"https://docs.rs"},{"mcp_tool":{"server":"issues","tool":"list","definition":"d1"}}]"#]].assert_eq(&stored);
    assert_eq!(serde_json::from_str::<Grants>(&stored).expect("what was written is read"), grants);
    // A grant of an earlier version did not say what the tool was: it is read, and allows nothing.
    let earlier = r#"[{"mcp_tool":{"server":"issues","tool":"list"}}]"#;
    let earlier = serde_json::from_str::<Grants>(earlier).expect("what was written is read");
    let mcp = effects(&command).into_iter().find(|effect| effect.definition().is_some() && effect.lasts());
    let verdict = policy.decide(&mcp.expect("there is one"), Origin::Model, &earlier);
    assert!(matches!(verdict, Verdict::Ask(_)), "{verdict:?}");
    assert_eq!(serde_json::to_string(&MODES).expect("plain data"), r#"["look_only","ask_before_edits","edit_freely"]"#);
}
