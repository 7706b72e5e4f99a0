//! C and C++: one namespace a file, which sees what its includes have; functions, variables and types that no include declares are
//! those of the whole program.
//!
//! A repository may hold several programs, and files compiled in place of one another. Of several files that define a name
//! the [`nearest`](linkage) one is meant. The namespaces of C++ are [joined](namespaces) across files.

mod includes;
pub mod linkage;
mod namespaces;

use super::overloads::KEYWORDS;
use crate::language_rules::{Family, Iteration, LanguageRules, OuterNames, WrapperMethods};
use crate::modules::{ImportTarget, Namespaces};
use crate::program::{Def, Name, Program};
use facts::Import;

/// What resolution needs to know.
pub static C: LanguageRules = LanguageRules {
    family: Family::C,
    globals: LIBRARY,
    outer_names: OuterNames::Linked,
    positional_fields: true,
    types_convert: true,
    ..LanguageRules::OTHER
};

/// The same of C++.
#[rustfmt::skip]
pub static CPP: LanguageRules = LanguageRules {
    family: Family::C,
    globals: LIBRARY,
    outer_names: OuterNames::Linked,
    positional_fields: true,
    overloads: true,
    typed_overloads: Some(&KEYWORDS),
    bare_members: true,
    members_through_owner: true,
    call_method: Some("operator()"),
    subscript_method: Some("operator[]"),
    deref_method: Some("operator->"),
    iteration: Iteration::Iterator("begin", "operator*"),
    transparent_types: &[
        "unique_ptr", "shared_ptr", "weak_ptr", "scoped_ptr", "intrusive_ptr", "optional", "reference_wrapper",
        "atomic", "not_null",
    ],
    container_types: &[
        "vector", "map", "unordered_map", "multimap", "set", "unordered_set", "multiset", "deque", "list",
        "forward_list", "array", "span", "initializer_list", "queue", "priority_queue", "stack", "flat_map",
    ],
    wrapper_methods: WrapperMethods { give: &["get", "lock", "release", "value", "value_or"], feed_and_give: &[], feed: &[] },
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    includes: includes::Includes,
    linkage: linkage::Linkage,
    namespaces: namespaces::Joined,
}

/// Finds which files have which names, and the bodies of prototypes. Files keep the namespaces that all files get.
pub fn lay_out(program: &mut Program<'_>, spaces: &mut Namespaces) -> Layout {
    Layout {
        includes: includes::Includes::new(program),
        linkage: linkage::Linkage::new(program),
        namespaces: namespaces::Joined::new(program, spaces),
    }
}

/// The file that an include names.
#[inline(never)]
pub fn resolve<'a>(
    layout: &Layout,
    program: &Program<'a>,
    spaces: &Namespaces,
    file: usize,
    import: &'a Import,
) -> ImportTarget<'a> {
    if let Some(used) = layout.namespaces.resolve(program, file, import) {
        return used;
    }
    match layout.includes.find(program, file, &import.module) {
        Some(found) => ImportTarget::Inside { namespace: spaces.of_file[found], path: Vec::new() },
        // What a header from outside brings is not known: it is no wildcard for every unknown name.
        None => ImportTarget::Local { path: Vec::new() },
    }
}

impl Layout {
    /// The files that define a name for the whole program, as a file means it.
    pub fn linked(&self, program: &Program<'_>, file: usize, name: Name) -> Vec<usize> {
        self.linkage.files(program, file, name)
    }

    /// The definitions with a body that a declaration stands for; empty where the repository has none, and for what is no
    /// declaration.
    pub fn bodies(&self, declaration: Def) -> &[Def] {
        self.linkage.bodies(declaration)
    }
}

/// Functions of the standard library, and of POSIX the usual ones.
#[rustfmt::skip]
const LIBRARY: &[&str] = &[
    "FD_CLR", "FD_ISSET", "FD_SET", "FD_ZERO", "_Exit", "__builtin_expect", "__builtin_unreachable", "abort", "abs",
    "accept", "access", "acos", "alarm", "aligned_alloc", "alloca", "asctime", "asin", "asprintf", "assert", "atan",
    "atan2", "atexit", "atof", "atoi", "atol", "atoll", "bind", "bsearch", "calloc", "ceil", "chdir", "chmod",
    "chown", "clearerr", "clock", "clock_gettime", "close", "closedir", "connect", "cos", "cosh", "ctime",
    "difftime", "div", "dlclose", "dlerror", "dlopen", "dlsym", "dup", "dup2", "execl", "execv", "execve",
    "execvp", "exit", "exp", "fabs", "fclose", "fcntl", "fdopen", "feof", "ferror", "fflush", "fgetc", "fgetpos",
    "fgets", "fileno", "floor", "fmod", "fopen", "fork", "fprintf", "fputc", "fputs", "fread", "free", "freopen",
    "frexp", "fscanf", "fseek", "fseeko", "fsetpos", "fstat", "fsync", "ftell", "ftello", "ftruncate", "fwrite",
    "getc", "getchar", "getcwd", "getenv", "getopt", "getopt_long", "getpid", "gets", "gettimeofday", "getuid",
    "gmtime", "gmtime_r", "htonl", "htons", "ioctl", "isalnum", "isalpha", "isatty", "iscntrl", "isdigit",
    "isgraph", "isinf", "islower", "isnan", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "kill", "labs",
    "ldexp", "link", "listen", "llabs", "localtime", "localtime_r", "log", "log10", "log2", "longjmp", "lseek",
    "lstat", "malloc", "memchr", "memcmp", "memcpy", "memmove", "memset", "mkdir", "mkstemp", "mktime", "mmap",
    "modf", "munmap", "nanosleep", "ntohl", "ntohs", "offsetof", "open", "opendir", "pclose", "perror", "pipe",
    "poll", "popen", "posix_memalign", "pow", "printf", "pthread_create", "pthread_join", "pthread_mutex_destroy",
    "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_unlock", "putc", "putchar", "puts", "qsort", "raise",
    "rand", "read", "readdir", "readlink", "realloc", "recv", "remove", "rename", "rewind", "rmdir", "round",
    "scanf", "select", "send", "setbuf", "setenv", "setjmp", "setlocale", "setsockopt", "setvbuf", "sigaction",
    "signal", "sin", "sinh", "sleep", "snprintf", "socket", "sprintf", "sqrt", "srand", "sscanf", "stat",
    "static_assert", "std", "strcasecmp", "strcat", "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup",
    "strerror", "strftime", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen",
    "strpbrk", "strrchr", "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol", "strtold",
    "strtoll", "strtoul", "strtoull", "strxfrm", "symlink", "system", "tan", "tanh", "time", "tmpfile", "tmpnam",
    "tolower", "toupper", "trunc", "ungetc", "unlink", "usleep", "va_arg", "va_copy", "va_end", "va_start",
    "vasprintf", "vfprintf", "vprintf", "vsnprintf", "vsprintf", "wait", "waitpid", "wcscmp", "wcscpy", "wcslen",
    "write",
];
