//! No text of a repository, an archive or a run can steer the terminal that shows it.
//!
//! Every command is run over a repository whose names, code and prose hold escape sequences and characters that reorder
//! or hide text. A command that is missing here fails the test, so that a new one is looked at as well.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A window title, a clipboard, a cleared screen, the same with C1 controls, and text that is not what it seems.
const HOSTILE: &str = "\u{1b}]0;title\u{7}\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}[2J\u{9b}31m\u{9d}0;t\u{9c}\u{202e}nimda\u{2066}\u{2069}\u{200b}\rover";
/// What of it may be part of a name in a repository.
const HOSTILE_NAME: &str = "a\u{202e}yp.exe\u{2066}\u{200f}\u{feff}b";

struct Place {
    root: PathBuf,
    /// First words of the commands that ran.
    ran: BTreeSet<String>,
    /// Times that hostile text was written in its safe form.
    seen: usize,
}

impl Place {
    fn new() -> Self {
        let root = std::env::temp_dir().join(format!("quarry-terminal-{}", std::process::id()));
        let place = Self { root, ran: BTreeSet::new(), seen: 0 };
        let h = HOSTILE;
        let python = format!(
            "\"\"\"Module {h}\"\"\"\n\ndef pay(x):\n    \"\"\"Pays {h}\"\"\"\n    # about paying {h}\n    return discount('{h}')\n\n\ndef discount(x):\n    return x\n\n\ndef discounted(x):\n    return discount(x)\n"
        );
        place.write(&format!("src/{HOSTILE_NAME}.py"), &python);
        place.write("src/pay.py", &python);
        place.write(
            "src/calls.js",
            &format!("class Shop {{\n  '{h}'() {{ return target(); }}\n}}\nfunction target() {{}}\n"),
        );
        place
            .write("README.md", &format!("# Paying {h}\n\nHow paying {h} works.\n\n## Discount {h}\n\ndiscount {h}\n"));
        place.write(&format!("{HOSTILE_NAME}/.gitignore"), "hidden.py\n");
        place.write(&format!("{HOSTILE_NAME}/hidden.py"), "x = 1\n");
        place.write(&format!("{HOSTILE_NAME}.png"), "x");
        #[cfg(unix)]
        place.write(&format!("{}.py", HOSTILE.replace('/', "")), "x = 1\n");
        place
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join("shop").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> String {
        self.root.join(name).to_str().unwrap().to_owned()
    }

    /// Runs a command and looks at everything that it wrote.
    fn run(&mut self, arguments: &[&str], input: &str) -> (Output, String) {
        self.ran.insert(arguments[0].to_owned());
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(arguments).env("QUARRY_RUNS", self.root.join("runs")).env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let mut shown = String::new();
        for bytes in [&output.stdout, &output.stderr] {
            let text = std::str::from_utf8(bytes).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
            if let Some(at) = text.find(steers) {
                let around: String = text[at..].chars().take(60).collect();
                panic!("{arguments:?} wrote {around:?}");
            }
            self.seen += text.matches("202e").count() + text.matches("u{1b}").count() + text.matches("u001b").count();
            shown.push_str(text);
        }
        (output, shown)
    }

    /// The same, of a command that must show hostile text.
    fn shows(&mut self, arguments: &[&str]) -> String {
        let before = self.seen;
        let (output, shown) = self.run(arguments, "");
        assert!(self.seen > before, "{arguments:?} ({}) showed nothing hostile: {shown}", output.status);
        shown
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.root) {
            panic!("{}: {error}", self.root.display());
        }
    }
}

/// What no command may write: controls but newline and tab, and what reorders or hides.
fn steers(letter: char) -> bool {
    let bidi =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unseen = matches!(letter, '\u{200b}' | '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e007f}');
    bidi || unseen || (letter.is_control() && !matches!(letter, '\n' | '\t'))
}

/// The commands by `quarry help`.
fn commands(help: &str) -> BTreeSet<String> {
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let list = list.lines().take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.map(str::to_owned).collect()
}

#[test]
fn no_command_lets_a_repository_steer_the_terminal() {
    let mut at = Place::new();
    let (shop, index) = (at.path("shop"), at.path(&format!("index {HOSTILE_NAME}")));
    let (_, help) = at.run(&["help"], "");

    at.shows(&["index", &shop, "--skipped"]);
    at.shows(&["index", &shop, "--skipped", "--json"]);
    at.shows(&["index", &shop, "--out", &index, "--name", HOSTILE_NAME]);
    for repository in [shop.as_str(), index.as_str()] {
        questions(&mut at, repository);
    }
    runs(&mut at, &shop);
    memory(&mut at, &shop);
    mcp(&mut at, &shop);
    faults(&mut at);
    at.run(&["graph", "plan-react"], "");
    at.run(&["agents"], "");

    let ran: BTreeSet<String> = std::mem::take(&mut at.ran);
    let missing: Vec<String> = commands(&help).difference(&ran).cloned().collect();
    assert!(missing.is_empty(), "commands not looked at: {missing:?}");
}

fn questions(at: &mut Place, repository: &str) {
    at.shows(&["search", repository, "paying discount"]);
    at.shows(&["search", repository, "paying discount", "--json"]);
    at.shows(&["search", repository, HOSTILE]);
    for command in ["callers", "callees"] {
        at.shows(&[command, repository, if command == "callers" { "discount" } else { "discounted" }]);
        at.shows(&[command, repository, "discount", "--json"]);
        // "Did you mean" names what there is.
        at.run(&[command, repository, "discoun"], "");
        at.run(&[command, repository, HOSTILE], "");
        at.run(&[command, repository, "target"], "");
    }
    at.shows(&["references", repository, "discount"]);
    at.shows(&["references", repository, "discount", "--json"]);
    at.run(&["references", repository, HOSTILE], "");
    for command in ["implementations", "supertypes", "impact"] {
        at.run(&[command, repository, "discount"], "");
        at.run(&[command, repository, "discount", "--json"], "");
        at.run(&[command, repository, HOSTILE], "");
    }
    at.run(&["path", repository, "discounted", "discount"], "");
    at.run(&["path", repository, "discounted", "discount", "--json"], "");
    at.run(&["path", repository, HOSTILE, "discount"], "");
    for format in ["json", "mermaid", "dot"] {
        at.shows(&["call-graph", repository, "--format", format]);
    }
}

fn runs(at: &mut Place, shop: &str) {
    let shown = at.shows(&["ask", shop, &format!("How does paying work? {HOSTILE}")]);
    let id = shown.lines().find_map(|line| line.strip_prefix("run ")?.split_once(':')).map(|(id, _)| id.to_owned());
    let id = id.unwrap_or_else(|| panic!("no run: {shown}"));
    at.shows(&["ask", shop, "What does pay do?", "--json"]);
    let (_, waits) = at.run(&["ask", shop, &format!("Where is `{HOSTILE_NAME}`?"), "--approve"], "");
    at.shows(&["runs"]);
    at.shows(&["runs", "--json"]);
    at.shows(&["runs", "show", &id]);
    at.shows(&["runs", "show", &id, "--json"]);
    at.shows(&["runs", "show", &id, "--checkpoint", "1"]);
    at.shows(&["runs", "show", &id, "--diff", "1", "2"]);
    for format in ["ascii", "svg", "mermaid", "sequence"] {
        at.run(&["runs", "show", &id, "--timeline", format], "");
    }
    at.run(&["diff", &id], "");
    at.run(&["apply", &id, "--check"], "");
    at.run(&["apply", HOSTILE], "");
    at.shows(&["replay", &id]);
    at.shows(&["replay", &id, "--json"]);
    at.shows(&["resume", &id]);
    at.run(&["fork", &id, "--checkpoint", "1", "--question", HOSTILE], "");
    if let Some(waiting) = waits.split("quarry resume ").nth(1).and_then(|rest| rest.split(' ').next()) {
        at.run(&["resume", waiting, "--decline", HOSTILE], "");
    }
    let file = at.path(&format!("{HOSTILE_NAME}.run"));
    at.shows(&["runs", "export", &id, &file]);
    at.run(&["runs", "rm", &id], "");
    at.run(&["runs", "import", &file], "");
    at.run(&["resume", HOSTILE], "");
}

fn memory(at: &mut Place, shop: &str) {
    at.run(&["memory", "set", shop, HOSTILE_NAME, HOSTILE, "--scope", "person"], "");
    at.shows(&["memory", "list", shop]);
    at.shows(&["memory", "list", shop, "--json"]);
    at.shows(&["memory", "show", shop, HOSTILE_NAME, "--scope", "person"]);
    at.shows(&["memory", "show", shop, HOSTILE_NAME, "--scope", "person", "--json"]);
    at.shows(&["memory", "show", shop, HOSTILE_NAME]);
    at.shows(&["memory", "delete", shop, HOSTILE_NAME]);
    at.run(&["memory", "set", shop, HOSTILE, "x"], "");
    at.run(&["memory", "clear", shop, "--scope", "conversation", "--run", HOSTILE], "");
    at.run(&["memory", "clear", shop, "--scope", "person"], "");
    at.run(&["memory", "forget-answers", shop], "");
}

fn mcp(at: &mut Place, shop: &str) {
    let call = |id: u32, tool: &str, arguments: serde_json::Value| {
        let parameters = serde_json::json!({ "name": tool, "arguments": arguments });
        serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": parameters }).to_string()
    };
    let hello = serde_json::json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": HOSTILE, "version": "1" } } });
    let messages = [
        hello.to_string(),
        call(1, "search_code", serde_json::json!({ "query": "paying discount" })),
        call(2, HOSTILE, serde_json::json!({})),
    ];
    let before = at.seen;
    let (_, shown) = at.run(&["mcp", shop], &(messages.join("\n") + "\n"));
    assert!(at.seen > before, "{shown}");
    for line in shown.lines().filter(|line| line.starts_with('{')) {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

/// Failures quote names, files and what they found in them.
fn faults(at: &mut Place) {
    at.shows(&["search", HOSTILE, "x"]);
    at.shows(&["graph", HOSTILE]);
    at.shows(&["search", HOSTILE, "x", HOSTILE]);
    at.shows(&["ask", HOSTILE, "x", "--agent", HOSTILE]);
    at.write("quarry.toml", &format!("[index]\n\"{HOSTILE_NAME}\" = 1\n"));
    let shop = at.path("shop");
    at.shows(&["index", &shop]);
    at.write("quarry.toml", &format!("[index]\nexclude = [\"[{HOSTILE_NAME}\"]\n"));
    at.shows(&["search", &shop, "x"]);
    fs::remove_file(Path::new(&shop).join("quarry.toml")).unwrap();
    at.write("archive.zip", HOSTILE);
    at.run(&["index", &at.path("shop/archive.zip")], "");
    at.run(&["push", &shop, "--to", "http://127.0.0.1:9", "--repo", HOSTILE], "");
    at.write(
        "servers.toml",
        &format!("[mcp.a]\ncommand = [\"{HOSTILE_NAME}\"]\n[mcp.b]\nurl = 'http://127.0.0.1:9/'\n"),
    );
    at.run(&["mcp-servers", &at.path("shop/servers.toml")], "");
    at.run(&["mcp-servers", &at.path("shop/servers.toml"), "--trust", HOSTILE], "");
    at.run(&["replay", &at.path("shop/README.md")], "");
    at.run(&["runs", "import", &at.path("shop/README.md")], "");
}
