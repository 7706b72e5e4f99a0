//! JavaScript, TypeScript, Rust, Go, Java, C and C#.

use super::{Case, nest, row};

/// See the module.
pub const JAVASCRIPT: &[Case] = &[
    Case::one("functions", "a.js", |size| row(size, "", |at| format!("function f{at}(){{}}\n"), "")),
    Case::one("functions of one name", "a.js", |size| "function f(){}\nf()\n".repeat(size / 19)),
    Case::one("parameters", "a.js", |size| row(size, "function f(a", |at| format!(",a{at}"), "){}\n")),
    Case::one("calls of one name", "a.js", |size| "function f(){}\n".to_owned() + &"f()\n".repeat(size / 4)),
    Case::one("declarations of one statement", "a.js", |size| {
        row(size, "// doc\nexport const a=1", |at| format!(",a{at}=1\n"), "\n")
    }),
    Case::one("an exported pattern", "a.js", |size| row(size, "export const {a", |at| format!(",a{at}\n"), "} = b\n")),
    Case::one("imports", "a.js", |size| row(size, "import {a", |at| format!(",a{at}\n"), "} from './b'\n")),
    Case::one("members of CommonJS", "a.js", |size| row(size, "", |at| format!("exports.f{at} = () => f{at}\n"), "")),
    Case::one("brackets in brackets", "a.js", |size| nest(size, "[\n", "x", "]\n")),
    Case::one("functions in functions", "a.js", |size| nest(size, "()=>{\n", "x", "}\n")),
    Case::one("objects of long names in objects", "a.js", |size| {
        let open: String = (0..40).map(|_| format!("{}:{{\n", "long".repeat(size / 640))).collect();
        row(size, &format!("const x = {{{open}"), |at| format!("m{at}(){{}},\n"), &"}".repeat(41))
    }),
    Case::one("a chain of calls", "a.js", |size| "x".to_owned() + &".f()\n".repeat(size / 5)),
    Case::one("a ladder of conditions", "a.js", |size| row(size, "x = ", |at| format!("a{at} ? b :\n"), "c\n")),
    Case::one("a ladder of ifs", "a.js", |size| row(size, "if (a) {}", |at| format!("else if (b{at}) {{}}\n"), "")),
    Case::one("a long array", "a.js", |size| row(size, "x = [", |at| format!("f{at},\n"), "]\n")),
    Case::one("a long template", "a.js", |size| row(size, "x = `", |at| format!("${{f{at}()}}\n"), "`\n")),
    Case::one("methods", "a.js", |size| row(size, "class C {\n", |at| format!("m{at}() {{ this.m{at}() }}\n"), "}\n")),
    Case::one("an unclosed text", "a.js", |size| row(size, "", |at| format!("x{at} = `${{\n"), "")),
];

/// See the module.
pub const TYPESCRIPT: &[Case] = &[
    Case::one("a union", "a.ts", |size| row(size, "type A = B", |at| format!("|B{at}\n"), "\nlet a: A = b; a.m()\n")),
    Case::one("overloads", "a.ts", |size| {
        row(size, "", |at| format!("function f(a: A{at}): B;\n"), "function f(a: any) {}\nf(1)\n")
    }),
    Case::one("interfaces", "a.ts", |size| row(size, "", |at| format!("interface I{at} extends I {{ m(): I }}\n"), "")),
    Case::one("types in types", "a.ts", |size| "let a: ".to_owned() + &nest(size, "A<\n", "B", ">")),
    Case::one("decorators", "a.ts", |size| row(size, "", |at| format!("@d{at}()\n"), "class C {}\n")),
    Case::one("namespaces in namespaces", "a.ts", |size| nest(size, "namespace long {\n", "export const a = 1", "}\n")),
    Case::one("members of an enum", "a.ts", |size| row(size, "enum E {\n", |at| format!("A{at},\n"), "}\n")),
];

/// See the module.
pub const TSX: &[Case] = &[
    Case::one("elements in elements", "a.tsx", |size| "x = ".to_owned() + &nest(size, "<A>\n", "b", "</A>")),
    Case::one("properties", "a.tsx", |size| row(size, "x = <A ", |at| format!("p{at}={{f}}\n"), "/>\n")),
    Case::one("generics or elements", "a.tsx", |size| "<a>(b)\n".repeat(size / 7)),
];

/// See the module.
pub const RUST: &[Case] = &[
    Case::one("functions", "src/lib.rs", |size| row(size, "", |at| format!("fn f{at}() {{}}\n"), "")),
    Case::one("parameters with bounds", "src/lib.rs", |size| {
        let bounds = row(size / 2, "fn f<", |at| format!("T{at}: A,\n"), ">(");
        row(size, &bounds, |at| format!("a{at}: T{at},\n"), ") {}\n")
    }),
    Case::one("types and their impls", "src/lib.rs", |size| {
        row(size, "trait T { fn m(&self); }\n", |at| format!("struct S{at};\nimpl T for S{at} {{}}\n"), "")
    }),
    Case::one("impls of one type", "src/lib.rs", |size| {
        row(size, "struct S;\n", |at| format!("trait T{at} {{}}\nimpl T{at} for S {{}}\n"), "fn f(s: S) { s.m() }\n")
    }),
    Case::one("a list of uses", "src/lib.rs", |size| row(size, "use a::{", |at| format!("b{at},\n"), "};\n")),
    Case::one("a list of uses of a long path", "src/lib.rs", |size| {
        row(size, &format!("use {}::{{", "a".repeat(size / 2)), |at| format!("b{at},\n"), "};\n")
    }),
    Case::one("modules in modules", "src/lib.rs", |size| nest(size, "mod long {\n", "fn f() {}", "}\n")),
    Case::one("macros in macros", "src/lib.rs", |size| "fn f() {".to_owned() + &nest(size, "m!(\n", "x", ")") + "}"),
    Case::one("macros", "src/lib.rs", |size| row(size, "fn f() {\n", |at| format!("m!(a{at}, f());\n"), "}\n")),
    Case::one("items in macros", "src/lib.rs", |size| row(size, "m! {\n", |at| format!("fn f{at}() {{}}\n"), "}\n")),
    Case::one("arms of a match", "src/lib.rs", |size| {
        row(size, "fn f() { match x {\n", |at| format!("A{at} => f(),\n"), "} }\n")
    }),
    Case::one("brackets in brackets", "src/lib.rs", |size| "fn f() {".to_owned() + &nest(size, "(\n", "x", ")") + "}"),
    Case::one("a chain of calls", "src/lib.rs", |size| "fn f() { x".to_owned() + &".f()\n".repeat(size / 5) + "}"),
    Case::one("attributes", "src/lib.rs", |size| row(size, "", |at| format!("#[a{at}]\n"), "fn f() {}\n")),
    Case::one("comments above", "src/lib.rs", |size| row(size, "", |at| format!("/// line {at}\n"), "fn f() {}\n")),
    Case::one("members of an enum", "src/lib.rs", |size| row(size, "enum E {\n", |at| format!("A{at},\n"), "}\n")),
];

/// See the module.
pub const GO: &[Case] = &[
    Case::one("functions", "a.go", |size| row(size, "package a\n", |at| format!("func f{at}() {{}}\n"), "")),
    Case::one("parameters", "a.go", |size| row(size, "package a\nfunc f(", |at| format!("a{at},\n"), " int) {}\n")),
    Case::one("methods of one type", "a.go", |size| {
        row(size, "package a\ntype T struct{}\n", |at| format!("func (t T) m{at}() {{}}\n"), "")
    }),
    Case::one("types that fit every interface", "a.go", |size| {
        row(
            size,
            "package a\n",
            |at| format!("type I{at} interface {{ m() }}\ntype T{at} struct{{}}\nfunc (t T{at}) m() {{}}\n"),
            "",
        )
    }),
    Case::one("an interface of many methods", "a.go", |size| {
        let interface =
            row(size / 2, "package a\ntype I interface {\n", |at| format!("m{at}()\n"), "}\ntype T struct{}\n");
        row(size, &interface, |at| format!("func (t T) m{at}() {{}}\n"), "")
    }),
    Case::one("variables of one statement", "a.go", |size| {
        row(size, "package a\n// doc\nvar a", |at| format!(",\na{at}"), " int\n")
    }),
    Case::one("constants of a group", "a.go", |size| {
        row(size, "package a\nconst (\n", |at| format!("a{at} = 1\n"), ")\n")
    }),
    Case::one("imports", "a.go", |size| row(size, "package a\nimport (\n", |at| format!("\"m{at}\"\n"), ")\n")),
    Case::one("cases of a type", "a.go", |size| {
        row(size, "package a\nfunc f() { switch v := x.(type) {\ncase A", |at| format!(",\nA{at}"), ":\nv.m()\n}}\n")
    }),
    Case::one("brackets in brackets", "a.go", |size| "package a\nvar x = ".to_owned() + &nest(size, "(\n", "x", ")")),
    Case::one("a chain of calls", "a.go", |size| "package a\nvar x = a".to_owned() + &".\nf()".repeat(size / 5)),
    Case::one("a long literal", "a.go", |size| row(size, "package a\nvar x = []T{\n", |at| format!("f{at},\n"), "}\n")),
    Case::one("fields", "a.go", |size| row(size, "package a\ntype T struct {\n", |at| format!("a{at} int\n"), "}\n")),
];

/// See the module.
pub const JAVA: &[Case] = &[
    Case::one("methods", "A.java", |size| row(size, "class A {\n", |at| format!("void m{at}() {{}}\n"), "}\n")),
    Case::one("overloads", "A.java", |size| {
        row(size, "class A {\n", |at| format!("void m(A{at} a) {{ m(a); }}\n"), "}\n")
    }),
    Case::one("constructors", "A.java", |size| {
        row(size, "class A {\n", |at| format!("A(A{at} a) {{ new A(a); }}\n"), "}\n")
    }),
    Case::one("classes in classes", "A.java", |size| nest(size, "class A extends B {\n", "void m() { n(); }", "}\n")),
    Case::one("parameters", "A.java", |size| {
        row(size, "class A { void m(int a", |at| format!(",\nint a{at}"), ") {} }\n")
    }),
    Case::one("fields of one declaration", "A.java", |size| {
        row(size, "class A { /** doc */ int a", |at| format!(",\na{at}"), "; }\n")
    }),
    Case::one("imports", "A.java", |size| row(size, "", |at| format!("import a.A{at};\n"), "class A {}\n")),
    Case::one("annotations", "A.java", |size| row(size, "", |at| format!("@A{at}\n"), "class A {}\n")),
    Case::one("constants of an enum", "A.java", |size| row(size, "enum A {\n", |at| format!("A{at}(1),\n"), "}\n")),
    Case::one("types of a catch", "A.java", |size| {
        row(size, "class A { void m() { try {} catch (A", |at| format!("\n|A{at}"), " e) { e.m(); } } }\n")
    }),
    Case::one("a chain of calls", "A.java", |size| {
        "class A { int x = a".to_owned() + &".\nf()".repeat(size / 5) + "; }"
    }),
    Case::one("brackets in brackets", "A.java", |size| {
        "class A { int x = ".to_owned() + &nest(size, "(\n", "x", ")") + "; }"
    }),
];

/// See the module.
pub const C: &[Case] = &[
    Case::one("functions", "a.c", |size| row(size, "", |at| format!("int f{at}(void) {{ return 0; }}\n"), "")),
    Case::one("functions of one name", "a.c", |size| "int f(int a) { return f(a); }\n".repeat(size / 30)),
    Case::one("prototypes of one name", "a.c", |size| "int f(int a);\n".repeat(size / 14)),
    Case::one("prototypes and bodies", "a.c", |size| {
        row(size, "", |at| format!("int f{at}(int);\nint f{at}(int a) {{ return a; }}\n"), "")
    }),
    Case::one("parameters", "a.c", |size| row(size, "int f(int a", |at| format!(", struct s{at} *a{at}\n"), ") {}\n")),
    Case::one("parameters in the old style", "a.c", |size| {
        let names = row(size / 2, "int f(a", |at| format!(",a{at}\n"), ") ");
        row(size / 2, &names, |at| format!("int a{at};\n"), "{}\n")
    }),
    Case::one("declarators of one declaration", "a.c", |size| row(size, "int a", |at| format!(", *a{at}\n"), ";\n")),
    Case::one("names of one typedef", "a.c", |size| {
        row(size, "typedef struct s { int a; } t", |at| format!(", *t{at}\n"), ";\n")
    }),
    Case::one("fields", "a.c", |size| row(size, "struct s {\n", |at| format!("int a{at};\n"), "};\n")),
    Case::one("a table of structs", "a.c", |size| {
        let table = "struct s { int (*f)(void); int n; };\nint g(void);\nstruct s t[] = {\n";
        row(size, table, |at| format!("{{ g, {at} }},\n"), "};\nint h(void) { return t[0].f(); }\n")
    }),
    Case::one("structs in structs", "a.c", |size| nest(size, "struct s {\n", "int a;", "} b;\n")),
    Case::one("macros", "a.c", |size| {
        row(size, "", |at| format!("#define F{at}(x) g(x)\n"), "int f(void) { F1(2); }\n")
    }),
    Case::one("macros of macros", "a.c", |size| {
        row(size, "#define F0(x) g(x)\n", |at| format!("#define F{}(x) F{at}(x)\n", at + 1), "")
    }),
    Case::one("names given by macros", "a.c", |size| row(size, "", |at| format!("#define a{at} b{at}\n"), "")),
    Case::one("conditions", "a.c", |size| row(size, "", |at| format!("#if A{at}\nint a{at};\n#endif\n"), "")),
    Case::one("conditions in conditions", "a.c", |size| nest(size, "#if A\n", "int a;", "#endif\n")),
    Case::one("conditions in a body that cannot be read", "a.c", |size| {
        row(size, "int f(void) { return\n", |at| format!("#ifdef A{at}\n1 +\n#else\n2 +\n#endif\n"), "0; }\n")
    }),
    Case::one("branches of one condition", "a.c", |size| {
        row(size, "int f(void) { g(\n#if A\n1\n", |at| format!("#elif B{at}\n2\n"), "#endif\n); }\n")
    }),
    Case::one("includes", "a.c", |size| row(size, "", |at| format!("#include \"a{at}.h\"\n"), "")),
    Case::one("a chain of members", "a.c", |size| "int x = a".to_owned() + &"->b(1)\n".repeat(size / 7) + ";\n"),
    Case::one("a ladder of conditions", "a.c", |size| row(size, "int x = ", |at| format!("a{at} ? b :\n"), "c;\n")),
    Case::one("commas", "a.c", |size| row(size, "void f(void) { a", |at| format!(", g{at}()\n"), "; }\n")),
    Case::one("stars", "a.c", |size| "int ".to_owned() + &"*\n".repeat(size / 2) + "a;\n"),
];

/// See the module.
pub const CSHARP: &[Case] = &[
    Case::one("methods", "A.cs", |size| row(size, "class A {\n", |at| format!("void M{at}() {{ M{at}(); }}\n"), "}\n")),
    Case::one("overloads", "A.cs", |size| {
        row(size, "class A {\n", |at| format!("void M(int a, B{at} b) {{ }}\n"), "void N() { M(1, c); }\n}\n")
    }),
    Case::one("properties", "A.cs", |size| {
        row(size, "class A {\n", |at| format!("int P{at} {{ get {{ return P1; }} set {{ P2 = value; }} }}\n"), "}\n")
    }),
    Case::one("parts of a class", "A.cs", |size| {
        "partial class A { void M() { N(); } void N() { } }\n".repeat(size / 50)
    }),
    Case::one("classes", "A.cs", |size| row(size, "", |at| format!("class A{at} : A1 {{ A2 a; }}\n"), "")),
    Case::one("classes in classes", "A.cs", |size| nest(size, "class A : B {\n", "void M() { N(); }", "}\n")),
    Case::one("namespaces in namespaces", "A.cs", |size| nest(size, "namespace A {\n", "class B { }", "}\n")),
    Case::one("parameters", "A.cs", |size| {
        row(size, "class A { void M(int a", |at| format!(", B a{at} = 1\n"), ") { } }\n")
    }),
    Case::one("extension methods", "A.cs", |size| {
        row(size, "class B { }\nstatic class A {\n", |at| format!("static void M{at}(this B b) {{ b.M1(); }}\n"), "}\n")
    }),
    Case::one("fields of one declaration", "A.cs", |size| {
        row(size, "class A { int a", |at| format!(", a{at}\n"), "; }\n")
    }),
    Case::one("usings", "A.cs", |size| row(size, "", |at| format!("using A.B{at};\n"), "class C { D d; }\n")),
    Case::one("attributes", "A.cs", |size| row(size, "", |at| format!("[A{at}]\n"), "class A { }\n")),
    Case::one("arms of a switch", "A.cs", |size| {
        row(size, "class A { int M(object o) => o switch {\n", |at| format!("B{at} b => b.C(),\n"), "}; }\n")
    }),
    Case::one("a chain of calls", "A.cs", |size| {
        "class A { object o = a".to_owned() + &"?.B()\n".repeat(size / 6) + "; }\n"
    }),
    Case::one("a ladder of conditions", "A.cs", |size| {
        row(size, "class A { object o = ", |at| format!("a{at} ? b :\n"), "c; }\n")
    }),
    Case::one("an initialiser", "A.cs", |size| {
        row(size, "class A { B b = new B {\n", |at| format!("P{at} = f,\n"), "}; }\n")
    }),
    Case::one("lambdas in lambdas", "A.cs", |size| {
        "class A { B b = ".to_owned() + &nest(size, "x => {\n", "c();", "}\n") + "; }\n"
    }),
];
