//! The table of lists.

/// How an entry of a list is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claims {
    /// It is an entry of the list.
    Listed,
    /// It extends or implements what was asked about.
    ExtendedBy,
    /// It tests what was asked about.
    TestedBy,
    /// It uses what was asked about.
    UsedBy,
}

/// All that is known of a list but its entries.
#[derive(Debug)]
pub struct ListRow {
    /// The list.
    pub list: List,
    /// Its name in calls of the tool: `error_types`.
    pub name: &'static str,
    /// One and several of its entries, for people.
    pub nouns: [&'static str; 2],
    /// Other words by which questions mean it, in the plural, in lower case; words in a row by spaces.
    pub words: &'static [&'static str],
    /// Entries that are counted once for each name.
    pub by_name: bool,
    /// What an entry states where the list was asked for of something.
    pub of: Claims,
    /// What is collected, and from which sources: what an empty list means.
    pub from: &'static str,
    /// What code alone cannot say; empty where there is nothing to add.
    pub limit: &'static str,
}

macro_rules! lists {
    ($($list:ident $name:literal [$one:literal $several:literal] [$($word:literal),*] $by_name:literal $of:ident
        $from:literal $limit:literal;)*) => {
        /// A list.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum List { $(#[doc = $from] $list,)* }

        impl List {
            /// Every list, in the order in which a survey stores them.
            pub const ALL: &[Self] = &[$(Self::$list,)*];
        }

        /// The table, in the order of [`List::ALL`].
        pub const LISTS: &[ListRow] = &[$(ListRow {
            list: List::$list,
            name: $name,
            nouns: [$one, $several],
            words: &[$($word),*],
            by_name: $by_name,
            of: Claims::$of,
            from: $from,
            limit: $limit,
        },)*];
    };
}

lists! {
    Routes "routes" ["route" "routes"]
        ["endpoints", "http routes", "api endpoints", "http endpoints", "urls", "url patterns", "rest endpoints", "handlers", "api routes"]
        false Listed
        "routes and endpoints: decorators, registrations by method and path, annotations, URL patterns"
        "Prefixes under which a router is mounted elsewhere are not joined to its paths.";
    Commands "commands" ["command" "commands"]
        ["subcommands", "cli commands", "command line commands", "sub commands", "cli subcommands"]
        false Listed
        "commands of a command line: click, typer, argparse, commander, yargs, clap, cobra, urfave/cli, values of a type `Command` in Go, Django"
        "";
    Options "options" ["command-line option" "command-line options"]
        ["command line options", "cli options", "flags", "cli flags", "command line flags", "command line arguments", "cli arguments", "switches"]
        true Listed
        "options of a command line: click, argparse, commander, yargs, minimist, parseArgs, clap, flag, cobra, urfave/cli, picocli, JCommander, clikt, optparse, Thor, Symfony, System.CommandLine, getopt_long, CLI11, ArgumentParser, Dart's args, `case` in shell scripts, lines of help texts, and literals that code compares arguments with"
        "";
    Environment "environment" ["environment variable" "environment variables"]
        ["env variables", "env vars", "envvars", "environment", "env", "env var", "environment vars"]
        true Listed
        "environment variables that code reads"
        "";
    Configuration "configuration" ["configuration key" "configuration keys"]
        ["config keys", "settings", "config options", "configuration options", "configuration settings", "config values", "config settings", "configuration values", "config variables", "configurations", "setting keys"]
        true Listed
        "keys that code reads of a configuration by a literal name, defaults of it, and fields of settings classes"
        "Keys that reach the configuration by computed names are not listed.";
    Errors "errors" ["error type" "error types"]
        ["errors", "exceptions", "exception types", "exception classes", "error classes", "custom exceptions", "custom errors", "error values", "error variables", "error constants", "sentinel errors"]
        false Listed
        "error types: subclasses of exceptions and errors, types that implement an error interface, error values of Go"
        "What the language and other packages raise is not listed.";
    Subtypes "subtypes" ["subtype" "subtypes"]
        ["subclasses", "implementations", "implementors", "implementers", "child classes", "derived classes", "children", "inheritors", "descendants", "impls", "extensions"]
        false ExtendedBy
        "types that name a base, an interface or a trait in their declaration"
        "Of Go a type is listed under an interface of this repository whose methods it has by name; what interfaces embed is not looked at.";
    Types "types" ["type" "types"]
        ["classes", "structs", "interfaces", "traits", "enums", "data types"]
        false Listed
        "classes, structs, interfaces, traits and enums"
        "";
    Tests "tests" ["test" "tests"]
        ["unit tests", "test cases", "test functions", "tests cases", "integration tests", "specs", "spec"]
        false TestedBy
        "test functions and cases, by the conventions of their language"
        "Tests that reach it only through other code are not listed.";
    Todos "todos" ["TODO comment" "TODO comments"]
        ["todo", "todos", "fixmes", "fixme", "todo comments", "fixme comments", "hacks", "open todos"]
        false Listed
        "comments with TODO, FIXME, XXX or HACK"
        "";
    Api "public_api" ["public name" "public names"]
        ["public api", "exports", "exported symbols", "public functions", "exported functions", "public symbols", "public classes", "exported names", "public interface", "public apis", "exported classes", "exported types", "public types"]
        false Listed
        "names that other code may use: exported at the top of modules, outside of tests and examples"
        "";
    Examples "examples" ["example" "examples"]
        ["samples", "demos", "example programs", "example projects", "example apps", "sample code", "code examples"]
        false Listed
        "files and folders of examples"
        "";
    Locales "locales" ["locale" "locales"]
        ["languages supported", "translations", "supported locales", "supported languages", "i18n files", "translation files"]
        false Listed
        "translations, by the names of their files and folders"
        "";
    Migrations "migrations" ["migration" "migrations"]
        ["database migrations", "db migrations", "schema migrations"]
        false Listed
        "migrations, by the names of their files and folders"
        "";
    EntryPoints "entry_points" ["entry point" "entry points"]
        ["entrypoints", "entry point", "binaries", "main functions", "executables", "mains", "main function", "bins", "main entry points"]
        false Listed
        "where programs begin: main functions, scripts and binaries that manifests declare"
        "";
    Scripts "scripts" ["script" "scripts"]
        ["npm scripts", "make targets", "tasks", "makefile targets", "build scripts", "build commands", "package scripts", "targets"]
        false Listed
        "scripts of manifests and targets of makefiles: how to build, run and test"
        "";
    Dependencies "dependencies" ["dependency" "dependencies"]
        ["third party dependencies", "external dependencies", "requirements", "deps", "third party packages", "external packages", "third party libraries", "external libraries", "libraries used", "packages used"]
        true UsedBy
        "what manifests declare; of a package, what imports it"
        "";
    Imports "imports" ["import" "imports"]
        ["importers", "imported modules"]
        true UsedBy
        "import statements; of a module, the files that import it"
        "";
    Decorated "decorated" ["decorated definition" "decorated definitions"]
        ["decorators", "annotations", "registrations", "hooks", "plugins", "event handlers"]
        false Listed
        "definitions that a decorator, an annotation or an attribute registers"
        "";
    Overview "overview" ["fact of the overview" "facts of the overview"]
        []
        false Listed
        "what the repository is: description, parts, entry points, how it is built"
        "";
    Modules "modules" ["module" "modules"]
        ["source files", "code files", "source modules"]
        false Listed
        "files of code outside of tests and examples, each with what it says of itself and what it defines"
        "";
    Members "members" ["member" "members"]
        []
        false Listed
        "members of types, variants of enums, elements and keys of literals, names given in repeated calls, definitions of a file, families of types"
        "";
    Events "events" ["event" "events"]
        ["event names", "emitted events", "custom events", "named events"]
        true Listed
        "events that code sends by a literal name: emit, dispatch, trigger, fire, publish, dispatchEvent"
        "Events whose names the code computes are not listed.";
    Features "features" ["package feature" "package features"]
        ["cargo features", "crate features", "feature flags", "optional features", "build features", "extras", "optional extras"]
        false Listed
        "what can be switched on when a package is built or installed: features of Cargo, extras of pyproject.toml and setup.cfg"
        "";
}

impl List {
    /// Its row of the table.
    pub fn row(self) -> &'static ListRow {
        &LISTS[self as usize]
    }

    /// The list of this name, as the tool takes it.
    pub fn of_name(name: &str) -> Option<Self> {
        LISTS.iter().find(|row| row.name == name).map(|row| row.list)
    }

    /// The list that a person means by these words, in lower case with single spaces.
    pub fn of_words(words: &str) -> Option<Self> {
        let named = |row: &&ListRow| row.nouns.contains(&words) || row.words.contains(&words);
        LISTS.iter().find(named).map(|row| row.list)
    }

    /// "1 route", "12 routes"
    pub fn count(self, n: usize) -> String {
        let [one, several] = self.row().nouns;
        format!("{n} {}", if n == 1 { one } else { several })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_means_one_list_and_rows_are_in_order() {
        let mut seen: Vec<&str> = Vec::new();
        for (row, list) in LISTS.iter().zip(List::ALL) {
            assert_eq!(row.list, *list);
            assert_eq!(List::of_name(row.name), Some(*list));
            for word in row.nouns.iter().chain(row.words) {
                assert!(!seen.contains(word) || row.nouns.contains(word), "`{word}` means two lists");
                seen.push(word);
            }
        }
        assert_eq!(List::of_words("env vars"), Some(List::Environment));
        assert_eq!(List::Routes.count(1), "1 route");
    }
}
