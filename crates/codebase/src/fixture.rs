//! The repository that the tests ask.

use crate::{Codebase, CodebaseBuilder, Phase};
use source::{FileId, Limits, RepoPath, Snapshot, SnapshotBuilder, TopFolder};

const SHOP: &str = r#"
//- README.md
# Shop

Orders are priced by the pricing module and paid through a gateway.

## Retries

Payments are retried three times before the order fails.
//- shop/__init__.py
from .orders import Order
//- shop/orders.py
"""Orders and their states."""

from .payments import Gateway
from .pricing import total_price


class Order:
    """What a customer wants to buy."""

    def __init__(self, customer, lines):
        self.customer = customer
        self.lines = lines

    def submit(self, gateway: Gateway):
        return gateway.charge(self.customer, total_price(self.lines))

    def cancel(self):
        self.lines = []
//- shop/payments.py
import time


class Gateway:
    """Talks to the payment provider."""

    def charge(self, customer, amount):
        return with_retries(lambda: self.post("/charge", customer, amount))

    def post(self, path, customer, amount):
        raise NotImplementedError

    def cancel(self):
        self.post("/cancel", None, 0)


def with_retries(action, attempts=3):
    """Runs an action again when the provider is not reachable."""
    for attempt in range(attempts):
        try:
            return action()
        except ConnectionError:
            time.sleep(2**attempt)
    raise ConnectionError("the provider cannot be reached")
//- shop/pricing.py
"""Prices."""


def total_price(lines):
    """Sum of all lines after discounts."""
    return sum(line.price for line in lines) - discount(lines)


def discount(lines):
    return 5 if len(lines) > 10 else 0
//- tests/test_orders.py
from shop import Order


def test_submit():
    order = Order("ada", [])
    order.submit(None)
//- web/cart.ts
import { formatMoney } from "./money";

export class Cart {
    constructor(private prices: number[]) {}

    label(): string {
        return this.prices.map((price) => formatMoney(price)).join(", ");
    }
}
//- web/money.ts
/** Shows an amount with its currency. */
export function formatMoney(amount: number): string {
    return amount.toFixed(2) + " EUR";
}
//- ledger.rs
/// Keeps the balance of an account.
pub struct Ledger {
    balance: i64,
}

impl Ledger {
    pub fn deposit(&mut self, amount: i64) {
        self.balance = checked(self.balance, amount);
    }
}

fn checked(balance: i64, amount: i64) -> i64 {
    balance.saturating_add(amount)
}
"#;

/// The snapshot of a text with `//- path` before each file.
pub fn snapshot_of(text: &str) -> Snapshot {
    let mut builder = SnapshotBuilder::new("shop-repo", Limits::default()).with_top(TopFolder::Keep);
    for block in text.split("//- ") {
        if let Some((path, text)) = block.trim_start().split_once('\n') {
            builder.add(RepoPath::parse(path).unwrap(), text.as_bytes().to_vec()).unwrap();
        }
    }
    builder.finish().unwrap()
}

pub fn snapshot() -> Snapshot {
    snapshot_of(SHOP)
}

pub fn add_facts(builder: &mut CodebaseBuilder, file: FileId) {
    let language = builder.snapshot().file(file).language;
    let facts = syntax::parse(language, builder.snapshot().text(file));
    if let Some(facts) = facts {
        builder.add_facts(file, facts).unwrap();
    }
}

/// Facts arrive in the order that `order` makes of the pending files.
pub fn build(order: impl Fn(Vec<FileId>) -> Vec<FileId>) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot());
    for file in order(builder.pending()) {
        add_facts(&mut builder, file);
    }
    builder.finish()
}

/// All of a snapshot.
pub fn built(snapshot: Snapshot) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot);
    for file in builder.pending() {
        add_facts(&mut builder, file);
    }
    builder.finish()
}

pub fn shop() -> Codebase {
    build(|files| files)
}

/// The shop, linked with so little work that nothing flows.
pub fn shop_hardly_linked() -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot());
    for file in builder.pending() {
        add_facts(&mut builder, file);
    }
    while builder.step().phase != Phase::Linking {}
    let graph = builder.linker().with_most_notes(0).finish();
    builder.set_graph(graph);
    builder.finish()
}
