//! What a stored run goes on with: its repository and its model.
//!
//! A run that came from a file says neither where on this machine to read nor where to send the key: whoever goes on with
//! it does. Such a run is known by its repository's name, which is no path.

use crate::arguments::Place;
use crate::{load, model_choice, output};
use agent::About;
use anyhow::{Result, bail};
use codebase::Reader;
use model::ModelClient;
use protocol::ModelChoice;
use std::path::Path;

/// The repository that the run is about.
pub fn reader(about: &About, place: &Place) -> Result<Reader> {
    if let Some(named) = &place.repository {
        return load::reader(named);
    }
    let path = Path::new(&about.repository);
    if is_from_file(about) {
        let name = output::one_line(&about.repository);
        bail!("the run came from a file; say where its repository `{name}` is: --repository DIR");
    }
    if !path.exists() {
        bail!("the repository {} is gone; say where it is now: --repository DIR", path.display());
    }
    load::reader(path)
}

/// The model that answers the run.
pub fn model(about: &About, place: &Place) -> Result<Box<dyn ModelClient>> {
    let mut choice = about.options.model.clone();
    if let ModelChoice::OpenAiCompatible { base_url, .. } = &mut choice {
        match &place.base_url {
            Some(named) => base_url.clone_from(named),
            None if is_from_file(about) => {
                let url = output::one_line(base_url);
                bail!("the run came from a file; if the model at {url} is to be asked, say so: --base-url {url}");
            }
            None => {}
        }
    }
    Ok(model_choice::open(&choice))
}

/// The name under which a run that came from a file keeps its repository: the last part of the path.
pub fn name_only(repository: &str) -> String {
    repository.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or_default().to_owned()
}

fn is_from_file(about: &About) -> bool {
    !Path::new(&about.repository).is_absolute()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_path() {
        for (path, name) in [("/home/ada/shop", "shop"), ("C:\\code\\shop\\", "shop"), ("shop", "shop"), ("/", "")] {
            assert_eq!(name_only(path), name);
            assert!(!Path::new(&name_only(path)).is_absolute());
        }
    }
}
