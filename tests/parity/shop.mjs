// What is asked about: the shop of tests/fixtures, with what questions of every kind need beside it.

import { shop } from "../e2e/fixture.mjs";

const MORE = {
  "CONTRIBUTING.md": "# Contributing\n\nA gateway is a file in `server/gateways`, a class in it, its line in `GATEWAYS`, and a test.\n",
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1.2.0"\ndependencies = ["flask>=3", "requests"]\n\n[project.scripts]\nshop = "server.app:main"\n',
  "server/app.py": `"""The web server."""

import os

from flask import Flask, request

from .checkout import handle_checkout
from .storage import OrderStore

app = Flask(__name__)
PORT = int(os.environ.get("SHOP_PORT", "8000"))


@app.post("/checkout")
def checkout():
    """What the checkout page sends."""
    return handle_checkout(request.get_json())


@app.get("/orders/newest")
def newest():
    """The newest order."""
    # TODO: show more than one.
    return {"order": OrderStore().newest()}


def main():
    """Starts the server."""
    app.run(port=PORT, debug=os.environ.get("SHOP_DEBUG") == "1")


if __name__ == "__main__":
    main()
`,
  "server/errors.py": `"""What can go wrong."""


class ShopError(Exception):
    """Base of all errors of the shop."""


class PaymentError(ShopError):
    """A payment was refused."""


class GatewayDown(ShopError):
    """The payment provider cannot be reached."""
`,
  "server/gateways/__init__.py": `"""Ways to pay."""

from .bill import BillGateway
from .card import CardGateway

GATEWAYS = {"bill": BillGateway, "card": CardGateway}
`,
  "server/gateways/base.py": `"""What all gateways have in common."""

from ..errors import GatewayDown


class Gateway:
    """A way to pay."""

    def charge(self, customer, amount: float) -> str:
        """Takes the money; returns a receipt."""
        raise NotImplementedError


def with_retries(action, attempts: int = 3):
    """Runs an action again when the provider cannot be reached."""
    for attempt in range(attempts):
        try:
            return action()
        except ConnectionError:
            continue
    raise GatewayDown("the provider cannot be reached")
`,
  "server/gateways/bill.py": `"""Paying by bill."""

from .base import Gateway


class BillGateway(Gateway):
    """Sends a bill."""

    def charge(self, customer, amount: float) -> str:
        """Writes a bill; nothing is taken at once."""
        return f"bill of {amount} for {customer.name}"
`,
  "server/gateways/card.py": `"""Paying by card."""

from ..errors import PaymentError
from .base import Gateway, with_retries


class CardGateway(Gateway):
    """Charges a card."""

    limit = 500.0

    def charge(self, customer, amount: float) -> str:
        """Charges the card, three times at most."""
        if amount > self.limit:
            raise PaymentError("more than the card allows")
        return with_retries(lambda: self.post(customer, amount))

    def post(self, customer, amount: float) -> str:
        """Sends the payment to the provider."""
        return f"paid {amount}"
`,
  "tests/test_gateways.py": `"""Tests of the ways to pay."""

import pytest

from server.errors import PaymentError
from server.gateways import CardGateway


def test_card_is_charged(customer):
    assert CardGateway().charge(customer, 5.0) == "paid 5.0"


def test_card_has_a_limit(customer):
    with pytest.raises(PaymentError):
        CardGateway().charge(customer, 501.0)
`,
  "tests/test_orders.py": `"""Tests of orders."""

import pytest

from server.customers import Customer
from server.orders import Order, place_order
from server.pricing.tax import rate_of
from server.storage import OrderStore


def test_an_order_is_placed():
    order = Order(Customer("Ada", "de"))
    order.add_line("pen", 2.0, 3)
    assert place_order(order, OrderStore()) == pytest.approx(7.14)


def test_an_empty_order_is_refused():
    with pytest.raises(ValueError):
        place_order(Order(Customer("Ada", "de")), OrderStore())


def test_unknown_countries_pay_no_tax():
    assert rate_of("xx") == 0.0
`,
};

/** A new copy in a temporary folder; `remove` of tests/e2e/fixture.mjs deletes it. */
export const parityShop = () => shop(MORE);
