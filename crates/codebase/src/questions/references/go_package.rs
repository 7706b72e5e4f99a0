//! Go: the files of a package share its names, and others qualify them by a name that an import binds.

use super::super::facts::masked::is_word;
use super::site::Around;
use super::{Sure, Target};
use crate::Codebase;
use crate::questions::references::local::Locals;
use paging::Loaded;
use source::{FileId, Language};

/// How much a place is believed where the package defines the name twice: which of them is built, a tag says.
const ONE_OF_SEVERAL: f32 = 0.7;
/// The same where nothing says what an import's path begins with.
const BY_END_OF_PATH: f32 = 0.8;

/// How a file of Go sees the package of a symbol of its top level.
#[derive(Default)]
pub struct GoPackage<'a> {
    /// The file is one of the package, or has its names by an import of all.
    has_its_names: bool,
    /// Names that imports of the package bind here, with what the file binds locally under them, and whether the whole path is known
    /// to be the package's.
    qualifiers: Vec<(String, Locals<'a>, bool)>,
    /// The package has another definition of the name, in a file for another platform.
    is_one_of_several: bool,
}

impl<'a> GoPackage<'a> {
    /// `None` for what is no symbol of the top level of a package of Go.
    pub fn of(codebase: &'a Codebase, target: &Target<'_>, file: FileId, code: &'a str) -> Loaded<Option<Self>> {
        let symbol = target.symbol;
        let is_top = match symbol.parent {
            Some(parent) => codebase.graph().symbol(parent)?.is_some_and(|parent| parent.def == facts::DefId::MODULE),
            None => false,
        };
        if symbol.language != Language::Go || !is_top || symbol.def == facts::DefId::MODULE || target.owner.is_some() {
            return Ok(None);
        }
        let (text, own) = (codebase.text(file)?, codebase.text(symbol.file)?);
        let folder = |file: FileId| codebase.snapshot().file(file).path.parent();
        let (place, package) = (folder(symbol.file), package_of(own));
        let is_of_package = folder(file) == place && package_of(text) == package;
        let mut found = Self { has_its_names: is_of_package, ..Self::default() };
        for other in &target.namesakes {
            let is_beside = *other != symbol.file && folder(*other) == place;
            found.is_one_of_several |= is_beside
                && package_of(codebase.text(*other)?) == package
                && defines_at_top(codebase, *other, &symbol.name)?;
        }
        if is_of_package || !symbol.exported {
            return Ok(Some(found));
        }
        let module = module_around(codebase, place)?;
        for (bound, path) in imports(text) {
            let is_whole = module.as_deref() == Some(path);
            let is_end = module.is_none() && !place.is_empty() && path.ends_with(place) && {
                let before = &path[..path.len() - place.len()];
                before.is_empty() || before.ends_with('/')
            };
            match bound {
                _ if !is_whole && !is_end => {}
                Some("_") => {}
                Some(".") => found.has_its_names = true,
                bound => {
                    let name = bound.or(package).unwrap_or_default();
                    found.qualifiers.push((name.to_owned(), Locals::named(codebase, name, file, code)?, is_whole));
                }
            }
        }
        Ok(Some(found))
    }

    /// Whether a bare name here is none of the package's.
    pub fn means_another(&self, around: &Around<'_>) -> bool {
        !self.has_its_names && !around.is_member()
    }

    /// How sure the name at a byte means the symbol; `None` where the package's scope says nothing. Local names of the symbol's
    /// name are left out before.
    pub fn sure_of(&self, around: &Around<'_>, at: usize) -> Option<Sure> {
        let (rule, is_whole) = match around.is_member() {
            false if self.has_its_names && !around.names_argument() && !declares(around) => ("package scope", true),
            false => return None,
            true => {
                let before = around.before.strip_suffix('.')?;
                let start = before.bytes().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1);
                let name = &before[start..];
                // `a.tui.Name` is a member of a member.
                if before[..start].ends_with('.') {
                    return None;
                }
                let at = at - 1 - name.len();
                let (.., is_whole) =
                    self.qualifiers.iter().find(|(bound, locals, _)| bound == name && !locals.has(at))?;
                ("imported package", *is_whole)
            }
        };
        let (confidence, proven) = match (self.is_one_of_several, is_whole) {
            (true, _) => (ONE_OF_SEVERAL, false),
            (false, false) => (BY_END_OF_PATH, false),
            (false, true) => (1.0, true),
        };
        Some(Sure::Resolved { rule, confidence, proven })
    }
}

/// Whether the name is a label, or declared here: a field or parameter of a type without a name.
fn declares(around: &Around<'_>) -> bool {
    let before = around.before.trim_end();
    let is_jump = ["break", "continue", "goto"]
        .iter()
        .any(|word| before.strip_suffix(word).is_some_and(|rest| !rest.bytes().next_back().is_some_and(is_word)));
    let is_first = before.is_empty() || before.ends_with(['(', ',', '{', ';']);
    let behind = around.after.trim_start_matches([' ', '\t']);
    let is_followed =
        behind.len() < around.after.len() && behind.starts_with(|c: char| c.is_alphabetic() || "*[_".contains(c));
    let is_label = before.is_empty() && around.after.starts_with(':') && !around.after.starts_with(":=");
    is_jump || is_label || is_first && is_followed
}

fn defines_at_top(codebase: &Codebase, file: FileId, name: &str) -> Loaded<bool> {
    let symbols = codebase.graph().symbols_in(file)?;
    let modules: Vec<_> = symbols.iter().filter(|(_, it)| it.def == facts::DefId::MODULE).map(|(id, _)| *id).collect();
    Ok(symbols.iter().any(|(_, it)| it.name == name && it.parent.is_some_and(|parent| modules.contains(&parent))))
}

/// The name in the `package` clause.
fn package_of(text: &str) -> Option<&str> {
    let clause = text.lines().find_map(|line| line.strip_prefix("package "))?;
    clause.split(|c: char| !(c.is_alphanumeric() || c == '_')).find(|name| !name.is_empty())
}

/// The path by which a folder's package is imported, by the nearest `go.mod` around it.
fn module_around(codebase: &Codebase, folder: &str) -> Loaded<Option<String>> {
    let mut around = Some(folder);
    while let Some(at) = around {
        let path = if at.is_empty() { "go.mod".to_owned() } else { format!("{at}/go.mod") };
        if let Some(file) = codebase.snapshot().find(&path) {
            let text = codebase.text(file)?;
            let module = text.lines().find_map(|line| line.trim().strip_prefix("module ")).map(str::trim);
            let module = module.map(|module| module.split("//").next().unwrap_or("").trim().trim_matches('"'));
            let inner = folder[at.len()..].trim_start_matches('/');
            return Ok(
                module.map(|module| if inner.is_empty() { module.to_owned() } else { format!("{module}/{inner}") })
            );
        }
        around = if at.is_empty() { None } else { Some(at.rsplit_once('/').map_or("", |(outer, _)| outer)) };
    }
    Ok(None)
}

/// The imports of a file: the name that each states, and its path.
fn imports(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut found = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let line = line.trim();
        let spec = match line.strip_prefix("import") {
            Some(rest) if rest.trim_start().starts_with('(') => {
                is_open = true;
                rest.trim_start().trim_start_matches('(')
            }
            Some(rest) if rest.starts_with([' ', '"', '`']) => rest,
            _ if is_open => line,
            _ if ["func ", "type ", "var ", "const "].iter().any(|word| line.starts_with(word)) => break,
            _ => continue,
        };
        let spec = spec.trim();
        if is_open && spec.starts_with(')') {
            is_open = false;
        }
        let mut parts = spec.split(['"', '`']);
        if let (Some(name), Some(path), Some(_)) = (parts.next(), parts.next(), parts.next())
            && !name.contains("//")
        {
            found.push((Some(name.trim()).filter(|name| !name.is_empty()), path));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_read_alone_and_in_groups() {
        let text = "// a\npackage p\n\nimport \"fmt\"\nimport (\n\tt \"x.org/a/tui\" // \"no\"\n\t// \"none\"\n\t. \"x.org/b\"\n)\n\nvar a = \"c\"\n";
        assert_eq!(imports(text), [(None, "fmt"), (Some("t"), "x.org/a/tui"), (Some("."), "x.org/b")]);
        assert_eq!(package_of(text), Some("p"));
    }
}
