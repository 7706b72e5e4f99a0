//! Which project of Maven or Gradle a file is of, whether it is a test there, and which projects' code it sees.

use crate::modules::{folders_around, normalise};
use crate::program::Program;
use compact_sort::CompactSort;
use facts::{GradleBuild, GradleScope, GradleSettings, MavenName, MavenProject, Project};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Folders of projects that inherit from each other, and aggregators around each other, that are followed.
const MAX_ABOVE: usize = 16;

/// The files of a project that are tests, or those that are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceSet {
    pub project: u32,
    pub is_tests: bool,
}

/// One project, in a folder of its own.
#[derive(Default)]
struct Node<'m> {
    folder: String,
    maven: Option<&'m MavenProject>,
    gradle: Option<&'m GradleBuild>,
    /// What it depends on: by its tests alone, on whose files.
    dependencies: Vec<(bool, SourceSet)>,
}

/// The projects that manifests declare.
#[derive(Default)]
pub struct Projects<'m> {
    nodes: Vec<Node<'m>>,
    by_folder: FxHashMap<String, u32>,
    /// Folders whose files are declared to be of a set.
    sources: FxHashMap<String, SourceSet>,
}

impl<'m> Projects<'m> {
    pub fn new(program: &Program<'m>) -> Self {
        let mut found = Self::default();
        for manifest in &program.manifests {
            let folder = manifest.path.parent();
            match &manifest.project {
                Project::Maven(project) => found.node(folder).maven = Some(project),
                Project::GradleBuild(build) => found.node(folder).gradle = Some(build),
                Project::GradleSettings(settings) => {
                    for (_, folder) in &settings.projects {
                        found.node(folder);
                    }
                }
                _ => {}
            }
        }
        found.read_maven();
        found.read_gradle(program);
        found
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn node(&mut self, folder: &str) -> &mut Node<'m> {
        let next = self.nodes.len() as u32;
        let at = *self.by_folder.entry(folder.to_owned()).or_insert(next);
        if at == next {
            self.nodes.push(Node { folder: folder.to_owned(), ..Node::default() });
        }
        &mut self.nodes[at as usize]
    }

    /// The set that a file is of; `None` where no project is around it.
    pub fn set_of(&self, path: &str) -> Option<SourceSet> {
        for folder in folders_around(path) {
            if let Some(set) = self.sources.get(folder) {
                return Some(*set);
            }
            if let Some(project) = self.by_folder.get(folder) {
                let inner = path[folder.len()..].trim_start_matches('/');
                return Some(SourceSet { project: *project, is_tests: is_of_tests(inner) });
            }
        }
        None
    }

    /// False where the project may see more than its manifests say: scripts are not run.
    pub fn is_whole(&self, set: SourceSet) -> bool {
        let mavens = self.with_parents(set.project);
        !mavens.is_empty() && mavens.iter().all(|(_, maven)| !maven.has_unknown)
    }

    /// What a set sees beside itself, nearest first.
    pub fn seen_by(&self, set: SourceSet) -> Vec<SourceSet> {
        let mut known: FxHashSet<SourceSet> = FxHashSet::from_iter([set]);
        let mut found = Vec::new();
        let mut waiting = VecDeque::from([set]);
        while let Some(at) = waiting.pop_front() {
            let main = at.is_tests.then_some(SourceSet { is_tests: false, ..at });
            // What only tests of another project depend on is not handed on.
            let has_tests = at == set && set.is_tests;
            let of = self.nodes[at.project as usize].dependencies.iter();
            let of = of.filter(|(by_tests, _)| has_tests || !by_tests).map(|(_, to)| *to);
            for next in main.into_iter().chain(of.filter(|_| at == set || !at.is_tests)) {
                if known.insert(next) {
                    found.push(next);
                    waiting.push_back(next);
                }
            }
        }
        found
    }

    /// A Maven project with those that it inherits from, itself first; empty where it is none.
    fn with_parents(&self, project: u32) -> Vec<(u32, &'m MavenProject)> {
        let mut found: Vec<(u32, &'m MavenProject)> = Vec::new();
        let mut at = Some(project);
        while let Some(project) = at.filter(|at| found.len() < MAX_ABOVE && found.iter().all(|(known, _)| known != at))
        {
            let Some(maven) = self.nodes[project as usize].maven else { break };
            found.push((project, maven));
            at = maven.parent.as_ref().and_then(|(name, folder)| {
                let near = folder.as_ref().and_then(|folder| self.by_folder.get(folder)).copied();
                let is_meant = |at: &u32| self.nodes[*at as usize].maven.is_some_and(|of| is_named(&of.name, name));
                near.filter(is_meant).or_else(|| (0..self.nodes.len() as u32).find(is_meant))
            });
        }
        found
    }

    fn read_maven(&mut self) {
        let mut by_artifact: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        let mut aggregators: FxHashMap<u32, u32> = FxHashMap::default();
        for (node, at) in self.nodes.iter().zip(0..) {
            let Some(maven) = node.maven else { continue };
            if !maven.name.artifact.is_empty() {
                by_artifact.entry(&maven.name.artifact).or_default().push(at);
            }
            for module in maven.modules.iter().filter_map(|folder| self.by_folder.get(folder)) {
                aggregators.entry(*module).or_insert(at);
            }
        }
        let build_of = |at: u32| {
            let up = std::iter::successors(Some(at), |at| aggregators.get(at).copied());
            up.take(MAX_ABOVE).last()
        };
        for at in 0..self.nodes.len() as u32 {
            let mavens = self.with_parents(at);
            let mut found = Vec::new();
            for dependency in mavens.iter().flat_map(|(_, maven)| &maven.dependencies) {
                let named = by_artifact.get(dependency.name.artifact.as_str()).into_iter().flatten().copied();
                let is_meant =
                    |to: &u32| self.nodes[*to as usize].maven.is_some_and(|of| is_named(&of.name, &dependency.name));
                let named: Vec<u32> = named.filter(|to| *to != at && is_meant(to)).collect();
                // Of several of one name that of the same build.
                let own = named.iter().find(|to| build_of(**to) == build_of(at));
                if let Some(project) = own.or(named.first()) {
                    let set = SourceSet { project: *project, is_tests: dependency.of_tests };
                    found.push((dependency.by_tests, set));
                }
            }
            let declared = |of: fn(&MavenProject) -> Option<&String>| mavens.iter().find_map(|(_, maven)| of(maven));
            let sources =
                [(declared(|of| of.test_sources.as_ref()), true), (declared(|of| of.sources.as_ref()), false)];
            let folder = &self.nodes[at as usize].folder;
            let sources = sources.map(|(written, is_tests)| Some((normalise(folder, written?)?, is_tests)));
            for (folder, is_tests) in sources.into_iter().flatten() {
                self.sources.entry(folder).or_insert(SourceSet { project: at, is_tests });
            }
            self.nodes[at as usize].dependencies = found;
        }
    }

    fn read_gradle(&mut self, program: &Program<'m>) {
        let names = self.gradle_names(program);
        let owners: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|at| self.nodes[*at as usize].gradle.is_some()).collect();
        for owner in owners {
            let Some(build) = self.nodes[owner as usize].gradle else { continue };
            let root = names.root_of(&self.nodes[owner as usize].folder);
            let named = |name: &str| names.projects.get(&(root.clone(), name.to_owned())).copied();
            let concerned = |of: &GradleScope| match of {
                GradleScope::Own => vec![owner],
                GradleScope::Below => self.below(owner),
                GradleScope::Project(name) => named(name).into_iter().collect(),
            };
            let mut found = Vec::new();
            for dependency in &build.dependencies {
                let Some(project) = named(&dependency.project) else { continue };
                let set = SourceSet { project, is_tests: dependency.of_tests };
                let from = concerned(&dependency.of).into_iter().filter(|from| *from != project);
                found.extend(from.map(|from| (from, (dependency.by_tests, set))));
            }
            let mut folders = Vec::new();
            for sources in &build.sources {
                for project in concerned(&sources.of) {
                    let folder = normalise(&self.nodes[project as usize].folder, &sources.folder);
                    folders.extend(folder.map(|folder| (folder, SourceSet { project, is_tests: sources.is_tests })));
                }
            }
            found.into_iter().for_each(|(from, to)| self.nodes[from as usize].dependencies.push(to));
            for (folder, set) in folders {
                self.sources.entry(folder).or_insert(set);
            }
        }
    }

    fn below(&self, owner: u32) -> Vec<u32> {
        let around = &self.nodes[owner as usize].folder;
        let is_below = |node: &Node<'_>| {
            let rest = node.folder.strip_prefix(around.as_str());
            rest.is_some_and(|rest| around.is_empty() || rest.is_empty() || rest.starts_with('/'))
        };
        (0..self.nodes.len() as u32).filter(|at| is_below(&self.nodes[*at as usize])).collect()
    }

    fn gradle_names(&self, program: &Program<'m>) -> GradleNames {
        let mut names = GradleNames::default();
        for manifest in &program.manifests {
            if let Project::GradleSettings(settings) = &manifest.project {
                let root = manifest.path.parent().to_owned();
                names.roots.push(root.clone());
                for (name, folder) in &settings.projects {
                    if let Some(project) = self.by_folder.get(folder) {
                        names.projects.insert((root.clone(), name.clone()), *project);
                    }
                }
            }
        }
        names.roots.compact_sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        // Projects that settings include by a program are named by their folders.
        for (node, at) in self.nodes.iter().zip(0..) {
            let root = names.root_of(&node.folder);
            let path = node.folder[root.len()..].trim_start_matches('/');
            names.projects.entry((root, GradleSettings::name_of(path))).or_insert(at);
        }
        names
    }
}

/// Gradle's projects by the folder of their settings and their names.
#[derive(Default)]
struct GradleNames {
    /// Folders with settings, the innermost first.
    roots: Vec<String>,
    projects: FxHashMap<(String, String), u32>,
}

impl GradleNames {
    /// The folder of the settings that a project is of; the repository's where there are none.
    fn root_of(&self, folder: &str) -> String {
        let is_around = |root: &&String| {
            let rest = folder.strip_prefix(root.as_str());
            rest.is_some_and(|rest| root.is_empty() || rest.is_empty() || rest.starts_with('/'))
        };
        // The repository's own folder has no name.
        self.roots.iter().find(is_around).cloned().unwrap_or_default()
    }
}

/// What is named so; a group that is not written fits any.
fn is_named(own: &MavenName, name: &MavenName) -> bool {
    own.artifact == name.artifact && (own.group.is_none() || name.group.is_none() || own.group == name.group)
}

/// `src/test/java`, `src/integrationTest/kotlin`, `src/it`, `test`, by the path inside of a project.
fn is_of_tests(inner: &str) -> bool {
    let mut folders = inner.split('/');
    let set = match folders.next() {
        Some("src") => folders.next().unwrap_or(""),
        Some(first) => return first == "test" || first == "tests",
        None => "",
    };
    set.starts_with("test") || set.contains("Test") || set == "it" || set == "jmh"
}
