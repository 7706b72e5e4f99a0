//! A field's `#[channel(...)]`.

use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Field, Ident, LitStr, Path, Result, Token, Type, parenthesized, token};

/// What kind of channel a field is.
pub(crate) enum Channel {
    Overwrite,
    Append,
    Messages,
    Merge,
    Topic,
    Reduce { path: Box<Path>, write: Option<Box<Type>> },
    Barrier { names: Vec<LitStr> },
    Untracked,
}

pub(crate) struct StateField<'a> {
    pub(crate) field: &'a Field,
    pub(crate) ident: &'a Ident,
    /// The name as a string, without `r#`.
    pub(crate) name: String,
    pub(crate) channel: Channel,
}

impl<'a> StateField<'a> {
    pub(crate) fn of(field: &'a Field) -> Result<Self> {
        let ident = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "a State has named fields"))?;
        Ok(Self { field, ident, name: ident.unraw().to_string(), channel: Channel::of(field)? })
    }
}

impl Channel {
    fn of(field: &Field) -> Result<Self> {
        let mut channel: Option<Self> = None;
        let mut write: Option<Box<Type>> = None;
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("channel")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("write") {
                    write = Some(Box::new(meta.value()?.parse()?));
                    return Ok(());
                }
                if channel.replace(Self::read(&meta)?).is_some() {
                    return Err(meta.error("a field has one channel"));
                }
                Ok(())
            })?;
        }
        match (channel.unwrap_or(Self::Overwrite), write) {
            (Self::Reduce { path, .. }, write) => Ok(Self::Reduce { path, write }),
            (_, Some(write)) => Err(Error::new_spanned(write, "`write = Type` goes with `reduce = path`")),
            (Self::Untracked, None) if !is_skipped(field)? => Err(Error::new_spanned(
                field,
                "an untracked field has `#[serde(skip)]`, so that a checkpoint leaves it out",
            )),
            (channel, None) => Ok(channel),
        }
    }

    fn read(meta: &ParseNestedMeta<'_>) -> Result<Self> {
        let kind = meta.path.get_ident().map(Ident::to_string);
        match kind.as_deref().unwrap_or("a path, which is no kind") {
            "overwrite" => Ok(Self::Overwrite),
            "append" => Ok(Self::Append),
            "messages" => Ok(Self::Messages),
            "merge" => Ok(Self::Merge),
            "topic" => Ok(Self::Topic),
            "reduce" => Ok(Self::Reduce { path: Box::new(meta.value()?.parse()?), write: None }),
            "barrier" => Ok(Self::Barrier { names: awaited(meta)? }),
            "untracked" => Ok(Self::Untracked),
            _ => Err(meta.error(
                "expected `overwrite`, `append`, `messages`, `merge`, `topic`, `reduce = path`, `write = Type`, \
                 `barrier(\"name\", ...)` or `untracked`",
            )),
        }
    }

    /// The kind's name in `ChannelInfo`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Overwrite => "overwrite",
            Self::Append => "append",
            Self::Messages => "messages",
            Self::Merge => "merge",
            Self::Topic => "topic",
            Self::Reduce { .. } => "reduce",
            Self::Barrier { .. } => "barrier",
            Self::Untracked => "untracked",
        }
    }

    /// Whether an update can also replace the field's value: `overwrite_<field>`.
    pub(crate) fn is_replaceable(&self) -> bool {
        !matches!(self, Self::Overwrite | Self::Barrier { .. } | Self::Untracked)
    }
}

/// The names in `barrier("a", "b")`.
fn awaited(meta: &ParseNestedMeta<'_>) -> Result<Vec<LitStr>> {
    if !meta.input.peek(token::Paren) {
        return Err(meta.error("expected the names that the barrier waits for: `barrier(\"a\", \"b\")`"));
    }
    let content;
    parenthesized!(content in meta.input);
    let names: Vec<LitStr> = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?.into_iter().collect();
    if names.is_empty() {
        return Err(meta.error("a barrier waits for at least one name"));
    }
    Ok(names)
}

/// Whether serde leaves the field out both ways.
fn is_skipped(field: &Field) -> Result<bool> {
    let mut skipped = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            skipped |= meta.path.is_ident("skip");
            // Whatever else serde takes: `default = "path"`, `bound(...)`.
            if meta.input.peek(Token![=]) {
                meta.value()?.parse::<Expr>()?;
            } else if meta.input.peek(token::Paren) {
                let content;
                parenthesized!(content in meta.input);
                content.parse::<proc_macro2::TokenStream>()?;
            }
            Ok(())
        })?;
    }
    Ok(skipped)
}
