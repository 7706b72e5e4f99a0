//! What a run sends to which host, in words.

use super::RunView;
use crate::strings;
use crate::text::host;
use protocol::ModelChoice;

/// Where the answers of a run come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// From this browser alone.
    Here,
    /// From model calls to these hosts.
    Hosts(Vec<String>),
    /// The run was imported from a file, which cannot be trusted about it.
    File,
}

impl Origin {
    pub fn of(view: &RunView) -> Self {
        // What a person brings goes nowhere, whatever stands in place of its model.
        match (view.is_imported, view.hosts.is_empty() || view.is_of_person()) {
            (true, _) => Self::File,
            (false, true) => Self::Here,
            (false, false) => Self::Hosts(view.hosts.clone()),
        }
    }
}

/// The sentence of the status bar about data that leaves the browser: of the working run, if there is one (`working` is its
/// model); otherwise of the run on screen and of the next question, which goes to `chosen`.
pub fn locality(chosen: &ModelChoice, working: Option<&ModelChoice>, shown: &Origin) -> String {
    match working {
        Some(ModelChoice::OpenAiCompatible { base_url, .. }) => {
            return strings::locality_run_sends(host(base_url));
        }
        Some(ModelChoice::Offline) => return strings::locality_run_local().to_owned(),
        None => {}
    }
    let next = match chosen {
        ModelChoice::Offline => strings::locality_local().to_owned(),
        ModelChoice::OpenAiCompatible { base_url, .. } => strings::locality_go_to(host(base_url)),
    };
    match shown {
        Origin::Here => next,
        Origin::Hosts(hosts) => strings::locality_run_went(hosts.join(", "), next),
        Origin::File => strings::locality_run_of_file(next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_that_works_comes_first_then_the_one_on_screen() {
        let at = |base_url: &str| ModelChoice::OpenAiCompatible { base_url: base_url.into(), model: "m".into() };
        let (offline, a, b) = (ModelChoice::Offline, at("http://a.example/v1"), at("http://b.example:8/v1"));
        assert_eq!(locality(&offline, None, &Origin::Here), "all local");
        assert_eq!(locality(&a, None, &Origin::Here), "questions and excerpts go to a.example");
        let went = Origin::Hosts(vec!["b.example:8".into()]);
        assert_eq!(locality(&offline, None, &went), "this run went to b.example:8; next question: all local");
        assert_eq!(locality(&offline, Some(&b), &went), "this run sends questions and excerpts to b.example:8");
        assert_eq!(locality(&a, Some(&offline), &Origin::Here), "this run is all local");
        assert_eq!(locality(&offline, None, &Origin::File), "this run came from a file; next question: all local");
    }
}
