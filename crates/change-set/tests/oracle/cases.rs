//! Random files before and after an edit, the same in every run.

use std::collections::BTreeMap;

/// Texts by path.
pub type Files = BTreeMap<String, String>;

/// Numbers that look random (splitmix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A folder before and after.
pub struct Case {
    pub folder: String,
    pub before: Files,
    pub after: Files,
    /// Which files moved, from and to.
    pub renames: Vec<(String, String)>,
}

const NAMES: [&str; 6] = ["a.py", "b c.py", "sub/d.txt", "é.md", "quo\"te", "sub/b/x y/z"];
const NEW_NAMES: [&str; 4] = ["new.py", "new/b c.py", "neu/ü.md", "n\"q"];

impl Case {
    pub fn random(random: &mut Random, folder: &str) -> Self {
        let mut case =
            Self { folder: folder.to_owned(), before: Files::new(), after: Files::new(), renames: Vec::new() };
        for name in NAMES.iter().skip(random.below(4)).step_by(1 + random.below(3)) {
            let path = format!("{folder}/{name}");
            let text = text(random, &path);
            case.before.insert(path, text);
        }
        case.after = case.before.clone();
        for (path, text) in &case.before {
            match random.below(8) {
                0 => {
                    case.after.remove(path);
                }
                1 => {
                    let to = format!("{folder}/moved/{}", path.len());
                    case.after.remove(path);
                    if !case.after.contains_key(&to) {
                        let text = if random.one_in(2) { text.clone() } else { edited(random, text) };
                        case.after.insert(to.clone(), text);
                        case.renames.push((path.clone(), to));
                    }
                }
                2 => {}
                _ => {
                    case.after.insert(path.clone(), edited(random, text));
                }
            }
        }
        if random.one_in(3) {
            let path = format!("{folder}/{}", NEW_NAMES[random.below(NEW_NAMES.len())]);
            let text = text(random, &path);
            case.after.insert(path, text);
        }
        case
    }

    /// The files before, as somebody else has changed them meanwhile.
    pub fn drifted(&self, random: &mut Random) -> Files {
        let mut files = self.before.clone();
        for text in files.values_mut() {
            if random.one_in(2) {
                continue;
            }
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            let at = if random.one_in(2) { 0 } else { random.below(lines.len() + 1) };
            match random.below(5) {
                0 if at < lines.len() => {
                    lines.remove(at);
                }
                1 if lines.last().is_none_or(|line| line.ends_with('\n')) => lines.push("at the end\n"),
                2 => (0..random.below(9)).for_each(|_| lines.insert(at, "}\n")),
                _ => (0..random.below(5)).for_each(|_| lines.insert(at, "drift\n")),
            }
            *text = lines.concat();
        }
        if random.one_in(12) {
            files.pop_first();
        }
        files
    }
}

fn text(random: &mut Random, path: &str) -> String {
    let end = if random.one_in(3) { "\r\n" } else { "\n" };
    let count = if random.one_in(8) { random.below(2) } else { random.below(40) };
    let mut text = String::new();
    if random.one_in(10) {
        text.push('\u{feff}');
    }
    for number in 0..count {
        text.push_str(&line(random, &format!("{path} {number}")));
        text.push_str(if random.one_in(30) { "\n" } else { end });
    }
    without_last_end(random, text)
}

/// Lines that are there once, and lines that are there often.
fn line(random: &mut Random, unique: &str) -> String {
    match random.below(6) {
        0 => "}".to_owned(),
        1 => String::new(),
        2 => ["-- ", "--- a", "+++ b", "@@ -1 +1 @@", "\\ no", "diff --git a/x b/x"][random.below(6)].to_owned(),
        _ => format!("line {unique} {}", random.below(1_000)),
    }
}

fn without_last_end(random: &mut Random, mut text: String) -> String {
    if random.one_in(4) {
        text.truncate(
            text.trim_end_matches(['\r', '\n']).len() + usize::from(text.ends_with("\r\n") && random.one_in(4)),
        );
    }
    text
}

fn edited(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    for edit in 0..1 + random.below(4) {
        let at = random.below(lines.len() + 1);
        match random.below(3) {
            0 if at < lines.len() => {
                lines.drain(at..(at + 1 + random.below(3)).min(lines.len()));
            }
            1 if at < lines.len() => lines[at] = line(random, &format!("changed {edit}")) + end,
            _ => {
                if let Some(last) = lines.last_mut().filter(|last| at > 0 && !last.ends_with('\n')) {
                    last.push_str(end);
                }
                let at = at.min(lines.len());
                lines.insert(at, line(random, &format!("added {edit}")) + end);
            }
        }
    }
    without_last_end(random, lines.concat())
}
