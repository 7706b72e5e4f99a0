//! Languages with spaces between words.

use super::{Language, Piece};
use crate::words::Word;

/// Most letters behind the stem of a word.
const LONGEST_ENDING: usize = 5;
/// Fewest letters of a word that is cut in two, and of its halves.
const LONG: usize = 8;
const SHORTEST_HALF: usize = 4;

struct Token {
    text: String,
    /// In lower case, without accents.
    folded: String,
    is_name: bool,
}

/// The sentence of the language that most of the words speak for, and what it is about.
pub fn read(languages: &[&Language], words: &[Word]) -> Option<(&'static str, Vec<Piece>)> {
    let tokens = tokens(words);
    let of_english = tokens.iter().filter(|token| code_words::stop_words::is_filling(&token.folded)).count();
    let mut best: Option<(usize, &Language, &'static str, Vec<bool>)> = None;
    for language in languages {
        let Some((sentence, used)) = phrase(language, &tokens) else { continue };
        let is_of_it =
            |(token, used): &(&Token, &bool)| **used || (!token.is_name && is_small(language, &token.folded));
        let count = tokens.iter().zip(&used).filter(is_of_it).count();
        if best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, language, sentence, used));
        }
    }
    let (count, language, sentence, used) = best?;
    (count > of_english).then(|| (sentence, about(language, &tokens, &used)))
}

fn tokens(words: &[Word]) -> Vec<Token> {
    let token = |text: &str, is_name: bool| Token { text: text.to_owned(), folded: fold(text), is_name };
    let mut tokens = Vec::new();
    for word in words {
        match word.is_name() || word.is_path() {
            true => tokens.push(token(&word.text, true)),
            false => tokens.extend(pieces(&word.text).map(|piece| token(piece, false))),
        }
    }
    tokens
}

/// `qu'appelle`, `JSON-Antwort`: the words in a word.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(['-', '\'', '’']).filter(|piece| !piece.is_empty())
}

/// In lower case, without accents: people leave them out.
fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        'à' | 'á' | 'â' | 'ä' | 'ã' => "a",
        'é' | 'è' | 'ê' | 'ë' => "e",
        'í' | 'î' | 'ï' | 'ì' => "i",
        'ó' | 'ô' | 'ö' | 'ò' => "o",
        'ú' | 'û' | 'ü' | 'ù' => "u",
        'ç' => "c",
        'ñ' => "n",
        'ß' => "ss",
        'œ' => "oe",
        _ => "",
    };
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            "" => folded.push(c),
            plain => folded.push_str(plain),
        }
    }
    folded
}

/// The first sentence that the tokens ask, and which of them ask it.
fn phrase(language: &Language, tokens: &[Token]) -> Option<(&'static str, Vec<bool>)> {
    let mut all =
        language.phrases.iter().flat_map(|(sentence, phrases)| phrases.iter().map(move |phrase| (sentence, phrase)));
    all.find_map(|(sentence, phrase)| {
        let folded = fold(phrase);
        let parts: Vec<&str> = folded.split_whitespace().flat_map(pieces).collect();
        (0..tokens.len()).find_map(|start| fit(&parts, tokens, start)).map(|used| (*sentence, used))
    })
}

fn fit(parts: &[&str], tokens: &[Token], start: usize) -> Option<Vec<bool>> {
    let mut used = vec![false; tokens.len()];
    let (mut at, mut is_open) = (start, false);
    for part in parts {
        if *part == "*" {
            at += 1;
            is_open = true;
            continue;
        }
        let fits = |token: &Token| match part.strip_suffix('~') {
            Some(start) => token.folded.starts_with(start),
            None => token.folded == *part,
        };
        let reach = if is_open { tokens.len() } else { at + 1 };
        at = (at..reach.min(tokens.len())).find(|at| !tokens[*at].is_name && fits(&tokens[*at]))?;
        used[at] = true;
        at += 1;
        is_open = false;
    }
    Some(used)
}

/// What is not the phrase, in English.
fn about(language: &Language, tokens: &[Token], used: &[bool]) -> Vec<Piece> {
    let mut about = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        at += 1;
        if used[at - 1] {
            continue;
        }
        if token.is_name {
            about.push(Piece::name(&token.text));
        } else if let Some((english, count)) = term(language, rest) {
            about.push(Piece::word(&english));
            at += count - 1;
        } else if let Some((_, english)) = language.joining.iter().find(|(own, _)| fold(own) == token.folded) {
            about.push(Piece::joining(english));
        } else if !is_small(language, &token.folded) {
            about.push(unknown(language, token));
        }
    }
    // One word that no table has is a name; capitals begin nouns and sentences as well.
    let mut topics = about.iter_mut().filter(|piece| !piece.is_joining);
    if let (Some(only), None) = (topics.next(), topics.next())
        && let Some(token) = tokens.iter().find(|token| token.text == only.text)
        && token.text.starts_with(char::is_lowercase)
        && word(language, &token.folded).is_none()
    {
        *only = Piece::name(&token.text);
    }
    about
}

fn is_small(language: &Language, folded: &str) -> bool {
    language.filling.iter().chain(language.joining.iter().map(|(own, _)| own)).any(|own| fold(own) == folded)
}

/// A word that no table has: the two in it, its English form where its ending says it is international, or itself.
fn unknown(language: &Language, token: &Token) -> Piece {
    let letters = token.folded.chars().count();
    let cut = |at: usize| {
        let (head, tail) = token.folded.split_at_checked(at)?;
        (head.len() >= SHORTEST_HALF && tail.len() >= SHORTEST_HALF).then_some(())?;
        Some(format!("{} {}", word(language, head)?, word(language, tail)?))
    };
    let both = if letters >= LONG { (1..token.folded.len()).rev().find_map(cut) } else { None };
    Piece::word(&both.or_else(|| international(language, &token.folded)).unwrap_or_else(|| token.text.clone()))
}

/// `Reaktion`, `reacción`: the English word, by the longest ending; what is left before the ending is no shorter than a stem.
fn international(language: &Language, folded: &str) -> Option<String> {
    let fits = language.endings.iter().filter_map(|(own, english)| Some((folded.strip_suffix(own)?, own, english)));
    let (before, _, english) = fits.max_by_key(|(_, own, _)| own.len())?;
    (before.len() + 1 >= SHORTEST_HALF).then(|| format!("{before}{english}"))
}

/// The English of a term that the tokens begin with, and how many words it has: the longest first.
fn term(language: &Language, tokens: &[Token]) -> Option<(String, usize)> {
    if let Some(english) = several(language, tokens) {
        return Some(english);
    }
    let first = tokens.first().filter(|token| !is_small(language, &token.folded))?;
    let (english, stem) = stem(language, &first.folded)?;
    // `Abfragecache`: what follows the stem is a word, not an ending.
    let tail = first.folded.strip_prefix(stem.as_str()).filter(|tail| tail.len() >= SHORTEST_HALF);
    Some(match tail.and_then(|tail| word(language, tail)) {
        Some(tail) => (format!("{english} {tail}"), 1),
        None => (english.to_owned(), 1),
    })
}

fn several(language: &Language, tokens: &[Token]) -> Option<(String, usize)> {
    let terms = language.words.iter().flat_map(|(english, stems)| stems.split(' ').map(move |stem| (english, stem)));
    terms.filter(|(_, stem)| stem.contains('-')).find_map(|(english, stem)| {
        let folded = fold(stem);
        let parts: Vec<&str> = pieces(&folded).collect();
        let fits = |(part, token): (&&str, &Token)| !token.is_name && ending(&token.folded, part).is_some();
        (parts.len() <= tokens.len() && parts.iter().zip(tokens).all(fits))
            .then(|| ((*english).to_owned(), parts.len()))
    })
}

/// The English of a word, by the longest stem that it starts with.
fn word(language: &Language, folded: &str) -> Option<&'static str> {
    stem(language, folded).map(|(english, _)| english)
}

fn stem(language: &Language, folded: &str) -> Option<(&'static str, String)> {
    let stems =
        language.words.iter().flat_map(|(english, stems)| stems.split(' ').map(move |stem| (*english, fold(stem))));
    let fits = stems.filter(|(_, stem)| ending(folded, stem).is_some());
    fits.reduce(|best, other| if other.1.len() > best.1.len() { other } else { best })
}

/// What follows a stem, where that can be an ending: short stems have short ones.
fn ending<'w>(word: &'w str, stem: &str) -> Option<&'w str> {
    let longest = if stem.len() < SHORTEST_HALF { 2 } else { LONGEST_ENDING };
    word.strip_prefix(stem).filter(|ending| ending.len() <= longest)
}
