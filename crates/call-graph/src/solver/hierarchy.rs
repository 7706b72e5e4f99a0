//! Who inherits from whom, and in which order members are looked up.

use crate::program::Def;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The most classes below another that a lookup considers.
const MAX_BELOW: usize = 64;
/// The most bases of one class that are followed.
const MAX_BASES: usize = 128;
/// The most classes that a lookup goes through, the class itself included.
const MAX_ORDER: usize = 256;
/// Bases are followed this far up.
const MAX_HEIGHT: usize = 100;

/// Bases of every class, and the reverse.
#[derive(Default)]
pub struct Hierarchy {
    bases: FxHashMap<Def, Vec<Def>>,
    known: FxHashSet<(Def, Def)>,
    subclasses: FxHashMap<Def, Vec<Def>>,
    orders: std::cell::RefCell<FxHashMap<Def, Rc<[Def]>>>,
}

impl Hierarchy {
    pub fn add(&mut self, class: Def, base: Def) {
        let bases = self.bases.entry(class).or_default();
        if class != base && bases.len() < MAX_BASES && self.known.insert((class, base)) {
            bases.push(base);
            self.subclasses.entry(base).or_default().push(class);
        }
    }

    /// The class, then its bases in the order of lookup: C3, or depth first where C3 has no answer.
    pub fn order(&self, class: Def) -> Rc<[Def]> {
        if let Some(order) = self.orders.borrow().get(&class) {
            return order.clone();
        }
        self.linearise(class, &mut FxHashSet::default())
    }

    /// Orders are kept on the way, so that classes which share bases do not ask for them again and again.
    fn linearise(&self, class: Def, visiting: &mut FxHashSet<Def>) -> Rc<[Def]> {
        if let Some(order) = self.orders.borrow().get(&class) {
            return order.clone();
        }
        let bases = self.bases.get(&class).map_or(&[][..], Vec::as_slice);
        if bases.is_empty() || visiting.len() > MAX_HEIGHT || !visiting.insert(class) {
            return [class].into();
        }
        let mut lists: Vec<Rc<[Def]>> = bases.iter().map(|base| self.linearise(*base, visiting)).collect();
        visiting.remove(&class);
        lists.push(bases.into());
        let mut order = vec![class];
        match merge(&lists) {
            Some(rest) => order.extend(rest),
            None => {
                let mut seen = FxHashSet::from_iter([class]);
                order.extend(lists.iter().flat_map(|list| list.iter()).filter(|base| seen.insert(**base)));
            }
        }
        order.truncate(MAX_ORDER);
        let order: Rc<[Def]> = order.into();
        self.orders.borrow_mut().insert(class, order.clone());
        order
    }

    /// Classes below, nearest first; at most [`MAX_BELOW`].
    pub fn below(&self, class: Def) -> Vec<Def> {
        let mut found: Vec<Def> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut at = 0;
        let mut next = Some(class);
        while let Some(class) = next.filter(|_| found.len() < MAX_BELOW) {
            for sub in self.subclasses.get(&class).into_iter().flatten() {
                if found.len() < MAX_BELOW && seen.insert(*sub) {
                    found.push(*sub);
                }
            }
            next = found.get(at).copied();
            at += 1;
        }
        found
    }
}

/// C3: repeatedly the first head that is in no tail.
fn merge(lists: &[Rc<[Def]>]) -> Option<Vec<Def>> {
    // How many tails hold a class.
    let mut tails: FxHashMap<Def, u32> = FxHashMap::default();
    lists.iter().flat_map(|list| list.iter().skip(1)).for_each(|class| *tails.entry(*class).or_default() += 1);
    let mut next = vec![0; lists.len()];
    let mut order = Vec::new();
    loop {
        let mut heads = lists.iter().zip(&next).filter_map(|(list, at)| list.get(*at)).peekable();
        if heads.peek().is_none() || order.len() >= MAX_ORDER {
            return Some(order);
        }
        let head = *heads.find(|head| tails.get(head).is_none_or(|count| *count == 0))?;
        order.push(head);
        for (list, at) in lists.iter().zip(&mut next).filter(|(list, at)| list.get(**at) == Some(&head)) {
            *at += 1;
            if let Some(count) = list.get(*at).and_then(|head| tails.get_mut(head)) {
                *count -= 1;
            }
        }
    }
}
