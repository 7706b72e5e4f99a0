use crate::tests::project;
use facts::{GradleBuild, GradleScope, Project};

fn settings(text: &str) -> Vec<(String, String)> {
    let Project::GradleSettings(read) = project("shop/settings.gradle", text) else { panic!("no settings") };
    read.projects
}

fn build(text: &str) -> GradleBuild {
    let Project::GradleBuild(read) = project("shop/build.gradle.kts", text) else { panic!("no build") };
    read
}

/// `whose: project`, with the words `tests of` and `by tests`.
fn dependencies(text: &str) -> Vec<String> {
    let line = |of: &facts::GradleDependency| {
        let scope = match &of.of {
            GradleScope::Own => "own".to_owned(),
            GradleScope::Below => "below".to_owned(),
            GradleScope::Project(name) => name.clone(),
        };
        let tests = if of.of_tests { "tests of " } else { "" };
        format!("{scope}: {tests}{}{}", of.project, if of.by_tests { " by tests" } else { "" })
    };
    build(text).dependencies.iter().map(line).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
}

#[test]
fn projects_and_their_folders_in_groovy() {
    let text = "rootProject.name = 'shop'\ninclude ':core', // first\n    'web:front-end'\nincludeFlat 'tools'\n\
        project(':core').projectDir = file('libs/core')\nproject(\":web:front-end\").projectDir = new File(rootDir, 'web/front')\n";
    let expected = pairs(&[
        ("core", "shop/core"),
        ("web.frontEnd", "shop/web/front-end"),
        ("tools", "tools"),
        ("core", "shop/libs/core"),
        ("web.frontEnd", "shop/web/front"),
    ]);
    assert_eq!(settings(text), expected);
}

#[test]
fn projects_and_their_folders_in_kotlin() {
    let text = "include(\":core\", \"web\")\ninclude(\n    \"a:b\",\n)\nlistOf(\"x\").forEach { include(\":$it\") }\n\
        project(\":web\").projectDir = file(\"$rootDir/apps/web\")\n";
    let expected = pairs(&[("core", "shop/core"), ("web", "shop/web"), ("a.b", "shop/a/b"), ("web", "shop/apps/web")]);
    assert_eq!(settings(text), expected);
}

#[test]
fn dependencies_on_other_projects() {
    let text = r#"
subprojects { dependencies { implementation project(':base') } }
project(":web") {
    dependencies { api(project(":core")) }
}
dependencies {
    implementation("org.other:lib:1.0") // project(":no")
    implementation project(path: ':core', configuration: 'shadow')
    api(projects.dataStore.api)
    testImplementation(project(":core").sourceSets.test.output)
    testImplementation(testFixtures(project(":data-store")))
    "integrationTestImplementation"(project(":checks"))
    compile project(':one'),
            project(':two')
}
kotlin { sourceSets { val commonTest by getting { dependencies { implementation(project(":tools")) } } } }
tasks.named("x") { dependsOn(project(":no").tasks) }
"#;
    assert_eq!(
        dependencies(text),
        [
            "below: base",
            "web: core",
            "own: core",
            "own: dataStore.api",
            "own: tests of core by tests",
            "own: tests of dataStore by tests",
            "own: checks by tests",
            "own: one",
            "own: two",
            "own: tools by tests",
        ]
    );
}

#[test]
fn folders_of_sources() {
    let folders = |text: &str| -> Vec<(String, bool)> {
        build(text).sources.into_iter().map(|of| (of.folder, of.is_tests)).collect()
    };
    let groovy = "sourceSets {\n  main { java { srcDirs = ['src', \"gen\"] }\n resources { srcDir 'res' } }\n  \
        test.java.srcDirs += 'checks'\n  test { kotlin { srcDir \"$projectDir/more\"\n srcDir \"$other/x\" } }\n}\n";
    let expected: Vec<(String, bool)> =
        [("src", false), ("gen", false), ("checks", true), ("more", true)].map(|(f, t)| (f.to_owned(), t)).into();
    assert_eq!(folders(groovy), expected);
    let kotlin = "sourceSets[\"main\"].java.srcDir(\"src\")\nsourceSets { getByName(\"test\") { java.setSrcDirs(listOf(\"t\")) } }\n\
        android { sourceSets.getByName(\"main\") { java.srcDir(\"code/\") } }";
    let expected: Vec<(String, bool)> =
        [("src", false), ("t", true), ("code", false)].map(|(f, t)| (f.to_owned(), t)).into();
    assert_eq!(folders(kotlin), expected);
}
