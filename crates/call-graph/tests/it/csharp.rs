//! C#: namespaces, parts of classes, properties, extension methods, events, overloads.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

#[test]
fn imports() {
    check(
        r#"
//- /App.cs
using Acme.Shop;
using Tools = Acme.Util.Strings;
using System;
namespace Acme.App;
class Program {
  static void Main() { var s = new Store(); s.Open(); Tools.Join("a"); Outer.Help(); Console.WriteLine(); Everywhere.Go(); }
}
//- /Shop/Store.cs
namespace Acme.Shop { public class Store { public void Open() { Check(); } void Check() {} } }
//- /Util.cs
namespace Acme.Util { public static class Strings { public static string Join(string s) { return s; } } }
//- /Outer.cs
namespace Acme;
static class Outer { public static void Help() {} }
//- /Usings.cs
global using Acme.Global;
//- /Everywhere.cs
namespace Acme.Global;
static class Everywhere { public static void Go() {} }
//- /Other.cs
namespace Other;
class Store { public void Open() {} }
"#,
        expect![[r#"
            Acme.App.Program.Main -> Acme.Global.Everywhere.Go (member)
            Acme.App.Program.Main -> Acme.Outer.Help (member)
            Acme.App.Program.Main -> Acme.Shop.Store (constructor)
            Acme.App.Program.Main -> Acme.Shop.Store.Open (constructed)
            Acme.App.Program.Main -> Acme.Util.Strings.Join (member)
            Acme.Shop.Store.Open -> Acme.Shop.Store.Check (scope)
        "#]],
    );
}

#[test]
fn classes_and_inheritance() {
    check(
        r#"
//- /a.cs
namespace A;
public partial class Base {
  public Base(int x) : this() { Init(); }
  protected Base() { }
  public virtual void Run() { Step(); this.Late(); }
  protected virtual void Step() { }
}
public partial class Base { void Late() { Run(); } void Init() { } }
class Derived : Base {
  public Derived() : base(1) { }
  protected override void Step() { base.Step(); Own(1); Own(1, 2); Optional(1); }
  void Own(int a) { } void Own(int a, int b) { }
  void Optional(int a, int b = 2) { } void Optional(int a, int b, int c) { }
}
record Point(int X, Base Of) { public void Go() { Of.Run(); } }
class Use { void M() { Base b = new Derived(); b.Run(); new Point(1, b).Of.Run(); } }
"#,
        expect![[r#"
            A.Base.Base -> A.Base.Base (constructor)
            A.Base.Base -> A.Base.Init (inherited)
            A.Base.Late -> A.Base.Run (inherited)
            A.Base.Run -> A.Base.Late (inherited)
            A.Base.Run -> A.Base.Step (scope)
            A.Base.Run -> A.Derived.Step (override)
            A.Derived.Derived -> A.Base.Base (inherited)
            A.Derived.Step -> A.Base.Step (inherited)
            A.Derived.Step -> A.Derived.Optional (scope)
            A.Derived.Step -> A.Derived.Own (scope)
            A.Point.Go -> A.Base.Run (annotation)
            A.Use.M -> A.Base.Run (constructed)
            A.Use.M -> A.Derived.Derived (constructor)
            A.Use.M -> A.Point (constructor)
        "#]],
    );
}

#[test]
fn properties_and_extensions() {
    check(
        r#"
//- /a.cs
namespace A;
class Item {
  Part part = new Part();
  public Part Part => part;
  public Part Lazy { get { return Load(); } set { Save(value); } }
  public Part Auto { get; set; } = new Part();
  Part Load() { return part; }
  void Save(Part p) { p.Touch(); }
  void M() { Part.Touch(); this.Lazy.Touch(); Lazy = part; Auto.Touch(); }
}
class Part { public void Touch() { } }
static class Extensions {
  public static void Twice(this Part p, int n) { p.Touch(); }
  public static Part Me(this IThing t) => null;
}
interface IThing { }
class Thing : IThing { }
class Use { void M(Item i) { i.Part.Twice(2); Extensions.Twice(i.Auto, 1); new Thing().Me().Touch(); i.Lazy = i.Auto; } }
"#,
        expect![[r#"
            A.Item -> A.Part (constructor)
            A.Item.Lazy -> A.Item.Load (scope)
            A.Item.Lazy -> A.Item.Save (scope)
            A.Item.M -> A.Item.Lazy (property)
            A.Item.M -> A.Item.Part (property)
            A.Item.M -> A.Part.Touch (annotation)
            A.Item.Save -> A.Part.Touch (annotation)
            A.Part.Twice -> A.Part.Touch (annotation)
            A.Use.M -> A.IThing.Me (constructed)
            A.Use.M -> A.Item.Lazy (property)
            A.Use.M -> A.Item.Part (property)
            A.Use.M -> A.Part.Touch (returned)
            A.Use.M -> A.Part.Twice (member)
            A.Use.M -> A.Thing (constructor)
        "#]],
    );
}

#[test]
fn callbacks_and_closures() {
    check(
        r#"
//- /a.cs
using System;
using System.Collections.Generic;
namespace A;
class Bell {
  public event EventHandler Rung;
  public Action<int> Then;
  public void Ring() { Rung?.Invoke(this, null); Rung(this, null); Then(1); }
}
class Chain { public Chain With(int n) { return this; } public void Build() { Hand(this); } void Hand(Chain c) { c.With(1).With(2).Build(); } }
class Item { public bool Ok() { return true; } public Item Self() { return this; } }
class Use {
  List<Item> items = new List<Item>();
  void M(Bell bell) {
    bell.Rung += OnRung;
    bell.Then = x => Inner(x);
    Call(Named);
    items.Where(i => i.Ok()).Select(i => i.Self()).ToList();
    foreach (var item in items) item.Self();
    items[0].Ok();
    void Local() { Inner(2); }
    Local();
    Func<int> f = delegate { return Late(); };
    f();
  }
  void OnRung(object s, EventArgs e) { }
  void Named() { }
  void Call(Action action) { action(); }
  void Inner(int x) { }
  int Late() { return 1; }
}
"#,
        expect![[r#"
            A.Bell.Ring -> A.Use.M.Then (scope)
            A.Bell.Ring -> A.Use.OnRung (scope)
            A.Chain.Build -> A.Chain.Hand (scope)
            A.Chain.Hand -> A.Chain.Build (returned)
            A.Chain.Hand -> A.Chain.With (annotation)
            A.Use.Call -> A.Use.Named (flow)
            A.Use.M -> A.Item.Ok (annotation)
            A.Use.M -> A.Item.Self (annotation)
            A.Use.M -> A.Use.Call (scope)
            A.Use.M -> A.Use.M.<lambda1> (callback)
            A.Use.M -> A.Use.M.<lambda2> (callback)
            A.Use.M -> A.Use.M.Local (scope)
            A.Use.M -> A.Use.M.f (scope)
            A.Use.M.<lambda1> -> A.Item.Ok (flow)
            A.Use.M.<lambda2> -> A.Item.Self (flow)
            A.Use.M.Local -> A.Use.Inner (scope)
            A.Use.M.Then -> A.Use.Inner (scope)
            A.Use.M.f -> A.Use.Late (scope)
        "#]],
    );
}

#[test]
fn interfaces_generics_and_async() {
    check(
        r#"
//- /a.cs
using System.Threading.Tasks;
namespace A;
interface IStore<T> where T : Item { Task<T> FindAsync(string name); }
class Store : IStore<Item> { public async Task<Item> FindAsync(string name) { return await LoadAsync(); } async Task<Item> LoadAsync() { return new Item(); } }
class Item { public void Use() { } }
class Box<T> where T : Item { T inner; void Open() { inner.Use(); } public T Get() { return inner; } }
class Use {
  readonly IStore<Item> store;
  async Task M(object o) {
    var item = await store.FindAsync("a");
    item.Use();
    (await new Store().FindAsync("b")).Use();
    if (o is Item i) i.Use();
    (o as Item)?.Use();
    var got = o switch { Item j => j, _ => null };
    got.Use();
    using var d = new Res();
  }
}
class Res : System.IDisposable { public void Dispose() { } }
"#,
        expect![[r#"
            A.Box.Open -> A.Item.Use (annotation)
            A.Store.FindAsync -> A.Store.LoadAsync (scope)
            A.Store.LoadAsync -> A.Item (constructor)
            A.Use.M -> A.IStore.FindAsync (annotation)
            A.Use.M -> A.Item.Use (annotation)
            A.Use.M -> A.Item.Use (returned)
            A.Use.M -> A.Res (constructor)
            A.Use.M -> A.Res.Dispose (implicit)
            A.Use.M -> A.Store (constructor)
            A.Use.M -> A.Store.FindAsync (constructed)
            A.Use.M -> A.Store.FindAsync (override)
        "#]],
    );
}

/// Of overloads that take as many arguments those of the arguments' types; where they do not decide, all are possible.
#[test]
fn args_by_type() {
    let graph = fixture::build(
        r#"
//- /a.cs
namespace A;
class Base { } class Derived : Base { } class Other { }
class Writer {
  public void Write(int x) { }
  public void Write(string x) { }
  public void Write(Base x) { }
  public void Write(Other x) { }
  void M(string text, Derived d) {
    Write(1);
    Write("a");
    Write(text);
    Write(d);
    Write(new Other());
    Write(Unknown.Value);
  }
}
"#,
    );
    let edges = fixture::whole(&graph).edges().iter();
    let shown: Vec<String> = edges
        .map(|edge| (edge, fixture::symbol(&graph, edge.to)))
        .filter(|(_, to)| to.name == "Write")
        .map(|(edge, to)| {
            format!("{}: {} {}", edge.line, to.signature.trim_start_matches("public void "), edge.is_proven())
        })
        .collect();
    expect![[r#"
        9: Write(int x) true
        10: Write(string x) true
        11: Write(string x) true
        12: Write(Base x) true
        13: Write(Other x) true
        14: Write(int x) false
        14: Write(string x) false
        14: Write(Base x) false
        14: Write(Other x) false"#]]
    .assert_eq(&shown.join("\n"));
}
