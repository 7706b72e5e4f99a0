//! Commands of a command line as programs in Go declare them: values of a type `Command`, with a name and what it runs.

use super::Collected;
use crate::List;
use crate::scan::{File, literal, places, split, until_closed};

/// The name of cobra's field for how a command is used, which begins with its name.
const USE: &str = "Use";
/// That of urfave/cli and of registries that projects write for themselves.
const NAME: &str = "Name";
/// Fields for what a command runs, without which a value with a name may be anything.
const RUNS: &[&str] = &["Action", "Exec", "Execute", "Func", "Handler", "Run", "RunE", "Subcommands"];
/// Fields that say in a line what it does, the shortest first.
const SAYS: &[&str] = &["Short", "Usage", "Description", "Help"];
const TYPE: &str = "Command{";

pub fn collect(file: &File<'_>, out: &mut Collected) {
    for at in places(&file.code, TYPE) {
        // `SubCommand{` is another type.
        if file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let Some(inside) = until_closed(&file.code[at + TYPE.len()..]) else { continue };
        // `[]cli.Command{{Name: "a"}, {Name: "b"}}`
        for part in split(inside) {
            match part.trim().strip_prefix('{').and_then(until_closed) {
                Some(element) => declared(file, element, out),
                None => {
                    declared(file, inside, out);
                    break;
                }
            }
        }
    }
}

/// The command of the fields of a value.
fn declared(file: &File<'_>, inside: &str, out: &mut Collected) {
    let fields: Vec<(&str, &str)> = split(inside)
        .into_iter()
        .filter_map(|field| field.split_once(':'))
        .map(|(key, value)| (key.rsplit('\n').next().unwrap_or(key).trim(), value.trim()))
        .collect();
    let value = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    let runs = || fields.iter().any(|(key, _)| RUNS.contains(key));
    let Some(named) = value(USE).or_else(|| value(NAME).filter(|_| runs())) else { return };
    let Some(name) = literal(named).filter(|name| !name.is_empty()) else { return };
    let line = file.line_at(named.as_ptr() as usize - file.code.as_ptr() as usize);
    let said = SAYS.iter().find_map(|key| value(key).and_then(literal)).unwrap_or_default();
    out.push(List::Commands, file.entry((line, line), &name, &said));
}
