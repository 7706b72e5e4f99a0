//! Elixir: modules by their whole names, arity, pipes, captures, protocols, behaviours, what `use` brings.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

/// Aliases, nested modules, imports by name and as a whole; modules from outside are no functions of the repository.
#[test]
fn imports() {
    check(
        r#"
//- /lib/shop/util.ex
defmodule Shop.Util do
  def log(x), do: x
  def trace(x), do: log(x)
  defmodule Inner do
    def run(), do: nil
  end
  def inner(), do: Inner.run()
end
//- /lib/shop/page.ex
defmodule Shop.Page do
  alias Shop.Util
  alias Shop.{Util, Cart, as: Nothing}
  alias Shop.Util.Inner, as: I
  import Shop.Util, only: [trace: 1]
  def one(x), do: Util.log(x)
  def two(x), do: trace(x)
  def three(), do: I.run()
  def four(), do: Util.Inner.run()
  def five(), do: Enum.log(1)
  def six(), do: :util.log(1)
  def seven(), do: Cart.total(1)
  def eight(), do: log(1)
end
//- /lib/cart.ex
defmodule Shop.Cart do
  import Shop.Util
  def total(x), do: log(x)
  def log, do: nil
end
defmodule Util do
  def log(x), do: x
end
"#,
        expect![[r#"
            Shop.Page.four -> Shop.Util.Inner.run (member)
            Shop.Page.one -> Shop.Util.log (member)
            Shop.Page.seven -> Shop.Cart.total (member)
            Shop.Page.three -> Shop.Util.Inner.run (member)
            Shop.Page.two -> Shop.Util.trace (import)
            Shop.Util.inner -> Shop.Util.Inner.run (member)
            Shop.Util.trace -> Shop.Util.log (scope)
        "#]],
    );
}

/// `f/1` and `f/2` are two functions; defaults and pipes count.
#[test]
fn arguments_decide_which_function_is_meant() {
    check(
        r#"
//- /lib/a.ex
defmodule A do
  def get(map), do: get(map, :key)
  def get(map, key), do: get(map, key, nil)
  def get(map, key, default), do: {map, key, default}
  def one(map), do: map |> get()
  def two(map), do: map |> get(:x)
  def opt(a, b \\ 1), do: {a, b}
  def three(), do: {opt(1), opt(1, 2), opt(1, 2, 3)}
  def inspect(a, b), do: {a, b}
  def four(x), do: inspect(x)
end
"#,
        expect![[r#"
            A.get -> A.get (scope)
            A.one -> A.get (scope)
            A.three -> A.opt (scope)
            A.two -> A.get (scope)
        "#]],
    );
}

/// Captures, anonymous functions, functions in maps and lists, `apply`, modules as values.
#[test]
fn functions_as_values() {
    check(
        r#"
//- /lib/a.ex
defmodule A do
  @handlers %{add: &A.add/1, remove: &A.remove/1}
  def add(x), do: x
  def remove(x), do: x
  def callback(x), do: x
  def run(f), do: f.(1)
  def one(xs), do: Enum.map(xs, &callback/1)
  def two(), do: run(&add/1)
  def three(), do: run(fn x -> remove(x) end)
  def four(), do: apply(A, :add, [1])
  def five(), do: apply(&remove/1, [1])
  def six(x), do: x |> then(&callback/1)
  def seven(), do: @handlers.add.(1)
  def eight(module), do: module.start(1)
  def nine(), do: eight(B)
  def ten(xs), do: Enum.map(xs, &(&1 |> add()))
  def make(), do: &add/1
  def eleven(), do: make().(1)
  def twelve(), do: (for f <- [&add/1, &remove/1], do: f.(1))
end
defmodule B do
  def start(x), do: x
end
"#,
        expect![[r#"
            A.eight -> B.start (flow)
            A.eleven -> A.add (returned)
            A.eleven -> A.make (scope)
            A.five -> A.remove (scope)
            A.four -> A.add (member)
            A.nine -> A.eight (scope)
            A.one -> A.callback (callback)
            A.run -> A.add (flow)
            A.run -> A.three.<lambda1> (flow)
            A.seven -> A.add (container)
            A.six -> A.callback (scope)
            A.ten -> A.ten.<lambda1> (callback)
            A.ten.<lambda1> -> A.add (scope)
            A.three -> A.run (scope)
            A.three.<lambda1> -> A.remove (scope)
            A.twelve -> A.add (container)
            A.twelve -> A.remove (container)
            A.two -> A.run (scope)
        "#]],
    );
}

/// A call of what a protocol declares runs the implementation for the type of its first argument.
#[test]
fn protocols_and_structs() {
    check(
        r#"
//- /lib/priced.ex
defprotocol Shop.Priced do
  def price(item)
  def name(item)
end
//- /lib/cart.ex
defmodule Shop.Cart do
  alias Shop.Item
  defstruct items: [], owner: nil
  @type t :: %__MODULE__{items: [Item.t()]}
  def new(), do: %__MODULE__{}
  def add(%__MODULE__{} = cart, item), do: %{cart | items: [item | cart.items]}
  defimpl Shop.Priced do
    def price(cart), do: Enum.sum(Enum.map(cart.items, &Shop.Priced.price/1))
    def name(_), do: "cart"
  end
end
defmodule Shop.Item do
  defstruct [:cents]
  def make(cents), do: struct!(__MODULE__, cents: cents)
end
defimpl Shop.Priced, for: Shop.Item do
  alias Shop.Item
  def price(%Item{cents: cents}), do: cents
  def name(_), do: Item.make(1)
end
//- /lib/use.ex
defmodule Shop.Use do
  alias Shop.{Cart, Priced}
  def known(), do: Priced.price(Cart.new())
  def pattern(%Cart{} = cart), do: Priced.name(cart)
  @spec typed(Shop.Item.t()) :: integer()
  def typed(item), do: Priced.price(item)
  def unknown(x), do: Priced.price(x)
end
"#,
        expect![[r#"
            Shop.Priced.Shop.Cart.price -> Shop.Priced.price (callback)
            Shop.Priced.Shop.Item.name -> Shop.Item.make (member)
            Shop.Use.known -> Shop.Cart.new (member)
            Shop.Use.known -> Shop.Priced.Shop.Cart.price (override)
            Shop.Use.known -> Shop.Priced.price (member)
            Shop.Use.pattern -> Shop.Priced.Shop.Cart.name (override)
            Shop.Use.pattern -> Shop.Priced.name (member)
            Shop.Use.typed -> Shop.Priced.Shop.Item.price (override)
            Shop.Use.typed -> Shop.Priced.price (member)
            Shop.Use.unknown -> Shop.Priced.Shop.Cart.price (override)
            Shop.Use.unknown -> Shop.Priced.Shop.Item.price (override)
            Shop.Use.unknown -> Shop.Priced.price (member)
        "#]],
    );
}

/// Behaviours, dynamic modules, delegation, exceptions, processes.
#[test]
fn behaviours_and_processes() {
    check(
        r#"
//- /lib/store.ex
defmodule Store do
  @callback put_entry(key :: atom(), value :: term()) :: :ok
  @callback open(name :: atom()) :: term()
  def open(name), do: write(name, :open)
  def both(), do: Store.open(:a)
  def write(module, k), do: module.put_entry(k, 1)
  def go(), do: write(Store.Memory, :a)
  defdelegate fetch_all(k), to: Store.Memory, as: :all
end
defmodule Store.Memory do
  @behaviour Store
  use GenServer
  def start_link(opts), do: GenServer.start_link(__MODULE__, opts)
  def init(opts), do: {:ok, load(opts)}
  @impl true
  def put_entry(k, v), do: {k, v}
  def all(k), do: k
  defp load(opts), do: opts
  def bad(), do: raise Store.Error, message: "x"
  def handle(), do: (try do bad() rescue e in Store.Error -> Store.Error.describe(e) end)
end
defmodule Store.Error do
  defexception [:message]
  def exception(opts), do: opts
  def describe(e), do: e.message
end
"#,
        expect![[r#"
            Store.Memory.bad -> Store.Error.exception (member)
            Store.Memory.handle -> Store.Error.describe (member)
            Store.Memory.handle -> Store.Memory.bad (scope)
            Store.Memory.init -> Store.Memory.load (scope)
            Store.Memory.start_link -> Store.Memory.init (implicit)
            Store.both -> Store.open (member)
            Store.fetch_all -> Store.Memory.all (member)
            Store.go -> Store.write (scope)
            Store.open -> Store.write (scope)
            Store.write -> Store.Memory.put_entry (flow)
        "#]],
    );
}

/// What `__using__` quotes is part of the module that uses it: functions, imports, aliases of helpers.
#[test]
fn use_brings_what_is_quoted() {
    check(
        r#"
//- /lib/web.ex
defmodule Web do
  def controller do
    quote do
      import Web.Conn
      unquote(helpers())
    end
  end
  defp helpers do
    quote do
      import Web.Helpers, only: [link: 1]
    end
  end
  defmacro __using__(which) when is_atom(which), do: apply(__MODULE__, which, [])
end
defmodule Web.Conn do
  def render(conn, x), do: {conn, x}
end
defmodule Web.Helpers do
  def link(x), do: x
  def hidden(x), do: x
end
defmodule Web.Plug do
  defmacro __using__(_opts) do
    quote do
      def halt(conn), do: conn
    end
  end
end
//- /lib/page.ex
defmodule Page do
  use Web, :controller
  use Web.Plug
  def show(conn), do: render(conn, link(1))
  def stop(conn), do: halt(conn)
  def none(), do: hidden(1)
end
"#,
        expect![[r#"
            Page -> Web.Plug.__using__ (member)
            Page -> Web.__using__ (member)
            Page.show -> Web.Conn.render (scope)
            Page.show -> Web.Helpers.link (import)
            Page.stop -> Web.Plug.__using__.halt (scope)
            Web.controller -> Web.helpers (scope)
        "#]],
    );
}

/// A test calls what it tests; `setup` names functions that run before.
#[test]
fn tests() {
    check(
        r#"
//- /lib/cart.ex
defmodule Cart do
  def add(a, b), do: {a, b}
end
//- /test/cart_test.exs
defmodule CartTest do
  use ExUnit.Case
  setup :prepare
  describe "adding" do
    test "one" do
      assert Cart.add(1, 2) == helper()
    end
  end
  test "short", do: assert Cart.add(1, 2)
  defp helper(), do: 1
  defp prepare(_), do: :ok
end
"#,
        expect![[r#"
            CartTest -> CartTest.prepare (scope)
            CartTest.adding.one -> Cart.add (member)
            CartTest.adding.one -> CartTest.helper (scope)
            CartTest.short -> Cart.add (member)
        "#]],
    );
}
