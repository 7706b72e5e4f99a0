//! Java: packages as declared; files without one go by folder.

use super::{ImportTarget, NamespaceId, Namespaces};
use crate::program::{Family, Program};
use facts::Import;
use rustc_hash::FxHashMap;

/// Where packages are.
#[derive(Default)]
pub struct Layout {
    by_name: FxHashMap<String, NamespaceId>,
}

/// Makes a namespace for each package.
pub fn lay_out<'a>(program: &mut Program<'a>, spaces: &mut Namespaces) {
    let mut layout = Layout::default();
    for at in 0..program.files.len() {
        if program.files[at].family != Family::Java {
            continue;
        }
        // Files of the unnamed package see each other within their folder.
        let package = program.files[at].facts().package.clone();
        let key = package.clone().unwrap_or_else(|| format!("/{}", program.files[at].source.path.parent()));
        let id = match layout.by_name.get(&key) {
            Some(&id) => id,
            None => spaces.add(package.unwrap_or_default(), None),
        };
        layout.by_name.insert(key, id);
        spaces.of_file[at] = id;
    }
    spaces.java = layout;
}

/// Finds what an import names: the longest package in front, the classes and members behind it.
pub fn resolve<'a>(_program: &Program<'a>, spaces: &Namespaces, _file: usize, import: &'a Import) -> ImportTarget<'a> {
    let item = import.item.as_deref().filter(|item| *item != "*");
    let module = import.module.as_str();
    let mut end = module.len();
    loop {
        if let Some(&namespace) = spaces.java.by_name.get(&module[..end]) {
            let inner = module[end..].trim_start_matches('.');
            let path = inner.split('.').filter(|part| !part.is_empty()).chain(item).collect();
            return ImportTarget::Inside { namespace, path };
        }
        match module[..end].rfind('.') {
            Some(dot) => end = dot,
            None => return ImportTarget::Outside { module: module.to_owned() },
        }
    }
}
