//! Questions in German, French, Spanish, Chinese and Japanese: the phrases of the main kinds.
//!
//! A phrase fits where the question holds it; `*` in it is anything. Names are what is written as code; in languages without
//! spaces every run of Latin letters; else the one word that is left when the words of the language are taken away.

use super::{Kind, Question};
use crate::words::Word;

/// The phrases of a kind, in the order in which kinds are tried.
type Phrases = &'static [(Kind, &'static [&'static str])];

#[rustfmt::skip]
const GERMAN: Phrases = &[
    (Kind::Compare, &["unterschied zwischen", "unterscheiden sich", "vergleiche"]),
    (Kind::TestsOf, &["welche tests", "wie wird * getestet", "wird * getestet"]),
    (Kind::Default, &["standardwert", "voreinstellung", "vorgabewert", "wo wird * konfiguriert", "wo wird * eingestellt"]),
    (Kind::Fails, &["welche fehler", "welche ausnahmen", "was kann * schiefgehen"]),
    (Kind::Used, &["wird * noch", "kann ich * löschen", "kann man * löschen"]),
    (Kind::TypeOf, &["was gibt * zurück", "was liefert", "welchen typ"]),
    (Kind::Callers, &["wer ruft", "wer benutzt", "wer verwendet", "wo wird * aufgerufen", "wo wird * benutzt", "wo wird * verwendet", "woher wird", "aufrufer von"]),
    (Kind::Callees, &["was ruft", "welche funktionen ruft", "was benutzt", "was verwendet"]),
    (Kind::Overview, &["überblick", "worum geht es", "architektur", "was macht dieses projekt"]),
    (Kind::Where, &["wo ist", "wo wird", "wo befindet", "wo liegt", "wo finde", "wo steht", "in welcher datei"]),
    (Kind::How, &["wie funktioniert", "wie arbeitet", "wie wird", "wie werden"]),
    (Kind::What, &["was ist", "was macht", "was tut", "wofür", "wozu", "erkläre", "beschreibe", "was bedeutet"]),
    (Kind::List, &["welche dateien", "liste aller dateien"]),
];
#[rustfmt::skip]
const FRENCH: Phrases = &[
    (Kind::Compare, &["différence entre", "différences entre", "compare"]),
    (Kind::TestsOf, &["quels tests"]),
    (Kind::Default, &["valeur par défaut", "où est * configur", "par défaut"]),
    (Kind::Fails, &["quelles erreurs", "quelles exceptions"]),
    (Kind::Used, &["encore utilis", "toujours utilis", "puis-je supprimer"]),
    (Kind::TypeOf, &["que renvoie", "que retourne", "quel type"]),
    (Kind::Callers, &["qui appelle", "qui utilise", "où est * appel", "où est * utilis", "appelants de"]),
    (Kind::Callees, &["qu'appelle", "quelles fonctions appelle", "quelles fonctions * appelle", "de quoi dépend"]),
    (Kind::Overview, &["vue d'ensemble", "architecture", "aperçu", "que fait ce projet"]),
    (Kind::Where, &["où est", "où se trouve", "où sont", "où trouver", "dans quel fichier"]),
    (Kind::How, &["comment fonctionne", "comment marche", "comment"]),
    (Kind::What, &["que fait", "qu'est-ce que", "à quoi sert", "c'est quoi", "explique", "décris"]),
    (Kind::List, &["quels fichiers", "liste des fichiers"]),
];
#[rustfmt::skip]
const SPANISH: Phrases = &[
    (Kind::Compare, &["diferencia entre", "diferencias entre", "compara"]),
    (Kind::TestsOf, &["qué pruebas", "qué tests", "que tests", "que pruebas"]),
    (Kind::Default, &["valor por defecto", "valor predeterminado", "dónde se configura", "por defecto"]),
    (Kind::Fails, &["qué errores", "que errores", "qué excepciones", "que excepciones"]),
    (Kind::Used, &["todavía se usa", "se usa todavía", "puedo borrar", "puedo eliminar"]),
    (Kind::TypeOf, &["qué devuelve", "que devuelve", "qué retorna", "qué tipo"]),
    (Kind::Callers, &["quién llama", "quien llama", "quién usa", "quien usa", "dónde se usa", "donde se usa", "dónde se llama", "donde se llama", "desde dónde"]),
    (Kind::Callees, &["qué llama", "a qué llama", "que llama", "qué funciones llama"]),
    (Kind::Overview, &["resumen", "visión general", "arquitectura", "qué hace este proyecto"]),
    (Kind::Where, &["dónde está", "donde está", "donde esta", "dónde se", "donde se", "en qué archivo", "dónde"]),
    (Kind::How, &["cómo funciona", "como funciona", "cómo"]),
    (Kind::What, &["qué es", "qué hace", "que hace", "que es", "para qué sirve", "explica", "describe"]),
    (Kind::List, &["qué archivos", "lista de archivos"]),
];
#[rustfmt::skip]
const CHINESE: Phrases = &[
    (Kind::Compare, &["区别", "不同", "比较", "差异"]),
    (Kind::TestsOf, &["测试"]),
    (Kind::Default, &["默认", "配置"]),
    (Kind::Fails, &["异常", "错误", "出错", "失败"]),
    (Kind::Used, &["还在使用", "是否被使用", "有没有被使用", "可以删除", "能删除"]),
    (Kind::TypeOf, &["返回什么", "返回值", "类型"]),
    (Kind::Callees, &["调用了什么", "调用了哪些", "调用什么", "调用哪些", "依赖什么", "依赖哪些"]),
    (Kind::Callers, &["谁调用", "哪里调用", "被谁", "调用者", "被调用", "谁使用", "哪里使用", "哪里用", "谁用", "哪些地方"]),
    (Kind::Overview, &["概述", "概览", "架构", "整体结构", "这个项目"]),
    (Kind::Where, &["在哪", "哪里", "哪个文件", "位置", "定义"]),
    (Kind::How, &["怎么", "如何", "怎样", "原理"]),
    (Kind::What, &["是什么", "做什么", "什么", "解释", "作用"]),
    (Kind::List, &["列出"]),
];
#[rustfmt::skip]
const JAPANESE: Phrases = &[
    (Kind::Compare, &["違い", "比較"]),
    (Kind::TestsOf, &["テスト"]),
    (Kind::Default, &["デフォルト", "既定", "設定"]),
    (Kind::Fails, &["例外", "エラー", "失敗"]),
    (Kind::TypeOf, &["何を返", "戻り値", "型は", "返り値"]),
    (Kind::Callers, &["誰", "どこから", "どこで呼", "呼び出し元", "どこで使"]),
    (Kind::Callees, &["何を呼", "呼び出している", "呼び出し先", "呼んでいる関数"]),
    (Kind::Used, &["使われて", "削除して"]),
    (Kind::Overview, &["概要", "アーキテクチャ", "全体像", "このプロジェクト"]),
    (Kind::Where, &["どこ", "定義"]),
    (Kind::How, &["どのように", "どうやって", "仕組み", "どう動"]),
    (Kind::What, &["とは", "何です", "何を", "説明", "役割"]),
    (Kind::List, &["一覧"]),
];

/// Words of the three languages with spaces that are no names.
#[rustfmt::skip]
const FILLING: &[&str] = &[
    "der", "die", "das", "ein", "eine", "einen", "dem", "den", "des", "und", "oder", "in", "im", "von", "zu", "mit", "auf",
    "ist", "sind", "wird", "werden", "wo", "wer", "was", "wie", "welche", "welcher", "funktion", "methode", "klasse", "modul",
    "variable", "konstante", "definiert", "aufgerufen", "benutzt", "verwendet", "implementiert", "ruft", "macht",
    "funktioniert", "noch", "datei", "zurück", "gibt", "kann", "ich", "löschen", "hier", "man", "zwischen", "eigentlich",
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "et", "ou", "où", "est", "sont", "qui", "que", "quoi",
    "fonction", "méthode", "classe", "définie", "défini", "appelle", "appelée", "appelé", "utilisée", "utilisé", "utilise",
    "fait", "comment", "fonctionne", "marche", "se", "trouve", "dans", "quel", "quelle", "entre", "par", "défaut", "valeur",
    "el", "los", "las", "una", "unos", "y", "o", "en", "es", "está", "son", "función", "método", "clase", "definida",
    "definido", "llama", "usa", "hace", "funciona", "cómo", "como", "dónde", "donde", "qué", "quién", "quien", "define",
    "encuentra", "a", "por", "defecto", "valor", "diferencia", "unterschied", "différence",
];

/// The question, where it has a phrase of one of the languages.
pub fn read(text: &str, words: &[Word]) -> Option<Question> {
    let lower = text.to_lowercase();
    let is_kana = |c: char| ('\u{3040}'..='\u{30ff}').contains(&c);
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let spaced = !lower.chars().any(|c| is_kana(c) || is_han(c));
    let tables: &[Phrases] = match spaced {
        true => &[GERMAN, FRENCH, SPANISH],
        false if lower.chars().any(is_kana) => &[JAPANESE],
        false => &[CHINESE],
    };
    let kind = tables.iter().find_map(|table| {
        let (kind, _) = table.iter().find(|(_, phrases)| phrases.iter().any(|phrase| holds(&lower, phrase, spaced)))?;
        Some(*kind)
    })?;
    let mut names: Vec<String> = if spaced { names_of(words) } else { runs(text) };
    let paths: Vec<String> = words.iter().filter(|word| word.is_path()).map(|word| word.text.clone()).collect();
    let rest: Vec<String> = words
        .iter()
        .filter(|word| word.marked || !(word.is_stop() || FILLING.contains(&word.lower.as_str())))
        .map(|word| word.text.clone())
        .collect();
    let terms = if spaced { rest } else { names.clone() };
    names.truncate(if matches!(kind, Kind::Compare) { 2 } else { 3 });
    let kind = match kind {
        Kind::List => {
            return Some(Question {
                kind,
                names: Vec::new(),
                paths: vec![".".into()],
                terms: Vec::new(),
                history: None,
                also: None,
                survey: None,
                asked: String::new(),
            });
        }
        Kind::Overview | Kind::Default => kind,
        Kind::Compare if names.len() < 2 => Kind::Explain,
        // Nothing in it is a name: it is about a topic.
        _ if names.is_empty() => Kind::Explain,
        kind => kind,
    };
    Some(Question { kind, names, paths, terms, history: None, also: None, survey: None, asked: String::new() })
}

/// Whether a text holds a phrase; where words have spaces between them it begins a word.
fn holds(text: &str, phrase: &str, spaced: bool) -> bool {
    let mut rest = text;
    for (number, part) in phrase.split('*').map(str::trim).enumerate() {
        let begins = |at: &usize| !spaced || rest[..*at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let Some(at) = rest.match_indices(part).map(|(at, _)| at).find(begins) else { return false };
        if number > 0 && at == 0 {
            return false;
        }
        rest = &rest[at + part.len()..];
    }
    true
}

/// What is written as code, or else the one word that is left.
fn names_of(words: &[Word]) -> Vec<String> {
    let written: Vec<String> = words.iter().filter(|word| word.is_name()).map(|word| word.text.clone()).collect();
    if !written.is_empty() {
        return written;
    }
    let is_left = |word: &&Word| !word.is_stop() && !word.is_path() && !FILLING.contains(&word.lower.as_str());
    let left: Vec<&Word> = words.iter().filter(is_left).collect();
    if let [only] = left.as_slice() { vec![only.text.clone()] } else { Vec::new() }
}

/// The runs of letters, digits and signs of names.
fn runs(text: &str) -> Vec<String> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '$');
    let runs = text.split(|c: char| !is_inner(c)).map(|run| run.trim_matches(['.', ':', '#']));
    let mut names: Vec<String> = Vec::new();
    for run in runs.filter(|run| run.chars().any(|c| c.is_ascii_alphabetic())) {
        if !names.iter().any(|name| name == run) {
            names.push(run.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::understand;
    use super::*;

    #[test]
    fn reads_the_main_kinds_in_five_languages() {
        for (question, kind, names) in [
            ("Wo ist open_session definiert?", Kind::Where, vec!["open_session"]),
            ("Wer ruft dispatch auf?", Kind::Callers, vec!["dispatch"]),
            ("Was ruft `dispatch` auf?", Kind::Callees, vec!["dispatch"]),
            ("Wie funktioniert dispatch?", Kind::How, vec!["dispatch"]),
            ("Was macht die Funktion load_app?", Kind::What, vec!["load_app"]),
            ("Gib mir einen Überblick", Kind::Overview, vec![]),
            ("Où est définie la fonction open_session ?", Kind::Where, vec!["open_session"]),
            ("Qui appelle dispatch ?", Kind::Callers, vec!["dispatch"]),
            ("Que fait `load` ?", Kind::What, vec!["load"]),
            ("¿Dónde está definida open_session?", Kind::Where, vec!["open_session"]),
            ("¿Quién llama a dispatch?", Kind::Callers, vec!["dispatch"]),
            ("¿Qué devuelve `load`?", Kind::TypeOf, vec!["load"]),
            ("open_session在哪里定义?", Kind::Where, vec!["open_session"]),
            ("谁调用了dispatch？", Kind::Callers, vec!["dispatch"]),
            ("`dispatch` 调用了哪些函数？", Kind::Callees, vec!["dispatch"]),
            ("dispatchはどこで定義されていますか？", Kind::Where, vec!["dispatch"]),
            ("dispatchを呼び出しているのは誰ですか？", Kind::Callers, vec!["dispatch"]),
            ("load_appとは何ですか", Kind::What, vec!["load_app"]),
            ("这个项目的架构是什么？", Kind::Overview, vec![]),
        ] {
            let understood = understand(question, &[]);
            let names: Vec<String> = names.into_iter().map(String::from).collect();
            assert_eq!((understood.kind, understood.names), (kind, names), "{question}");
        }
    }

    #[test]
    fn english_is_left_alone() {
        assert_eq!(read("how does session expiry work", &crate::words::split("how does session expiry work")), None);
    }
}
