//! Values that a framework of tests hands in by the name of a parameter: the fixtures of pytest.
//!
//! A parameter of a test, or of another fixture, has what the nearest function of its name returns or yields that is marked as a
//! fixture: one of the class around, of the file, of a `conftest.py` in the file's folder or in one above. Which one runs may
//! be changed by plugins and by marks on the test, so that nothing is proven by it.

use crate::language_rules::FixtureRules;
use crate::modules::above;
use crate::program::{Def, Name};
use crate::rule::Rule;
use crate::solver::Solver;
use facts::{DefId, Definition, Expr, ExprId, FileFacts, Parameter, ParameterKind};
use rustc_hash::FxHashMap;

/// Where a fixture can be asked for.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
enum Place<'a> {
    Class(Def),
    /// By its index.
    File(u32),
    /// This and those below.
    Folder(&'a str),
}

type Fixtures<'a> = FxHashMap<(Place<'a>, Name), Def>;

impl<'a> Solver<'a> {
    /// Fixtures flow into the parameters that ask for them.
    pub(crate) fn hand_in_fixtures(&mut self) {
        let fixtures = self.fixtures();
        if fixtures.is_empty() {
            return;
        }
        for file in 0..self.program.files.len() as u32 {
            let Some(framework) = self.program.files[file as usize].rules.fixtures else { continue };
            let facts = self.program.files[file as usize].facts();
            for (at, definition) in facts.definitions.iter().enumerate() {
                let asks =
                    definition.kind.is_callable() && (definition.is_test || is_fixture(facts, definition, framework));
                if asks {
                    self.hand_in(&fixtures, file, DefId(at as u32), definition);
                }
            }
        }
    }

    fn fixtures(&mut self) -> Fixtures<'a> {
        let mut found = Fixtures::default();
        for file in 0..self.program.files.len() as u32 {
            let of_file = &self.program.files[file as usize];
            let Some(framework) = of_file.rules.fixtures else { continue };
            let (facts, path) = (of_file.facts(), of_file.source.path);
            for (at, definition) in facts.definitions.iter().enumerate() {
                if !definition.kind.is_callable() || !is_fixture(facts, definition, framework) {
                    continue;
                }
                let def = self.program.files[file as usize].def(DefId(at as u32));
                let name = self.program.names.intern(&definition.name);
                let place = match self.program.enclosing_type(def) {
                    Some(class) => Place::Class(class),
                    None if path.stem() == framework.shared => Place::Folder(path.parent()),
                    None => Place::File(file),
                };
                // The last of a name is the one that there is.
                found.insert((place, name), def);
            }
        }
        found
    }

    fn hand_in(&mut self, fixtures: &Fixtures<'a>, file: u32, def: DefId, definition: &'a Definition) {
        let def = self.program.files[file as usize].def(def);
        let path = self.program.files[file as usize].source.path;
        let folders = std::iter::successors(Some(path.parent()), |folder| above(folder)).map(Place::Folder);
        let class = self.program.enclosing_type(def).map(Place::Class);
        let places: Vec<Place<'_>> = class.into_iter().chain([Place::File(file)]).chain(folders).collect();
        for (index, parameter) in definition.parameters.iter().enumerate().filter(|(_, of)| is_asked_for(of)) {
            let Some(name) = self.program.names.get(&parameter.name) else { continue };
            let nearest =
                places.iter().find_map(|place| fixtures.get(&(*place, name)).filter(|fixture| **fixture != def));
            let to = self.parameter_nodes.get(&(def, index as u32)).copied();
            if let (Some(fixture), Some(to)) = (nearest.copied(), to) {
                let from = match self.generators.get(&fixture).copied() {
                    Some(yielded) => self.stored(yielded, None),
                    None => self.return_node(fixture),
                };
                self.copy(from, to, Rule::Flow);
            }
        }
    }
}

fn is_asked_for(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Plain | ParameterKind::KeywordOnly) && parameter.default.is_none()
}

/// True where a decorator is the mark, called or not. One with a name of its own is asked for by that, which the facts do
/// not have.
fn is_fixture(facts: &FileFacts, definition: &Definition, framework: &FixtureRules) -> bool {
    definition.decorators.iter().any(|decorator| match facts.expr(*decorator) {
        Expr::Call(call) => {
            let call = &facts.calls[call.0 as usize];
            let is_named = call.arguments.iter().any(|argument| argument.name.as_deref() == Some("name"));
            !is_named && is_mark(facts, call.callee, framework)
        }
        _ => is_mark(facts, *decorator, framework),
    })
}

fn is_mark(facts: &FileFacts, expr: ExprId, framework: &FixtureRules) -> bool {
    let imports = |module: &str, item: Option<&str>| {
        let of_module = |import: &&facts::Import| import.module == module && import.item.as_deref() == item;
        framework.modules.contains(&module) && facts.imports.iter().any(|import| of_module(&import))
    };
    match facts.expr(expr) {
        Expr::Attribute { base, name, .. } if name == framework.mark => {
            matches!(facts.expr(*base), Expr::Name { name, .. } if imports(name, None))
        }
        Expr::Name { name, .. } if name == framework.mark => {
            framework.modules.iter().any(|module| imports(module, Some(framework.mark)))
        }
        _ => false,
    }
}
