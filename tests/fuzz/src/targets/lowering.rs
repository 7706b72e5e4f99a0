//! Each language's lowering: whatever the text, facts hang together, fit their file and are no larger than it allows.

use crate::{Broken, Target};
use facts::FileFacts;
use limits::parsing::{FACTS_BYTES, FACTS_PER_BYTE};
use source::{Language, Span};

pub const TARGET: Target = Target {
    name: "lowering",
    dictionary: &[
        b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b";", b",", b".", b":",
        b"\n", b"\n    ", b"\\\n", b"=", b"=>", b"->", b"*", b"**", b"&", b"|", b"!", b"?", b"@", b"#", b"`", b"'", b"\"",
        b"${", b"//", b"/*", b"*/", b"\"\"\"", b"a", b"b", b"self", b"this", b"super", b"class ", b"def ", b"fn ", b"func ",
        b"function ", b"lambda ", b"import ", b"from ", b"export ", b"use ", b"pub ", b"impl ", b"trait ", b"struct ", b"enum ",
        b"interface ", b"type ", b"let ", b"const ", b"var ", b"return ", b"yield ", b"async ", b"await ", b"match ", b"case ",
        b"switch ", b"if ", b"else ", b"for ", b"in ", b"of ", b"with ", b"try ", b"except ", b"catch ", b"raise ", b"throw ",
        b"new ", b"static ", b"get ", b"set ", b"global ", b"nonlocal ", b"macro_rules! ", b"m!(", b"package a\n", b"require(",
        b"module.exports", b"prototype", b"extends ", b"implements ", b"<A>", b"</A>", b"\xc3\xbc",
    ],
    seeds,
    check,
};

/// The language that the first byte of an input chooses: `0` the first.
fn language(first: u8) -> Language {
    let parsed: Vec<Language> = Language::ALL.iter().copied().filter(|language| language.is_parsed()).collect();
    parsed[usize::from(first.wrapping_sub(b'0')) % parsed.len()]
}

/// The first byte chooses the language.
fn seeds() -> Vec<Vec<u8>> {
    let seeds: [&[u8]; 8] = [
        b"0@d(1)\nclass C(B, metaclass=M):\n    def m(self, *a: int, k=1, **kw) -> 'list[T]':\n        global g\n        with open(a) as f, g: yield [x for x in f if (y := x)]\n        match a:\n            case {'k': [p, *q]} | P(r=1): raise E from e\n",
        b"1import d, {a as b} from './c'\nconst {x, y: [z = 1, ...w]} = require('m')\nexport class C extends B { static #p = () => this.q?.[0]; get v() { return `${a}` } }\nmodule.exports = { f() {}, ...g }\n",
        b"2export abstract class C<T extends U> implements I { constructor(private a: A | B, b?: C[]) { super() } m(x: string): x is T; m(x: any) {} }\nnamespace N.M { export enum E { A = 1 } }\ntype A = { [k in K]: B } & C\n",
        b"3const A = ({ a, ...b }: P) => <B.C a={a} {...b}>{a.map(x => <D key={x}/>)}</B.C>\n",
        b"4pub mod m { use super::{a::*, b as c}; #[test] fn f<T: A + 'static>(&self, (a, b): (T, U)) -> impl B where T: C { match a { Some(S { x, .. }) if y => m!(x, [y; 2]), _ => vec![1]?.z() } } }\nimpl<T> A for B<T> {}\n",
        b"5package a\nimport b \"c/d\"\ntype T[P any] struct { E; f, g int }\nfunc (t *T[P]) m(a, b int, c ...string) (x int, err error) { switch v := a.(type) { case int, *T: defer func() { v.m() }() }; for i := range c { t.f[i] = []T{{1}} }; return }\n",
        b"6package a.b;\nimport static c.D.*;\n@A(1) public class C<T extends D & E> extends F { enum G { H(1) { void m() {} } } record R(int a) {} C(int... a) { this(); } <U> void m(List<? super U> a) { a.stream().map(x -> x::y); switch (a) { case T t -> { } default -> throw new E(); } } }\n",
        b"7#include \"a.h\"\n#define F(x, ...) do { g(x); } while (0)\n#ifdef __cplusplus\nextern \"C\" {\n#endif\ntypedef struct s { int a, *b[3]; int (*f)(void *); union { int c; }; } s_t;\nlocal int API f(a, b) int a; s_t *b; { s_t t[] = { { 1, .f = &g }, [2] = h }; for (;;) (*b->f)(t[0].a ? (s_t *)a : b); return (a, b); }\n",
    ];
    let later: [(Language, &[u8]); 16] = [
        (Language::Sql, b"-- a\ncreate table if not exists b.\"c\" (d int references e (f), `g` varchar(3) default 'h', constraint i foreign key (d) references e (f));\nwith j as (select k.*, count(l) from m as k left join n on k.o = n.o group by 1) insert into p select * from j;\ncreate or replace function q(r int) returns trigger as $s$ begin update t set u = v; return new; end; $s$ language plpgsql;\nalter table w add column x text, drop column y;\ncreate type z as enum ('a', 'b');\ncreate trigger c after insert on d for each row execute function e();\ndelimiter //\nselect 1 //\n"),
        (Language::Zig, b"//! a\nconst b = @import(\"c.zig\").d;\npub usingnamespace b;\npub const E = packed struct(u8) {\n    const Self = @This();\n    f: ?*const G = null,\n    comptime h: [*:0]u8 align(4) = undefined,\n    pub fn i(j: *Self, comptime K: type, l: anytype, ...) callconv(.C) !K {\n        const m, var n: u8 = o();\n        for (p, 0..) |*q, r| { q.s(r); } else t: { break :t 1; }\n        while (u.next()) |v| : (w += 1) { if (v) |x| y(x) else |z| return z; }\n        defer j.* = .{ .f = &.{ 1, .a } };\n        errdefer |e| @panic(e);\n        return switch (j.k) { .l, error.M => |n1| n1.?.*, 1...2 => comptime blk: { break :blk N(K).init(l) catch |e2| e2 orelse 3; }, inline else => @as(O, @ptrCast(p[1..2 :0])) };\n    }\n};\nconst P = error{ Q, R } || S;\nfn T(comptime U: type) type { return union(enum) { a: U, b }; }\ntest \"v w\" { asm volatile (\"x\" : [y] \"=r\" (-> usize) : : \"z\"); }\n"),
        (Language::Elixir, b"defmodule A.B do\n  use C, :d\n  alias E.{F, G}\n  import H, only: [i: 1]\n  @behaviour J\n  @k %{l: &m/1}\n  defstruct [:n, o: 1]\n  @spec p(t(), [Q.t()]) :: {:ok, r} | nil\n  def p(%__MODULE__{n: [h | t]} = s, <<u, v::binary>>) when u in [1, ?a] and not is_nil(v), do: s.n |> W.x(&(&1 + 1)) |> then(& &1.())\n  def p(_, y \\\\ 1) do\n    with {:ok, a} <- b(), c = ~r/d#{e}/i do case f do g when h -> fn 1, ^i -> :\"j\" end; _ -> %{k | l: m} end else _ -> raise N, o: 1 end\n  rescue e in [P, Q] -> reraise e, __STACKTRACE__\n  after r[:s].t.(u)\n  end\n  defimpl V, for: [W, X], do: def y(z), do: \"\"\"\n  a\n  \"\"\"\n  test \"b\", %{c: d} do\n    for e <- f, into: [] do quote do: unquote(g) end\n  end\nend\n"),
        (Language::Dart, b"import 'a.dart' as b show c;\npart 'd.dart';\n@e(1) class F<G extends H> extends I with J implements K { final L? m; F(this.m, {required int n, super.o = 1}) : p = q(), super.r(n); factory F.s() = T.u; get v => w; operator [](x) => y![0]; }\nextension on F { z() async => await a; }\nenum B with C { d(1), e.f(); const B(g); }\nmain() { var (h, :i) = (1, j: 2); k..l()..m[0] = n?.o ?? p; switch (q) { case R(s: [var t, ...]) when u: v; } [if (a case B()) c, for (var d in e) ...f]; }\n"),
        (Language::CSharp, b"using A = B.C;\nnamespace N.M;\n[D(1)] public partial class E<T> : F(1), G where T : H, new() { public int P { get { return q?.R[0]; } set => S(value); } = 1; event I J; E(int a = 1) : this() { } static async K<T> L(this M m, params int[] a) { foreach (var (b, c) in await d) e += x => f; return o switch { T { U: var v } t when t.W() => new() { X = y, [1] = z }, _ => throw null }; } }\nrecord R(int A);\n"),
        (Language::Scala, b"package a.b\nimport c.{D, E => F}, g._\n@H case class I[J <: K](val l: M = 1, n: O*)(implicit p: Q) extends R(n) with S { self: T =>\n  lazy val (u, v) = w; def this() = this(1); override def x: Y = super.x + z _\n  def aa(bb: => CC) = bb match { case DD(ee, Some(ff)) if gg => for { hh <- ii; jj = kk } yield _.ll(1); case mm: NN => new OO { } }\n}\nobject I { def apply(p: Q) = new I(p) }\nenum PP { case QQ; case RR(s: T) }\nextension (s: U) def v = s\ntry { a b c } catch { case e => throw e } finally d(f _){ x => s\"${y}\" }\n"),
        (Language::Lua, b"local a = require('b.c')\nlocal D = setmetatable({}, { __index = E })\nD.__index = D\nfunction D.f(g, ...) local h, i = ... return function() return h:j(i)[k] end end\nfunction D:l() for m, n in pairs(self.o) do if m then n() elseif p then goto q else break end end ::q:: repeat r = { s = t, [1] = u, 'v' } until w end\nx.y, z = a and b or c, #d .. [[e]]\nreturn D\n"),
        (Language::GraphQl, b"\"\"\"a\"\"\" type B implements C & D @e(f: 1) { \"g\" h(i: [J!] = [K]): L! }\nextend input M { n: O }\nenum P { Q R @s }\nunion T = | U | V\nscalar W\ndirective @x(y: Z) repeatable on FIELD | OBJECT\nschema { query: A }\nquery b($c: D = {e: 1}) { f: g(h: $c) @i { ...j ... on K { l } } }\nfragment j on M { n }\n"),
        (Language::Protobuf, b"edition = '2023';\npackage a.b;\nimport public 'c/d.proto';\noption (e.f).g = { h: 1, i: ['j'] };\n// k\nmessage L { repeated .m.N o = 1 [p = true]; map<string, Q> r = 2; oneof s { T u = 3; } enum V { W = 0; } reserved 4 to max; optional group X = 5 { Y z = 1; } }\nextend A { B c = 100; }\nservice D { rpc E (stream F) returns (G.H) { option i = 1; } }\n"),
        (Language::Hcl, b"# a\nresource \"b\" \"c\" {\n  d = e.f[0].g.*.h\n  i { j = \"k-${var.l}%{ if m }n%{ endif }\" }\n  o = [for p, q in r : q if q != null]\n  s = <<-T\n    u ${v}\n  T\n}\nlocals { w = { x = 1, \"y\" : !z } }\nvariable \"a\" { description = \"b\" }\n"),
        (Language::Swift, b"import A\n@B public final class C<D: E>: F, G where D: H {\n  lazy var a: [I?] = [], b = J { [weak self] k in self?.l(k, m: 1) { $0 } }\n  var n: Int { get { o } set(p) { q = p } }\n  init?(_ r: S = .t(1), u v: W...) throws { super.init(); guard let x = r as? Y, case .z(let aa) = v[0] else { return nil } }\n  enum BB: String { case cc, dd(EE) }\n}\nextension C: FF { subscript(i: Int) -> D { try! await gg![i] ?? hh } }\nfunc ii() async -> some JJ { for (k, v) in kk where v { switch k { case let l as MM: break; default: do { try nn() } catch { throw error } } } }\n"),
        (Language::Cpp, b"#include <a>\nnamespace b::c { template <typename T, int N = 1> class EXPORT D final : public E<T>, F { public: explicit D(int a = 1) : E<T>(a), g_{h()} {} ~D() override; virtual int i() const = 0; D operator+(const D &o) && noexcept; enum class J : int { K = 1 }; friend class L; private: std::map<int, M *> g_; }; }\nusing namespace b; using N = b::c::D<int, 2>;\nint c::D<T>::i() const { for (auto &[k, v] : g_) v->o<P>([&, x = 1](auto... y) -> int { return q(y...); }); if (auto *r = dynamic_cast<S *>(this)) delete r; try { throw T{1}; } catch (...) {} return a[0] << (*b).~U(); }\nTEST_F(V, W) { co_await x; }\n"),
        (Language::Shell, b"#!/bin/bash\nsource \"${A%/*}/b.sh\"\nc() { local d=$1 e; \"$@\" | f && g || { h; }; case $i in a|b) j ;; *) (k) ;; esac; }\nfunction l { for m in \"${n[@]}\"; do o[$m]=$(p <<< \"$q\"); done; while ! r < <(s); do :; done; }\nt=(u v) w=x y <<'EOF' > z\nEOF\n[[ $a =~ b ]] && (( c++ )) || trap 'd; e' EXIT\n"),
        (Language::Kotlin, b"package a.b\nimport c.D as E\n@F(1) data class G<T : H>(val i: Int = 1, vararg j: K?) : L(i), M by n {\n  val o: P get() = q\n  init { r { s, (t, u) -> s } }\n  constructor() : this(2) { v[1] = w?.x!! }\n  companion object { const val Y = 3 }\n}\nenum class Z(val a: Int) {\n  B(1), D(2)\n}\nfun <T> T.e(f: (T) -> Unit = {}): List<T>? = when (this) {\n  is G<*>, 1 -> try { h() } catch (e: E) { throw e }\n  else -> object : M { }\n}\n"),
        (Language::Php, b"<p><?php\nnamespace A\\B;\nuse C\\{D, E as F};\n#[G] abstract class H extends D implements \\I { use J { k as private l; } const M = 1; private ?N $o = [1, 'p' => 2]; function __construct(private Q|R $s, int ...$t) { parent::__construct(); [$a, 'b' => $c] = static::d(...$t); foreach ($a as $k => $v) yield $k => fn($x) => $x?->y(z: 1); } }\nenum S: string { case T = 't'; }\nfunction u() { return match(1) { 1, 2 => new class extends V { }, default => <<<X\n{$a->b()}\nX }; }\n?></p>"),
        (Language::Ruby, b"module A\n  class B < C::D\n    include E\n    attr_accessor :a\n    X = Struct.new(:b) do def c = 1 end\n    class << self; def d(...) = new(...); end\n    def e((f, *g), h = 1, *i, j:, k: 2, **l, &m)\n      @a, (b, *c) = f { |x, (y, z); w| yield x, &:n if y rescue z }\n      case a when E then \"#{b}\" else -> (q) { q[1] ||= %w[r s] } end\n    end\n  end\nend\n"),
    ];
    let later = later.map(|(language, text)| [&[first_byte(language)], text].concat());
    seeds.map(<[u8]>::to_vec).into_iter().chain(later).collect()
}

/// The first byte that chooses this language.
fn first_byte(wanted: Language) -> u8 {
    (b'0'..=u8::MAX).find(|byte| language(*byte) == wanted).expect("a language with a parser")
}

fn check(input: &[u8]) -> Result<(), Broken> {
    let Some((first, rest)) = input.split_first() else { return Ok(()) };
    let text = String::from_utf8_lossy(rest);
    let language = language(*first);
    let facts = syntax::parse(language, &text).ok_or("a language without a parser")?;
    facts.validate().map_err(|error| error.to_string())?;
    if FileFacts::from_bytes(&facts.to_bytes()).as_ref() != Ok(&facts) {
        return Err("facts do not come back as they were".to_owned());
    }
    let allowed = FACTS_BYTES + text.len() as u64 * FACTS_PER_BYTE;
    if facts.to_bytes().len() as u64 > allowed {
        return Err(format!("{} bytes of facts for {} of text", facts.to_bytes().len(), text.len()));
    }
    spans(&facts, &text)?;
    let highlights = syntax::highlight(language, &text).ok_or("a language without highlighting")?;
    let ordered = highlights.iter().all(|span| span.start < span.end && span.end as usize <= text.len())
        && highlights.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if ordered { Ok(()) } else { Err("highlighted stretches overlap or leave the text".to_owned()) }
}

/// Every span lies in the text, ends at characters and has lines that the text has; chunks cover the text in order.
fn spans(facts: &FileFacts, text: &str) -> Result<(), Broken> {
    let lines = text.split('\n').count() as u32;
    let sound = |span: &Span| {
        span.start <= span.end
            && text.get(span.start as usize..span.end as usize).is_some()
            && 0 < span.start_line
            && span.start_line <= span.end_line
            && span.end_line <= lines
    };
    let definitions = facts.definitions.iter().flat_map(|definition| [&definition.span, &definition.name_span]);
    let others = facts.bindings.iter().map(|binding| &binding.span).chain(facts.calls.iter().map(|call| &call.span));
    let scopes = facts.scopes.iter().map(|scope| &scope.span).chain(facts.imports.iter().map(|import| &import.span));
    let chunks = facts.chunks.iter().map(|chunk| &chunk.span);
    if let Some(span) = definitions.chain(others).chain(scopes).chain(chunks).find(|span| !sound(span)) {
        return Err(format!("{span:?} is no place in a text of {} bytes and {lines} lines", text.len()));
    }
    let ends = std::iter::once(0).chain(facts.chunks.iter().map(|chunk| chunk.span.end));
    match ends.zip(&facts.chunks).all(|(end, next)| next.span.start == end) {
        true => Ok(()),
        false => Err("chunks leave gaps or overlap".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_in_its_own_language() {
        for seed in seeds() {
            let (language, text) = (language(seed[0]), std::str::from_utf8(&seed[1..]).expect("seeds are text"));
            let facts = syntax::parse(language, text).expect("a language with a parser");
            assert_eq!(facts.syntax_errors, 0, "{}: {text}", language.name());
        }
    }
}
