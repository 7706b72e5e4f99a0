//! Names from other files.

use crate::ScopeId;
use serde::{Deserialize, Serialize};
use source::Span;

/// Index into [`FileFacts::imports`](crate::FileFacts::imports).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ImportId(pub u32);

/// One imported name. `import a, b` is two; `from m import x, y` is two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The module as written, in the language's own terms and separators: `pkg.mod`, `./util`, `crate::a`,
    /// `github.com/o/r/pkg`, `java.util`. Empty for `from . import x`.
    pub module: String,
    /// Python: leading dots of a relative import. Dart: 1 for a part of the library, 2 for one of several libraries that a
    /// condition chooses from.
    pub level: u32,
    /// The imported item; `None` imports the module itself; `*` everything it exports; `default` a default export.
    pub item: Option<String>,
    /// The name bound here, where it is not [`item`](Self::item) (or, without item, not what the language binds by
    /// itself: the first segment in Python, the last in Go). `None` with `*`. `Some("")` binds nothing
    /// (side-effect imports).
    pub alias: Option<String>,
    /// Also exported from here: `export .. from`, `pub use`, any import in a Python `__init__`.
    pub reexport: bool,
    /// Where the name is bound.
    pub scope: ScopeId,
    /// The statement.
    pub span: Span,
}
