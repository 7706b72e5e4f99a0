//! Which file of the repository an `#include` names.

use super::linkage::nearest;
use crate::language_rules::Family;
use crate::modules::{above, below};
use crate::program::Program;
use rustc_hash::FxHashMap;

/// The most files of one name that an include is compared with.
const MAX_SAME_NAME: usize = 256;

/// Files by their own names.
#[derive(Default)]
pub struct Includes {
    by_name: FxHashMap<String, Vec<usize>>,
    by_path: FxHashMap<String, usize>,
}

impl Includes {
    pub fn new(program: &Program<'_>) -> Self {
        let mut found = Self::default();
        for (at, file) in program.files.iter().enumerate().filter(|(_, file)| file.rules.family == Family::C) {
            let path = file.source.path;
            found.by_name.entry(path.file_name().to_owned()).or_default().push(at);
            found.by_path.insert(path.as_str().to_owned(), at);
        }
        found
    }

    /// The file beside the including one, else the nearest whose path ends so: folders for headers are an option of the
    /// compiler. Where several are as near, none.
    pub fn find(&self, program: &Program<'_>, file: usize, module: &str) -> Option<usize> {
        let (module, is_system) = match module.strip_prefix('<') {
            Some(path) => (path.trim_end_matches('>'), true),
            None => (module, false),
        };
        let folder = program.files[file].source.path.parent();
        if !is_system && let Some(found) = joined(folder, module).and_then(|path| self.by_path.get(&path)) {
            return Some(*found);
        }
        if is_system && STANDARD.binary_search(&module).is_ok() {
            return None;
        }
        let path = module.trim_start_matches("../").trim_start_matches("./");
        let name = path.rsplit('/').next().unwrap_or(path);
        let same_name = self.by_name.get(name).filter(|files| files.len() <= MAX_SAME_NAME)?;
        let ends_so = |at: &usize| {
            let whole = program.files[*at].source.path.as_str();
            *at != file && whole.strip_suffix(path).is_some_and(|front| front.is_empty() || front.ends_with('/'))
        };
        match nearest(program, file, same_name.iter().copied().filter(ends_so).collect())[..] {
            [only] => Some(only),
            _ => None,
        }
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

/// Headers of the language and of POSIX without a folder, sorted: a file of that name is not meant by `<name>`.
#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "algorithm", "array", "assert.h", "atomic", "chrono", "complex.h", "ctype.h", "dirent.h", "dlfcn.h", "errno.h",
    "exception", "fcntl.h", "fenv.h", "float.h", "fstream", "functional", "getopt.h", "inttypes.h", "iomanip",
    "iostream", "iso646.h", "iterator", "limits", "limits.h", "list", "locale", "locale.h", "malloc.h", "map",
    "math.h", "memory", "memory.h", "mutex", "netdb.h", "new", "numeric", "poll.h", "pthread.h", "pwd.h", "queue",
    "random", "regex.h", "sched.h", "semaphore.h", "set", "setjmp.h", "signal.h", "sstream", "stack", "stdalign.h",
    "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdexcept", "stdint.h", "stdio.h", "stdlib.h",
    "stdnoreturn.h", "string", "string.h", "string_view", "strings.h", "syslog.h", "termios.h", "tgmath.h", "thread",
    "threads.h", "time.h", "tuple", "type_traits", "typeinfo", "uchar.h", "unistd.h", "utility", "variant", "vector",
    "wchar.h", "wctype.h", "windows.h",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_headers_are_sorted() {
        assert_eq!(STANDARD.windows(2).find(|pair| pair[0] >= pair[1]), None);
    }

    #[test]
    fn paths_are_joined() {
        assert_eq!(joined("a/b", "../c/./d.h").as_deref(), Some("a/c/d.h"));
        assert_eq!(joined("a", "../../d.h"), None);
        assert_eq!(joined("", "d.h").as_deref(), Some("d.h"));
    }
}
