//! `pyproject.toml`, `setup.cfg` and `setup.py`: folders that packages lie in, by each tool's own key.

use crate::folder::inside;
use crate::{entries, texts};
use facts::PythonProject;
use serde_json::Value;

pub fn pyproject(folder: &str, manifest: &Value) -> PythonProject {
    let mut read = PythonProject::default();
    let tool = &manifest["tool"];
    let setuptools = &tool["setuptools"];
    read.add_package_dirs(folder, entries(&setuptools["package-dir"]).map(|(name, dir)| (name.as_str(), dir)));
    read.add_package_dirs(folder, entries(&setuptools["package_dir"]).map(|(name, dir)| (name.as_str(), dir)));
    let packages = tool["hatch"]["build"]["targets"]["wheel"]["packages"].as_array();
    let above: Vec<String> = packages.into_iter().flatten().filter_map(Value::as_str).map(above).collect();
    let lists = [
        &setuptools["packages"]["find"]["where"],
        &tool["hatch"]["build"]["sources"],
        &tool["hatch"]["build"]["targets"]["wheel"]["sources"],
        &tool["pdm"]["build"]["package-dir"],
        &tool["maturin"]["python-source"],
        &tool["uv"]["build-backend"]["module-root"],
        &tool["pytest"]["ini_options"]["pythonpath"],
        &tool["pyright"]["extraPaths"],
        &tool["basedpyright"]["extraPaths"],
        &tool["mypy"]["mypy_path"],
    ];
    lists
        .into_iter()
        .flat_map(texts)
        .chain(above.iter().map(String::as_str))
        .for_each(|dir| read.add_root(folder, dir));
    for package in tool["poetry"]["packages"].as_array().into_iter().flatten() {
        read.add_root(folder, package["from"].as_str().unwrap_or("."));
    }
    read
}

/// Of `src/shop` `src`; of a package beside the manifest its own folder.
fn above(package: &str) -> String {
    let package = package.trim_end_matches('/');
    package.rsplit_once('/').map_or(".", |(above, _)| above).to_owned()
}

pub fn setup_cfg(folder: &str, manifest: &Value) -> PythonProject {
    let mut read = PythonProject::default();
    let written = |section: &Value, key: &str| section[key].as_str().unwrap_or("").to_owned();
    let options = &manifest["options"];
    // `package_dir` has a line `name = folder` for each, without a name for the root of all.
    let dirs = written(options, "package_dir");
    for line in dirs.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty()) {
        if let Some((name, dir)) = line.split_once('=') {
            read.add_package_dir(folder, name.trim(), dir.trim());
        }
    }
    let find = &manifest["options.packages.find"];
    written(find, "where").split_whitespace().for_each(|dir| read.add_root(folder, dir));
    read
}

/// The literal `package_dir={"": "src"}`; everything else of the script would have to be run.
pub fn setup_py(folder: &str, text: &str) -> PythonProject {
    let mut read = PythonProject::default();
    let dict = text.split_once("package_dir").and_then(|(_, rest)| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('{')?;
        Some(rest.split_once('}')?.0)
    });
    for pair in dict.unwrap_or("").split(',') {
        let literal = |text: &str| {
            let text = text.trim();
            let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            Some(text.strip_prefix(quote)?.strip_suffix(quote)?.to_owned())
        };
        if let Some((name, dir)) = pair.split_once(':')
            && let (Some(name), Some(dir)) = (literal(name), literal(dir))
        {
            read.add_package_dir(folder, &name, &dir);
        }
    }
    read
}

trait Add {
    fn add_root(&mut self, folder: &str, written: &str);
    fn add_package_dir(&mut self, folder: &str, name: &str, written: &str);
    fn add_package_dirs<'a>(&mut self, folder: &str, dirs: impl Iterator<Item = (&'a str, &'a Value)>);
}

impl Add for PythonProject {
    fn add_root(&mut self, folder: &str, written: &str) {
        let root = inside(folder, written).filter(|root| !self.roots.contains(root));
        self.roots.extend(root);
    }

    fn add_package_dir(&mut self, folder: &str, name: &str, written: &str) {
        let Some(dir) = inside(folder, written) else { return };
        let own = name.replace('.', "/");
        match dir.strip_suffix(own.as_str()) {
            // The package's folder has the package's name: what matters is the folder above it.
            Some(root) if root.is_empty() || root.ends_with('/') || name.is_empty() => {
                self.add_root("", root.trim_end_matches('/'));
            }
            _ => self.packages.push((name.to_owned(), dir)),
        }
    }

    fn add_package_dirs<'a>(&mut self, folder: &str, dirs: impl Iterator<Item = (&'a str, &'a Value)>) {
        dirs.for_each(|(name, dir)| self.add_package_dir(folder, name, dir.as_str().unwrap_or(".")));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::project;
    use facts::{Project, PythonProject};

    fn read(path: &str, text: &str) -> PythonProject {
        let Project::Python(read) = project(path, text) else { panic!("no Python project") };
        read
    }

    #[test]
    fn each_tool_has_its_key() {
        let root = |text: &str| read("api/pyproject.toml", text).roots.join(" ");
        assert_eq!(root("[tool.setuptools]\npackage-dir = { \"\" = \"code\" }\n"), "api/code");
        assert_eq!(root("[tool.setuptools.packages.find]\nwhere = [\"src\", \"plugins\"]\n"), "api/src api/plugins");
        assert_eq!(root("[tool.hatch.build.targets.wheel]\npackages = [\"lib/shop\"]\n"), "api/lib");
        assert_eq!(root("[tool.poetry]\npackages = [{ include = \"shop\", from = \"source\" }]\n"), "api/source");
        assert_eq!(root("[tool.maturin]\npython-source = \"python\"\n"), "api/python");
        assert_eq!(root("[tool.pytest.ini_options]\npythonpath = [\".\", \"tests/lib\"]\n"), "api api/tests/lib");
        assert_eq!(root("[project]\nname = \"shop\"\n"), "");
    }

    #[test]
    fn a_package_in_a_folder_of_another_name() {
        let project =
            read("pyproject.toml", "[tool.setuptools.package-dir]\nshop = \"lib/shop\"\n\"shop.api\" = \"http\"\n");
        assert_eq!(project.roots, ["lib"]);
        assert_eq!(project.packages, [("shop.api".to_owned(), "http".to_owned())]);
    }

    #[test]
    fn setup_files() {
        let cfg =
            "[metadata]\nname = shop\n[options]\npackage_dir =\n    = code\n[options.packages.find]\nwhere = code\n";
        assert_eq!(read("setup.cfg", cfg).roots, ["code"]);
        let script = "from setuptools import setup\nsetup(name='shop', package_dir={'': 'code', 'a': f('b')})\n";
        assert_eq!(read("setup.py", script).roots, ["code"]);
        assert_eq!(read("setup.py", "setup()\n"), PythonProject::default());
    }
}
