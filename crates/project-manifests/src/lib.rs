//! Manifests of projects read: what they say about where modules are, as [`facts::Manifest`].
//!
//! [`read`] is a pure function of a path and a text. It knows a manifest by the file's name; each kind has a file here. What it
//! cannot read is an error with its line, never a guess: without the manifest, modules are found by their folders. Formats
//! that are not read as a whole (`setup.py`, `build.zig`, Gradle's scripts) give what is written in them as literals.

mod cargo;
mod dart;
mod error;
mod folder;
mod go;
mod gradle;
mod maven;
mod npm;
mod python;
mod typescript;
mod xml;
mod zig;

pub use error::ManifestError;

use facts::{Manifest, Project};
use serde_json::Value;
use source::RepoPath;

/// What a manifest declares; `None` where the file is none, or declares nothing that imports depend on.
///
/// # Errors
/// The text is not of its format.
pub fn read(path: &RepoPath, text: &str) -> Result<Option<Manifest>, ManifestError> {
    let folder = path.parent();
    let name = path.file_name();
    if text.len() as u64 > limits::parsing::MANIFEST_BYTES && is_manifest(name) {
        return Err(ManifestError::TooLong);
    }
    let project = match name {
        "Cargo.toml" => Some(Project::Cargo(cargo::read(folder, &value(path, text)?))),
        "go.mod" => go::module(folder, text)?.map(Project::GoModule),
        "go.work" => Some(Project::GoWorkspace(go::workspace(folder, text)?)),
        "package.json" => Some(Project::Npm(npm::read(folder, &value(path, text)?))),
        "pyproject.toml" => Some(Project::Python(python::pyproject(folder, &value(path, text)?))),
        "setup.cfg" => Some(Project::Python(python::setup_cfg(folder, &value(path, text)?))),
        "setup.py" => Some(Project::Python(python::setup_py(folder, text))),
        "pubspec.yaml" => dart::name(text).map(Project::Dart),
        "pom.xml" => maven::read(folder, text)?.map(Project::Maven),
        "settings.gradle" | "settings.gradle.kts" => Some(Project::GradleSettings(gradle::settings(folder, text))),
        _ if is_gradle_build(path) => Some(Project::GradleBuild(gradle::build(text))),
        "build.zig" => Some(Project::Zig(zig::build(folder, text))),
        _ if is_typescript(name) => Some(Project::TypeScript(typescript::read(folder, &value(path, text)?))),
        _ => None,
    };
    Ok(project.map(|project| Manifest { path: path.clone(), project }))
}

/// True of the names of which [`read`] may know the file.
pub fn is_manifest(name: &str) -> bool {
    const NAMES: [&str; 10] = [
        "Cargo.toml",
        "build.zig",
        "go.mod",
        "go.work",
        "package.json",
        "pom.xml",
        "pubspec.yaml",
        "pyproject.toml",
        "setup.cfg",
        "setup.py",
    ];
    NAMES.contains(&name) || is_typescript(name) || gradle_script(name).is_some()
}

/// What a script of Gradle is called, in Groovy or in Kotlin.
fn gradle_script(name: &str) -> Option<&str> {
    name.strip_suffix(".gradle").or_else(|| name.strip_suffix(".gradle.kts"))
}

/// `build.gradle`, or a script that is called like the folder of its project: settings may say so, for all projects at once.
fn is_gradle_build(path: &RepoPath) -> bool {
    let folder = path.parent().rsplit('/').next().unwrap_or("");
    gradle_script(path.file_name()).is_some_and(|name| name == "build" || name == folder && !name.is_empty())
}

/// `tsconfig.json`, `tsconfig.base.json`, `jsconfig.json`.
fn is_typescript(name: &str) -> bool {
    (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
}

/// A JSON (comments and trailing commas allowed), TOML or INI file as one value.
fn value(path: &RepoPath, text: &str) -> Result<Value, ManifestError> {
    // An empty `tsconfig.json` is one without settings.
    if path.extension() == "json" && text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(Value::Null);
    }
    let json = change_set::value::read(path, text, None).map_err(|error| ManifestError::Text(error.to_string()))?;
    serde_json::from_str(&json).map_err(|error| ManifestError::Text(error.to_string()))
}

/// The texts of a list; a text alone counts as a list of one.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The entries of a map; none of anything else.
fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use facts::Project;
    use source::RepoPath;

    pub fn project(path: &str, text: &str) -> Project {
        super::read(&RepoPath::parse(path).unwrap(), text).unwrap().unwrap().project
    }

    pub fn problem(path: &str, text: &str) -> String {
        super::read(&RepoPath::parse(path).unwrap(), text).unwrap_err().to_string()
    }

    #[test]
    fn other_files_are_no_manifests() {
        assert_eq!(super::read(&RepoPath::parse("gradle/java-library.gradle").unwrap(), "dependencies {}"), Ok(None));
        assert!(super::is_manifest("go.work") && super::is_manifest("tsconfig.base.json"));
        for path in ["Cargo.lock", "a/config.json", "package-lock.json", "requirements.txt"] {
            assert_eq!(super::read(&RepoPath::parse(path).unwrap(), "{ not read"), Ok(None));
        }
    }

    #[test]
    fn a_manifest_that_ends_anywhere_is_read_or_refused() {
        let texts = [
            ("Cargo.toml", "[package]\nname = \"a\"\n[dependencies]\nb = { path = \"../b\", package = \"c\" }\n"),
            ("go.mod", "module a.org/ü\nreplace (\n\tb => ../../../b\n)\n"),
            ("package.json", r##"{"name": "ü", "exports": {"./*": ["./a/*.js"]}, "imports": {"#a": {"b": "c"}}}"##),
            (
                "tsconfig.json",
                "{\"compilerOptions\": {\"paths\": {\"ü*\": [\"./*\"]}}, // c\n \"references\": [{\"path\": \"..\"}]}",
            ),
            ("pyproject.toml", "[tool.setuptools]\npackage-dir = { \"ü\" = \"../x\" }\n"),
            ("setup.cfg", "[options]\npackage_dir =\n    = ü\n"),
            ("setup.py", "setup(package_dir={'ü': \"x\", '': 'y'})"),
            ("pom.xml", "<project><artifactId>ü</artifactId><!-- a --><modules><module>a</module></modules></project>"),
            ("settings.gradle", "include 'ü', \"\"\"b\"\"\" /* c */\nproject(':ü').projectDir = file('d') // e"),
            (
                "build.gradle.kts",
                "dependencies { implementation(project(\":ü\")) }\nsourceSets { main { java { srcDir(\"ü\") } } }",
            ),
            (
                "build.zig",
                "const ü = b.addModule(\"ü\", .{ .root_source_file = b.path(\"ü.zig\") }); // a\nx.addImport(\"b\", ü);",
            ),
        ];
        for (path, text) in texts {
            let path = RepoPath::parse(path).unwrap();
            for (end, _) in text.char_indices() {
                if let Ok(Some(read)) = super::read(&path, &text[..end]) {
                    assert_eq!(read.path, path);
                }
            }
        }
    }

    #[test]
    fn an_endless_manifest_is_not_read() {
        let long = " ".repeat(limits::parsing::MANIFEST_BYTES as usize + 1);
        assert!(problem("package.json", &long).starts_with("it is longer than"));
        assert_eq!(problem("go.mod", &long), problem("package.json", &long));
    }
}
