//! What C# says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn types_and_members() {
    check(
        Language::CSharp,
        &[],
        r#"
using System;
using static Acme.Util.Strings;
using Thing = Acme.Util.Other;
namespace Acme.Shop;

/// <summary>Keeps <see cref="Item"/>.</summary>
[Serializable]
public partial class Store<T> : Base, IStore where T : Item, new()
{
    private readonly List<T> items = new List<T>();
    public int Count { get; private set; } = 1;
    public T First => items[0];
    public string Name { get { return Load(); } set { Save(value); } }
    public event EventHandler Changed;
    public T this[int i] => items[i];
    public Store(int a, string b = "x") : base(a) { this.items.Add(null); Count = a; }
    ~Store() { Close(); }
    public static Store<T> operator +(Store<T> a, T b) { return a; }
    public async Task<T> FindAsync<R>(string name, params int[] more) { return await LoadAsync(name); }
    protected override void Run() => base.Run();
    delegate void Handler(int x);
    enum Color { Red, Green = 2 }
}
public record Point(int X, Point Next) : IPoint { public int Sum() => X + Next.X; }
public interface IStore { void Run(); int Count { get; } }
public static class Extensions { public static void Do(this Item item, int x) { item.Use(); } }
class StoreTests { [Fact] public void Finds() { Assert.Equal(1, 2); } }
"#,
        expect![[r#"
            1..28 module <module>
            7..24 class Store bases Base, IStore decorators Serializable `public partial class Store<T> : Base, IStore where T : Item, new()` doc "Keeps Item."
            11..11 field Store.items +private `private readonly List<T> items = new List<T>()`
            12..12 field Store.Count -> int `public int Count`
            13..13 method Store.First -> T +property `public T First`
            14..14 method Store.Name -> string +property `public string Name`
            14..14 method Store.Name(value: string) +property `public string Name`
            15..15 field Store.Changed `public event EventHandler Changed`
            16..16 method Store.this(i: int) -> T `public T this[int i]`
            17..17 constructor Store.Store(a: int, b: string = #text) `public Store(int a, string b = "x") : base(a)`
            18..18 method Store.~Store +private `~Store()`
            19..19 method Store.operator +(a: Store<T>, b: T) -> Store<T> +static `public static Store<T> operator +(Store<T> a, T b)`
            20..20 method Store.FindAsync(name: string, *more: [?: int]) -> Task<T> +async `public async Task<T> FindAsync<R>(string name, params int[] more)`
            21..21 method Store.Run -> #null `protected override void Run()`
            22..22 type alias Store.Handler +private `delegate void Handler(int x)`
            23..23 enum Store.Color +private `enum Color`
            23..23 field Store.Color.Red +static `Red`
            23..23 field Store.Color.Green +static `Green = 2`
            25..25 class Point bases IPoint `public record Point(int X, Point Next) : IPoint`
            25..25 field Point.X `int X`
            25..25 field Point.Next `Point Next`
            25..25 method Point.Sum -> int `public int Sum()`
            26..26 interface IStore `public interface IStore`
            26..26 method IStore.Run -> #null `void Run()`
            26..26 field IStore.Count -> int `int Count`
            27..27 class Extensions +static `public static class Extensions`
            27..27 method Extensions.Do(&item: Item, x: int) -> #null owner Item `public static void Do(this Item item, int x)`
            28..28 class StoreTests +private `class StoreTests`
            28..28 method StoreTests.Finds -> #null decorators Fact +test `public void Finds()`
            import "System" item *
            import "Acme.Util" item Strings as ""
            import "Acme.Util" item Other as "Thing"
            import "Acme" item *
            package Acme.Shop
            <module>: Thing (import 2)
            <module>: Store = fn Store (definition Store)
            Store: T = Item
            Store: items: List<T> = List<T>()
            Store: Count: int = #number
            Store: First: T
            Store.Name: value: string (parameter 0 of Store.Name)
            Store: Name: string
            Store: Changed: EventHandler
            Store.this: i: int (parameter 0 of Store.this)
            Store.Store: a: int (parameter 0 of Store.Store)
            Store.Store: b: string = #text (parameter 1 of Store.Store)
            Store.Store: self@Store.Store.Count = a
            Store.operator +: a: Store<T> (parameter 0 of Store.operator +)
            Store.operator +: b: T (parameter 1 of Store.operator +)
            Store: FindAsync = fn Store.FindAsync (definition Store.FindAsync)
            Store.FindAsync: R
            Store.FindAsync: name: string (parameter 0 of Store.FindAsync)
            Store.FindAsync: more: [?: int] (parameter 1 of Store.FindAsync)
            Store: Run = fn Store.Run (definition Store.Run)
            Store: Handler = fn Store.Handler (definition Store.Handler)
            Store.Handler: x: int
            Store: Color = fn Store.Color (definition Store.Color)
            <module>: Point = fn Point (definition Point)
            Point: X: int
            Point: Next: Point
            Point: Sum = fn Point.Sum (definition Point.Sum)
            <module>: IStore = fn IStore (definition IStore)
            IStore: Run = fn IStore.Run (definition IStore.Run)
            IStore: Count: int
            <module>: Extensions = fn Extensions (definition Extensions)
            Extensions: Do = fn Extensions.Do (definition Extensions.Do)
            Extensions.Do: item: Item (parameter 0 of Extensions.Do)
            Extensions.Do: x: int (parameter 1 of Extensions.Do)
            <module>: StoreTests = fn StoreTests (definition StoreTests)
            StoreTests: Finds = fn StoreTests.Finds (definition StoreTests.Finds)
            11: Store calls new List<T>()
            14: Store.Name calls Load()
            14: Store.Name calls Save(value)
            17: Store.Store calls super@Store.Store(a)
            17: Store.Store calls self@Store.Store.items.Add(#null)
            18: Store.~Store calls Close()
            20: Store.FindAsync calls LoadAsync(name)
            21: Store.Run calls super@Store.Run.Run()
            27: Extensions.Do calls item.Use()
            28: StoreTests.Finds calls Assert.Equal(#number, #number)
            return items[0] from Store.First
            return Load() from Store.Name
            return items[?] from Store.this
            return a from Store.operator +
            return await(LoadAsync(name)) from Store.FindAsync
            return super@Store.Run.Run() from Store.Run
            return #number from Point.Sum
        "#]],
    );
}

#[test]
fn flow() {
    check(
        Language::CSharp,
        &["bindings", "calls", "returns"],
        r#"
class C {
    IEnumerable<Item> Go(object o) {
        foreach (var item in items) item.Use();
        using (var f = Open()) { f.Read(); }
        if (o is Item it && it.Ok) it.Do(); else if (o is Box { Inner: Item inner }) inner.Go();
        var r = o switch { Item i => i.Self(), _ => None() };
        switch (o) { case Item i2 when i2.Ok(): i2.Go(); break; default: Other(); break; }
        try { A(); } catch (Failure e) when (e.Ok()) { e.Print(); } finally { Done(); }
        Func<int, int> twice = x => Twice(x);
        Changed += OnChanged; Changed?.Invoke(this, null);
        void Local(int q) { Inner(q); }
        Local(1); items.Where(i => i.Ok()).Select(Map).ToList();
        var (p, q2) = Pair(); (p, Name) = Pair();
        Item t = new() { Name = "x", Next = new Item(2) };
        var all = new[] { D(), E() }; var list = new List<Item> { D() };
        o?.First?.Do(a: 1); (o as Item).Do(); ((Item)o).Do(); lock (o) { L(); }
        dict["a"] = Make<Item>(3); Base.Stat(out var w, ref p);
        var names = from a in items where a.Ok() select a.Name();
        throw new Failure($"no {o.F()}" + nameof(o));
        yield return r ?? t!; return this; C me = this;
    }
}
Main2();
"#,
        expect![[r#"
            <module>: C = fn C (definition C)
            C: Go = fn C.Go (definition C.Go)
            C.Go: o: _ (parameter 0 of C.Go)
            C.Go: item = each(items)
            C.Go: f = Open()
            C.Go: it = (o as Item)
            C.Go: inner = ((o as Box).Inner as Item)
            C.Go: i = (o as Item)
            C.Go: r = (i.Self() | None())
            C.Go: i2 = (o as Item)
            C.Go: e: Failure
            C.Go.twice: x (parameter 0 of C.Go.twice)
            C.Go: twice: Func<int, int> = fn C.Go.twice (definition C.Go.twice)
            C.Go: self@C.Go.Changed = OnChanged
            C.Go: Local = fn C.Go.Local (definition C.Go.Local)
            C.Go.Local: q: int (parameter 0 of C.Go.Local)
            C.Go.<lambda>: i (parameter 0 of C.Go.<lambda>)
            C.Go: p = Pair()[0]
            C.Go: q2 = Pair()[1]
            C.Go: p = Pair()[0]
            C.Go: self@C.Go.Name = Pair()[1]
            C.Go: Item().Name = #text
            C.Go: Item().Next = Item(#number)
            C.Go: t: Item = Item()
            C.Go: all = [0: D(), 1: E()]
            C.Go: List<Item>()[?] = D()
            C.Go: list = List<Item>()
            C.Go: dict['a'] = Make<Item>(#number)
            C.Go: w
            C.Go: a = each(items)
            C.Go: names = [?: a.Name()]
            C.Go: me: C = self@C.Go
            4: C.Go calls item.Use()
            5: C.Go calls Open()
            5: C.Go calls implicit f.Dispose()
            5: C.Go calls f.Read()
            6: C.Go calls it.Do()
            6: C.Go calls inner.Go()
            7: C.Go calls i.Self()
            7: C.Go calls None()
            8: C.Go calls i2.Ok()
            8: C.Go calls i2.Go()
            8: C.Go calls Other()
            9: C.Go calls A()
            9: C.Go calls e.Ok()
            9: C.Go calls e.Print()
            9: C.Go calls Done()
            10: C.Go.twice calls Twice(x)
            11: C.Go calls Changed.Invoke(self@C.Go, #null)
            12: C.Go.Local calls Inner(q)
            13: C.Go calls Local(#number)
            13: C.Go.<lambda> calls i.Ok()
            13: C.Go calls items.Where(fn C.Go.<lambda>)
            13: C.Go calls items.Where(fn C.Go.<lambda>).Select(Map)
            13: C.Go calls items.Where(fn C.Go.<lambda>).Select(Map).ToList()
            14: C.Go calls Pair()
            14: C.Go calls Pair()
            15: C.Go calls new Item()
            15: C.Go calls new Item(#number)
            16: C.Go calls D()
            16: C.Go calls E()
            16: C.Go calls new List<Item>()
            16: C.Go calls D()
            17: C.Go calls o.First.Do(a=#number)
            17: C.Go calls (o as Item).Do()
            17: C.Go calls (o as Item).Do()
            17: C.Go calls L()
            18: C.Go calls Make<Item>(#number)
            18: C.Go calls Base.Stat(_, p)
            19: C.Go calls a.Ok()
            19: C.Go calls a.Name()
            20: C.Go calls o.F()
            20: C.Go calls new Failure(#text)
            24: <module> calls Main2()
            return Twice(x) from C.Go.twice
            return i.Ok() from C.Go.<lambda>
            throw Failure(#text) from C.Go
            yield (r | t) from C.Go
            return self@C.Go from C.Go
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("object x = {}y{};", "(".repeat(5000), ")".repeat(5000)),
        format!("int x = {}1;", "a + ".repeat(5000)),
        format!("object x = a{};", ".b()".repeat(5000)),
        format!("object x = a{};", "?.b()".repeat(2000)),
        format!("object x = {}1;", "a ? b : ".repeat(2000)),
        format!("void F() {{ {} {} }}", "{".repeat(3000), "}".repeat(3000)),
        format!("void F() {{ {}{{}} }}", "if (a) {} else ".repeat(3000)),
        format!("{}{}", "class C {".repeat(1000), "}".repeat(1000)),
        format!("bool x = {}a;", "!".repeat(5000)),
    ];
    for text in deep {
        let text = format!("class A {{\nvoid Before() {{ First(); }}\n{text}\nvoid After() {{ Last(); }}\n}}");
        let facts = facts(Language::CSharp, &text);
        assert!(facts.definitions.iter().any(|d| d.name == "Before"), "{}", &text[..60]);
    }
    check(
        Language::CSharp,
        &["defs", "calls"],
        "class A {\n void One() { A( }\n void Two() { B(); }\n int = ;\n void Three() { C(); }\n}\n",
        expect![[r#"
            1..6 module <module>
            1..6 class A +private `class A`
            2..2 method A.One -> #null +private `void One()`
            3..3 method A.Two -> #null +private `void Two()`
            5..5 method A.Three -> #null +private `void Three()`
            3: A.Two calls B()
            5: A.Three calls C()
            syntax errors: 2
        "#]],
    );
}

#[test]
fn names_are_highlighted() {
    let text = "[Fact] class A : B { int Go(List<T> s) { return this.Field.Run(s, null, 1.5); } }";
    let shown = |class| highlighted(Language::CSharp, class, text);
    assert_eq!(shown(HighlightClass::Function), "Go Run");
    assert_eq!(shown(HighlightClass::Attribute), "Fact");
    assert_eq!(shown(HighlightClass::Property), "Field");
    assert_eq!(shown(HighlightClass::Number), "1.5");
}
