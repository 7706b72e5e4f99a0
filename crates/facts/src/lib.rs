//! What a parser reports of one source file, in terms of no particular language.
//!
//! A [`FileFacts`] holds flat tables that point at each other by index: [`Definition`]s, [`Scope`]s, [`Binding`]s,
//! [`Call`]s, [`Return`]s, [`Import`]s, all over one arena of value expressions ([`Expr`]). The arena is the key
//! decision: a language lowers *which value flows where* (a name, an attribute of a value, the result of a call, a
//! container and its elements, a function literal) and leaves what it means to `call-graph`. Functions as values,
//! receiver types and containers can be resolved from this without asking the language again.
//!
//! Invariants, checked by [`FileFacts::validate`]: definition 0 is the file's module and scope 0 its scope; every
//! index is in range; parents come before children; spans lie inside the file.
//!
//! Start at [`FileFacts`], then [`Expr`]. A [`Manifest`] is what is read of a project's manifest beside its files.

mod chunk;
mod definition;
mod expr;
mod file;
mod flow;
mod import;
mod manifest;
mod scope;

pub use chunk::Chunk;
pub use definition::{DefId, Definition, DefinitionKind, Parameter, ParameterKind, dotted};
pub use expr::{CallId, Expr, ExprId, Key, LiteralKind};
pub use file::{ErrorPlace, FACTS_VERSION, FactsError, FileFacts, Stopped};
pub use flow::{Argument, Binding, BindingKind, Call, CallKind, Return, ReturnKind, Target};
pub use import::{Import, ImportId};
pub use manifest::{
    CargoDependency, CargoManifest, GoModule, GoWorkspace, GradleBuild, GradleDependency, GradleScope, GradleSettings,
    GradleSources, Manifest, MavenDependency, MavenName, MavenProject, NpmPackage, NpmTarget, Project, PythonProject,
    TypeScriptConfig, ZigBuild,
};
pub use scope::{Scope, ScopeId, ScopeKind};
