//! What Elixir says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn modules_and_what_they_are_to_others() {
    check(
        Language::Elixir,
        &["defs", "bindings"],
        r#"
defmodule Shop.Cart do
  @moduledoc """
  A cart.

    * one line
  """
  @limit 10
  @type t :: %__MODULE__{id: integer()}
  defstruct [:id, items: [], total: 0]
  defmodule Line do
    def new(), do: %Shop.Cart{id: @limit}
  end
  def line, do: Line.new()
end
defprotocol Shop.Priced do
  @doc "The price."
  def price(item)
end
defimpl Shop.Priced, for: Shop.Cart do
  def price(cart), do: cart.total
end
defmodule Shop.Store do
  @callback put(key :: atom(), Shop.Cart.t()) :: :ok
  def all(), do: []
end
defmodule Shop.Memory do
  @behaviour Shop.Store
  @impl true
  def put(_key, %Shop.Cart{} = cart), do: cart
end
defmodule Shop.Error do
  defexception message: "no"
end
"#,
        expect![[r#"
            1..34 module <module>
            2..15 class Shop.Cart `defmodule Shop.Cart` doc "A cart.\n\n  * one line"
            8..8 variable Shop.Cart.limit +private `@limit 10`
            9..9 type alias Shop.Cart.t `@type t :: %__MODULE__{id: integer()}`
            10..10 field Shop.Cart.id `:id`
            10..10 field Shop.Cart.items `items: []`
            10..10 field Shop.Cart.total `total: 0`
            11..13 module Shop.Cart.Line `defmodule Line`
            12..12 function Shop.Cart.Line.new `def new()`
            14..14 method Shop.Cart.line +static `def line`
            16..19 interface Shop.Priced `defprotocol Shop.Priced`
            17..18 method Shop.Priced.price(item) `def price(item)` doc "The price."
            20..22 class Shop.Priced.Shop.Cart bases Shop.Priced `defimpl Shop.Priced, for: Shop.Cart`
            21..21 method Shop.Priced.Shop.Cart.price(cart: Shop.Cart) +static `def price(cart)`
            23..26 interface Shop.Store `defmodule Shop.Store`
            24..24 method Shop.Store.put(key, _) `@callback put(key :: atom(), Shop.Cart.t()) :: :ok`
            25..25 method Shop.Store.all +static `def all()`
            27..31 class Shop.Memory bases Shop.Store `defmodule Shop.Memory`
            29..30 method Shop.Memory.put(key, cart) +static `def put(_key, %Shop.Cart{} = cart)`
            32..34 class Shop.Error `defmodule Shop.Error`
            33..33 field Shop.Error.message `message: "no"`
            <module>: Shop.Cart = fn Shop.Cart (definition Shop.Cart)
            Shop.Cart: @limit = #number (definition Shop.Cart.limit)
            Shop.Cart: (_ as Shop.Cart).items = []
            Shop.Cart: (_ as Shop.Cart).total = #number
            <module>: Shop.Cart.Line = fn Shop.Cart.Line (definition Shop.Cart.Line)
            Shop.Cart.Line: new = fn Shop.Cart.Line.new (definition Shop.Cart.Line.new)
            Shop.Cart: line = fn Shop.Cart.line (definition Shop.Cart.line)
            <module>: Shop.Priced = fn Shop.Priced (definition Shop.Priced)
            Shop.Priced: price = fn Shop.Priced.price (definition Shop.Priced.price)
            <module>: Shop.Priced.Shop.Cart = fn Shop.Priced.Shop.Cart (definition Shop.Priced.Shop.Cart)
            Shop.Priced.Shop.Cart: price = fn Shop.Priced.Shop.Cart.price (definition Shop.Priced.Shop.Cart.price)
            Shop.Priced.Shop.Cart.price: cart: Shop.Cart (parameter 0 of Shop.Priced.Shop.Cart.price)
            <module>: Shop.Store = fn Shop.Store (definition Shop.Store)
            Shop.Store: all = fn Shop.Store.all (definition Shop.Store.all)
            <module>: Shop.Memory = fn Shop.Memory (definition Shop.Memory)
            Shop.Memory: put = fn Shop.Memory.put (definition Shop.Memory.put)
            Shop.Memory.put: _key (parameter 0 of Shop.Memory.put)
            Shop.Memory.put: &2 (parameter 1 of Shop.Memory.put)
            Shop.Memory.put: cart = (&2 as Shop.Cart)
            <module>: Shop.Error = fn Shop.Error (definition Shop.Error)
            Shop.Error: (_ as Shop.Error).message = #text
        "#]],
    );
}

#[test]
fn functions_by_clauses_types_and_defaults() {
    check(
        Language::Elixir,
        &["defs", "bindings", "returns"],
        r#"
defmodule Shop do
  @doc "Adds."
  @spec add(Cart.t(), [Item.t()] | nil) :: {:ok, Cart.t()} | {:error, atom()}
  def add(cart, item \\ nil)
  def add(%{items: [first | rest]} = cart, item) when is_list(rest), do: {first, cart, item}
  def add({:ok, cart}, _item) do
    cart
  rescue
    e in [Oops, Other] -> e
  end
  defp hidden(<<a, b::binary>>), do: a <> b
  defmacro twice(block), do: quote(do: unquote(block))
  defguard is_small(x) when x < 3
  defdelegate size(cart), to: Shop.Cart, as: :count
  def a <~> b, do: {a, b}
end
"#,
        expect![[r#"
            1..17 module <module>
            2..17 module Shop `defmodule Shop`
            3..11 function Shop.add(cart: Cart, item: list<Item> = #null) -> [0: _, 1: Cart] `def add(cart, item \\ nil)` doc "Adds."
            12..12 function Shop.hidden(_) +private `defp hidden(<<a, b::binary>>)`
            13..13 macro Shop.twice(block) `defmacro twice(block)`
            14..14 macro Shop.is_small(x) `defguard is_small(x) when x < 3`
            15..15 function Shop.size(cart) `defdelegate size(cart), to: Shop.Cart, as: :count`
            16..16 function Shop.<~>(a, b) `def a <~> b`
            <module>: Shop = fn Shop (definition Shop)
            Shop: add = fn Shop.add (definition Shop.add)
            Shop.add: cart: Cart (parameter 0 of Shop.add)
            Shop.add: item: list<Item> = #null (parameter 1 of Shop.add)
            Shop.add: &1: Cart (parameter 0 of Shop.add)
            Shop.add: first = each(&1['items'])
            Shop.add: rest = &1['items']
            Shop.add: cart = &1
            Shop.add: item: list<Item> = #null (parameter 1 of Shop.add)
            Shop.add: &1: Cart (parameter 0 of Shop.add)
            Shop.add: cart = &1[1]
            Shop.add: _item: list<Item> = #null (parameter 1 of Shop.add)
            Shop.add: e = (_ as (Oops | Other))
            Shop: hidden = fn Shop.hidden (definition Shop.hidden)
            Shop.hidden: &1 (parameter 0 of Shop.hidden)
            Shop.hidden: a
            Shop.hidden: b
            Shop: twice = fn Shop.twice (definition Shop.twice)
            Shop.twice: block (parameter 0 of Shop.twice)
            Shop: is_small = fn Shop.is_small (definition Shop.is_small)
            Shop.is_small: x (parameter 0 of Shop.is_small)
            Shop: size = fn Shop.size (definition Shop.size)
            Shop.size: cart (parameter 0 of Shop.size)
            Shop: <~> = fn Shop.<~> (definition Shop.<~>)
            Shop.<~>: a (parameter 0 of Shop.<~>)
            Shop.<~>: b (parameter 1 of Shop.<~>)
            return [0: first, 1: cart, 2: item] from Shop.add
            return (cart | e) from Shop.add
            return #text from Shop.hidden
            return _ from Shop.twice
            return #boolean from Shop.is_small
            return Shop.Cart.count(cart) from Shop.size
            return [0: a, 1: b] from Shop.<~>
        "#]],
    );
}

#[test]
fn names_of_modules_are_whole() {
    check(
        Language::Elixir,
        &["imports", "calls"],
        r#"
defmodule Web.Page do
  use Web, :controller
  use GenServer
  alias Shop.{Cart, Item}
  alias Shop.Money, as: M
  import Shop.Util, only: [log: 1, trace: 2]
  import Enum, except: [map: 2]
  require Logger
  def go(cart) do
    Cart.new() |> Cart.Line.add(M.zero()) |> log
    __MODULE__.go(cart)
    __MODULE__.Inner.run()
    :lists.map(&go/1, [])
    Elixir.Shop.run()
  end
end
"#,
        expect![[r#"
            import "Web" as "" in Web.Page
            import ."Web.__using__" item * in Web.Page
            import ."Web.controller" item * in Web.Page
            import "GenServer" as "" in Web.Page
            import ."GenServer.__using__" item * in Web.Page
            import "Shop.Cart" as "Cart" in Web.Page
            import "Shop.Item" as "Item" in Web.Page
            import "Shop.Money" as "M" in Web.Page
            import "Shop.Util" item log in Web.Page
            import "Shop.Util" item trace in Web.Page
            import "Enum" item * in Web.Page
            import "Logger" as "" in Web.Page
            3: Web.Page calls macro Web.__using__(#text)
            4: Web.Page calls macro GenServer.__using__(_)
            11: Web.Page.go calls Shop.Cart.new()
            11: Web.Page.go calls Shop.Money.zero()
            11: Web.Page.go calls Shop.Cart.Line.add(Shop.Cart.new(), Shop.Money.zero())
            11: Web.Page.go calls log(Shop.Cart.Line.add(Shop.Cart.new(), Shop.Money.zero()))
            12: Web.Page.go calls Web.Page.go(cart)
            13: Web.Page.go calls Web.Page.Inner.run()
            14: Web.Page.go calls :lists.map(go, [])
            15: Web.Page.go calls Shop.run()
        "#]],
    );
}

#[test]
fn calls_pipes_captures_and_special_forms() {
    check(
        Language::Elixir,
        &["bindings", "calls", "returns"],
        r##"
defmodule A do
  def run(xs, f) do
    y = xs |> Enum.map(&(&1.price + g(&2))) |> Map.get(:a) |> f.() |> then(&h/1)
    z = case fetch(y) do
      {:ok, v} when v > 1 -> v
      :error -> raise Oops, message: "x"
    end
    with {:ok, a} <- one(z), b = two(a) do
      three(b)
    else
      {:error, e} -> four(e)
    end
    for x <- xs, keep?(x), into: %{}, do: {x, five(x)}
    if w = six() do w else seven() end
    try do eight() rescue e in Oops -> nine(e) after ten() end
    receive do {:msg, m} -> m after 10 -> :late end
    k = fn
      1, _ -> xs
      n, %{b: q} -> q.(n)
    end
    apply(k, [1, 2])
    apply(B, :go, [y])
    y.field.(1)
    y[:key].run(1)
    m = %{y | a: 1, b: k}
    %{"c" => c} = m
    GenServer.start_link(__MODULE__, y)
    "#{text(c)}"
    deftable :x do
      inside()
    end
  end
end
"##,
        expect![[r#"
            <module>: A = fn A (definition A)
            A: run = fn A.run (definition A.run)
            A.run: xs (parameter 0 of A.run)
            A.run: f (parameter 1 of A.run)
            A.run.<lambda>: &1 (parameter 0 of A.run.<lambda>)
            A.run.<lambda>: &2 (parameter 1 of A.run.<lambda>)
            A.run: y = h(f(Map.get(Enum.map(xs, fn A.run.<lambda>), #text)))
            A.run: v = fetch(y)[1]
            A.run: z = (v | _)
            A.run: a = one(z)[1]
            A.run: b = two(a)
            A.run: e
            A.run: x = each(xs)
            A.run: w = six()
            A.run: e = (_ as Oops)
            A.run: m
            A.run.<lambda>: &1 (parameter 0 of A.run.<lambda>)
            A.run.<lambda>: _ (parameter 1 of A.run.<lambda>)
            A.run.<lambda>: n (parameter 0 of A.run.<lambda>)
            A.run.<lambda>: &2 (parameter 1 of A.run.<lambda>)
            A.run.<lambda>: q = &2['b']
            A.run: k = fn A.run.<lambda>
            A.run: m = (y | ['a': #number, 'b': k])
            A.run: c = m['c']
            4: A.run.<lambda> calls g(&2)
            4: A.run calls Enum.map(xs, fn A.run.<lambda>)
            4: A.run calls Map.get(Enum.map(xs, fn A.run.<lambda>), #text)
            4: A.run calls f(Map.get(Enum.map(xs, fn A.run.<lambda>), #text))
            4: A.run calls h(f(Map.get(Enum.map(xs, fn A.run.<lambda>), #text)))
            5: A.run calls fetch(y)
            7: A.run calls Oops.exception(['message': #text])
            9: A.run calls one(z)
            9: A.run calls two(a)
            10: A.run calls three(b)
            12: A.run calls four(e)
            14: A.run calls keep?(x)
            14: A.run calls five(x)
            15: A.run calls six()
            15: A.run calls seven()
            16: A.run calls eight()
            16: A.run calls nine(e)
            16: A.run calls ten()
            20: A.run.<lambda> calls q(n)
            22: A.run calls k(#number, #number)
            23: A.run calls B.go(y)
            24: A.run calls y.field(#number)
            25: A.run calls y['key'].run(#number)
            28: A.run calls implicit A.init(y)
            28: A.run calls GenServer.start_link(A, y)
            29: A.run calls text(c)
            31: A.run calls inside()
            30: A.run calls deftable(#text, ['do': inside()])
            return #number from A.run.<lambda>
            throw (['message': #text] as Oops) from A.run
            return xs from A.run.<lambda>
            return q(n) from A.run.<lambda>
            return deftable(#text, ['do': inside()]) from A.run
        "#]],
    );
}

#[test]
fn tests_are_functions_under_their_text() {
    check(
        Language::Elixir,
        &["defs", "calls"],
        r#"
defmodule ShopTest do
  use ExUnit.Case, async: true
  setup :prepare
  setup %{a: a} do
    {:ok, start(a)}
  end
  describe "adding" do
    test "one", %{cart: cart} do
      assert Shop.add(cart) == {:ok, 1}
    end
  end
  test "alone" do
    refute gone()
  end
  test "short", do: assert(open())
  test "given", %{cart: cart}, do: close(cart)
  setup_all do: {:ok, begin()}
end
"#,
        expect![[r#"
            1..19 module <module>
            2..19 module ShopTest +test `defmodule ShopTest`
            8..12 lambda ShopTest.adding +private +test `describe "adding"`
            9..11 function ShopTest.adding.one(context) +private +test `test "one", %{cart: cart}`
            13..15 function ShopTest.alone +private +test `test "alone"`
            16..16 function ShopTest.short +private +test `test "short"`
            17..17 function ShopTest.given(context) +private +test `test "given", %{cart: cart}`
            3: ShopTest calls macro ExUnit.Case.__using__(['async': #boolean])
            4: ShopTest calls prepare(_)
            6: ShopTest calls start(a)
            10: ShopTest.adding.one calls Shop.add(cart)
            10: ShopTest.adding.one calls assert(#boolean)
            14: ShopTest.alone calls gone()
            14: ShopTest.alone calls refute(gone())
            16: ShopTest.short calls open()
            16: ShopTest.short calls assert(open())
            17: ShopTest.given calls close(cart)
            18: ShopTest calls begin()
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("x = {}y{}", "(".repeat(3000), ")".repeat(3000)),
        format!("x = a{}", ".b(1)".repeat(5000)),
        format!("x = a{}", " |> b()".repeat(5000)),
        format!("x = a{}", " ++ b".repeat(3000)),
        format!("x = {}1{}", "[".repeat(3000), "]".repeat(3000)),
        format!("{} x() {}", "if a do ".repeat(2000), "end ".repeat(2000)),
        format!("x = {}1{}", "fn a -> ".repeat(1000), " end".repeat(1000)),
        "def f( do = { if\n".to_owned(),
        "defmodule A do defmodule Elixir.C do end end".to_owned(),
    ];
    for text in deep {
        let text = format!("defmodule B do\n  def before(), do: first()\nend\n{text}\n");
        let facts = facts(Language::Elixir, &text);
        assert!(facts.definitions.iter().any(|d| d.name == "before"), "{}", &text[50..60]);
    }
}

#[test]
fn names_are_highlighted() {
    let text = "def go(a), do: Shop.run(a.size, :x, b: 1.5) |> f # c\n@doc \"x\"\n";
    let shown = |class| highlighted(Language::Elixir, class, text);
    assert_eq!(shown(HighlightClass::Function), "def go run f");
    assert_eq!(shown(HighlightClass::Property), "do:  size b: ");
    assert_eq!(shown(HighlightClass::Type), "Shop");
    assert_eq!(shown(HighlightClass::Constant), ":x");
    assert_eq!(shown(HighlightClass::Number), "1.5");
    assert_eq!(shown(HighlightClass::Comment), "# c");
    assert_eq!(shown(HighlightClass::Attribute), "@doc");
}
