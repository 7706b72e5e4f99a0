//! The settings `MODEL_PROFILES` and `MODEL_PRICES`: models of the deployment's endpoint for kinds of work, and what they cost.

use model::ProfileName;
use model::spending::Prices;
use std::collections::BTreeMap;

/// Models by profile: `MODEL_PROFILES` is `profile=model, ...`.
///
/// # Errors
/// What is wrong with it.
pub fn models(text: &str) -> Result<BTreeMap<ProfileName, String>, String> {
    let profile = |entry: &str| {
        let wrong = |why: &str| format!("MODEL_PROFILES holds `{entry}`: {why}");
        let (name, model) = pair(entry).ok_or_else(|| wrong("write profile=model"))?;
        match ProfileName::from_name(name) {
            Some(ProfileName::Default) => Err(wrong("the default model is MODEL_NAME")),
            Some(profile) => Ok((profile, model.to_owned())),
            None => Err(wrong("the profiles are fast, plan, edit and review")),
        }
    };
    entries(text).map(profile).collect()
}

/// Prices by model: `MODEL_PRICES` is `model=input/output, ...`, in US dollars for a million tokens.
///
/// # Errors
/// What is wrong with it.
pub fn prices(text: &str) -> Result<BTreeMap<String, Prices>, String> {
    let price = |entry: &str| {
        let wrong =
            || format!("MODEL_PRICES holds `{entry}`: write model=0.15/0.6, for a million tokens read and written");
        let (model, price) = pair(entry).ok_or_else(wrong)?;
        let (input, output) = price.split_once('/').ok_or_else(wrong)?;
        let prices = Prices { input: amount(input).ok_or_else(wrong)?, output: amount(output).ok_or_else(wrong)? };
        Ok((model.to_owned(), prices))
    };
    entries(text).map(price).collect()
}

/// Refuses a model without a price beside one that has one: a budget of money would not hold.
///
/// # Errors
/// Which model has none.
pub fn check_prices(
    default: Prices,
    models: &BTreeMap<ProfileName, String>,
    prices: &BTreeMap<String, Prices>,
) -> Result<(), String> {
    let unpriced = models.values().find(|model| !prices.contains_key(*model));
    match unpriced.filter(|_| default.are_known() || !prices.is_empty()) {
        Some(model) => Err(format!("MODEL_PRICES has no price of `{model}`, which MODEL_PROFILES names")),
        None => Ok(()),
    }
}

fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty())
}

fn pair(entry: &str) -> Option<(&str, &str)> {
    let (name, value) = entry.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    (!name.is_empty() && !value.is_empty()).then_some((name, value))
}

fn amount(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|amount| amount.is_finite() && *amount >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_work_have_models_and_models_have_prices() {
        let models = models("plan=large, fast = small,").unwrap();
        assert_eq!(models[&ProfileName::Plan], "large");
        assert_eq!(models[&ProfileName::Fast], "small");
        let prices = prices("large=0.15/0.6, small=0/0").unwrap();
        assert_eq!(prices["large"], Prices { input: 0.15, output: 0.6 });
        assert_eq!(check_prices(Prices::default(), &models, &prices), Ok(()));
        assert_eq!(check_prices(Prices::default(), &models, &BTreeMap::new()), Ok(()), "tokens alone are counted");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, why) in [
            ("large", "write profile=model"),
            ("plan=", "write profile=model"),
            ("slow=large", "the profiles are fast, plan, edit and review"),
            ("default=large", "the default model is MODEL_NAME"),
        ] {
            assert_eq!(models(text).unwrap_err(), format!("MODEL_PROFILES holds `{text}`: {why}"));
        }
        for text in ["large", "large=1", "large=1/-1", "large=a/b", "=1/2"] {
            assert!(prices(text).unwrap_err().contains("write model=0.15/0.6"), "{text}");
        }
        let why = check_prices(Prices { input: 1.0, output: 1.0 }, &models("plan=large").unwrap(), &BTreeMap::new());
        assert_eq!(why.unwrap_err(), "MODEL_PRICES has no price of `large`, which MODEL_PROFILES names");
    }
}
