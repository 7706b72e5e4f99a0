//! What manifests of projects say about where modules are.

use source::RepoPath;

/// A manifest, as far as imports depend on it. Paths are of the repository, without a slash at their ends; the root is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The file.
    pub path: RepoPath,
    /// What it declares.
    pub project: Project,
}

/// What a manifest declares, by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Project {
    /// `Cargo.toml`
    Cargo(CargoManifest),
    /// `go.mod`
    GoModule(GoModule),
    /// `go.work`
    GoWorkspace(GoWorkspace),
    /// `package.json`
    Npm(NpmPackage),
    /// `tsconfig.json`, `jsconfig.json` and files that they name.
    TypeScript(TypeScriptConfig),
    /// `pyproject.toml`, `setup.cfg`, `setup.py`
    Python(PythonProject),
    /// `pubspec.yaml`: the name of the package.
    Dart(String),
    /// `pom.xml`
    Maven(MavenProject),
    /// `settings.gradle`, `settings.gradle.kts`
    GradleSettings(GradleSettings),
    /// `build.gradle`, `build.gradle.kts`
    GradleBuild(GradleBuild),
    /// `build.zig`
    Zig(ZigBuild),
}

/// `Cargo.toml`: a package, a workspace, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CargoManifest {
    /// The package's name; `None` of a workspace without a package.
    pub package: Option<String>,
    /// `[lib] name`
    pub library_name: Option<String>,
    /// `[lib] path`
    pub library_path: Option<String>,
    /// Paths of `[[bin]]`, `[[test]]`, `[[example]]`, `[[bench]]` and of the build script, where they are written.
    pub targets: Vec<String>,
    /// Of all kinds and for all platforms.
    pub dependencies: Vec<CargoDependency>,
    /// `[workspace.dependencies]`; `None` where there is no `[workspace]`.
    pub workspace: Option<Vec<CargoDependency>>,
}

/// One dependency of a Cargo package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CargoDependency {
    /// The name by which code imports it, `-` as `_`.
    pub name: String,
    /// `package`: what it is called where it is published.
    pub package: Option<String>,
    /// Its folder.
    pub path: Option<String>,
    /// `workspace = true`: the workspace says where it is.
    pub of_workspace: bool,
}

/// `go.mod`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoModule {
    /// `module`
    pub module: String,
    /// `replace`: the module path and the folder that takes its place.
    pub replaced: Vec<(String, String)>,
}

/// `go.work`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoWorkspace {
    /// Folders of its modules.
    pub uses: Vec<String>,
    /// As in [`GoModule`].
    pub replaced: Vec<(String, String)>,
}

/// `package.json`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NpmPackage {
    /// What it is imported by.
    pub name: Option<String>,
    /// Files that the name alone may mean, best first: `source`, `types`, `module`, `main`.
    pub main: Vec<String>,
    /// `exports`: subpath (`.`, `./x`, `./x/*`) and what it may mean under any condition; `*` as written.
    pub exports: Vec<(String, Vec<String>)>,
    /// `imports`: `#x` and what it may mean: a file, or another package by its name.
    pub imports: Vec<(String, Vec<NpmTarget>)>,
}

/// What an entry of `imports` leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NpmTarget {
    /// A file of the package.
    File(String),
    /// A module by its name.
    Module(String),
}

/// `tsconfig.json` and its like.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeScriptConfig {
    /// As written, first to last; later ones win.
    pub extends: Vec<String>,
    /// `baseUrl`
    pub base_url: Option<String>,
    /// `paths`, as written: relative to `baseUrl`, or to the file's folder where there is none. `None` where they are not set.
    pub paths: Option<Vec<(String, Vec<String>)>>,
    /// `rootDirs`
    pub root_dirs: Vec<String>,
    /// `rootDir`
    pub root_dir: Option<String>,
    /// `outDir`
    pub out_dir: Option<String>,
    /// `references`, as written.
    pub references: Vec<String>,
}

/// `pyproject.toml`, `setup.cfg`, `setup.py`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PythonProject {
    /// Folders whose modules and packages are imported by their own names.
    pub roots: Vec<String>,
    /// Packages whose folder has another name: dotted name, folder.
    pub packages: Vec<(String, String)>,
}

/// By what Maven's projects name each other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MavenName {
    /// `groupId`; `None` where it is not written, or not written out.
    pub group: Option<String>,
    /// `artifactId`
    pub artifact: String,
}

/// `pom.xml`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MavenProject {
    /// The group is the parent's where the project has none of its own.
    pub name: MavenName,
    /// The parent, and its folder unless it is looked for elsewhere.
    pub parent: Option<(MavenName, Option<String>)>,
    /// Folders of `modules`, those of profiles among them.
    pub modules: Vec<String>,
    /// `build/sourceDirectory`, as written, relative to the project's folder and to those of projects that inherit it.
    pub sources: Option<String>,
    /// `build/testSourceDirectory`, likewise.
    pub test_sources: Option<String>,
    /// Of all profiles.
    pub dependencies: Vec<MavenDependency>,
    /// A dependency is named by a property whose value is elsewhere.
    pub has_unknown: bool,
}

/// One dependency of a Maven project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MavenDependency {
    /// What it depends on.
    pub name: MavenName,
    /// Only tests do.
    pub by_tests: bool,
    /// It is the other project's tests.
    pub of_tests: bool,
}

/// `settings.gradle`: projects by their names (`app.dataStore`: the path without its first colon, `:` as `.`, and words joined as
/// accessors of projects have them) and their folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GradleSettings {
    /// In the order of the file; a later folder of a project takes the place of an earlier one.
    pub projects: Vec<(String, String)>,
}

impl GradleSettings {
    /// The name of a project by its path (`:app:data-store`), its folder (`app/data-store`) or its accessor (`app.dataStore`).
    pub fn name_of(path: &str) -> String {
        let mut found = String::with_capacity(path.len());
        let mut is_next_upper = false;
        for c in path.trim_matches(':').chars() {
            match c {
                ':' | '/' => found.push('.'),
                '-' | '_' => is_next_upper = true,
                c if is_next_upper => {
                    found.extend(c.to_uppercase());
                    is_next_upper = false;
                }
                c => found.push(c),
            }
        }
        found
    }
}

/// `build.gradle`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GradleBuild {
    /// What `sourceSets` add.
    pub sources: Vec<GradleSources>,
    /// Dependencies on other projects.
    pub dependencies: Vec<GradleDependency>,
}

/// Whom a part of `build.gradle` is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GradleScope {
    /// The project itself.
    Own,
    /// All projects of its folder and below: `allprojects`, `subprojects`.
    Below,
    /// Another project, by its name: `project(':x') { .. }`.
    Project(String),
}

/// A folder of source files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradleSources {
    /// Whose it is.
    pub of: GradleScope,
    /// As written, relative to the project's folder.
    pub folder: String,
    /// Of tests.
    pub is_tests: bool,
}

/// One dependency on another project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GradleDependency {
    /// Whose it is.
    pub of: GradleScope,
    /// The other project's name, as in [`GradleSettings`].
    pub project: String,
    /// Only tests depend on it.
    pub by_tests: bool,
    /// It is the other project's tests.
    pub of_tests: bool,
}

/// `build.zig`
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZigBuild {
    /// Names by which code imports modules, each with the module's first file.
    pub modules: Vec<(String, String)>,
}
