//! The models of a run by profile: which model, temperature and most tokens a kind of work is done with.
//!
//! A host reads [`ProfileSettings`] for each [`ProfileName`] that the person has set up, and opens them as
//! [`Profiles`], once for a run. Settings hold no key, so they can be stored with a run. A profile that is not set up is
//! `default`.

mod profiled_model;
#[cfg(test)]
mod tests;

use crate::ModelClient;
use profiled_model::ProfiledModel;
use protocol::ModelChoice;
pub use protocol::{ProfileName, ProfileSettings};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The opened profiles of a run.
pub struct Profiles {
    default: ProfiledModel,
    others: BTreeMap<ProfileName, ProfiledModel>,
}

impl Profiles {
    /// One model for all profiles.
    pub fn of(model: Rc<dyn ModelClient>) -> Self {
        let default = ProfiledModel::new(vec![model], &ProfileSettings::default());
        Self { default, others: BTreeMap::new() }
    }

    /// Opens the profiles. `default` may be missing: it is the offline model then. `open` makes the client of a model;
    /// it is called once for each model, however many profiles name it, so that what a server has refused is
    /// remembered for all of them.
    ///
    /// # Errors
    /// The first error of `open`.
    pub fn open<E>(
        settings: &BTreeMap<ProfileName, ProfileSettings>,
        mut open: impl FnMut(&ModelChoice) -> Result<Rc<dyn ModelClient>, E>,
    ) -> Result<Self, E> {
        let mut opened: Vec<(ModelChoice, Rc<dyn ModelClient>)> = Vec::new();
        let mut client_of = |choice: &ModelChoice| {
            if let Some((_, client)) = opened.iter().find(|(known, _)| known == choice) {
                return Ok(Rc::clone(client));
            }
            let client = open(choice)?;
            opened.push((choice.clone(), Rc::clone(&client)));
            Ok(client)
        };
        let mut model_of = |settings: &ProfileSettings| {
            let choices = std::iter::once(&settings.model).chain(&settings.fallbacks);
            let clients = choices.map(&mut client_of).collect::<Result<Vec<_>, E>>()?;
            Ok(ProfiledModel::new(clients, settings))
        };
        let default = match settings.get(&ProfileName::Default) {
            Some(settings) => model_of(settings)?,
            None => model_of(&ProfileSettings::default())?,
        };
        let mut others = BTreeMap::new();
        for (name, settings) in settings.iter().filter(|(name, _)| **name != ProfileName::Default) {
            others.insert(*name, model_of(settings)?);
        }
        Ok(Self { default, others })
    }

    /// The model of a profile, or that of `default` where the profile is not set up.
    pub fn get(&self, name: ProfileName) -> &dyn ModelClient {
        self.others.get(&name).unwrap_or(&self.default)
    }
}
