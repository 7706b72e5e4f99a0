//! What is known of each language, one file each: its rules, and where its modules are. A new language is a file here, a
//! [`Family`], and its lines in this one.

mod c_family;
mod classes;
mod csharp;
mod dart;
mod ecmascript;
mod elixir;
mod go;
mod java;
mod kotlin;
mod lua;
mod overloads;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod shell;
mod swift;
mod zig;

pub use java::SourceSet;

use crate::language_rules::{Family, LanguageRules};
use crate::modules::{ImportTarget, NamespaceId, Namespaces};
use crate::program::{Def, Name, Program};
use facts::Import;
use source::Language;

static OTHER: LanguageRules = LanguageRules::OTHER;

pub static ALL: [&LanguageRules; 19] = [
    &python::RULES,
    &ecmascript::RULES,
    &rust::RULES,
    &go::RULES,
    &java::RULES,
    &c_family::C,
    &c_family::CPP,
    &csharp::RULES,
    &kotlin::RULES,
    &ruby::RULES,
    &php::RULES,
    &shell::RULES,
    &swift::RULES,
    &scala::RULES,
    &lua::RULES,
    &dart::RULES,
    &elixir::RULES,
    &zig::RULES,
    &OTHER,
];

pub fn rules_of(language: Language) -> &'static LanguageRules {
    match language {
        Language::Python => &python::RULES,
        Language::JavaScript | Language::TypeScript | Language::Tsx => &ecmascript::RULES,
        Language::Rust => &rust::RULES,
        Language::Go => &go::RULES,
        Language::Java => &java::RULES,
        Language::C => &c_family::C,
        Language::Cpp => &c_family::CPP,
        Language::CSharp => &csharp::RULES,
        Language::Kotlin => &kotlin::RULES,
        Language::Php => &php::RULES,
        Language::Ruby => &ruby::RULES,
        Language::Shell => &shell::RULES,
        Language::Swift => &swift::RULES,
        Language::Scala => &scala::RULES,
        Language::Lua => &lua::RULES,
        Language::Dart => &dart::RULES,
        Language::Elixir => &elixir::RULES,
        Language::Zig => &zig::RULES,
        _ => &OTHER,
    }
}

/// Where the modules of each language are.
#[derive(Default)]
pub struct Layouts<'m> {
    python: python::Layout,
    ecmascript: ecmascript::Layout<'m>,
    rust: rust::Layout,
    go: go::Layout,
    java: java::Layout,
    c_family: c_family::Layout,
    csharp: csharp::Layout,
    php: php::Layout,
    ruby: ruby::Layout,
    scala: scala::Layout,
    shell: shell::Layout,
    lua: lua::Layout,
    dart: dart::Layout,
    elixir: elixir::Layout,
    zig: zig::Layout,
    classes: classes::Classes,
}

impl<'m> Layouts<'m> {
    /// Makes the namespaces of every file.
    pub fn new(program: &mut Program<'m>) -> (Self, Namespaces) {
        let mut spaces = Namespaces::new(program);
        swift::lay_out(program, &mut spaces);
        let java = java::lay_out(program, &mut spaces);
        let scala = scala::lay_out(program, &spaces);
        let layouts = Self {
            classes: classes::Classes::new(program, &java),
            python: python::lay_out(program, &mut spaces),
            ecmascript: ecmascript::lay_out(program, &mut spaces),
            rust: rust::lay_out(program, &mut spaces),
            go: go::lay_out(program, &mut spaces),
            java,
            c_family: c_family::lay_out(program, &mut spaces),
            csharp: csharp::lay_out(program, &mut spaces),
            php: php::lay_out(program, &mut spaces),
            ruby: ruby::lay_out(program, &mut spaces),
            scala,
            shell: shell::lay_out(program),
            lua: lua::lay_out(program),
            dart: dart::lay_out(program, &mut spaces),
            elixir: elixir::lay_out(program, &mut spaces),
            zig: zig::lay_out(program, &mut spaces),
        };
        spaces.complete(program);
        rust::adopt(program, &mut spaces, &layouts.rust);
        (layouts, spaces)
    }

    /// What an import of a file leads to.
    pub fn resolve<'a>(
        &self,
        program: &Program<'a>,
        spaces: &Namespaces,
        file: usize,
        import: &'a Import,
    ) -> ImportTarget<'a> {
        match program.files[file].rules.family {
            Family::Python => python::resolve(&self.python, program, spaces, file, import),
            Family::Script => ecmascript::resolve(&self.ecmascript, program, file, import),
            Family::Rust => rust::resolve(&self.rust, program, spaces, file, import),
            Family::Go => go::resolve(&self.go, program, file, import),
            Family::Java if program.files[file].rules.outer_packages => {
                scala::resolve(&self.scala, &self.java, program, spaces, file, import)
            }
            Family::Java => java::resolve(&self.java, file, import),
            Family::CSharp => csharp::resolve(&self.csharp, file, import),
            Family::C => c_family::resolve(&self.c_family, program, spaces, file, import),
            Family::Shell => shell::resolve(&self.shell, program, spaces, file, import),
            Family::Dart => dart::resolve(&self.dart, program, file, import),
            Family::Elixir => elixir::resolve(&self.elixir, import),
            Family::Zig => zig::resolve(&self.zig, program, spaces, file, import),
            Family::Lua => lua::resolve(&self.lua, program, spaces, file, import),
            Family::Php => php::resolve(&self.php, import),
            Family::Swift => ImportTarget::Local { path: Vec::new() },
            Family::Ruby | Family::Other => ImportTarget::Outside { module: import.module.clone() },
        }
    }

    /// The packages around that of a file, the innermost first.
    pub fn packages_around(&self, program: &Program<'_>, file: usize) -> Vec<NamespaceId> {
        scala::packages_around(&self.java, program, file)
    }

    /// One of several imports of which a condition chooses one.
    pub fn is_conditional(&self, program: &Program<'_>, file: usize, import: &Import) -> bool {
        program.files[file].rules.family == Family::Dart && dart::is_conditional(import)
    }

    /// The files that define a name for the whole program ([`OuterNames::Linked`](crate::language_rules::OuterNames)), as
    /// `file` means it.
    pub fn linked(&self, program: &Program<'_>, file: usize, name: Name) -> Vec<usize> {
        match program.files[file].rules.family {
            Family::Shell => self.shell.linked(program, file, name),
            _ => self.c_family.linked(program, file, name),
        }
    }

    /// Namespaces that are imported for all files of the file's language.
    pub fn imported_for_all(&self, family: Family) -> &[NamespaceId] {
        if family == Family::CSharp { &self.csharp.for_all } else { &[] }
    }

    /// The definition of a file that is a component, where it is called as one.
    pub fn component(&self, space: NamespaceId) -> Option<Def> {
        self.ecmascript.components.get(&space).copied()
    }

    /// The type that a file is, in languages where files are types.
    pub fn type_of_file(&self, space: NamespaceId) -> Option<Def> {
        self.zig.types.get(&space).copied()
    }

    /// True of files whose projects do not depend on each other, so that a name alone leads from none to the other.
    pub fn are_apart(&self, file: u32, other: u32) -> bool {
        self.java.are_apart(file as usize, other as usize)
    }

    /// True where a file is of tests that run without the other one, as their project does not see it.
    pub fn is_out_of_reach(&self, file: u32, other: u32) -> bool {
        self.java.is_out_of_reach(file as usize, other as usize)
    }

    /// Files of one project and source set are apart from the same files: for answers that are kept for all of these. `None` where
    /// nothing is apart from the file.
    pub fn source_set(&self, file: u32) -> Option<SourceSet> {
        self.java.set_of(file as usize)
    }

    /// The other parts of a class that is written in several.
    pub fn other_parts(&self, class: Def) -> &[Def] {
        self.csharp.other_parts(class)
    }

    /// The class of a function that is written outside of it, in languages where that class's members are names in it.
    pub fn owner(&self, function: Def) -> Option<Def> {
        self.classes.owner(function)
    }

    /// A class and those above it, by what is written.
    pub fn with_bases(&self, class: Def) -> Vec<Def> {
        self.classes.with_bases(class)
    }

    /// True where a member of this name is written outside of the class.
    pub fn adds_member(&self, class: Def, name: Name) -> bool {
        self.classes.adds(class, name)
    }

    /// The definitions with a body that a declaration without one stands for.
    pub fn bodies(&self, declaration: Def) -> &[Def] {
        self.c_family.bodies(declaration)
    }

    /// The namespace of files that name none, in languages where all others see it.
    pub fn unnamed(&self) -> Option<NamespaceId> {
        self.php.unnamed()
    }

    /// The files (by index) with a function of this name outside of classes, in languages where every value has it.
    pub fn functions_of_all(&self, name: Name) -> &[u32] {
        self.ruby.functions(name)
    }

    /// What the first segment of a path ([`OuterNames::PathSegment`](crate::language_rules::OuterNames)) means when no scope
    /// binds it.
    pub fn segment(
        &self,
        program: &Program<'_>,
        spaces: &Namespaces,
        file: usize,
        around: NamespaceId,
        name: &str,
    ) -> Option<NamespaceId> {
        self.rust.segment(program, spaces, file, around, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globals_are_sorted() {
        for rules in ALL {
            let unsorted = rules.globals.windows(2).find(|pair| pair[0] >= pair[1]);
            assert_eq!(unsorted, None, "{:?}", rules.family);
        }
    }

    #[test]
    fn a_global_needs_no_import() {
        assert!(ecmascript::RULES.is_global("fetch") && python::RULES.is_global("len"));
        assert!(!python::RULES.is_global("fetch"));
    }
}
