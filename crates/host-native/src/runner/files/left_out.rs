//! What is not copied at once: folders that are large and that few programs need.

use std::path::{Path, PathBuf};

/// What a program needs of what was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::runner) struct Wants {
    /// The data of git.
    git: bool,
    /// Packages of JavaScript.
    node_modules: bool,
}

/// A folder of the base that is not in the copy yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// Relative to the root.
    pub(super) path: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Git,
    NodeModules,
    /// Made by tools, which make it again, or used where it is: environments of Python, what builds and caches write.
    Never,
}

/// Caches that a copy is better without: what is compiled could be older than its source.
const CACHES: &[&str] = &["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".gradle"];

impl Wants {
    /// By the program's name.
    pub(in crate::runner) fn of(program: &str) -> Self {
        let javascript = ["node", "npm", "npx", "pnpm", "yarn", "bun", "deno", "tsc"];
        // A rule of a makefile or a script of another package manager can run any of them.
        let any = ["make", "cmake", "ctest", "ninja", "composer", "rake", "dotnet", "mvn", "gradle"];
        Self { git: program == "git", node_modules: javascript.contains(&program) || any.contains(&program) }
    }
}

impl LeftOut {
    /// The folder, if it is one that is left out.
    pub(super) fn of(base: &Path, path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let beside = |file: &str| base.join(path).parent().is_some_and(|folder| folder.join(file).exists());
        let kind = match name {
            // A file of this name leads to the data of the repository itself, which a copy must not write to.
            ".git" => {
                if base.join(path).is_dir() {
                    Kind::Git
                } else {
                    Kind::Never
                }
            }
            "node_modules" => Kind::NodeModules,
            ".hg" | ".svn" | ".jj" | ".bzr" => Kind::Never,
            "target" if ["Cargo.toml", "pom.xml", "build.sbt"].into_iter().any(beside) => Kind::Never,
            name if CACHES.contains(&name) => Kind::Never,
            _ if base.join(path).join("pyvenv.cfg").exists() => Kind::Never,
            _ => return None,
        };
        Some(Self { path: path.to_owned(), kind })
    }

    pub(super) fn is_wanted(&self, wants: Wants) -> bool {
        match self.kind {
            Kind::Git => wants.git,
            Kind::NodeModules => wants.node_modules,
            Kind::Never => false,
        }
    }
}
