//! `package.json`: what a package is imported by, and what its files are imported as.

use crate::entries;
use crate::folder::inside;
use facts::{NpmPackage, NpmTarget};
use serde_json::Value;

pub fn read(folder: &str, manifest: &Value) -> NpmPackage {
    let file = |value: &Value| value.as_str().and_then(|written| inside(folder, written));
    NpmPackage {
        name: manifest["name"].as_str().map(str::to_owned),
        main: ["source", "types", "typings", "module", "main"].iter().filter_map(|key| file(&manifest[*key])).collect(),
        exports: exports(folder, &manifest["exports"]),
        imports: imports(folder, &manifest["imports"]),
    }
}

fn exports(folder: &str, exports: &Value) -> Vec<(String, Vec<String>)> {
    let files = |value: &Value| {
        let targets = targets(value).into_iter();
        targets.filter(|target| target.starts_with('.')).filter_map(|target| inside(folder, target)).collect()
    };
    // Subpaths begin with a dot, conditions do not.
    if entries(exports).next().is_some_and(|(key, _)| key.starts_with('.')) {
        return entries(exports).map(|(subpath, value)| (subpath.clone(), files(value))).collect();
    }
    if exports.is_null() { Vec::new() } else { vec![(".".to_owned(), files(exports))] }
}

fn imports(folder: &str, imports: &Value) -> Vec<(String, Vec<NpmTarget>)> {
    let target = |written: &str| match written.starts_with('.') {
        true => inside(folder, written).map(NpmTarget::File),
        false => Some(NpmTarget::Module(written.to_owned())),
    };
    let targets_of = |value: &Value| targets(value).into_iter().filter_map(target).collect();
    let own = entries(imports).filter(|(name, _)| name.starts_with('#'));
    own.map(|(name, value)| (name.clone(), targets_of(value))).collect()
}

/// What an entry may mean under any condition.
fn targets(value: &Value) -> Vec<&str> {
    match value {
        Value::String(target) => vec![target],
        Value::Array(all) => all.iter().flat_map(targets).collect(),
        Value::Object(conditions) => conditions.values().flat_map(targets).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::project;
    use facts::Project;

    #[test]
    fn name_exports_and_imports() {
        let Project::Npm(read) = project(
            "packages/ui/package.json",
            r##"{
                "name": "@shop/ui",
                "main": "./dist/index.js",
                "types": "dist/index.d.ts",
                "exports": {
                    ".": { "import": { "types": "./dist/index.d.mts", "default": "./dist/index.mjs" }, "require": "./dist/index.js" },
                    "./icons/*": "./src/icons/*.ts",
                    "./internal": null
                },
                "imports": { "#util/*": "./src/util/*.ts", "#fetch": { "node": "node-fetch", "default": "./src/fetch.ts" } }
            }"##,
        ) else {
            panic!("no package")
        };
        assert_eq!(read.name.as_deref(), Some("@shop/ui"));
        assert_eq!(read.main, ["packages/ui/dist/index.d.ts", "packages/ui/dist/index.js"]);
        let shown: Vec<String> =
            read.exports.iter().map(|(subpath, files)| format!("{subpath} {}", files.join(" "))).collect();
        assert_eq!(
            shown,
            [
                ". packages/ui/dist/index.mjs packages/ui/dist/index.d.mts packages/ui/dist/index.js",
                "./icons/* packages/ui/src/icons/*.ts",
                "./internal ",
            ]
        );
        assert_eq!(
            read.imports[0].1,
            [NpmTarget::File("packages/ui/src/fetch.ts".into()), NpmTarget::Module("node-fetch".into())]
        );
        assert_eq!(read.imports[1], ("#util/*".into(), vec![NpmTarget::File("packages/ui/src/util/*.ts".into())]));
    }

    #[test]
    fn exports_without_subpaths_are_the_package_itself() {
        let Project::Npm(read) = project("package.json", r#"{"exports": {"import": "./a.js"}}"#) else {
            panic!("no package")
        };
        assert_eq!(read.exports, [(".".to_owned(), vec!["a.js".to_owned()])]);
    }
}
