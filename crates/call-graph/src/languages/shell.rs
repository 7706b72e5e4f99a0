//! Shell scripts: a sourced file's functions are the script's own, and those of a script are seen by what it sources.

use super::c_family::linkage::nearest;
use crate::language_rules::{Family, LanguageRules, OuterNames};
use crate::modules::{ImportTarget, Namespaces, above, below};
use crate::program::{Name, Program};
use facts::{DefId, DefinitionKind, Import};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Shell,
    globals: COMMANDS,
    calling_globals: Some(&["eval", "run", "time", "trap"]),
    only_globals_call: true,
    outer_names: OuterNames::Linked,
    ..LanguageRules::OTHER
};

/// With more files than this in one group, a name is looked for in the sourced files alone.
const MAX_GROUP: usize = 256;

#[derive(Default)]
pub struct Layout {
    by_name: FxHashMap<String, Vec<usize>>,
    by_path: FxHashMap<String, usize>,
    /// The group of each script: all that source each other, directly or not.
    group: FxHashMap<usize, usize>,
    /// The files of a group that define a function.
    functions: FxHashMap<(usize, Name), Vec<usize>>,
}

/// Finds which scripts source each other. Files keep the namespaces that all files get.
pub fn lay_out(program: &mut Program<'_>) -> Layout {
    let mut layout = Layout::default();
    let scripts: Vec<usize> =
        (0..program.files.len()).filter(|at| program.files[*at].rules.family == Family::Shell).collect();
    for at in &scripts {
        let path = program.files[*at].source.path;
        layout.by_name.entry(path.file_name().to_owned()).or_default().push(*at);
        layout.by_path.insert(path.as_str().to_owned(), *at);
    }
    let mut neighbours: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for at in &scripts {
        for import in &program.files[*at].facts().imports {
            if let Some(other) = layout.find(program, *at, &import.module) {
                neighbours.entry(*at).or_default().push(other);
                neighbours.entry(other).or_default().push(*at);
            }
        }
    }
    for at in &scripts {
        let mut open = vec![*at];
        while let Some(next) = open.pop() {
            if let std::collections::hash_map::Entry::Vacant(free) = layout.group.entry(next) {
                free.insert(*at);
                open.extend(neighbours.get(&next).into_iter().flatten());
            }
        }
    }
    let mut sizes: FxHashMap<usize, usize> = FxHashMap::default();
    layout.group.values().for_each(|group| *sizes.entry(*group).or_default() += 1);
    for at in scripts {
        let group = layout.group[&at];
        if sizes[&group] > MAX_GROUP {
            continue;
        }
        for definition in program.files[at].facts().definitions.iter().skip(1) {
            if definition.kind == DefinitionKind::Function && definition.parent == Some(DefId::MODULE) {
                let name = program.names.intern(&definition.name);
                let files = layout.functions.entry((group, name)).or_default();
                if files.last() != Some(&at) {
                    files.push(at);
                }
            }
        }
    }
    layout
}

/// The script that `source` names.
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    match layout.find(program, file, &import.module) {
        Some(found) => ImportTarget::Inside { namespace: spaces.of_file[found], path: Vec::new() },
        None => ImportTarget::Local { path: Vec::new() },
    }
}

impl Layout {
    /// By the path from the script's folder or from the root; behind an expansion (`*/`) the nearest whose path ends so.
    fn find(&self, program: &Program<'_>, file: usize, module: &str) -> Option<usize> {
        let (path, is_end) = match module.strip_prefix("*/") {
            Some(path) => (path, true),
            None => (module, false),
        };
        let folder = program.files[file].source.path.parent();
        let from = |folder: &str| joined(folder, path).and_then(|path| self.by_path.get(&path)).copied();
        if let Some(found) = from(folder).or_else(|| from("")).filter(|found| *found != file) {
            return Some(found);
        }
        if !is_end {
            return None;
        }
        let path = path.trim_start_matches("../").trim_start_matches("./");
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends_so = |at: &usize| {
            let whole = program.files[*at].source.path.as_str();
            *at != file && whole.strip_suffix(path).is_some_and(|front| front.is_empty() || front.ends_with('/'))
        };
        let fitting: Vec<usize> = self.by_name.get(name)?.iter().copied().filter(ends_so).take(MAX_GROUP).collect();
        match nearest(program, file, fitting)[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The files with a function of this name among those that source each other with `file`.
    pub fn linked(&self, program: &Program<'_>, file: usize, name: Name) -> Vec<usize> {
        let Some(group) = self.group.get(&file) else { return Vec::new() };
        self.functions.get(&(*group, name)).map_or_else(Vec::new, |files| nearest(program, file, files.clone()))
    }
}

/// `folder/path` with its `.` and `..` taken out; `None` above the root.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut at = folder.to_owned();
    for segment in path.split('/') {
        at = match segment {
            "." | "" => at,
            ".." => above(&at)?.to_owned(),
            name => below(&at, name),
        };
    }
    Some(at)
}

/// Builtins, and the programs that scripts run most.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "alias", "apt-get", "awk", "basename", "bash", "bc", "bg", "bind", "break", "builtin", "cargo", "cat", "cd",
    "chmod", "chown", "clear", "cmp", "command", "compgen", "complete", "continue", "cp", "curl", "cut", "date", "dd",
    "declare", "df", "diff", "dirname", "dirs", "disown", "docker", "du", "echo", "egrep", "enable", "env", "eval",
    "exec", "exit", "export", "expr", "false", "fc", "fg", "file", "find", "getopt", "getopts", "git", "go", "grep",
    "gunzip", "gzip", "hash", "head", "help", "history", "hostname", "id", "install", "ip", "jobs", "jq", "kill",
    "less", "let", "ln", "local", "logger", "logout", "ls", "make", "mapfile", "md5sum", "mkdir", "mktemp", "mount",
    "mv", "nc", "node", "npm", "openssl", "perl", "pgrep", "ping", "pip", "pkill", "popd", "printf", "ps", "pushd",
    "pwd", "python", "python3", "read", "readarray", "readlink", "readonly", "realpath", "return", "rm", "rmdir",
    "rsync", "run", "scp", "sed", "seq", "set", "sh", "sha256sum", "shift", "shopt", "sleep", "sort", "source", "ssh",
    "stat", "stty", "sudo", "suspend", "systemctl", "tail", "tar", "tee", "test", "time", "timeout", "times", "touch",
    "tput", "tr", "trap", "true", "tty", "type", "typeset", "ulimit", "umask", "unalias", "uname", "uniq", "unset",
    "unzip", "wait", "wc", "wget", "which", "whoami", "xargs", "zip",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined() {
        assert_eq!(joined("a/b", "../c/./d.sh").as_deref(), Some("a/c/d.sh"));
        assert_eq!(joined("a", "../../d.sh"), None);
    }
}
