//! Languages without spaces between words.

use super::{Language, Piece};
use crate::words;

/// What is looked for at a place of the text.
#[derive(Clone, Copy)]
enum Entry {
    Word(&'static str),
    Joining(&'static str),
    Filling,
}

/// The first sentence whose phrase the text has, and what it is about.
pub fn read(language: &'static Language, text: &str) -> Option<(&'static str, Vec<Piece>)> {
    let text = text.to_owned();
    // English with a word in quotes is English.
    let latin = words::split(&text).iter().filter(|word| word.text.is_ascii() && word.is_stop()).count();
    if latin > 1 {
        return None;
    }
    let all =
        language.phrases.iter().flat_map(|(sentence, phrases)| phrases.iter().map(move |phrase| (*sentence, *phrase)));
    let (sentence, at, phrase) =
        all.filter_map(|(sentence, phrase)| Some((sentence, text.find(phrase)?, phrase))).next()?;
    let mut about = Vec::new();
    for part in [&text[..at], &text[at + phrase.len()..]] {
        pieces(language, part, &mut about);
    }
    Some((sentence, about))
}

fn pieces(language: &'static Language, text: &str, about: &mut Vec<Piece>) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if is_of_name(first) {
            let end = rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len());
            let name = rest[..end].trim_matches(['.', ':', '#', '/', '-']);
            if name.chars().any(|c| c.is_ascii_alphabetic()) {
                about.push(Piece::name(name));
            }
            rest = &rest[end..];
            continue;
        }
        let found = entries(language).filter(|(own, _)| rest.starts_with(own)).max_by_key(|(own, _)| own.len());
        let Some((own, entry)) = found else {
            rest = &rest[first.len_utf8()..];
            continue;
        };
        match entry {
            Entry::Word(english) => about.push(Piece::word(english)),
            Entry::Joining(english) => about.push(Piece::joining(english)),
            Entry::Filling => {}
        }
        rest = &rest[own.len()..];
    }
}

fn entries(language: &'static Language) -> impl Iterator<Item = (&'static str, Entry)> {
    let words = language.words.iter().flat_map(|(english, own)| own.split(' ').map(|own| (own, Entry::Word(english))));
    let joining = language.joining.iter().map(|(own, english)| (*own, Entry::Joining(english)));
    words.chain(joining).chain(language.filling.iter().map(|own| (*own, Entry::Filling)))
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '$' | '/' | '-')
}
