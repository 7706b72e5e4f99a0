//! References in languages of schemas.

use super::tests::{of, row};
use crate::Codebase;

const SCHEMAS: &str = "\
//- api/shop.proto
syntax = \"proto3\";
package shop.v1;
import \"money.proto\";
// A User, in a comment.
message User {
  string name = 1;
  message Role { string name = 1; }
  Role role = 2;
  base.Money limit = 3;
}
message Role { User of = 1; }
service Users {
  rpc Get (Role) returns (shop.v1.User);
}
//- api/money.proto
package base;
message Money {}
//- api/far.proto
package shop.v1.far;
import \"api/shop.proto\";
message Wrapped { User user = 1; User.Role role = 2; Money no = 3; }
//- api/other.proto
package other;
message Other { User no = 1; }
//- web/schema.graphql
# User, in a comment.
type User implements Node { id: ID!, role(of: Role = USER): [Role!] }
interface Node { id: ID! }
enum Role { USER }
union Found = User | Node
extend type User { User: Role }
//- web/app.graphql
query Q { ... on User { id @User } }
";

/// The rows of what a name means in a language.
fn rows_in(codebase: &Codebase, language: source::Language, name: &str) -> String {
    let all = codebase.graph().lookup(name).unwrap();
    let symbol = |id| codebase.graph().symbol(id).unwrap().unwrap();
    let id = all.into_iter().find(|id| symbol(*id).language == language).unwrap();
    let found = codebase.references(id).unwrap().unwrap();
    let mut rows: Vec<String> = found.references.iter().map(row).collect();
    rows.push(format!("elsewhere: {}", found.elsewhere));
    rows.join("\n")
}

/// Names of packages and of messages around decide; a message of the same name elsewhere, and one that cannot be seen, is another.
#[test]
fn in_protobuf_a_type_is_looked_up_through_its_packages() {
    let codebase = of(SCHEMAS);
    let of_name = |name: &str| rows_in(&codebase, source::Language::Protobuf, name);
    expect_test::expect![[r#"
        api/far.proto:3 Type [package, proven] message Wrapped { User user = 1; User.Role role = 2; Money no = 3; }
        api/shop.proto:5 Definition [definition, proven] message User {
        api/shop.proto:11 Type [package, proven] message Role { User of = 1; }
        api/shop.proto:13 Type [package, proven] rpc Get (Role) returns (shop.v1.User);
        elsewhere: 1"#]]
    .assert_eq(&of_name("api.shop.User"));
    expect_test::expect![[r#"
        api/far.proto:3 Type [package, proven] message Wrapped { User user = 1; User.Role role = 2; Money no = 3; }
        api/shop.proto:7 Definition [definition, proven] message Role { string name = 1; }
        api/shop.proto:8 Type [package, proven] Role role = 2;
        elsewhere: 2"#]]
    .assert_eq(&of_name("User.Role"));
    expect_test::expect![[r#"
        api/shop.proto:11 Definition [definition, proven] message Role { User of = 1; }
        api/shop.proto:13 Type [package, proven] rpc Get (Role) returns (shop.v1.User);
        elsewhere: 3"#]]
    .assert_eq(&of_name("api.shop.Role"));
    expect_test::expect![[r#"
        api/money.proto:2 Definition [definition, proven] message Money {}
        api/shop.proto:9 Type [package, proven] base.Money limit = 3;
        elsewhere: 1"#]]
    .assert_eq(&of_name("Money"));
}

#[test]
fn in_graphql_the_types_of_a_schema_see_each_other() {
    let codebase = of(SCHEMAS);
    let graphql = |name: &str| rows_in(&codebase, source::Language::GraphQl, name);
    expect_test::expect![[r#"
        web/app.graphql:1 Type [only definition, possible] query Q { ... on User { id @User } }
        web/schema.graphql:2 Definition [definition, proven] type User implements Node { id: ID!, role(of: Role = USER): [Role!] }
        web/schema.graphql:5 Type [own file, possible] union Found = User | Node
        web/schema.graphql:6 Type [own file, possible] extend type User { User: Role }
        elsewhere: 0"#]].assert_eq(&graphql("User"));
    expect_test::expect![[r#"
        web/schema.graphql:2 Type [own file, possible] type User implements Node { id: ID!, role(of: Role = USER): [Role!] }
        web/schema.graphql:3 Definition [definition, proven] interface Node { id: ID! }
        web/schema.graphql:5 Type [own file, possible] union Found = User | Node
        elsewhere: 0"#]].assert_eq(&graphql("Node"));
    expect_test::expect![[r#"
        web/schema.graphql:2 Type [own file, possible] type User implements Node { id: ID!, role(of: Role = USER): [Role!] }
        web/schema.graphql:4 Definition [definition, proven] enum Role { USER }
        web/schema.graphql:6 Type [own file, possible] extend type User { User: Role }
        elsewhere: 0"#]].assert_eq(&graphql("Role"));
}

/// The variable, the local and the resource of a name are three things, and a folder is a module of its own.
#[test]
fn in_terraform_a_name_means_what_its_own_folder_has() {
    let codebase = of("\
//- infra/main.tf
variable \"web\" { default = \"web\" }
locals { web = \"x-${var.web}\" } # var.web
resource \"aws_instance\" \"web\" { tags = local.web }
module \"net\" { source = \"./net\" }
//- infra/more.tf
output \"id\" { value = aws_instance.web.id }
output \"web\" { value = [data.aws_instance.web.id, var.web_more, module.net.id] }
//- infra/net/main.tf
variable \"web\" {}
output \"id\" { value = var.web }
");
    let named = |name: &str| rows_in(&codebase, source::Language::Hcl, name);
    expect_test::expect![[r#"
        infra/main.tf:1 Definition [definition, proven] variable "web" { default = "web" }
        infra/main.tf:2 Read [module folder, proven] locals { web = "x-${var.web}" } # var.web
        elsewhere: 5"#]]
    .assert_eq(&named("infra.main.var.web"));
    expect_test::expect![[r#"
        infra/main.tf:3 Definition [definition, proven] resource "aws_instance" "web" { tags = local.web }
        infra/more.tf:1 Read [module folder, proven] output "id" { value = aws_instance.web.id }
        elsewhere: 5"#]]
    .assert_eq(&named("aws_instance.web"));
    expect_test::expect![[r#"
        infra/main.tf:2 Definition [definition, proven] locals { web = "x-${var.web}" } # var.web
        infra/main.tf:3 Read [module folder, proven] resource "aws_instance" "web" { tags = local.web }
        elsewhere: 5"#]]
    .assert_eq(&named("local.web"));
    expect_test::expect![[r#"
        infra/more.tf:2 Read [same name] output "web" { value = [data.aws_instance.web.id, var.web_more, module.net.id] }
        infra/net/main.tf:2 Definition [definition, proven] output "id" { value = var.web }
        elsewhere: 1"#]].assert_eq(&named("infra.net.main.output.id"));
}

/// Statements name tables, and columns behind a table or its alias; a file that makes a table of the name means its own.
#[test]
fn in_sql_a_name_is_read_off_its_statement() {
    let codebase = of("\
//- db/001_init.sql
create table users (id int primary key, email text); -- users
create table orders (id int, \"user_id\" int references users(id), note text default 'users');
create index orders_user on orders (user_id);
create function touch() returns trigger as $$ begin update users set email = ''; return new; end; $$ language plpgsql;
//- db/002_more.sql
alter table users add column age int;
create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
insert into users (email, age) values ('users', 1);
create trigger users_touch before update on users for each row execute function touch();
drop index orders_user;
select note from unknown;
//- other/dump.sql
create table orders (id int);
delete from orders;
");
    let named = |name: &str| rows_in(&codebase, source::Language::Sql, name);
    let all = ["db.001_init.users", "db.001_init.orders", "db.001_init.orders.user_id", "db.001_init.orders.note"];
    let more = ["users.age", "db.001_init.touch", "db.001_init.orders_user", "db.001_init.users.email"];
    let shown: Vec<String> = all.iter().chain(&more).map(|name| format!("{name}\n{}", named(name))).collect();
    expect_test::expect![[r#"
        db.001_init.users
        db/001_init.sql:1 Definition [definition, proven] create table users (id int primary key, email text); -- users
        db/001_init.sql:2 Read [own file, possible] create table orders (id int, "user_id" int references users(id), note text default 'users');
        db/001_init.sql:4 Write [own file, possible] create function touch() returns trigger as $$ begin update users set email = ''; return new; end; $$ language plpgsql;
        db/002_more.sql:1 Read [only definition, possible] alter table users add column age int;
        db/002_more.sql:2 Read [only definition, possible] create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
        db/002_more.sql:3 Write [only definition, possible] insert into users (email, age) values ('users', 1);
        db/002_more.sql:4 Read [only definition, possible] create trigger users_touch before update on users for each row execute function touch();
        elsewhere: 0
        db.001_init.orders
        db/001_init.sql:2 Definition [definition, proven] create table orders (id int, "user_id" int references users(id), note text default 'users');
        db/001_init.sql:3 Read [own file, possible] create index orders_user on orders (user_id);
        db/002_more.sql:2 Read [same name] create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
        elsewhere: 2
        db.001_init.orders.user_id
        db/001_init.sql:2 Definition [definition, proven] create table orders (id int, "user_id" int references users(id), note text default 'users');
        db/001_init.sql:3 Read [same name] create index orders_user on orders (user_id);
        db/002_more.sql:2 Read [same name] create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
        elsewhere: 0
        db.001_init.orders.note
        db/001_init.sql:2 Definition [definition, proven] create table orders (id int, "user_id" int references users(id), note text default 'users');
        db/002_more.sql:2 Read [same name] create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
        elsewhere: 1
        users.age
        db/002_more.sql:1 Definition [definition, proven] alter table users add column age int;
        db/002_more.sql:2 Read [own file, possible] create view grown as select u.id, u.age, o.note from users u join orders as o on o.user_id = u.id where u.age > 17;
        db/002_more.sql:3 Read [same name] insert into users (email, age) values ('users', 1);
        elsewhere: 0
        db.001_init.touch
        db/001_init.sql:4 Definition [definition, proven] create function touch() returns trigger as $$ begin update users set email = ''; return new; end; $$ language plpgsql;
        db/002_more.sql:4 Call [only definition, possible] create trigger users_touch before update on users for each row execute function touch();
        elsewhere: 0
        db.001_init.orders_user
        db/001_init.sql:3 Definition [definition, proven] create index orders_user on orders (user_id);
        db/002_more.sql:5 Read [only definition, possible] drop index orders_user;
        elsewhere: 0
        db.001_init.users.email
        db/001_init.sql:1 Definition [definition, proven] create table users (id int primary key, email text); -- users
        db/001_init.sql:4 Read [same name] create function touch() returns trigger as $$ begin update users set email = ''; return new; end; $$ language plpgsql;
        db/002_more.sql:3 Read [same name] insert into users (email, age) values ('users', 1);
        elsewhere: 0"#]].assert_eq(&shown.join("\n"));
}

const QUERIES: &str = "\
//- db/schema.sql
-- The orders.
create table orders (id integer);
create view late as select o.id from orders o;
insert into orders (id) values (1);
update orders set id = 2;
delete from orders where id = 2;
create index of_orders on orders (id);
//- app/store.py
def load(db):
    \"\"\"Reads rows from orders.\"\"\"
    return db.execute(\"SELECT id FROM orders WHERE id > 1\")
def store(db):
    # insert into orders
    orders = 1
    db.execute(\"\"\"
        INSERT INTO orders (id)
        VALUES (?)
    \"\"\", orders)
    db.execute(\"SELECT a.id \" \"FROM a JOIN orders ON 1\")
//- web/app.ts
const all = await db.query(`select id from orders`);
throw new Error('Update orders first');
";

/// Statements that change a table are writes; queries in texts of other languages are possible, comments and prose are none.
#[test]
fn tables_are_found_in_statements_and_in_queries_of_other_languages() {
    let codebase = of(QUERIES);
    expect_test::expect![[r#"
        app/store.py:3 Read [query, possible] return db.execute("SELECT id FROM orders WHERE id > 1")
        app/store.py:8 Write [query, possible] INSERT INTO orders (id)
        app/store.py:11 Read [query, possible] db.execute("SELECT a.id " "FROM a JOIN orders ON 1")
        db/schema.sql:2 Definition [definition, proven] create table orders (id integer);
        db/schema.sql:3 Read [own file, possible] create view late as select o.id from orders o;
        db/schema.sql:4 Write [own file, possible] insert into orders (id) values (1);
        db/schema.sql:5 Write [own file, possible] update orders set id = 2;
        db/schema.sql:6 Write [own file, possible] delete from orders where id = 2;
        db/schema.sql:7 Read [own file, possible] create index of_orders on orders (id);
        web/app.ts:1 Read [query, possible] const all = await db.query(`select id from orders`);
        elsewhere: 0"#]]
    .assert_eq(&rows_in(&codebase, source::Language::Sql, "orders"));
}
