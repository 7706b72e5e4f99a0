//! `Cargo.toml`: targets with their paths, dependencies with their folders and names.

use crate::folder::inside;
use crate::{entries, texts};
use facts::{CargoDependency, CargoManifest};
use serde_json::Value;

const KINDS: [&str; 5] =
    ["dependencies", "dev-dependencies", "build-dependencies", "dev_dependencies", "build_dependencies"];

pub fn read(folder: &str, manifest: &Value) -> CargoManifest {
    let path = |value: &Value| value.as_str().and_then(|written| inside(folder, written));
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let package = if manifest["package"].is_object() { &manifest["package"] } else { &manifest["project"] };
    let mut read = CargoManifest {
        package: text(&package["name"]),
        library_name: text(&manifest["lib"]["name"]),
        library_path: path(&manifest["lib"]["path"]),
        ..CargoManifest::default()
    };
    for kind in ["bin", "test", "example", "bench"] {
        let targets = manifest[kind].as_array().into_iter().flatten();
        read.targets.extend(targets.filter_map(|target| path(&target["path"])));
    }
    read.targets.extend(texts(&package["build"]).into_iter().filter_map(|written| inside(folder, written)));
    read.dependencies = dependencies(folder, manifest);
    for (_, platform) in entries(&manifest["target"]) {
        read.dependencies.extend(dependencies(folder, platform));
    }
    if manifest["workspace"].is_object() {
        read.workspace = Some(dependencies(folder, &manifest["workspace"]));
    }
    read
}

fn dependencies(folder: &str, table: &Value) -> Vec<CargoDependency> {
    let all = KINDS.iter().flat_map(|kind| entries(&table[*kind]));
    let read = all.map(|(name, value)| CargoDependency {
        name: name.replace('-', "_"),
        package: value["package"].as_str().map(str::to_owned).or_else(|| name.contains('-').then(|| name.clone())),
        path: value["path"].as_str().and_then(|written| inside(folder, written)),
        of_workspace: value["workspace"].as_bool() == Some(true),
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use crate::tests::project;
    use facts::{CargoDependency, Project};

    #[test]
    fn targets_and_dependencies() {
        let Project::Cargo(read) = project(
            "tools/Cargo.toml",
            r#"
[package]
name = "my-tools"
build = "script/build.rs"

[lib]
name = "tools"
path = "lib/root.rs"

[[bin]]
name = "run"
path = "cmd/run.rs"

[[bin]]
name = "elsewhere"

[dependencies]
serde = "1"
near = { path = "../near" }
other.workspace = true
short = { package = "a-long-name", path = "../long" }

[target.'cfg(unix)'.dev-dependencies]
on-unix = { version = "1", path = "unix" }
"#,
        ) else {
            panic!("no Cargo manifest")
        };
        assert_eq!(read.package.as_deref(), Some("my-tools"));
        assert_eq!(read.library_name.as_deref(), Some("tools"));
        assert_eq!(read.library_path.as_deref(), Some("tools/lib/root.rs"));
        assert_eq!(read.targets, ["tools/cmd/run.rs", "tools/script/build.rs"]);
        assert_eq!(read.workspace, None);
        let shown = |of: &CargoDependency| {
            format!("{} {:?} {:?} {}", of.name, of.package.as_deref(), of.path.as_deref(), of.of_workspace)
        };
        let mut dependencies: Vec<String> = read.dependencies.iter().map(shown).collect();
        dependencies.sort();
        assert_eq!(
            dependencies,
            [
                r#"near None Some("near") false"#,
                r#"on_unix Some("on-unix") Some("tools/unix") false"#,
                r#"other None None true"#,
                r#"serde None None false"#,
                r#"short Some("a-long-name") Some("long") false"#,
            ]
        );
    }

    #[test]
    fn a_workspace_without_a_package() {
        let read =
            project("Cargo.toml", "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\na = { path = \"a\" }\n");
        let Project::Cargo(read) = read else { panic!("no Cargo manifest") };
        assert_eq!(read.package, None);
        assert_eq!(read.workspace.unwrap()[0].path.as_deref(), Some("a"));
    }
}
