//! What a build has of a file's facts.

use facts::FileFacts;
use source::{Container, RepoPath};
use std::sync::Arc;

/// Facts of a text as those of the file at this path: of a component they have its name, which the text has not.
pub fn of_file(path: &RepoPath, mut facts: FileFacts) -> FileFacts {
    if let Some(name) = Container::component_name(path) {
        facts.define_component(name);
    }
    facts
}

/// The facts of a file.
pub enum FactsOf {
    /// It has none, or they have not come.
    None,
    /// Taken over with all that is known of the file; read where calls have to be resolved.
    Kept(Arc<[u8]>),
    /// At hand.
    Read(Box<FileFacts>),
}

impl FactsOf {
    pub fn read(&self) -> Option<&FileFacts> {
        match self {
            Self::Read(facts) => Some(facts),
            Self::None | Self::Kept(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;
    use facts::DefinitionKind;

    const FILES: &str = r#"
//- index.d.ts
export type Button = { size: string };
//- ui/Button.vue
<template><button @click="press">ok</button></template>
<script setup>
function press() {}
</script>
//- ui/Button.vue.d.ts
type Button = { size: string };
export default Button;
//- ui/Link.svelte
<script>
  export let href;
</script>
<a {href}>there</a>
//- ui/Link.svelte.d.ts
export default class Link {}
//- Page.vue
<template><Button /></template>
<script setup>
import Button from './ui/Button.vue'
</script>
"#;

    #[test]
    fn a_component_is_defined_by_its_file_before_what_declares_its_name() {
        let codebase = fixture::built(fixture::snapshot_of(FILES));
        for (name, path) in [("Button", "ui/Button.vue"), ("Link", "ui/Link.svelte")] {
            let hits = codebase.search(name, 4);
            let named = |hit: &&crate::SearchHit| hit.symbol.as_ref().is_some_and(|symbol| symbol.name == name);
            let first = hits.iter().find(named).unwrap();
            assert_eq!((first.span.path.as_str(), first.kind), (path, "component"), "{name}");
            let first = codebase.graph().lookup(name).unwrap()[0];
            let symbol = codebase.graph().symbol(first).unwrap().unwrap();
            assert_eq!(symbol.kind, DefinitionKind::Component, "{name}");
        }
        let button = codebase.graph().lookup("Button").unwrap()[0];
        let callers = codebase.graph().callers(button).unwrap();
        let caller = codebase.graph().symbol(callers[0].from).unwrap().unwrap();
        assert_eq!((callers.len(), caller.qualified_name.as_str()), (1, "Page.Page"));
    }
}
