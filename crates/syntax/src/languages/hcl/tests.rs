//! What HCL says.

use crate::HighlightClass;
use crate::languages::render::{check, facts, highlighted};
use expect_test::expect;
use source::Language;

#[test]
fn files() {
    check(
        Language::Hcl,
        &[],
        r#"
# What is needed.
terraform { required_version = ">= 1.0" }
provider "aws" { region = var.region }
variable "region" {
  description = "Where it runs."
  default     = "eu-west-1"
}
# Names
# of all.
locals {
  // The name.
  name = "web-${var.region}"
  tags = { Name = local.name }
}
data "aws_ami" "ubuntu" { most_recent = true }
/* What serves. */
resource "aws_instance" "web" {
  ami  = data.aws_ami.ubuntu.id
  tags = merge(local.tags, {})
  lifecycle { create_before_destroy = true }
}
module "network" { source = "./network" }
output "id" { value = aws_instance.web.id }
"#,
        expect![[r#"
            1..24 module <module>
            4..4 class provider.aws `provider "aws"`
            5..8 variable var.region `variable "region"` doc "Where it runs."
            12..13 variable local.name `name = "web-${var.region}"` doc "The name."
            14..14 variable local.tags `tags = { Name = local.name }`
            16..16 class data.aws_ami.ubuntu `data "aws_ami" "ubuntu"`
            17..22 class aws_instance.web `resource "aws_instance" "web"` doc "What serves."
            23..23 class module.network `module "network"`
            24..24 variable output.id `output "id"`
        "#]],
    );
}

/// What is around an error is kept.
#[test]
fn errors() {
    let found = facts(Language::Hcl, "variable \"a\" {}\nresource = = {\nvariable \"b\" {}\n");
    let names: Vec<&str> = found.definitions.iter().map(|definition| definition.path.as_str()).collect();
    assert!(names.contains(&"var.a"), "{names:?}");
    assert!(found.syntax_errors > 0);
}

#[test]
fn highlighting() {
    let text = "# Note.\nresource \"a\" \"b\" {\n  c = max(1, true)\n  d = \"e-${var.f}\"\n}\n";
    for (class, expected) in [
        (HighlightClass::Comment, "# Note."),
        (HighlightClass::Keyword, "resource"),
        (HighlightClass::Property, "c d f"),
        (HighlightClass::Function, "max"),
        (HighlightClass::Number, "1"),
        (HighlightClass::Constant, "true"),
    ] {
        assert_eq!(highlighted(Language::Hcl, class, text), expected, "{class:?}");
    }
}
