//! `tsconfig.json` and `jsconfig.json`: aliases of paths, and which other such files they build on.

use crate::folder::inside;
use crate::{entries, texts};
use facts::TypeScriptConfig;
use serde_json::Value;

pub fn read(folder: &str, config: &Value) -> TypeScriptConfig {
    let options = &config["compilerOptions"];
    let path = |value: &Value| value.as_str().and_then(|written| inside(folder, written));
    let owned = |value: &Value| texts(value).into_iter().map(str::to_owned).collect::<Vec<String>>();
    let paths = entries(&options["paths"]).map(|(pattern, targets)| (pattern.clone(), owned(targets)));
    TypeScriptConfig {
        extends: owned(&config["extends"]),
        base_url: path(&options["baseUrl"]),
        paths: options["paths"].is_object().then(|| paths.collect()),
        root_dirs: texts(&options["rootDirs"]).into_iter().filter_map(|written| inside(folder, written)).collect(),
        root_dir: path(&options["rootDir"]),
        out_dir: path(&options["outDir"]),
        references: config["references"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|one| one["path"].as_str())
            .map(str::to_owned)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{problem, project};
    use facts::Project;

    #[test]
    fn comments_and_trailing_commas_are_read() {
        let Project::TypeScript(read) = project(
            "app/tsconfig.json",
            "{\n  // base\n  \"extends\": \"../tsconfig.base\", /* and */\n  \"compilerOptions\": { \"baseUrl\": \"./src\", \"paths\": { \"@/*\": [\"./*\"], }, },\n  \"references\": [{ \"path\": \"../lib\" }],\n}\n",
        ) else {
            panic!("no config")
        };
        assert_eq!(read.extends, ["../tsconfig.base"]);
        assert_eq!(read.base_url.as_deref(), Some("app/src"));
        assert_eq!(read.paths, Some(vec![("@/*".to_owned(), vec!["./*".to_owned()])]));
        assert_eq!(read.references, ["../lib"]);
    }

    #[test]
    fn what_is_no_json_is_a_mistake_with_its_line() {
        assert!(problem("tsconfig.json", "{\n  \"extends\": oops\n}").starts_with("line 2: "));
    }
}
