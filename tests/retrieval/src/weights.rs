//! Weights of ranking by name, so that a run can set them.

use anyhow::{Context, Result};
use search_index::Ranking;

/// The weight of this name, written as in `Ranking`: `files.coherence`, `bm25.weight.0`.
fn weight<'r>(ranking: &'r mut Ranking, name: &str) -> Option<&'r mut f32> {
    let (group, field) = name.split_once('.')?;
    let Ranking { bm25, terms, definitions, files, history, penalties, likeness } = ranking;
    macro_rules! among {
        ($group:expr, $($field:ident),*) => {
            match field {
                $(stringify!($field) => Some(&mut $group.$field),)*
                _ => None,
            }
        };
    }
    match group {
        "bm25" => match field.split_once('.') {
            None => (field == "k1").then_some(&mut bm25.k1),
            Some(("weight", at)) => bm25.weight.get_mut(at.parse::<usize>().ok()?),
            Some(("b", at)) => bm25.b.get_mut(at.parse::<usize>().ok()?),
            Some(_) => None,
        },
        "terms" => among!(
            terms,
            part,
            stem,
            stem_of_part,
            abbreviation,
            initials,
            joined,
            misspelt,
            prefix,
            relative,
            relative_alone,
            synonym,
            generic,
            uncovered
        ),
        "definitions" => among!(
            definitions,
            chunk_share,
            named,
            named_by_all,
            named_by_phrase,
            named_by_word,
            part_of_name,
            inexact,
            file_stem,
            owner,
            other_owner,
            type_kind,
            minor,
            minor_named,
            local
        ),
        "files" => among!(files, named, place, path_overlap, coherence, further, further_of_name),
        "history" => among!(history, with_text, alone),
        "penalties" => among!(penalties, aside, generated, vendored, reexports, declarations, history, documents, data),
        "likeness" => among!(likeness, definition, file),
        _ => None,
    }
}

/// Sets what `name=value` says.
pub fn set(ranking: &mut Ranking, setting: &str) -> Result<()> {
    let (name, value) = setting.split_once('=').context("a weight is set as name=value")?;
    let weight = weight(ranking, name).with_context(|| format!("there is no weight `{name}`"))?;
    *weight = value.parse().with_context(|| format!("`{value}` is not a number"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_set_by_name() {
        let mut ranking = Ranking::default();
        for setting in ["files.coherence=0.9", "bm25.weight.1=7", "terms.joined=0"] {
            set(&mut ranking, setting).unwrap();
        }
        assert_eq!((ranking.files.coherence, ranking.bm25.weight[1], ranking.terms.joined), (0.9, 7.0, 0.0));
        assert!(set(&mut ranking, "files.coherent=1").is_err() && set(&mut ranking, "bm25.k1=x").is_err());
    }
}
