//! `#[derive(Route)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Token, Variant};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(&input.ident, "a Route is an enum"));
    };
    if data.variants.is_empty() {
        return Err(Error::new_spanned(&input.ident, "a Route has at least one variant"));
    }
    let outcomes = data.variants.iter().map(Outcome::of).collect::<Result<Vec<_>>>()?;
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let targets = outcomes.iter().map(Outcome::target);
    let arms = outcomes.iter().enumerate().map(|(index, outcome)| {
        let variant = &outcome.variant;
        quote!(Self::#variant => #index)
    });
    Ok(quote! {
        impl #impl_generics ::state_graph::Route for #name #type_generics #where_clause {
            const TARGETS: &'static [::state_graph::RouteTarget] = &[#(#targets),*];

            fn index(&self) -> usize {
                match self { #(#arms),* }
            }
        }
    })
}

struct Outcome {
    variant: Ident,
    label: String,
    node: Option<String>,
    end: bool,
}

impl Outcome {
    fn of(variant: &Variant) -> Result<Self> {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "the variants of a Route carry no data"));
        }
        let label = snake_case(&variant.ident.to_string());
        let mut outcome = Self { variant: variant.ident.clone(), label, node: None, end: false };
        for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("route")) {
            outcome.read(attribute)?;
        }
        Ok(outcome)
    }

    /// `#[route("node")]`, `#[route(end)]`, either with `label = "..."`, or the label alone.
    fn read(&mut self, attribute: &Attribute) -> Result<()> {
        attribute.parse_args_with(|input: ParseStream<'_>| {
            while !input.is_empty() {
                self.read_part(input)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        })?;
        if self.end && self.node.is_some() {
            return Err(Error::new_spanned(attribute, "a variant leads to a node or to the end, not both"));
        }
        Ok(())
    }

    fn read_part(&mut self, input: ParseStream<'_>) -> Result<()> {
        if input.peek(LitStr) {
            self.node = Some(input.parse::<LitStr>()?.value());
            return Ok(());
        }
        let name: Ident = input.parse()?;
        if name == "end" {
            self.end = true;
        } else if name == "label" {
            input.parse::<Token![=]>()?;
            self.label = input.parse::<LitStr>()?.value();
        } else {
            return Err(Error::new_spanned(name, "expected \"node\", `end` or `label = \"...\"`"));
        }
        Ok(())
    }

    fn target(&self) -> TokenStream {
        let label = &self.label;
        let node = if self.end {
            quote!(::state_graph::END)
        } else {
            let node = self.node.clone().unwrap_or_else(|| snake_case(&self.variant.to_string()));
            quote!(#node)
        };
        quote!(::state_graph::RouteTarget { label: #label, node: #node })
    }
}

/// `ToolNode` -> `tool_node`, `HTTPCall` -> `http_call`.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.trim_start_matches("r#").chars().collect();
    let mut out = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let after_lower = at > 0 && !letters[at - 1].is_uppercase() && letters[at - 1] != '_';
        let before_lower = at > 0 && letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        if letter.is_uppercase() && (after_lower || (before_lower && letters[at - 1] != '_')) {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{expand, snake_case};

    #[test]
    fn misuse_is_reported_in_words() {
        for (input, expected) in [
            ("struct S;", "a Route is an enum"),
            ("enum E {}", "a Route has at least one variant"),
            ("enum E { A(u8) }", "the variants of a Route carry no data"),
            (r#"enum E { #[route("node", end)] A }"#, "a variant leads to a node or to the end, not both"),
            ("enum E { #[route(node)] A }", "expected \"node\", `end` or `label = \"...\"`"),
        ] {
            assert_eq!(expand(&syn::parse_str(input).unwrap()).unwrap_err().to_string(), expected, "{input}");
        }
    }

    #[test]
    fn variants_become_snake_case() {
        let names = ["Tools", "ToolNode", "HTTPCall", "Step2", "r#Yield"].map(snake_case);
        assert_eq!(names, ["tools", "tool_node", "http_call", "step2", "yield"]);
    }
}
