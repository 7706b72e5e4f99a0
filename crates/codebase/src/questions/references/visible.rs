//! What a file sees: which language it reads alike, and whether an import names the module of a definition.

use super::super::facts::masked::{Family, places, statement_end};
use source::Language;

/// How comments, strings and statements of a language look; of some the nearest of those that are read.
pub fn family_of(language: Language) -> Option<Family> {
    match language {
        Language::C | Language::Cpp | Language::Php | Language::Kotlin | Language::Swift | Language::Scala => {
            Some(Family::Java)
        }
        Language::Protobuf | Language::Dart | Language::Zig => Some(Family::Java),
        Language::Elixir => Some(Family::Ruby),
        Language::Shell | Language::GraphQl => Some(Family::Python),
        other => Family::of(other),
    }
}

/// Whether a name in one language may mean a definition in another.
pub fn are_alike(one: Language, other: Language) -> bool {
    let group = |language: Language| match language {
        Language::TypeScript | Language::Tsx => Language::JavaScript,
        Language::Cpp => Language::C,
        Language::Kotlin | Language::Scala => Language::Java,
        other => other,
    };
    one.is_parsed() && group(one) == group(other)
}

/// Whether the code of a file may mean what another file defines by a bare name that it does not import. `other`: the text of
/// that file.
pub fn is_seen_without_import(family: Family, code: &str, other: &str) -> bool {
    let statements = |text: &str, words: &[&str], holds: &str| {
        let mut lines = text.lines().map(str::trim_start);
        lines.any(|line| words.iter().any(|word| line.starts_with(word)) && line.contains(holds))
    };
    match family {
        Family::Python => statements(code, &["from "], "import *"),
        // `use super::*`, and macros, which may name what is in scope where they are run.
        Family::Rust => statements(code, &["use ", "pub use ", "pub(crate) use ", "pub(super) use "], "*"),
        // Files that neither import nor export are scripts, whose names are global.
        Family::Ecmascript => {
            let is_module = statements(other, &["import ", "import{", "export ", "export{"], "")
                || other.contains("require(")
                || other.contains("module.exports")
                || other.contains("exports.");
            !is_module
        }
        Family::Go | Family::Java | Family::Kotlin | Family::Ruby | Family::Php => true,
    }
}

/// Lines that a statement of imports may have before the name.
const LINES: usize = 60;

/// The statement of imports that holds the byte `at` of the code, where one does.
pub fn import_around(code: &str, at: usize, family: Family) -> Option<std::ops::Range<usize>> {
    let mut end = at;
    for _ in 0..LINES {
        let start = code[..end].rfind('\n').map_or(0, |newline| newline + 1);
        let line = &code[start..];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if begins_import(&line[indent..], family) {
            let stop = statement_end(code, start + indent);
            // In ECMAScript the module is behind the names in braces, on the same line as the closing one.
            let is_import = at < stop && (family != Family::Ecmascript || is_script_import(&code[start..stop]));
            return is_import.then_some(start + indent..stop);
        }
        end = start.checked_sub(1)?;
    }
    None
}

fn begins_import(line: &str, family: Family) -> bool {
    let words: &[&str] = match family {
        Family::Python => &["import ", "from "],
        Family::Ruby => &["require ", "require_relative ", "autoload "],
        Family::Ecmascript => &["import ", "import{", "export {", "export{", "export *", "const {", "const{"],
        Family::Rust => &["use ", "pub use ", "pub(crate) use ", "pub(super) use "],
        Family::Go => &["import "],
        Family::Java | Family::Kotlin | Family::Php => &["import ", "using ", "use ", "#include "],
    };
    words.iter().any(|word| line.starts_with(word))
}

fn is_script_import(statement: &str) -> bool {
    match statement.starts_with("const") {
        true => statement.contains("require("),
        false => statement.starts_with("import") || places(statement, "from").next().is_some(),
    }
}

/// Whether the module that a statement of imports names is that of the file at `path`. `from` is the path of the file with
/// the statement.
pub fn names_module(statement: &str, from: &str, path: &str, family: Family) -> bool {
    let wanted = module_of(path);
    let folder: Vec<&str> = from.rsplit_once('/').map_or(Vec::new(), |(folder, _)| folder.split('/').collect());
    match family {
        Family::Python => {
            let module = statement.strip_prefix("from ").map(|rest| rest.split_whitespace().next().unwrap_or(""));
            module.is_some_and(|module| is_python_module(module, &folder, &wanted))
        }
        Family::Ecmascript => {
            let quoted = statement.rsplit(['"', '\'']).nth(1).filter(|module| module.starts_with('.'));
            quoted.is_some_and(|module| relative(&folder, module.split('/')) == wanted)
        }
        Family::Rust | Family::Java | Family::Kotlin | Family::Php => {
            let sign = if family == Family::Rust { "::" } else { "." };
            let written = statement.trim_end_matches(';');
            let head = written.split(['{', ';']).next().unwrap_or("").split_whitespace().last().unwrap_or("");
            let mut parts: Vec<&str> = head.split(sign).filter(|part| !part.is_empty()).collect();
            parts.retain(|part| !matches!(*part, "crate" | "self" | "super"));
            // Without braces the last part is the name itself; a file of Java is named after its type.
            if family == Family::Rust && !written.contains('{') {
                parts.pop();
            }
            !parts.is_empty() && wanted.ends_with(&parts)
        }
        Family::Ruby => {
            let quoted = statement.rsplit(['"', '\'']).nth(1).unwrap_or("");
            let parts: Vec<&str> = quoted.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
            !parts.is_empty() && wanted.ends_with(&parts)
        }
        Family::Go => false,
    }
}

fn is_python_module(module: &str, folder: &[&str], wanted: &[&str]) -> bool {
    let dots = module.len() - module.trim_start_matches('.').len();
    let parts = module.trim_start_matches('.').split('.').filter(|part| !part.is_empty());
    if dots == 0 {
        let parts: Vec<&str> = parts.collect();
        return !parts.is_empty() && wanted.ends_with(&parts);
    }
    let Some(up) = folder.len().checked_sub(dots - 1) else { return false };
    folder[..up].iter().copied().chain(parts).eq(wanted.iter().copied())
}

fn relative<'p>(folder: &[&'p str], parts: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    let mut at = folder.to_vec();
    for part in parts {
        match part {
            "." | "" => {}
            ".." => {
                at.pop();
            }
            name => at.push(stem(name)),
        }
    }
    if at.last() == Some(&"index") {
        at.pop();
    }
    at
}

/// The parts of a module's name as its path gives them: without extension, without the file that stands for its folder.
fn module_of(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.split('/').collect();
    if let Some(last) = parts.pop() {
        let stem = stem(last);
        if !matches!(stem, "__init__" | "index" | "mod" | "lib") {
            parts.push(stem);
        }
    }
    parts
}

/// A file's name without the extension of a source file.
fn stem(name: &str) -> &str {
    const ENDINGS: &[&str] =
        &[".d.ts", ".tsx", ".mts", ".cts", ".ts", ".jsx", ".mjs", ".cjs", ".js", ".pyi", ".py", ".rs", ".java", ".kt"];
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_recognised_over_many_lines() {
        let python = "from .a import (\n    b,\n    c,\n)\nd = c\n";
        assert!(import_around(python, python.find("c,").unwrap(), Family::Python).is_some());
        assert!(import_around(python, python.rfind('c').unwrap(), Family::Python).is_none());
        let script = "import {\n  a,\n  b\n} from './x';\nconst { d } = a;\n";
        assert!(import_around(script, script.find("b\n").unwrap(), Family::Ecmascript).is_some());
        assert!(import_around(script, script.find("d }").unwrap(), Family::Ecmascript).is_none());
        let rust = "use crate::a::{b, C};\nfn f() { C }\n";
        assert!(import_around(rust, rust.find('C').unwrap(), Family::Rust).is_some());
        assert!(import_around(rust, rust.rfind('C').unwrap(), Family::Rust).is_none());
    }

    #[test]
    fn an_import_names_a_module_by_its_path() {
        let names = |statement: &str, from: &str, path: &str, family| names_module(statement, from, path, family);
        assert!(names("from .payments import Gateway", "shop/orders.py", "shop/payments.py", Family::Python));
        assert!(!names("from .payments import Gateway", "shop/orders.py", "other/payments.py", Family::Python));
        assert!(names("from shop.payments import Gateway", "tests/t.py", "src/shop/payments.py", Family::Python));
        assert!(names("from ..a import b", "x/y/z.py", "x/a/__init__.py", Family::Python));
        assert!(!names("from ... import b", "z.py", "a.py", Family::Python));
        assert!(names("import { m } from './money'", "web/cart.ts", "web/money.ts", Family::Ecmascript));
        assert!(names("import { m } from '../lib/index.js'", "web/a/b.ts", "web/lib/index.ts", Family::Ecmascript));
        assert!(!names("import { m } from 'money'", "web/cart.ts", "web/money.ts", Family::Ecmascript));
        assert!(names("use crate::a::b::C", "src/x.rs", "src/a/b.rs", Family::Rust));
        assert!(names("use super::b::{C, D}", "src/a/x.rs", "src/a/b/mod.rs", Family::Rust));
        assert!(!names("use std::fmt::C", "src/x.rs", "src/a/b.rs", Family::Rust));
        assert!(names("import org.acme.Gateway", "A.java", "src/org/acme/Gateway.java", Family::Java));
    }
}
