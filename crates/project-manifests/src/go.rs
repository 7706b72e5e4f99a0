//! `go.mod` and `go.work`: lines of a keyword and its arguments, in blocks or alone.

use crate::ManifestError;
use crate::folder::inside;
use facts::{GoModule, GoWorkspace};

/// `None` where no module is named.
pub fn module(folder: &str, text: &str) -> Result<Option<GoModule>, ManifestError> {
    let mut read = GoModule::default();
    for statement in statements(text)? {
        match (statement[0].as_str(), &statement[1..]) {
            ("module", [name]) => read.module.clone_from(name),
            ("replace", arguments) => read.replaced.extend(replaced(folder, arguments)),
            _ => {}
        }
    }
    Ok((!read.module.is_empty()).then_some(read))
}

pub fn workspace(folder: &str, text: &str) -> Result<GoWorkspace, ManifestError> {
    let mut read = GoWorkspace::default();
    for statement in statements(text)? {
        match (statement[0].as_str(), &statement[1..]) {
            ("use", [written]) => read.uses.extend(inside(folder, written)),
            ("replace", arguments) => read.replaced.extend(replaced(folder, arguments)),
            _ => {}
        }
    }
    Ok(read)
}

/// `old [v1] => ./folder`; a module that is replaced by another one of the network is not here.
fn replaced(folder: &str, arguments: &[String]) -> Option<(String, String)> {
    let arrow = arguments.iter().position(|word| word == "=>")?;
    let to = arguments.get(arrow + 1)?;
    let is_folder = to.starts_with("./") || to.starts_with("../") || to == "." || to == "..";
    Some((arguments.first()?.clone(), is_folder.then(|| inside(folder, to))??))
}

/// Each keyword with its arguments; those of a block get its keyword.
fn statements(text: &str) -> Result<Vec<Vec<String>>, ManifestError> {
    let (mut found, mut block) = (Vec::new(), None::<(String, usize)>);
    for (line, raw) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let words: Vec<String> = words(raw);
        match (&words[..], &block) {
            ([], _) => {}
            ([close], Some(_)) if close == ")" => block = None,
            ([close, ..], None) if close == ")" => {
                return Err(ManifestError::Line { line, what: "a block ends that does not begin" });
            }
            ([keyword, open], None) if open == "(" => block = Some((keyword.clone(), line)),
            (_, Some((keyword, _))) => found.push(std::iter::once(keyword.clone()).chain(words).collect()),
            (_, None) => found.push(words),
        }
    }
    match block {
        Some((_, line)) => Err(ManifestError::Line { line, what: "a block has no end" }),
        None => Ok(found),
    }
}

fn words(line: &str) -> Vec<String> {
    let code = line.split("//").next().unwrap_or("");
    let spaced = code.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(|word| word.trim_matches(['"', '`']).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::{problem, project};
    use facts::Project;

    #[test]
    fn module_and_replacements() {
        let text = "module example.com/shop // the shop\n\nrequire (\n\ta.org/x v1.0.0 // indirect\n)\nreplace a.org/x => ../x\nreplace (\n\tb.org/y v1 => ./y\n\tc.org/z => d.org/z v2\n)\n";
        let Project::GoModule(read) = project("shop/go.mod", text) else { panic!("no module") };
        assert_eq!(read.module, "example.com/shop");
        assert_eq!(
            read.replaced,
            [("a.org/x".to_owned(), "x".to_owned()), ("b.org/y".to_owned(), "shop/y".to_owned())]
        );
    }

    #[test]
    fn folders_of_a_workspace() {
        let Project::GoWorkspace(read) = project("go.work", "go 1.22\nuse ./a\nuse (\n\t./b\n\t.\n)\n") else {
            panic!("no workspace")
        };
        assert_eq!(read.uses, ["a", "b", ""]);
    }

    #[test]
    fn an_open_block_is_a_mistake_with_its_line() {
        assert_eq!(problem("go.mod", "module a\n\nrequire (\n\tb v1\n"), "line 3: a block has no end");
        assert_eq!(problem("go.mod", "module a\n)\n"), "line 2: a block ends that does not begin");
    }
}
