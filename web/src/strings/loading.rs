//! Loading a language, and its plural rules.

use super::{ENGLISH, FINGERPRINT, LANGUAGE, LANGUAGES, Language};
use crate::shims;
use js_sys::{Array, Intl, Object};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Where a language is, relative to the page, under the name of this build.
pub fn address(tag: &str, build: &str) -> String {
    format!("strings/{tag}.json?v={build}")
}

/// Loads a language, with which all strings are shown from then on.
///
/// # Errors
///
/// Why it could not be loaded, for people; the page is in English then.
pub async fn load(tag: &str, build: &str) -> Result<(), String> {
    let (tag, _) = LANGUAGES.iter().find(|(known, _)| *known == tag).ok_or("it is not known")?;
    let loaded = JsFuture::from(shims::load_texts(&address(tag, build), FINGERPRINT)).await;
    let texts = loaded.and_then(JsCast::dyn_into::<Array>).map_err(|error| shims::error_text(&error))?;
    // The strings last as long as the page, as those that are compiled in.
    let kept = texts.iter().filter_map(|text| text.as_string()).map(|text| &*Box::leak(text.into_boxed_str()));
    let texts: Vec<&'static str> = kept.collect();
    if texts.len() != ENGLISH.len() {
        return Err("its file is damaged".to_owned());
    }
    LANGUAGE.set(Language { tag, texts }).map_err(|_| "another is loaded".to_owned())
}

/// `one`, `other`: the plural category of a count in a language.
pub fn plural_category(tag: &str, count: u64) -> String {
    #[allow(clippy::cast_precision_loss, reason = "counts on screen are far smaller")]
    let count = count as f64;
    let rules = Intl::PluralRules::new(&Array::of1(&JsValue::from_str(tag)), &Object::new());
    String::from(rules.select(count))
}
