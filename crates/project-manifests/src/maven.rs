//! `pom.xml`: the project's name and parent, its modules, its folders of sources, what it depends on.

use crate::ManifestError;
use crate::folder::inside;
use crate::xml::{self, Element};
use facts::{MavenDependency, MavenName, MavenProject};

/// `None` where the document is no project.
pub fn read(folder: &str, text: &str) -> Result<Option<MavenProject>, ManifestError> {
    let Some(root) = xml::read(text)?.filter(|root| root.name == "project") else { return Ok(None) };
    let parent = root.child("parent");
    let parent_name = parent.and_then(|parent| name(parent, &root));
    let group = written(&root, &root, "groupId").or_else(|| parent_name.as_ref()?.group.clone());
    let artifact = written(&root, &root, "artifactId").unwrap_or_default(); // A document without one is no error: nothing can depend on it.
    let mut read = MavenProject { name: MavenName { group, artifact }, ..MavenProject::default() };
    read.parent = parent_name.map(|name| (name, parent.and_then(|parent| folder_of_parent(folder, parent))));
    let build = root.child("build");
    let sources = |tag: &str| build.and_then(|build| without_base(&written(build, &root, tag)?));
    (read.sources, read.test_sources) = (sources("sourceDirectory"), sources("testSourceDirectory"));
    let profiles = root.child("profiles").into_iter().flat_map(|profiles| profiles.all("profile"));
    for part in std::iter::once(&root).chain(profiles) {
        let modules = part.child("modules").into_iter().flat_map(|modules| modules.all("module"));
        read.modules.extend(modules.filter_map(|module| folder_of_project(folder, &module.text)));
        for dependency in part.child("dependencies").into_iter().flat_map(|all| all.all("dependency")) {
            match name(dependency, &root) {
                Some(name) => read.dependencies.push(MavenDependency {
                    name,
                    by_tests: dependency.text_of("scope") == Some("test"),
                    of_tests: dependency.text_of("type") == Some("test-jar")
                        || dependency.text_of("classifier") == Some("tests"),
                }),
                None => read.has_unknown = true,
            }
        }
    }
    Ok(Some(read))
}

/// By what an element names a project; `None` where its artifact is not written out.
fn name(element: &Element, root: &Element) -> Option<MavenName> {
    Some(MavenName { group: written(element, root, "groupId"), artifact: written(element, root, "artifactId")? })
}

/// What a child has as its text, once properties of the project have been put in; `None` where one of them is elsewhere.
fn written(element: &Element, root: &Element, tag: &str) -> Option<String> {
    // More than people nest.
    const MAX_PROPERTIES: usize = 16;
    let mut text = element.text_of(tag)?.to_owned();
    for _ in 0..MAX_PROPERTIES {
        let Some(start) = text.find("${") else { return Some(text) };
        let end = start + text[start..].find('}')?;
        let value = match &text[start + 2..end] {
            "basedir" | "project.basedir" | "pom.basedir" => ".",
            "groupId" | "project.groupId" | "pom.groupId" => {
                let own = root.text_of("groupId");
                own.or_else(|| root.child("parent")?.text_of("groupId"))?
            }
            "project.parent.groupId" | "parent.groupId" => root.child("parent")?.text_of("groupId")?,
            "artifactId" | "project.artifactId" | "pom.artifactId" => root.text_of("artifactId")?,
            property => root.child("properties")?.text_of(property)?,
        };
        text.replace_range(start..=end, value);
    }
    None
}

/// A path that is relative to the project's folder; `None` of an absolute one.
fn without_base(path: &str) -> Option<String> {
    let path = path.trim_end_matches('/').trim_start_matches("./");
    (!path.starts_with('/') && !path.is_empty()).then(|| path.to_owned())
}

/// The folder above, unless it is written; an empty path is that of no folder.
fn folder_of_parent(folder: &str, parent: &Element) -> Option<String> {
    match parent.child("relativePath") {
        None => inside(folder, ".."),
        Some(path) if path.text.is_empty() => None,
        Some(path) => folder_of_project(folder, &path.text),
    }
}

/// A folder, or that of a file.
fn folder_of_project(folder: &str, written: &str) -> Option<String> {
    let path = inside(folder, written)?;
    Some(match path.strip_suffix(".xml") {
        Some(_) => path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
        None => path,
    })
}

#[cfg(test)]
mod tests {
    use crate::tests::{problem, project};
    use facts::{MavenName, Project};

    fn name(group: Option<&str>, artifact: &str) -> MavenName {
        MavenName { group: group.map(str::to_owned), artifact: artifact.to_owned() }
    }

    #[test]
    fn a_project_with_its_parent_modules_folders_and_dependencies() {
        let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.shop</groupId><artifactId>parent</artifactId></parent>
  <artifactId>web</artifactId>
  <properties><core.name>core</core.name></properties>
  <modules><module>pages</module><module>../extra/pom.xml</module></modules>
  <build>
    <sourceDirectory>${project.basedir}/java</sourceDirectory>
    <testSourceDirectory>checks/</testSourceDirectory>
  </build>
  <dependencyManagement><dependencies><dependency>
    <groupId>org.shop</groupId><artifactId>managed</artifactId>
  </dependency></dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>${project.groupId}</groupId><artifactId>${core.name}</artifactId></dependency>
    <dependency><groupId>org.shop</groupId><artifactId>core</artifactId><type>test-jar</type><scope>test</scope></dependency>
  </dependencies>
  <profiles><profile><id>all</id><modules><module>slow</module></modules></profile></profiles>
</project>"#;
        let Project::Maven(read) = project("web/pom.xml", text) else { panic!("no project") };
        assert_eq!(read.name, name(Some("org.shop"), "web"));
        assert_eq!(read.parent, Some((name(Some("org.shop"), "parent"), Some(String::new()))));
        assert_eq!(read.modules, ["web/pages", "extra", "web/slow"]);
        assert_eq!((read.sources.as_deref(), read.test_sources.as_deref()), (Some("java"), Some("checks")));
        let found: Vec<_> = read.dependencies.iter().map(|of| (&of.name, of.by_tests, of.of_tests)).collect();
        let core = name(Some("org.shop"), "core");
        assert_eq!(found, [(&core, false, false), (&core, true, true)]);
        assert!(!read.has_unknown);
    }

    #[test]
    fn a_property_of_elsewhere_is_not_guessed() {
        let text = "<project><artifactId>a</artifactId><dependencies><dependency><groupId>${g}</groupId>\
            <artifactId>b</artifactId></dependency><dependency><groupId>c</groupId><artifactId>${x}</artifactId>\
            </dependency></dependencies></project>";
        let Project::Maven(read) = project("pom.xml", text) else { panic!("no project") };
        assert_eq!(read.dependencies[0].name, name(None, "b"));
        assert!(read.has_unknown && read.parent.is_none());
        assert_eq!(problem("pom.xml", "<project><a>"), "`<a>` has no end");
    }
}
