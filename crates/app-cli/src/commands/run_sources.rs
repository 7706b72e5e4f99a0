//! The repository and the model with which a stored run is resumed.
//!
//! An imported run does not decide which folder is read or to which address the key is sent: the person who resumes it
//! names both. Instead of a path, an imported run holds the name of its repository.

use crate::arguments::Place;
use crate::{load, output, programs};
use agent::About;
use anyhow::{Result, bail};
use codebase::Reader;
use host_native::ProcessRunner;
use protocol::{AskOptions, ModelChoice};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The repository that the run is about, or the folder of it that the run is limited to.
pub fn reader(about: &About, place: &Place) -> Result<Reader> {
    load::within(load::reader(path_for(about, place)?, place.index)?, about.options.folder.as_deref())
}

/// What runs programs over the repository that the run is about.
pub fn runner(about: &About, place: &Place) -> Result<Rc<ProcessRunner>> {
    programs::runner(path_for(about, place)?, place.index)
}

fn path_for<'p>(about: &'p About, place: &'p Place) -> Result<&'p Path> {
    match (&place.repository, path_of(about)) {
        (Some(named), _) => Ok(named),
        (None, Ok(path)) => Ok(path),
        (None, Err(why)) => bail!(why),
    }
}

/// The folder whose files the run is about; `None` for an archive or an index.
pub fn source_folder(about: &About, place: &Place) -> Result<Option<PathBuf>> {
    match (&place.repository, path_of(about)) {
        (Some(named), _) => load::folder(named, place.index),
        (None, Ok(path)) => load::folder(path, place.index),
        (None, Err(why)) => bail!(why),
    }
}

/// The folder of the repository, to compare with it or write to it.
pub fn folder(about: &About, named: Option<&Path>) -> Result<PathBuf> {
    let folder = match (named, path_of(about)) {
        (Some(named), _) => named,
        (None, Ok(recorded)) => recorded,
        (None, Err(why)) => bail!(why),
    };
    if !folder.is_dir() {
        bail!("{} is no folder that can be written; name the folder: --repository DIR", folder.display());
    }
    if load::is_index(folder, false)? {
        bail!("{} is an index; name the folder of the sources: --repository DIR", folder.display());
    }
    Ok(folder.to_owned())
}

/// The repository, to check the citations of a run that is shown. If it cannot be read, the inner error is the reason,
/// and the run is shown all the same.
///
/// # Errors
/// If the repository named on the command line cannot be read.
pub fn recorded_reader(about: &About, named: Option<&Path>) -> Result<Result<Reader, String>> {
    if let Some(named) = named {
        return Ok(Ok(load::reader(named, false)?));
    }
    Ok(path_of(about).and_then(|path| load::reader(path, false).map_err(|error| format!("{error:#}"))))
}

/// The path of the repository, or a sentence that says why it is not known.
fn path_of(about: &About) -> Result<&Path, String> {
    let path = Path::new(&about.repository);
    if is_from_file(about) {
        let name = output::one_line(&about.repository);
        return Err(format!("the run came from a file; say where its repository `{name}` is: --repository DIR"));
    }
    if !path.exists() {
        return Err(format!("the repository {} is gone; say where it is now: --repository DIR", path.display()));
    }
    Ok(path)
}

/// The options of the run with the models from here on. Addresses in the run are used only if it was started on this
/// machine; a model that is named on the command line does all work.
pub fn options_of(about: &About, place: &Place) -> Result<AskOptions> {
    let mut options = AskOptions { model: choice(about, place)?, ..about.options.clone() };
    if is_from_file(about) || place.base_url.is_some() || place.model.is_some() {
        options.profiles.clear();
    }
    if is_from_file(about) {
        options.prices.clear();
    }
    Ok(options)
}

fn choice(about: &About, place: &Place) -> Result<ModelChoice> {
    let recorded = match &about.options.model {
        ModelChoice::Offline => None,
        ModelChoice::OpenAiCompatible { base_url, model } => Some((base_url, model)),
    };
    if place.base_url.is_none() && place.model.as_deref().map_or(recorded.is_none(), |model| model == "offline") {
        return Ok(ModelChoice::Offline);
    }
    let Some(model) = place.model.as_ref().or(recorded.map(|(_, model)| model)) else {
        bail!("the run was answered by the offline model; say which model answers at that address: --model NAME");
    };
    let base_url = match (&place.base_url, recorded) {
        (Some(named), _) => named,
        (None, None) => bail!("--model {model} needs --base-url, such as http://localhost:11434/v1"),
        (None, Some((url, _))) if is_from_file(about) => {
            let url = output::one_line(url);
            bail!("the run came from a file; if the model at {url} is to be asked, say so: --base-url {url}");
        }
        (None, Some((url, _))) => url,
    };
    Ok(ModelChoice::OpenAiCompatible { base_url: base_url.clone(), model: model.clone() })
}

/// The name of the repository in an imported run: the last component of the path.
pub fn name_only(repository: &str) -> String {
    repository.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or_default().to_owned()
}

fn is_from_file(about: &About) -> bool {
    about.imported || !Path::new(&about.repository).is_absolute()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ModelInfo, ProfileName, ProfileSettings};

    fn started(model: ModelChoice, imported: bool) -> About {
        About {
            run: "r1".to_owned(),
            question: "Who?".to_owned(),
            options: AskOptions { model, ..AskOptions::default() },
            answered_by: ModelInfo { provider: "offline".to_owned(), model: "offline".to_owned() },
            repository: "/srv/shop".to_owned(),
            started_at: 0.0,
            imported,
            forked_from: None,
            conversation: None,
            instead_of: None,
            turns_left_out: 0,
            turns_shortened: 0,
        }
    }

    fn at(base_url: &str, model: &str) -> ModelChoice {
        ModelChoice::OpenAiCompatible { base_url: base_url.to_owned(), model: model.to_owned() }
    }

    fn chosen(about: &About, base_url: Option<&str>, model: Option<&str>) -> Result<ModelChoice, String> {
        let place =
            Place { repository: None, index: false, base_url: base_url.map(Into::into), model: model.map(Into::into) };
        choice(about, &place).map_err(|error| error.to_string())
    }

    #[test]
    fn a_run_begun_here_goes_on_with_its_model_or_the_one_that_is_named() {
        let about = started(at("http://a/v1", "m"), false);
        assert_eq!(chosen(&about, None, None), Ok(at("http://a/v1", "m")));
        assert_eq!(chosen(&about, Some("http://b/v1"), None), Ok(at("http://b/v1", "m")));
        assert_eq!(chosen(&about, None, Some("n")), Ok(at("http://a/v1", "n")));
        assert_eq!(chosen(&about, None, Some("offline")), Ok(ModelChoice::Offline));
        let offline = started(ModelChoice::Offline, false);
        assert_eq!(chosen(&offline, None, None), Ok(ModelChoice::Offline));
        assert_eq!(chosen(&offline, Some("http://b/v1"), Some("n")), Ok(at("http://b/v1", "n")));
        assert!(chosen(&offline, None, Some("n")).unwrap_err().contains("needs --base-url"));
        assert!(chosen(&offline, Some("http://b/v1"), None).unwrap_err().contains("--model NAME"));
    }

    #[test]
    fn a_file_has_no_say_in_where_a_run_is_answered() {
        let about = started(at("http://stranger/v1", "m"), true);
        for model in [None, Some("n"), Some("m")] {
            let refused = chosen(&about, None, model).unwrap_err();
            assert!(refused.contains("say so: --base-url http://stranger/v1"), "{refused}");
        }
        assert_eq!(chosen(&about, Some("http://b/v1"), None), Ok(at("http://b/v1", "m")));
        assert_eq!(chosen(&about, None, Some("offline")), Ok(ModelChoice::Offline));
    }

    #[test]
    fn recorded_profiles_are_used_unless_the_run_is_from_a_file_or_another_model_is_named() {
        let plan = ProfileSettings { model: at("http://p/v1", "large"), ..ProfileSettings::default() };
        let with_plan = |imported| {
            let mut about = started(at("http://a/v1", "m"), imported);
            about.options.profiles.insert(ProfileName::Plan, plan.clone());
            about
        };
        let place = |model: Option<&str>, base_url: Option<&str>| Place {
            model: model.map(Into::into),
            base_url: base_url.map(Into::into),
            ..Place::default()
        };
        let profiles = |imported, place: &Place| options_of(&with_plan(imported), place).unwrap().profiles.len();
        assert_eq!(profiles(false, &place(None, None)), 1);
        assert_eq!(profiles(false, &place(Some("offline"), None)), 0);
        assert_eq!(profiles(true, &place(None, Some("http://b/v1"))), 0);
    }

    #[test]
    fn a_name_is_no_path() {
        for (path, name) in [("/home/ada/shop", "shop"), ("C:\\code\\shop\\", "shop"), ("shop", "shop"), ("/", "")] {
            assert_eq!(name_only(path), name);
            assert!(!Path::new(&name_only(path)).is_absolute());
        }
    }
}
