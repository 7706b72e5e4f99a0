//! What a file exports, each name with the line that makes it so.

use super::Sentence;
use super::fact::safe;
use crate::answer::markdown::cite;
use crate::exports::Export;
use protocol::Evidence;

/// Above the list.
pub fn above(file: &Evidence) -> Sentence {
    Sentence::cited(format!("`{}` exports {}:", file.path, cite(file)))
}

pub fn none(file: &Evidence) -> Sentence {
    Sentence::cited(format!("No export was found in `{}` {}.", file.path, cite(file)))
}

/// Names that the file defines.
pub fn own(file: &Evidence, export: &Export) -> Sentence {
    Sentence::cited(format!("{} at {} {}", names(&export.names), at(file, export), cite(file)))
}

/// Names of another module that the file hands on.
pub fn of_module(file: &Evidence, export: &Export, module: &str) -> Sentence {
    let names = names(&export.names);
    Sentence::cited(format!("{names} of {}, at {} {}", module_name(module), at(file, export), cite(file)))
}

/// All that another file exports, which was read.
pub fn all_of(file: &Evidence, export: &Export, other: &Evidence, exports: &[Export]) -> Sentence {
    let own: Vec<String> = exports.iter().flat_map(|export| export.names.clone()).collect();
    let which = if own.is_empty() { "in which no export was found".to_owned() } else { names(&own) };
    Sentence::cited(format!("all that `{}` exports, at {}: {which} {}", other.path, at(file, export), cite(other)))
}

/// All that another module exports, which was not read.
pub fn all_of_unread(file: &Evidence, export: &Export, module: &str) -> Sentence {
    let module = module_name(module);
    Sentence::cited(format!("all that {module} exports, at {}; it was not read {}", at(file, export), cite(file)))
}

fn at(file: &Evidence, export: &Export) -> String {
    format!("`{}:{}`", file.path, file.start_line as usize + export.line)
}

fn module_name(module: &str) -> String {
    format!("`{}`", safe(&module.replace('`', "'")))
}

fn names(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
