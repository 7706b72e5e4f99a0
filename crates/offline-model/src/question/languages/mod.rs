//! Questions in German, French, Spanish, Chinese and Japanese, put into English: one sentence for each kind that is asked, with
//! the names as they are and common words of programming translated, so that a search finds the code.
//!
//! Each language is a table in a file of its own. It is data: what a phrase asks, and what a word is called in code.

mod chinese;
mod french;
mod german;
mod japanese;
mod spaced;
mod spanish;
mod unspaced;

use crate::words::Word;

/// What is known of a language.
struct Language {
    /// English sentences, `{}` for what they are about, with the phrases that ask them; the first that fits is taken. In phrases
    /// `*` is anything, and a word with `~` at its end the beginning of a word.
    phrases: &'static [(&'static str, &'static [&'static str])],
    /// Words that carry no topic.
    filling: &'static [&'static str],
    /// Words between names or topics, and what they are in English.
    joining: &'static [(&'static str, &'static str)],
    /// English words of programming, with the stems (in languages without spaces, the words) that mean them. `-` is between the
    /// words of one term.
    words: &'static [(&'static str, &'static str)],
    /// Endings of international words, without accents, and what English has in their place: `reacción`, `reaction`.
    endings: &'static [(&'static str, &'static str)],
}

/// The question in English, where it is in one of the languages.
pub fn in_english(text: &str, words: &[Word]) -> Option<String> {
    let (sentence, mut about) = if text.chars().any(is_kana) {
        unspaced::read(&japanese::JAPANESE, text)?
    } else if text.chars().any(is_han) {
        unspaced::read(&chinese::CHINESE, text)?
    } else {
        spaced::read(&[&german::GERMAN, &french::FRENCH, &spanish::SPANISH], words)?
    };
    // `X を呼び出しているのは誰`: the verb is in the sentence already.
    let is_said = |piece: &Piece| sentence.split(' ').any(|word| word.strip_suffix('s').unwrap_or(word) == piece.text);
    if about.iter().any(|piece| !piece.is_joining && !is_said(piece)) {
        about.retain(|piece| piece.is_joining || !is_said(piece));
    }
    while about.first().is_some_and(|piece| piece.is_joining) {
        about.remove(0);
    }
    while about.last().is_some_and(|piece| piece.is_joining) {
        about.pop();
    }
    let about: Vec<String> = about.into_iter().map(|piece| piece.text).collect();
    let about = if about.is_empty() { "it".to_owned() } else { about.join(" ") };
    Some(sentence.replace("{}", &about))
}

/// A word of what the question is about.
struct Piece {
    text: String,
    is_joining: bool,
}

impl Piece {
    fn word(text: &str) -> Self {
        Self { text: text.to_owned(), is_joining: false }
    }

    fn joining(text: &str) -> Self {
        Self { text: text.to_owned(), is_joining: true }
    }

    /// A name, as it is written.
    fn name(text: &str) -> Self {
        Self { text: format!("`{text}`"), is_joining: false }
    }
}

fn is_kana(c: char) -> bool {
    ('\u{3040}'..='\u{30ff}').contains(&c)
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split;

    #[track_caller]
    fn check(question: &str, expected: &str) {
        assert_eq!(in_english(question, &split(question)).as_deref(), Some(expected), "{question}");
    }

    #[test]
    fn the_main_kinds_in_five_languages() {
        check("Wo ist open_session definiert?", "where is `open_session`");
        check("Wer ruft dispatch auf?", "who calls `dispatch`");
        check("Was ruft `dispatch` auf?", "what does `dispatch` call");
        check("Was macht die Funktion load_app?", "what does function `load_app` do");
        check(
            "Was ist der Unterschied zwischen Flask und Blueprint?",
            "what is the difference between Flask and Blueprint",
        );
        check("Wie füge ich einen neuen Befehl hinzu?", "how do I add a new command");
        check("Gib mir einen Überblick", "give me an overview of the architecture");
        check("Où est définie la fonction open_session ?", "where is function `open_session`");
        check("Qu'est-ce que `load` ?", "what does `load` do");
        check("¿Quién llama a dispatch?", "who calls `dispatch`");
        check("¿Qué devuelve `load`?", "what does `load` return");
        check("open_session在哪里定义?", "where is `open_session`");
        check("`dispatch` 调用了哪些函数？", "what does `dispatch` function call");
        check("dispatchを呼び出しているのは誰ですか？", "who calls `dispatch`");
        check("load_appとは何ですか", "what does `load_app` do");
        check("这个项目的架构是什么？", "give me an overview of the architecture");
    }

    #[test]
    fn words_of_programming_are_translated() {
        check("Wo werden Weiterleitungen behandelt?", "where is redirect handle");
        check("Wie werden abgelaufene Sitzungen gelöscht?", "how does expire session delete work");
        check("Wo ist der Abfragecache?", "where is query cache");
        check("Comment les mots de passe sont-ils chiffrés ?", "how does password encrypt work");
        check("¿Dónde se validan las peticiones?", "where is validate request");
        check("请求是如何解析的？", "how does request parse work");
        check("リクエストはどこで解析されますか？", "where is request parse");
        check("Liste alle Umgebungsvariablen", "list all environment variable");
        check("Listez les variables d'environnement", "list all environment variable");
        check("Que se passe-t-il quand la connexion échoue ?", "what happens when connection fail");
        check("Was passiert, wenn das Passwort fehlt?", "what happens when password missing");
    }

    #[test]
    fn words_that_no_table_has_are_put_into_english_by_their_endings() {
        check("Wie wird eine Reaktion ausgelöst?", "how does reaction raise work");
        check("¿Dónde se valida la transacción?", "where is validate transaction");
        check("Comment la publicité est-elle filtrée ?", "how does publicity filter work");
    }

    #[test]
    fn when_and_why_ask_how_it_works() {
        check("Wann wird eine Verbindung wiederverwendet?", "how does connection reuse work");
        check("Pourquoi la session expire-t-elle ?", "how does session expire work");
        check("¿Cuándo se cierra la conexión?", "how does close connection work");
        check("连接什么时候会关闭？", "how does connection close work");
        check("接続はいつ閉じられますか？", "how does connection close work");
    }

    #[test]
    fn english_is_left_alone() {
        for question in [
            "how does session expiry work",
            "How is the comment parsed?",
            "compare a and b",
            "what was die() in the list",
        ] {
            assert_eq!(in_english(question, &split(question)), None, "{question}");
        }
    }
}
