//! What JavaScript and TypeScript say.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn functions_in_every_form() {
    check(
        Language::JavaScript,
        &["defs", "calls"],
        r#"
/** Adds.
 * @param a left
 */
export function add(a, b = 1) { return plus(a, b); }
// Doubles.
export const double = async (x) => twice(x);
const nested = () => () => inner();
let plain = function own() { own(); };
items.map((item) => fetch(item.url)).filter(Boolean);
async function* stream({ a, b: [c] }, ...rest) { yield a; await c(rest); }
export default () => done();
"#,
        expect![[r#"
            1..12 module <module>
            2..5 function add(a, b = #number) `export function add(a, b = 1)` doc "Adds.\n@param a left"
            6..7 function double(x) +async `export const double = async (x) =>` doc "Doubles."
            8..8 function nested +private `const nested = () =>`
            8..8 lambda nested.<lambda> +private `() =>`
            9..9 function plain +private `let plain = function own()`
            10..10 lambda <lambda>(item) +private `(item) =>`
            11..11 function stream(_, *rest) +private +async `async function* stream({ a, b: [c] }, ...rest)`
            12..12 function default `export default () =>`
            5: add calls plus(a, b)
            7: double calls twice(x)
            8: nested.<lambda> calls inner()
            9: plain calls own()
            10: <lambda> calls fetch(item.url)
            10: <module> calls items.map(fn <lambda>)
            10: <module> calls items.map(fn <lambda>).filter(Boolean)
            11: stream calls c(rest)
            12: default calls done()
        "#]],
    );
}

#[test]
fn classes_and_objects() {
    check(
        Language::JavaScript,
        &[],
        r#"
class Repo extends Base {
  #secret = make();
  static shared = new Repo();
  handler = (event) => this.fetch(event);
  constructor(db) { super(db); this.db = db; this.later = () => this.db; }
  get size() { return this.#secret.size; }
  static create() { return new this(); }
  async *[Symbol.iterator]() { yield* this.rows; }
  fetch() { fetch("/x"); return super.fetch(); }
  static { this.shared.fetch(); }
}
export const api = {
  get() { return this.post(); },
  post: async () => send(),
  deep: { inner: function () {} },
  ...other,
};
Repo.prototype.save = function () { this.fetch(); };
api.extra = function () {};
"#,
        expect![[r#"
            1..20 module <module>
            2..12 class Repo bases Base +private `class Repo extends Base`
            3..3 field Repo.#secret +private `#secret = make()`
            4..4 field Repo.shared +static `static shared = new Repo()`
            5..5 method Repo.handler(event) `handler = (event) =>`
            6..6 constructor Repo.constructor(db) `constructor(db)`
            6..6 method Repo.later owner self@Repo.constructor `this.later = () =>`
            7..7 method Repo.size +property `get size()`
            8..8 method Repo.create +static `static create()`
            9..9 method Repo.[Symbol.iterator] +async `async *[Symbol.iterator]()`
            10..10 method Repo.fetch `fetch()`
            13..18 variable api `export const api`
            14..14 method api.get owner ['get': fn api.get, 'post': fn api.post, 'deep': ['inner': fn api.deep.inner], ...: other] `get()`
            15..15 function api.post owner ['get': fn api.get, 'post': fn api.post, 'deep': ['inner': fn api.deep.inner], ...: other] +async `post: async () =>`
            16..16 function api.deep.inner owner ['inner': fn api.deep.inner] `inner: function ()`
            19..19 method Repo.save owner Repo `Repo.prototype.save = function ()`
            20..20 method api.extra owner api `api.extra = function ()`
            <module>: Repo = fn Repo (definition Repo)
            Repo: #secret = make()
            Repo: shared = Repo()
            Repo.handler: event (parameter 0 of Repo.handler)
            Repo: handler = fn Repo.handler (definition Repo.handler)
            Repo: constructor = fn Repo.constructor (definition Repo.constructor)
            Repo.constructor: db (parameter 0 of Repo.constructor)
            Repo.constructor: self@Repo.constructor.db = db
            Repo.constructor: self@Repo.constructor.later = fn Repo.later
            Repo: size = fn Repo.size (definition Repo.size)
            Repo: create = fn Repo.create (definition Repo.create)
            Repo: [Symbol.iterator] = fn Repo.[Symbol.iterator] (definition Repo.[Symbol.iterator])
            Repo: fetch = fn Repo.fetch (definition Repo.fetch)
            <module>: api = ['get': fn api.get, 'post': fn api.post, 'deep': ['inner': fn api.deep.inner], ...: other]
            <module>: Repo.prototype.save = fn Repo.save
            <module>: api.extra = fn api.extra
            3: Repo calls make()
            4: Repo calls new Repo()
            5: Repo.handler calls self@Repo.handler.fetch(event)
            6: Repo.constructor calls super@Repo.constructor(db)
            8: Repo.create calls new self@Repo.create()
            10: Repo.fetch calls fetch(#text)
            10: Repo.fetch calls super@Repo.fetch.fetch()
            11: Repo calls fn Repo.shared.fetch()
            14: api.get calls self@api.get.post()
            15: api.post calls send()
            19: Repo.save calls self@Repo.save.fetch()
            return self@Repo.handler.fetch(event) from Repo.handler
            return self@Repo.constructor.db from Repo.later
            return self@Repo.size.#secret.size from Repo.size
            return self@Repo.create() from Repo.create
            yield each(self@Repo.[Symbol.iterator].rows) from Repo.[Symbol.iterator]
            return super@Repo.fetch.fetch() from Repo.fetch
            return self@api.get.post() from api.get
            return send() from api.post
        "#]],
    );
}

#[test]
fn what_is_exported_without_another_name_is_defined() {
    check(
        Language::JavaScript,
        &["defs"],
        r#"
exports.NAMES = ["a", "b"];
module.exports.limit = 5;
exports.log = makeLog("x");
exports.helper = helper;
exports.other = require("./other");
exports.none = void 0;
function f() { exports.inner = 1; }
"#,
        expect![[r#"
            1..8 module <module>
            2..2 variable NAMES `exports.NAMES = ["a", "b"]`
            3..3 variable limit `module.exports.limit = 5`
            4..4 variable log `exports.log = makeLog("x")`
            8..8 function f +private `function f()`
        "#]],
    );
}

#[test]
fn modules_of_both_kinds() {
    check(
        Language::JavaScript,
        &["defs", "imports", "bindings", "calls"],
        r#"
import def, { a, b as c } from "./one";
import * as ns from "./two";
import "./side";
export * from "./three";
export * as four from "./four";
export { x, y as z, default } from "./five";
export { local as renamed };
const fs = require("fs");
const { join, resolve: res } = require("node:path");
const once = require("once").default;
require("dotenv").config();
const lazy = async () => (await import("./lazy")).run();
function local() {}
exports.helper = function (x) { return local(x); };
module.exports.other = local;
module.exports = { local, run: () => local(), helper: exports.helper };
"#,
        expect![[r#"
            1..17 module <module>
            13..13 function lazy +private +async `const lazy = async () =>`
            14..14 function local `function local()`
            15..15 function helper(x) `exports.helper = function (x)`
            17..17 function run owner ['local': local, 'run': fn run, 'helper': exports.helper] `run: () =>`
            import "./one" item default as "def"
            import "./one" item a
            import "./one" item b as "c"
            import "./two" as "ns"
            import "./side" as ""
            import "./three" item * +reexport
            import "./four" as "four" +reexport
            import "./five" item x +reexport
            import "./five" item y as "z" +reexport
            import "./five" item default +reexport
            import "fs" as "fs"
            import "node:path" item join
            import "node:path" item resolve as "res"
            import "once" item default as "once"
            import "dotenv" as "require(dotenv)"
            import "./lazy" as "require(./lazy)" in lazy
            export local as renamed
            export exports.helper as helper
            export exports.other as other
            export module.exports as =
            export exports.local as local
            export exports.run as run
            <module>: def (import 0)
            <module>: a (import 1)
            <module>: c (import 2)
            <module>: ns (import 3)
            <module>: four (import 6)
            <module>: x (import 7)
            <module>: z (import 8)
            <module>: default (import 9)
            <module>: fs (import 10)
            <module>: join (import 11)
            <module>: res (import 12)
            <module>: once (import 13)
            <module>: require(dotenv) (import 14)
            lazy: require(./lazy) (import 15)
            <module>: lazy = fn lazy (definition lazy)
            <module>: local = fn local (definition local)
            helper: x (parameter 0 of helper)
            <module>: exports.helper = fn helper
            <module>: exports.other = local
            <module>: module.exports = ['local': local, 'run': fn run, 'helper': exports.helper]
            <module>: exports.local = local
            <module>: exports.run = fn run
            12: <module> calls require(dotenv).config()
            13: lazy calls await(require(./lazy)).run()
            15: helper calls local(x)
            17: run calls local()
        "#]],
    );
}

#[test]
fn assignments_reach_the_scope_that_declares() {
    check(
        Language::JavaScript,
        &["bindings"],
        r#"
function outer() {
  if (ready) { count = start(); var hoisted = 1; let own = 2; own = 3; }
  for (const [key, { value = 0, ...more }] of entries) use(key);
  [first, box.second, list[0], ...others] = call();
  ({ a: b.c, d = 1 } = source);
}
let count;
x ||= y ?? z;
"#,
        expect![[r#"
            <module>: outer = fn outer (definition outer)
            <module>: count = start()
            outer: hoisted = #number
            outer: own = #number
            outer: own = #number
            outer: key = each(entries)[0]
            outer: value = (each(entries)[1].value | #number)
            outer: more = each(entries)[1]
            <module>: first = call()[0]
            outer: box.second = call()[1]
            outer: list[0] = call()[2]
            <module>: others = [?: each(call())]
            outer: b.c = source.a
            <module>: d = (source.d | #number)
            <module>: count
            <module>: x = (y | z)
        "#]],
    );
}

#[test]
fn calls_in_every_form() {
    check(
        Language::JavaScript,
        &["calls", "returns"],
        r#"
a?.b?.(c, ...d)[0].e();
new Map([[1, 2]]).get(1);
tag`x ${y()} z`;
(function () { iife(); })();
const v = cond ? f() : g() || h();
const fn = ok && handler;
throw new Error(`no ${v}`);
"#,
        expect![[r#"
            2: <module> calls a.b(c, *d)
            2: <module> calls a.b(c, *d)[0].e()
            3: <module> calls new Map([0: [0: #number, 1: #number]])
            3: <module> calls Map([0: [0: #number, 1: #number]]).get(#number)
            4: <module> calls y()
            4: <module> calls tag(#text, y())
            5: <lambda> calls iife()
            5: <module> calls fn <lambda>()
            6: <module> calls f()
            6: <module> calls g()
            6: <module> calls h()
            8: <module> calls implicit v.toString()
            8: <module> calls new Error(#text)
        "#]],
    );
}

#[test]
fn tests_are_marked() {
    check(
        Language::JavaScript,
        &["defs"],
        r#"
describe("cart", () => {
  beforeEach(() => reset());
  it("adds", async () => { const helper = () => 1; });
  it.each([1])("n %s", function (n) {});
});
pattern.test("x", () => {});
"#,
        expect![[r#"
            1..7 module <module>
            2..6 lambda <lambda> +private +test `() =>`
            3..3 lambda <lambda>.<lambda> +private +test `() =>`
            4..4 lambda <lambda>.<lambda> +private +async +test `async () =>`
            4..4 function <lambda>.<lambda>.helper +private +test `const helper = () =>`
            5..5 lambda <lambda>.<lambda>(n) +private +test `function (n)`
            7..7 lambda <lambda> +private `() =>`
        "#]],
    );
}

#[test]
fn elements_call_components() {
    check(
        Language::Tsx,
        &["defs", "calls"],
        r#"
const Card: React.FC<Props> = ({ title, onClose }) => {
  const [open, setOpen] = useState<boolean>(false);
  useEffect(() => { track(title); }, [title]);
  return <div className="x"><Ui.Button onClick={() => setOpen(!open)} {...rest}>Text {title}</Ui.Button><Icon /></div>;
};
"#,
        expect![[r#"
            1..6 module <module>
            2..6 function Card(_) +private `const Card: React.FC<Props> = ({ title, onClose }) =>`
            4..4 lambda Card.<lambda> +private `() =>`
            5..5 lambda Card.<lambda> +private `() =>`
            3: Card calls useState(#boolean)
            4: Card.<lambda> calls track(title)
            4: Card calls useEffect(fn Card.<lambda>, [0: title])
            5: Card.<lambda> calls setOpen(#boolean)
            5: Card calls element Ui.Button(['onClick': fn Card.<lambda>, ?: rest, 'children': [0: #text, 1: title]])
            5: Card calls element Icon([])
        "#]],
    );
}

#[test]
fn types_and_members() {
    check(
        Language::TypeScript,
        &[],
        r#"
import type { Db } from "./db";
import fs = require("fs");
export interface Store<T extends Item> extends Base<T>, Closer { readonly size: number; get(key: string): Promise<T>; }
type Props = { title: string; onClose(): void };
type Either<A> = Left<A> | Right | null;
enum Color { Red = 1, Green = "g" }
declare module "ext" { export function lib(x: number): string; }
namespace Geo.Inner { export const origin = point(); }
function over(x: string): string;
function over(x: any) { return x as Other; }
@Injectable({ scope: 1 })
export abstract class Service<T> extends Core<T> implements Store<T> {
  /** The cache. */
  private cache: Map<string, T> = new Map<string, T>();
  constructor(private readonly db: Db, @Inject(TOKEN) public name?: string) { super(); }
  abstract load(): T;
  @Log() get(this: Service<T>, key: keyof T): Promise<T[]> { return this.db!.find(key) satisfies X; }
}
export = Service;
"#,
        expect![[r#"
            1..20 module <module>
            4..4 interface Store bases Base<T>, Closer `export interface Store<T extends Item> extends Base<T>, Closer`
            4..4 field Store.size `readonly size: number`
            4..4 method Store.get(key: #text) -> Promise<T> `get(key: string): Promise<T>`
            5..5 type alias Props +private `type Props`
            5..5 field Props.title `title: string`
            5..5 method Props.onClose -> #null `onClose(): void`
            6..6 type alias Either bases Left<A>, Right, #null +private `type Either<A> = Left<A> | Right | null`
            7..7 enum Color +private `enum Color`
            7..7 field Color.Red +static `Red = 1`
            7..7 field Color.Green +static `Green = "g"`
            8..8 module ext `declare module "ext"`
            8..8 function ext.lib(x: #number) -> #text `export function lib(x: number): string`
            9..9 module Geo +private `namespace Geo.Inner`
            9..9 module Geo.Inner +private `namespace Geo.Inner`
            9..9 variable Geo.Inner.origin `export const origin = point()`
            10..10 function over(x: #text) -> #text +private `function over(x: string): string`
            11..11 function over(x: _) +private `function over(x: any)`
            12..19 class Service bases Core<T>, Store<T> decorators Injectable(['scope': #number]) `export abstract class Service<T> extends Core<T> implements Store<T>`
            14..15 field Service.cache +private `private cache: Map<string, T> = new Map<string, T>()` doc "The cache."
            16..16 constructor Service.constructor(db: Db, name: #text) `constructor(private readonly db: Db, @Inject(TOKEN) public name?: string)`
            16..16 field Service.db +private `private readonly db: Db`
            16..16 field Service.name `public name?: string`
            17..17 method Service.load -> T `abstract load(): T`
            18..18 method Service.get(&this: Service<T>, key: _) -> Promise<Array<T>> decorators Log() `get(this: Service<T>, key: keyof T): Promise<T[]>`
            import "./db" item Db
            import "fs" as "fs"
            export module.exports as =
            <module>: Db (import 0)
            <module>: fs (import 1)
            <module>: Store = fn Store (definition Store)
            <module>: T: Item
            Store: size: #number
            Store: get = fn Store.get (definition Store.get)
            Store: key: #text (parameter 0 of Store.get)
            <module>: Props = fn Props (definition Props)
            Props: title: #text
            Props: onClose = fn Props.onClose (definition Props.onClose)
            <module>: Either = fn Either (definition Either)
            <module>: A
            <module>: Color = fn Color (definition Color)
            Color: Red = #number
            Color: Green = #text
            ext: lib = fn ext.lib (definition ext.lib)
            ext: x: #number (parameter 0 of ext.lib)
            <module>: Geo = fn Geo (definition Geo)
            Geo: Inner = fn Geo.Inner (definition Geo.Inner)
            Geo.Inner: origin = point()
            <module>: x: #text (parameter 0 of over)
            <module>: over = fn over (definition over)
            over: x: _ (parameter 0 of over)
            <module>: Service = fn Service (definition Service)
            <module>: T
            Service: cache: Map<#text, T> = Map<#text, T>()
            Service: constructor = fn Service.constructor (definition Service.constructor)
            Service.constructor: db: Db (parameter 0 of Service.constructor)
            Service.constructor: self@Service.constructor.db: Db = db
            Service.constructor: name: #text (parameter 1 of Service.constructor)
            Service.constructor: self@Service.constructor.name: #text = name
            Service: db: Db
            Service: name: #text
            Service: load = fn Service.load (definition Service.load)
            Service: get = fn Service.get (definition Service.get)
            Service.get: this: Service<T> (parameter 0 of Service.get)
            Service.get: key: _ (parameter 1 of Service.get)
            <module>: module.exports = Service
            9: Geo.Inner calls point()
            12: <module> calls Injectable(['scope': #number])
            12: <module> calls decorator Injectable(['scope': #number])(fn Service)
            15: Service calls new Map<#text, T>()
            16: Service.constructor calls Inject(TOKEN)
            16: Service.constructor calls decorator Inject(TOKEN)()
            16: Service.constructor calls super@Service.constructor()
            18: Service.get calls await(self@Service.get.db).find(key)
            18: Service calls Log()
            18: Service calls decorator Log()(fn Service.get)
            return (x as Other) from over
            return (await(self@Service.get.db).find(key) as X) from Service.get
        "#]],
    );
}

#[test]
fn deep_nesting_and_errors_are_survived() {
    let deep = [
        format!("x = {}y{};", "(".repeat(5000), ")".repeat(5000)),
        format!("x = {}1;", "a + ".repeat(5000)),
        format!("x = {}1;", "a || ".repeat(5000)),
        format!("x = {}1;", "a ? b : ".repeat(2000)),
        format!("x = a{};", ".b()".repeat(5000)),
        format!("x = {}1{};", "[".repeat(5000), "]".repeat(5000)),
        format!("{}x(){}", "{".repeat(3000), "}".repeat(3000)),
        format!("{}{{}}", "if (a) {} else ".repeat(3000)),
        format!("{}{}", "function f() {".repeat(1000), "}".repeat(1000)),
        format!("x = {}1;", "!".repeat(5000)),
        format!("f({}1{});", "() => g(".repeat(500), ")".repeat(500)),
    ];
    for text in deep {
        for language in [Language::JavaScript, Language::TypeScript, Language::Tsx] {
            let facts = facts(language, &format!("{text}\nfunction after() {{ last(); }}"));
            assert!(facts.definitions.iter().any(|d| d.name == "after"), "{}", &text[..20]);
        }
    }
    check(
        Language::TypeScript,
        &["defs", "calls"],
        "function one() { a(; }\nfunction two() { b(); }\nclass C { m() { c(); } x y z }\nconst three = () => d();\n",
        expect![[r#"
            1..4 module <module>
            1..1 function one +private `function one()`
            2..2 function two +private `function two()`
            3..3 class C +private `class C`
            3..3 method C.m `m()`
            3..3 field C.z `z`
            4..4 function three +private `const three = () =>`
            1: one calls a()
            2: two calls b()
            3: C.m calls c()
            4: three calls d()
            syntax errors: 2
        "#]],
    );
}

#[test]
fn names_are_highlighted() {
    let text = "@Log() class A extends B { run(x: Map<string, T>) { return this.go(x) + f`t`; } }\n\
                const g = async () => new Thing(/re/); const el = <Card title=\"x\"><b>hi</b></Card>;";
    let shown = |class| highlighted(Language::Tsx, class, text);
    assert_eq!(shown(HighlightClass::Function), "run go f g");
    assert_eq!(shown(HighlightClass::Type), "A B Map string T Thing");
    assert_eq!(shown(HighlightClass::Attribute), "Log Card b b Card");
    assert_eq!(shown(HighlightClass::Property), "title");
}

#[test]
fn javascript_with_types_is_read_as_such() {
    let text = r#"// @flow
import type { Props } from "./props";
type Size = { width: number, height: number };
export class Box extends Base {
    size: Size;
    area(scale: number): number { return multiply(this.size, scale); }
}
export const view = (props: Props): Node => <Frame size={props.size}>{label(props)}</Frame>;
function after(list: Array<string>): void { list.forEach(show); }
"#;
    let typed = facts(Language::JavaScript, text);
    assert_eq!(typed.syntax_errors, 0);
    let names: Vec<&str> = typed.definitions.iter().map(|d| d.path.as_str()).collect();
    assert!(["Box.area", "view", "after"].iter().all(|name| names.contains(name)), "{names:?}");
    assert_eq!(typed, facts(Language::Tsx, text));
    // Broken in either grammar: still this language's reading.
    assert!(facts(Language::JavaScript, "function f( { let = ; }").syntax_errors > 0);
}
