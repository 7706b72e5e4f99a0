//! The program that a request names, as a list of arguments. There is no shell: nothing is expanded, and `|`, `;` or `>` are
//! arguments like any other.

/// What begins a request to run something.
const RUN: [&str; 2] = ["run", "execute"];
/// Programs by the ends of files that they run.
const PROGRAMS: [(&str, &str); 6] =
    [(".py", "python"), (".js", "node"), (".mjs", "node"), (".cjs", "node"), (".ts", "node"), (".mts", "node")];
/// Other names of programs that are called alike on every host.
const ALIASES: [(&str, &str); 2] = [("python3", "python"), ("nodejs", "node")];

/// The program that the words name: one between backticks or quotes, `run python F`, `run F`.
pub(super) fn of_words(request: &str) -> Option<Vec<String>> {
    let request = request.trim().trim_end_matches(['.', '!', '?']);
    if let Some(quoted) = quoted(request) {
        return named(split(quoted)?);
    }
    let words = split(request)?;
    let mut words = words.into_iter().skip_while(|word| word.eq_ignore_ascii_case("please"));
    let first = words.next()?;
    if !RUN.iter().any(|run| first.eq_ignore_ascii_case(run)) {
        return None;
    }
    let argv: Vec<String> = words.collect();
    let program = argv.first()?;
    let is_program = matches!(program.as_str(), "python" | "python3" | "node" | "nodejs") && argv.len() > 1;
    if is_program || (program_of(program).is_some() && !program.starts_with('-')) { named(argv) } else { None }
}

/// An argument list as it is run: a file alone is run by the program for its kind.
pub(super) fn named(mut argv: Vec<String>) -> Option<Vec<String>> {
    let first = argv.first()?.clone();
    if let Some(program) = program_of(&first) {
        argv.insert(0, program.to_owned());
    } else if let Some((_, name)) = ALIASES.iter().find(|(alias, _)| *alias == first) {
        argv[0] = (*name).to_owned();
    }
    Some(argv)
}

fn program_of(file: &str) -> Option<&'static str> {
    PROGRAMS.iter().find(|(end, _)| file.ends_with(end)).map(|(_, program)| *program)
}

/// What is between the first backticks; where there are none, between quotes that hold all of the request but its verb.
fn quoted(request: &str) -> Option<&str> {
    if let Some((_, rest)) = request.split_once('`') {
        return rest.split_once('`').map(|(inner, _)| inner).filter(|inner| !inner.trim().is_empty());
    }
    let rest = RUN.iter().find_map(|run| {
        let (verb, rest) = request.split_once(' ')?;
        verb.eq_ignore_ascii_case(run).then(|| rest.trim())
    })?;
    let mark = rest.chars().next().filter(|mark| matches!(mark, '"' | '\''))?;
    rest[1..].strip_suffix(mark).filter(|inner| !inner.contains(mark) && !inner.trim().is_empty())
}

/// Words at blanks, with quotes around those that hold some; `None` where a quote is open.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(request: &str, argv: &[&str]) {
        let found = of_words(request);
        assert_eq!(found.unwrap_or_default(), argv, "{request}");
    }

    #[test]
    fn programs_are_read_from_plain_words() {
        check("run python main.py --fast", &["python", "main.py", "--fast"]);
        check("Run `cargo test -p agent` please", &["cargo", "test", "-p", "agent"]);
        check("run main.py", &["python", "main.py"]);
        check("execute lib/a.mjs", &["node", "lib/a.mjs"]);
        check("please run python3 -c 'print(\"a b\")'", &["python", "-c", "print(\"a b\")"]);
        check("run \"make all\"", &["make", "all"]);
        check("run `a; rm -rf /`", &["a;", "rm", "-rf", "/"]);
    }

    #[test]
    fn nothing_is_guessed() {
        for request in ["run the formatter", "run it", "start the server", "run", "run `` now", "run python", "run 'a"]
        {
            check(request, &[]);
        }
    }
}
