//! Parts of structured attributes, read from their text.

use crate::ir::Attribute;

/// The text that follows `name = ` in the text of a structured attribute, up to the next comma or closing bracket.
pub fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("{name} = "))?;
    rest.split([',', '>', ']']).next().map(str::trim)
}

/// The numbers of the list `name = [..]` in the text of a structured attribute.
pub fn list(text: &str, name: &str) -> Vec<usize> {
    let Some((_, rest)) = text.split_once(&format!("{name} = [")) else { return Vec::new() };
    let numbers = rest.split(']').next().unwrap_or_default();
    numbers.split(',').filter_map(|number| number.trim().parse().ok()).collect()
}

/// The last word of an enum attribute's text: `EQ` of `#stablehlo<comparison_direction EQ>`.
pub fn enum_word(attribute: Attribute<'_>) -> String {
    let text = attribute.to_string();
    let word = text.trim_end_matches('>').rsplit([' ', '<', '.']).next().unwrap_or_default();
    word.trim_matches('"').to_string()
}
