use crate::languages::render::{check, facts};
use expect_test::expect;
use source::Language;

#[test]
fn what_statements_make_is_defined() {
    check(
        Language::Sql,
        &["defs"],
        r#"-- A schema of a shop.

CREATE SCHEMA IF NOT EXISTS app;

-- Who buys.
CREATE TABLE IF NOT EXISTS app.users (
  id SERIAL PRIMARY KEY,
  -- Where letters go.
  email VARCHAR(255) NOT NULL UNIQUE, -- not of the next
  org_id INTEGER REFERENCES orgs(id) ON DELETE CASCADE,
  team INTEGER REFERENCES teams,
  CONSTRAINT fk FOREIGN KEY (org_id) REFERENCES orgs (id)
);
CREATE UNIQUE INDEX users_email ON app.users (email);
/* Those who buy. */
create or replace view active as select u.id from app.users u;
create materialized view counted as select count(*) from active;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TYPE pair AS (a int, b text);
CREATE OR REPLACE FUNCTION touch(a int) RETURNS trigger AS $$
BEGIN UPDATE users SET x = 1; RETURN NEW; END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER users_touch BEFORE UPDATE ON app.users FOR EACH ROW EXECUTE FUNCTION touch();
create sequence seq;
ALTER TABLE app.users ADD COLUMN age INTEGER, DROP COLUMN team;
ALTER TABLE elsewhere ADD COLUMN "note" text;
CREATE TABLE `orders` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `kind` enum('a','b') DEFAULT 'a',
  PRIMARY KEY (`id`),
  KEY `k` (`kind`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8;
"#,
        expect![[r#"
            1..32 module <module>
            3..3 variable app `CREATE SCHEMA IF NOT EXISTS app`
            5..13 class users `CREATE TABLE IF NOT EXISTS app.users` doc "Who buys."
            7..7 field users.id `id SERIAL PRIMARY KEY`
            8..9 field users.email `email VARCHAR(255) NOT NULL UNIQUE` doc "Where letters go."
            10..10 field users.org_id `org_id INTEGER REFERENCES orgs(id) ON DELETE CASCADE`
            11..11 field users.team `team INTEGER`
            14..14 variable users_email `CREATE UNIQUE INDEX users_email ON app.users (email)`
            15..16 class active `create or replace view active` doc "Those who buy."
            17..17 class counted `create materialized view counted`
            18..18 enum mood `CREATE TYPE mood AS ENUM ('sad', 'ok')`
            18..18 field mood.sad
            18..18 field mood.ok
            19..19 class pair `CREATE TYPE pair`
            19..19 field pair.a `a int`
            19..19 field pair.b `b text`
            20..22 function touch `CREATE OR REPLACE FUNCTION touch(a int) RETURNS trigger`
            23..23 variable users_touch `CREATE TRIGGER users_touch BEFORE UPDATE ON app.users FOR EACH ROW EXECUTE FUNCTION touch()`
            24..24 variable seq `create sequence seq`
            25..25 field users.age `age INTEGER`
            26..26 field elsewhere.note `"note" text`
            27..32 class orders `CREATE TABLE `orders``
            28..28 field orders.id ``id` int(11) NOT NULL AUTO_INCREMENT`
            29..29 field orders.kind ``kind` enum('a','b') DEFAULT 'a'`
        "#]],
    );
}

#[test]
fn a_statement_that_cannot_be_read_costs_itself() {
    let text = "create table a (b int);\npragma foreign_keys = on;\n\
        create procedure p(c int) language sql as $$ delete from a; $$;\n\
        grant select on a to d;\ncreate table e (f int, g what ever !, h int);\n\
        create trigger t after insert on a begin update a set b = 1; delete from e; end;\ncreate table i (j int);\n";
    let found = facts(Language::Sql, text);
    let names: Vec<&str> = found.definitions.iter().skip(1).map(|definition| definition.path.as_str()).collect();
    expect![[r#"
        (
            [
                "p",
                "e",
                "e.f",
                "e.g",
                "e.h",
                "t",
                "a",
                "a.b",
                "i",
                "i.j",
            ],
            7,
            [
                ErrorPlace {
                    line: 2,
                    column: 1,
                },
                ErrorPlace {
                    line: 3,
                    column: 1,
                },
                ErrorPlace {
                    line: 3,
                    column: 61,
                },
                ErrorPlace {
                    line: 4,
                    column: 1,
                },
                ErrorPlace {
                    line: 4,
                    column: 19,
                },
                ErrorPlace {
                    line: 5,
                    column: 31,
                },
                ErrorPlace {
                    line: 6,
                    column: 1,
                },
            ],
        )
    "#]]
    .assert_debug_eq(&(names, found.syntax_errors, &found.error_places));
}

#[test]
fn what_is_said_to_a_client_is_no_statement() {
    let text = "\\connect shop\ncreate table a (b int);\ncopy a (b) from stdin;\n1\t'x;\ncreate table no (b int);\n\\.\n\
        create table c (d int);\ndelimiter //\ncreate procedure e() begin select 1; end //\ndelimiter ;\n\
        create table f (g int)\ngo\ncreate table h (i int)\ngo\n";
    let found = facts(Language::Sql, text);
    let mut names: Vec<&str> = found.definitions.iter().skip(1).map(|definition| definition.path.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["a", "a.b", "c", "c.d", "e", "f", "f.g", "h", "h.i"]);
}

#[test]
fn names_and_keywords_are_highlighted() {
    let text = "select a, 'b' from c where d = $1 and e is null -- f";
    let spans = crate::highlight(Language::Sql, text).unwrap();
    let shown: Vec<String> = spans
        .iter()
        .map(|span| format!("{}: {:?}", &text[span.start as usize..span.end as usize], span.class))
        .collect();
    expect![[r#"
        [
            "select: Keyword",
            "'b': String",
            "from: Keyword",
            "where: Keyword",
            "=: Operator",
            "$1: Attribute",
            "and: Keyword",
            "is: Keyword",
            "null: Constant",
            "-- f: Comment",
        ]
    "#]]
    .assert_debug_eq(&shown);
}

#[test]
fn numbers_are_highlighted_as_numbers_and_texts_as_texts() {
    let text = "create table t (a numeric(10, 2) default 0.5, b int default -1, c text default '7');\n\
        insert into t values (1, 2.5, 'x'), (.5, 1e9, E'8');";
    let spans = crate::highlight(Language::Sql, text).unwrap();
    let of = |class| -> Vec<&str> {
        spans
            .iter()
            .filter(|span| span.class == class)
            .map(|span| &text[span.start as usize..span.end as usize])
            .collect()
    };
    assert_eq!(of(crate::HighlightClass::Number), ["10", "2", "0.5", "-1", "1", "2.5", ".5", "1e9"]);
    assert_eq!(of(crate::HighlightClass::String), ["'7'", "'x'", "E'8'"]);
}
