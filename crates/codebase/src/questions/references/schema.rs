//! References in languages of schemas, where names are those of packages and types, and nothing is bound anew.
//!
//! - Protocol Buffers: a name is looked up from the innermost message outwards through the packages; what is found first is
//!   meant. It is proven where the file with the definition is this one or imported here; a file may also be seen by imports of
//!   imports, which are not followed: then it is possible.
//! - Terraform: what is in a folder is one module; `var.region` means the variable of this folder. It is proven.
//! - GraphQL: all types of a schema see each other, and files do not say which schema they belong to: possible where the
//!   repository has one definition of the name, or this file has one.
//! - SQL: see `sql`.
//! - Fields, values and procedures are named where they are used without their type: their names alone are compared.

use super::sql::{self, SqlFile};
use super::{ReferenceKind, Sure, Target};
use crate::Codebase;
use call_graph::{Symbol, SymbolId};
use facts::DefinitionKind;
use paging::Loaded;
use source::{FileId, Language};

/// How much a name is believed where the rules of the language leave room.
const READ: f32 = 0.9;

/// A file in which a symbol of a schema is looked for, and what is known before its places are looked at.
pub struct SchemaFile<'a> {
    codebase: &'a Codebase,
    target: &'a Target<'a>,
    file: FileId,
    /// The text without comments, and without strings where these hold no references.
    code: &'a str,
    /// The whole name of the symbol, with package and messages, and whether this file sees its file.
    own: (String, bool),
    /// The same of the other types of its name.
    others: Vec<(String, bool)>,
    /// The package of this file.
    package: &'a str,
}

impl<'a> SchemaFile<'a> {
    pub fn new(
        codebase: &'a Codebase,
        target: &'a Target<'a>,
        file: FileId,
        (text, code): (&str, &'a str),
    ) -> Loaded<Self> {
        let imports = imports(text);
        let sees = |other: FileId| {
            let path = codebase.snapshot().file(other).path.as_str();
            other == file || imports.iter().any(|named| ends_in(path, named))
        };
        let mut others = Vec::new();
        for other in types_of_name(codebase, target)? {
            others.push((full_name(codebase, other)?, sees(other.file)));
        }
        let own = (full_name(codebase, target.symbol)?, sees(target.symbol.file));
        Ok(Self { codebase, target, file, code, own, others, package: package(code) })
    }

    /// What the name at a byte is; `None` where it is known to mean something else.
    pub fn place(&self, at: usize, symbols: &[(SymbolId, &Symbol)]) -> Loaded<Option<(ReferenceKind, Sure)>> {
        let symbol = self.target.symbol;
        let (before, after) = (&self.code[..at], &self.code[at + symbol.name.len()..]);
        match symbol.language {
            Language::Hcl => return self.terraform(before),
            Language::Sql => {
                let &Self { codebase, target, file, code, .. } = self;
                return sql::place(&SqlFile { codebase, target, file, code }, at, symbols);
            }
            _ => {}
        }
        if !symbol.kind.is_type() {
            return Ok(is_named_so(symbol, before).then_some((ReferenceKind::Read, Sure::SameName)));
        }
        let sure = match symbol.language {
            Language::Protobuf => self.protobuf(at, symbols)?,
            _ => self.graphql(before, after, symbols),
        };
        Ok(sure.map(|sure| (ReferenceKind::Type, sure)))
    }

    fn graphql(&self, before: &str, after: &str, symbols: &[(SymbolId, &Symbol)]) -> Option<Sure> {
        // The name of a field, an argument or a variable, or of a directive.
        if after.trim_start().starts_with(':') || before.ends_with(['@', '$', '.']) {
            return None;
        }
        let is_of_file = self.file == self.target.symbol.file;
        let is_another = |id: SymbolId, other: &Symbol| {
            id != self.target.id && other.kind.is_type() && other.name == self.target.symbol.name
        };
        let defines_another = symbols.iter().any(|(id, other)| is_another(*id, other));
        match (is_of_file || self.others.is_empty(), defines_another) {
            (_, true) if !is_of_file => None,
            (true, false) => {
                let rule = if is_of_file { "own file" } else { "only definition" };
                Some(Sure::Resolved { rule, confidence: READ, proven: false })
            }
            _ => Some(Sure::SameName),
        }
    }

    fn protobuf(&self, at: usize, symbols: &[(SymbolId, &Symbol)]) -> Loaded<Option<Sure>> {
        let written = written(self.code, at, &self.target.symbol.name);
        let around = symbols.iter().filter(|(_, symbol)| {
            symbol.kind.is_type() && (symbol.span.start as usize..symbol.span.end as usize).contains(&at)
        });
        let innermost = around.min_by_key(|(_, symbol)| symbol.span.end - symbol.span.start);
        let scope = match innermost {
            Some((_, symbol)) => within(self.package, &names_of(self.codebase, symbol)?),
            None => self.package.to_owned(),
        };
        let (own, seen) = &self.own;
        let Some(depth) = found_in(own, &written, &scope) else { return Ok(None) };
        let mut is_only = true;
        for (other, seen) in self.others.iter().filter(|(_, seen)| *seen) {
            match found_in(other, &written, &scope) {
                Some(deeper) if deeper > depth => return Ok(None),
                Some(same) if same == depth && *seen => is_only = false,
                _ => {}
            }
        }
        Ok(match (*seen, is_only) {
            (true, true) => Some(Sure::Resolved { rule: "package", confidence: 1.0, proven: true }),
            (false, true) => Some(Sure::Resolved { rule: "package", confidence: READ, proven: false }),
            // A copy of the file, of which one is imported.
            (true, false) => Some(Sure::SameName),
            (false, false) => None,
        })
    }

    /// A reference names a thing with what is in front of its name: `var.`, `aws_instance.`, `data.aws_ami.`. That is the
    /// symbol's own name in its file, of which the last part is its name. Outputs are read by other modules under the names of
    /// calls of these.
    fn terraform(&self, before: &str) -> Loaded<Option<(ReferenceKind, Sure)>> {
        let symbol = self.target.symbol;
        let module = match symbol.parent {
            Some(parent) => self.codebase.graph().symbol(parent)?.map_or("", |module| module.qualified_name.as_str()),
            None => "",
        };
        let own = symbol.qualified_name.strip_prefix(module).unwrap_or(&symbol.name).trim_start_matches('.');
        let front = own.strip_suffix(symbol.name.as_str()).unwrap_or("");
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if front == "output." {
            let call = before.strip_suffix('.').map(|before| before.trim_end_matches(is_word));
            let is_of_module = call.is_some_and(|call| call.ends_with("module."));
            return Ok(is_of_module.then_some((ReferenceKind::Read, Sure::SameName)));
        }
        let rest = before.strip_suffix(front).filter(|_| !front.is_empty());
        let is_whole = rest.is_some_and(|rest| !rest.ends_with(|c: char| is_word(c) || c == '.'));
        let folder = |file: FileId| {
            let path = self.codebase.snapshot().file(file).path.as_str();
            path.rsplit_once('/').map_or("", |(folder, _)| folder)
        };
        let is_here = folder(self.file) == folder(symbol.file);
        let sure = Sure::Resolved { rule: "module folder", confidence: 1.0, proven: true };
        Ok((is_whole && is_here).then_some((ReferenceKind::Read, sure)))
    }
}

/// Whether what is in front of a name that is no type's fits the symbol: directives have their mark and fragments theirs.
fn is_named_so(symbol: &Symbol, before: &str) -> bool {
    match symbol.kind {
        DefinitionKind::Macro => before.ends_with('@'),
        DefinitionKind::Function => before.ends_with("..."),
        _ => !before.ends_with(['@', '$']) && !before.ends_with("..."),
    }
}

/// The text with spaces in place of comments. Strings stay: they hold references.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut in_string) = (text, false);
    while let Some(c) = rest.chars().next() {
        let comment = match () {
            () if in_string => 0,
            () if rest.starts_with('#') || rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            () if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            () => 0,
        };
        if comment > 0 {
            out.extend(rest[..comment].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            rest = &rest[comment..];
            continue;
        }
        let escaped = in_string && c == '\\';
        match c {
            '"' => in_string = !in_string,
            '\n' => in_string = false,
            _ => {}
        }
        let length = c.len_utf8() + if escaped { rest[1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// The name at a byte with the packages and messages that are written in front of it; with a dot first where it is whole.
fn written(code: &str, at: usize, name: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let front = code[..at].trim_end_matches(is_part).len();
    format!("{}{name}", &code[front..at])
}

/// How many names of the scope are in front of the written one where that means `full`.
fn found_in(full: &str, written: &str, scope: &str) -> Option<usize> {
    if let Some(whole) = written.strip_prefix('.') {
        return (whole == full).then_some(0);
    }
    let outer = full.strip_suffix(written)?;
    let Some(outer) = outer.strip_suffix('.') else { return outer.is_empty().then_some(0) };
    let rest = scope.strip_prefix(outer)?;
    (rest.is_empty() || rest.starts_with('.')).then(|| outer.split('.').count())
}

/// The other types of the symbol's name.
fn types_of_name<'a>(codebase: &'a Codebase, target: &Target<'_>) -> Loaded<Vec<&'a Symbol>> {
    let mut files: Vec<FileId> = target.namesakes.clone();
    files.dedup();
    let mut found = Vec::new();
    for file in files {
        let symbols = codebase.graph().symbols_in(file)?.into_iter();
        found.extend(
            symbols.filter(|(id, other)| *id != target.id && other.kind.is_type() && other.name == target.symbol.name),
        );
    }
    Ok(found.into_iter().map(|(_, other)| other).collect())
}

/// The name of a type with those of its package and of the messages around it.
fn full_name(codebase: &Codebase, symbol: &Symbol) -> Loaded<String> {
    Ok(within(package(codebase.text(symbol.file)?), &names_of(codebase, symbol)?))
}

/// The name of a type with those of the messages around it.
fn names_of(codebase: &Codebase, symbol: &Symbol) -> Loaded<String> {
    let mut names = vec![symbol.name.as_str()];
    let mut parent = symbol.parent;
    while let Some(outer) = parent {
        let Some(outer) = codebase.graph().symbol(outer)?.filter(|outer| outer.kind.is_type()) else { break };
        names.push(&outer.name);
        parent = outer.parent;
    }
    names.reverse();
    Ok(names.join("."))
}

fn within(package: &str, names: &str) -> String {
    if package.is_empty() { names.to_owned() } else { format!("{package}.{names}") }
}

/// The package that a file declares; empty without one.
fn package(text: &str) -> &str {
    let declared = text.lines().find_map(|line| line.trim_start().strip_prefix("package "));
    declared.map_or("", |rest| rest.split(';').next().unwrap_or("").trim())
}

/// The ends of paths that a file imports.
fn imports(text: &str) -> Vec<&str> {
    let import = |line: &'_ str| line.trim_start().starts_with("import ");
    text.lines().filter(|line| import(line)).filter_map(|line| line.split(['"', '\'']).nth(1)).collect()
}

fn ends_in(path: &str, named: &str) -> bool {
    path.strip_suffix(named).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_and_strings_are_not() {
        let text = "a = \"# ${var.b} \\\" //\" # var.b\n/* ä\n*/ c = 1 // d\n";
        let code = without_comments(text);
        assert_eq!(code.len(), text.len());
        let lines: Vec<&str> = code.lines().map(str::trim).collect();
        assert_eq!(lines, ["a = \"# ${var.b} \\\" //\"", "", "c = 1"]);
    }

    #[test]
    fn a_name_is_looked_up_from_the_inside_outwards() {
        assert_eq!(found_in("a.b.User", "User", "a.b"), Some(2));
        assert_eq!(found_in("a.User", "User", "a.b.Shop"), Some(1));
        assert_eq!(found_in("a.b.User.Role", "User.Role", "a.b.Order"), Some(2));
        assert_eq!(found_in("a.b.User", "b.User", "a.c"), Some(1));
        assert_eq!(found_in("a.User", ".a.User", "c"), Some(0));
        assert_eq!(found_in("User", "User", "a"), Some(0));
        for (full, written, scope) in [
            ("b.User", "User", "a"),
            ("a.b.User", "User", "a.bc"),
            ("a.SuperUser", "User", "a"),
            ("a.User.Role", "Role", "a.Order"),
            ("a.User", ".User", "a"),
        ] {
            assert_eq!(found_in(full, written, scope), None, "{full} {written} {scope}");
        }
    }
}
