//! Inputs: dictionary words, parts of seeds and random bytes in a row, then some damage.

use crate::Target;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any};
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use std::rc::Rc;

/// Longest input, in bytes: long enough for quadratic work to show, short enough for many inputs.
const LONGEST: usize = 64 * 1024;

/// A change to the bytes.
#[derive(Debug, Clone)]
enum Damage {
    Set(Index, u8),
    Remove(Index, usize),
    Repeat(Index, usize, usize),
    Truncate(Index),
}

/// Random inputs for a target.
pub fn inputs(target: &Target) -> impl Strategy<Value = Vec<u8>> + use<> {
    (vec(piece(target), 0..24), vec(damage(), 0..4)).prop_map(|(pieces, damages)| {
        let mut bytes = pieces.concat();
        bytes.truncate(LONGEST);
        damages.iter().for_each(|damage| damage.apply(&mut bytes));
        bytes
    })
}

fn piece(target: &Target) -> Union<proptest::strategy::BoxedStrategy<Vec<u8>>> {
    let seeds: Rc<[Vec<u8>]> = (target.seeds)().into();
    let mut pieces = vec![(1, vec(any::<u8>(), 0..12).boxed()), (1, "\\PC{0,12}".prop_map(String::into_bytes).boxed())];
    if !target.dictionary.is_empty() {
        let word = || select(target.dictionary).prop_map(<[u8]>::to_vec);
        pieces.push((6, word().boxed()));
        pieces.push((1, (word(), 2..2000usize).prop_map(|(word, times)| word.repeat(times)).boxed()));
    }
    if !seeds.is_empty() {
        let whole = (0..seeds.len()).prop_map({
            let seeds = Rc::clone(&seeds);
            move |at| seeds[at].clone()
        });
        pieces.push((1, whole.boxed()));
        let part = (0..seeds.len(), any::<Index>(), any::<Index>()).prop_map(move |(at, from, to)| {
            let seed = &seeds[at];
            let (from, to) = (from.index(seed.len() + 1), to.index(seed.len() + 1));
            seed[from.min(to)..from.max(to)].to_vec()
        });
        pieces.push((3, part.boxed()));
    }
    Union::new_weighted(pieces)
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = proptest::prop_oneof![any::<u8>(), Just(0u8), Just(0xffu8), Just(b'\n')];
    proptest::prop_oneof![
        (any::<Index>(), byte).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (any::<Index>(), 1..200usize).prop_map(|(at, length)| Damage::Remove(at, length)),
        (any::<Index>(), 1..40usize, 1..200usize).prop_map(|(at, length, times)| Damage::Repeat(at, length, times)),
        any::<Index>().prop_map(Damage::Truncate),
    ]
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Set(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::Remove(at, length) => {
                let from = at.index(bytes.len());
                bytes.drain(from..(from + length).min(bytes.len()));
            }
            Self::Repeat(at, length, times) => {
                let from = at.index(bytes.len());
                let part = bytes[from..(from + length).min(bytes.len())].repeat(*times);
                bytes.splice(from..from, part);
                bytes.truncate(LONGEST);
            }
            Self::Truncate(at) => {
                let length = at.index(bytes.len());
                bytes.truncate(length);
            }
        }
    }
}
