//! What `model` found, as Rust and, for the enums that are attributes of their dialects, C++.

use super::{
    Module,
    model::{Argument, ArgumentKind, Arity, EnumAttribute, EnumDef, Kind, OpDef, Results, camel, escaped},
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Parameters of a function that is written, besides the builder, at most: what takes more is a struct.
const MOST_PARAMETERS: usize = 5;

/// Adds a formatted line.
macro_rules! line {
    ($text:expr, $($format:tt)*) => {{
        // Writing to a string cannot fail.
        let _ = writeln!($text, $($format)*);
    }};
}

/// The modules of all dialects, and the enum of all ops.
pub fn modules(modules: &BTreeMap<&str, Module>) -> String {
    let mut rust = String::new();
    for (name, module) in modules {
        write_module(name, module, &mut rust);
    }
    let variants: Vec<(String, &str)> = modules.keys().map(|module| (camel(module), *module)).collect();
    line!(rust, "/// The op that an operation is: its dialect, and which of its ops.");
    line!(rust, "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum Kind {{");
    for (variant, module) in &variants {
        line!(rust, "/// An op of the dialect `{module}`.\n{variant}({module}::Kind),");
    }
    line!(rust, "}}\nimpl Kind {{\n/// The op of this name, such as `arith.addi`; none of an op that is not listed.");
    line!(rust, "pub fn from_name(name: &str) -> Option<Self> {{\nlet (dialect, mnemonic) = name.split_once('.')?;");
    line!(rust, "Some(match dialect {{");
    for (variant, module) in &variants {
        line!(rust, "\"{module}\" => Self::{variant}({module}::Kind::from_mnemonic(mnemonic)?),");
    }
    line!(rust, "_ => return None,\n}})\n}}");
    line!(rust, "/// The op's name, such as `arith.addi`.\npub fn name(self) -> &'static str {{\nmatch self {{");
    for (variant, _) in &variants {
        line!(rust, "Self::{variant}(kind) => kind.name(),");
    }
    line!(rust, "}}\n}}\n}}");
    line!(rust, "/// Every op whose builder leaves its result types to the op's type inference.");
    line!(rust, "#[cfg(test)]\nconst INFERRED: &[&str] = &[");
    for op in modules.values().flat_map(|module| &module.ops) {
        if matches!(op.results, Results::Inferred) {
            line!(rust, "{:?},", op.name);
        }
    }
    line!(rust, "];");
    rust
}

fn write_module(name: &str, module: &Module, rust: &mut String) {
    let ops = &module.ops;
    line!(rust, "/// The ops of the dialect `{name}`, and the enums of their attributes.");
    // `Cast::cast` is named as every other view's `cast`.
    line!(rust, "#[allow(clippy::self_named_constructors)]\npub mod {name} {{");
    line!(rust, "use super::support::{{self, *}};");
    line!(rust, "/// The ops of the dialect.");
    line!(rust, "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum Kind {{");
    for op in ops {
        line!(rust, "/// `{}`.\n{},", op.name, op.class);
    }
    line!(rust, "}}\nimpl Kind {{\n/// All of them, in the order of their names.\npub const ALL: &[Self] = &[");
    ops.iter().for_each(|op| line!(rust, "Self::{},", op.class));
    line!(rust, "];\nconst NAMES: &[&str] = &[");
    ops.iter().for_each(|op| line!(rust, "\"{}\",", op.name));
    line!(rust, "];\n/// The op's name.\npub fn name(self) -> &'static str {{\nSelf::NAMES[self as usize]\n}}");
    line!(rust, "/// The op's name without its dialect.\npub fn mnemonic(self) -> &'static str {{");
    line!(rust, "&Self::NAMES[self as usize][{}..]\n}}", name.len() + 1);
    line!(rust, "/// The op of this mnemonic.\npub fn from_mnemonic(mnemonic: &str) -> Option<Self> {{");
    line!(
        rust,
        "Self::NAMES.binary_search_by(|name| name[{}..].cmp(mnemonic)).ok().map(|i| Self::ALL[i])",
        name.len() + 1
    );
    line!(rust, "}}\n/// Which op of the dialect `op` is, if it is one.\npub fn of(op: Op<'_>) -> Option<Self> {{");
    line!(rust, "Self::from_mnemonic(op.name_str().strip_prefix(\"{name}.\")?)\n}}\n}}");
    for op in ops {
        write_view(op, rust);
        write_builder(op, rust);
    }
    module.enums.iter().for_each(|definition| write_enum(definition, rust));
    line!(rust, "}}");
}

impl Kind {
    /// The type of a value that is given for it, with lifetimes `'c` of the context and `'a` of what is borrowed.
    fn given(&self) -> String {
        match self {
            Self::Text | Self::Symbol => "&'a str".to_string(),
            Self::I32s => "&'a [i32]".to_string(),
            Self::I64s => "&'a [i64]".to_string(),
            Self::Bools => "&'a [bool]".to_string(),
            Self::List(element) => format!("&'a [{}]", element.given()),
            _ => self.read(),
        }
    }

    /// The type of what is read from it.
    fn read(&self) -> String {
        match self {
            Self::Bool | Self::Unit => "bool".to_string(),
            Self::Integer(ty) => (*ty).to_string(),
            Self::F32 => "f32".to_string(),
            Self::Text | Self::Symbol => "&'c str".to_string(),
            Self::I32s => "Vec<i32>".to_string(),
            Self::I64s => "Vec<i64>".to_string(),
            Self::Bools => "Vec<bool>".to_string(),
            Self::Type => "Type<'c>".to_string(),
            Self::Map => "AffineMap<'c>".to_string(),
            Self::Enum(module, name) => format!("super::{module}::{name}"),
            Self::List(element) => format!("Vec<{}>", element.read()),
            Self::Any => "Attribute<'c>".to_string(),
        }
    }

    /// The expression that makes of `value` what can be put into an attribute.
    fn wrapped(&self, value: &str) -> String {
        match self {
            Self::Symbol => format!("Symbol({value})"),
            Self::List(_) => format!("List({value})"),
            _ => value.to_string(),
        }
    }

    /// The function that reads it from an op's attribute.
    fn reader(&self) -> &'static str {
        match self {
            Self::Symbol => "symbol",
            Self::List(_) => "list",
            _ => "read",
        }
    }
}

fn write_view(op: &OpDef, rust: &mut String) {
    let OpDef { name, class, .. } = op;
    line!(rust, "/// `{name}`: {}.", first_line(&op.summary, name));
    line!(rust, "#[derive(Clone, Copy, Debug)]\npub struct {class}<'c>(Op<'c>);\nimpl<'c> {class}<'c> {{");
    line!(rust, "/// `op`, if it is a `{name}`.\n#[inline]\npub fn of(op: Op<'c>) -> Option<Self> {{");
    line!(rust, "(op.name_str() == \"{name}\").then_some(Self(op))\n}}");
    line!(rust, "/// `op`, which is a `{name}`: a panic if it is not.\n#[inline]\npub fn cast(op: Op<'c>) -> Self {{");
    line!(rust, "support::expect(op, \"{name}\");\nSelf(op)\n}}");
    line!(rust, "/// The operation.\n#[inline]\npub fn op(self) -> Op<'c> {{\nself.0\n}}");
    write_groups(&op.parts("operand"), "operand", op.operand_segments, rust);
    write_groups(&op.parts("result"), "result", op.result_segments, rust);
    for (i, (region, arity)) in op.parts("region").into_iter().enumerate() {
        let Argument { name, field, .. } = region;
        if arity == Arity::One {
            line!(rust, "/// The region `{name}`.\n#[inline]\npub fn {field}(self) -> Region<'c> {{");
            line!(rust, "support::region(self.0, {i})\n}}");
        } else {
            line!(rust, "/// The regions `{name}`.\n#[inline]\npub fn {field}(self) -> Vec<Region<'c>> {{");
            line!(rust, "self.0.region_list().split_off({i})\n}}");
        }
    }
    for argument in &op.arguments {
        if let ArgumentKind::Attribute { kind, optional, default } = &argument.kind {
            write_attribute(argument, kind, (*optional, default.as_deref()), rust);
        }
    }
    line!(rust, "}}");
}

/// An attribute's accessor.
fn write_attribute(argument: &Argument, kind: &Kind, absent: (bool, Option<&str>), rust: &mut String) {
    let Argument { name, field, .. } = argument;
    let ty = kind.read();
    let read = format!("support::{}(self.0, \"{name}\")", kind.reader());
    let (ty, value) = match absent {
        _ if *kind == Kind::Unit => (ty, format!("self.0.attr(\"{name}\").is_some()")),
        (_, Some("Vec::new()")) => (ty, format!("{read}.unwrap_or_default()")),
        (_, Some(default)) => (ty, format!("{read}.unwrap_or({default})")),
        (true, None) => (format!("Option<{ty}>"), read),
        (false, None) => (ty, format!("support::required(self.0, \"{name}\", {read})")),
    };
    line!(rust, "/// The attribute `{name}`.\n#[inline]\npub fn {field}(self) -> {ty} {{\n{value}\n}}");
}

/// Accessors of operands or results, whose numbers depend on how many there are in the groups before.
fn write_groups(groups: &[(&Argument, Arity)], what: &str, segments: bool, rust: &mut String) {
    let variadic = groups.iter().filter(|(_, arity)| *arity != Arity::One).count();
    for (i, (argument, arity)) in groups.iter().enumerate() {
        let Argument { name, field, .. } = argument;
        let count = format!("self.0.{what}_count()");
        let before_is_fixed = groups[..i].iter().all(|(_, arity)| *arity == Arity::One);
        let single = if what == "operand" { "input" } else { "output" };
        let range = if segments || variadic > 1 {
            format!("support::segment(self.0, \"{what}SegmentSizes\", {i})")
        } else if before_is_fixed {
            match groups.len() - i - 1 {
                0 => format!("{i}..{count}"),
                behind => format!("{i}..{count} - {behind}"),
            }
        } else {
            format!("{count} - {}..{count}", groups.len() - i)
        };
        let (ty, value) = match arity {
            Arity::One if before_is_fixed && !segments => ("Value<'c>", format!("self.0.{single}({i})")),
            Arity::One => ("Value<'c>", format!("support::{what}s(self.0, {range})[0]")),
            Arity::Optional => ("Option<Value<'c>>", format!("support::{what}s(self.0, {range}).first().copied()")),
            Arity::Variadic => ("Vec<Value<'c>>", format!("support::{what}s(self.0, {range})")),
        };
        let plural = if *arity == Arity::Variadic { "s" } else { "" };
        line!(rust, "/// The {what}{plural} `{name}`.\n#[inline]\npub fn {field}(self) -> {ty} {{\n{value}\n}}");
    }
}

/// What a builder is given: the fields with their types, without what is optional or found by itself.
fn fields(op: &OpDef) -> Vec<(&Argument, String)> {
    let given = matches!(op.results, Results::Given);
    let arity = |one: &str, arity: Arity| match arity {
        Arity::One => one.to_string(),
        Arity::Optional => format!("Option<{one}>"),
        Arity::Variadic => format!("&'a [{one}]"),
    };
    let ty = |argument: &Argument| match &argument.kind {
        ArgumentKind::Operand(count) => Some(arity("Value<'c>", *count)),
        ArgumentKind::Attribute { kind, optional: false, .. } => Some(kind.given()),
        ArgumentKind::Attribute { .. } => None,
        ArgumentKind::Region(Arity::Variadic) => Some("Vec<OwnedRegion<'c>>".to_string()),
        ArgumentKind::Region(_) => Some("OwnedRegion<'c>".to_string()),
        ArgumentKind::Successor(count) => Some(arity("Block<'c>", *count)),
        ArgumentKind::Result(count) => given.then(|| arity("Type<'c>", *count)),
    };
    op.arguments.iter().filter_map(|argument| Some((argument, ty(argument)?))).collect()
}

/// The optional attributes of an op.
fn options(op: &OpDef) -> Vec<(&Argument, &Kind)> {
    let option = |argument: &Argument| matches!(argument.kind, ArgumentKind::Attribute { optional: true, .. });
    let each = op.arguments.iter().filter(|argument| option(argument));
    each.filter_map(|argument| match &argument.kind {
        ArgumentKind::Attribute { kind, .. } => Some((argument, kind)),
        _ => None,
    })
    .collect()
}

/// The lifetimes that `types` have, as generic parameters.
fn generics<'t>(types: impl Iterator<Item = &'t str> + Clone) -> &'static str {
    let has = |lifetime: &str| types.clone().any(|ty| ty.contains(lifetime));
    match (has("'c"), has("'a")) {
        (true, true) => "<'c, 'a>",
        (true, false) => "<'c>",
        (false, true) => "<'a>",
        (false, false) => "",
    }
}

fn write_builder(op: &OpDef, rust: &mut String) {
    let OpDef { name, class, .. } = op;
    let (fields, options) = (fields(op), options(op));
    let option_types: Vec<String> = options.iter().map(|(_, kind)| kind.given()).collect();
    let option_generics = generics(option_types.iter().map(String::as_str));
    let options_type = format!("{class}Options{option_generics}");
    if !options.is_empty() {
        line!(rust, "/// The optional attributes of `{name}`.\n#[derive(Clone, Debug, Default)]");
        line!(rust, "pub struct {options_type} {{");
        for ((attribute, kind), ty) in options.iter().zip(&option_types) {
            let ty = if **kind == Kind::Unit { ty.clone() } else { format!("Option<{ty}>") };
            line!(rust, "/// `{}`.\npub {}: {ty},", attribute.name, attribute.field);
        }
        line!(rust, "}}");
    }
    let single = matches!(op.parts("result").as_slice(), [(_, Arity::One)]);
    let (returned, end) = if single { ("Value<'c>", "value") } else { ("Op<'c>", "build") };
    if fields.len() > MOST_PARAMETERS {
        let mut types: Vec<&str> = fields.iter().map(|(_, ty)| ty.as_str()).collect();
        if !options.is_empty() {
            types.push(&options_type);
        }
        let generics = generics(types.iter().copied());
        line!(rust, "/// What a [`{class}`] is built of.\npub struct {class}Parts{generics} {{");
        for (argument, ty) in &fields {
            line!(rust, "/// `{}`.\npub {}: {ty},", argument.name, argument.field);
        }
        if !options.is_empty() {
            line!(rust, "/// The optional attributes.\npub options: {options_type},");
        }
        line!(rust, "}}\nimpl<'c> {class}Parts{} {{", generics.replace("'a", "'_"));
        line!(
            rust,
            "/// Builds a [`{class}`](struct@{class}), `{name}`.\npub fn build(self, builder: &Builder<'c>) -> {returned} {{"
        );
        write_body(op, "self.", rust);
        line!(rust, ".{end}()\n}}\n}}");
        return;
    }
    let mnemonic = op.mnemonic.replace(['.', '-'], "_");
    let function = escaped(&mnemonic);
    let parameters: String = fields.iter().map(|(argument, ty)| format!(", {}: {ty}", argument.field)).collect();
    let parameters = parameters.replace("'a ", "");
    line!(rust, "/// Builds a [`{class}`](struct@{class}), `{name}`.\n#[inline]");
    line!(rust, "pub fn {function}<'c>(builder: &Builder<'c>{parameters}) -> {returned} {{");
    if !options.is_empty() {
        let given: String = fields.iter().map(|(argument, _)| format!("{}, ", argument.field)).collect();
        line!(rust, "{mnemonic}_with(builder, {given}{class}Options::default())\n}}");
        line!(rust, "/// Builds a [`{class}`](struct@{class}), `{name}`, with optional attributes.\n#[inline]");
        let options_type = options_type.replace("'a", "'_");
        line!(
            rust,
            "pub fn {mnemonic}_with<'c>(builder: &Builder<'c>{parameters}, options: {options_type}) -> {returned} {{"
        );
    }
    write_body(op, "", rust);
    line!(rust, ".{end}()\n}}");
}

/// Creates the op's state from variables, or fields of `from`, that have the names of its arguments.
fn write_body(op: &OpDef, from: &str, rust: &mut String) {
    line!(rust, "State::new(builder, \"{}\")", op.name);
    for argument in &op.arguments {
        let (name, field) = (&argument.name, &argument.field);
        match &argument.kind {
            ArgumentKind::Operand(arity) => match arity {
                Arity::Variadic => line!(rust, ".operands({from}{field})"),
                Arity::Optional => line!(rust, ".operands({from}{field}.as_slice())"),
                Arity::One => line!(rust, ".operands(&[{from}{field}])"),
            },
            ArgumentKind::Attribute { kind, optional: false, .. } => {
                line!(rust, ".attribute(\"{name}\", {})", kind.wrapped(&format!("{from}{field}")));
            }
            ArgumentKind::Attribute { kind: Kind::Unit, .. } => {
                line!(rust, ".flag(\"{name}\", {from}options.{field})");
            }
            ArgumentKind::Attribute { kind, .. } => {
                let map = match kind {
                    Kind::Symbol => ".map(Symbol)",
                    Kind::List(_) => ".map(List)",
                    _ => "",
                };
                line!(rust, ".optional(\"{name}\", {from}options.{field}{map})");
            }
            ArgumentKind::Region(Arity::Variadic) => line!(rust, ".regions({from}{field})"),
            ArgumentKind::Region(_) => line!(rust, ".regions(vec![{from}{field}])"),
            ArgumentKind::Successor(Arity::Variadic) => line!(rust, ".successors({from}{field})"),
            ArgumentKind::Successor(_) => line!(rust, ".successors(&[{from}{field}])"),
            ArgumentKind::Result(_) => {}
        }
    }
    if op.operand_segments {
        let size = |(argument, arity): &(&Argument, Arity)| match arity {
            Arity::One => "1".to_string(),
            Arity::Optional => format!("{from}{}.is_some().into()", argument.field),
            Arity::Variadic => format!("{from}{}.len() as i32", argument.field),
        };
        let sizes: Vec<String> = op.parts("operand").iter().map(size).collect();
        line!(rust, ".attribute(\"operandSegmentSizes\", [{}].as_slice())", sizes.join(", "));
    }
    match &op.results {
        Results::Inferred => line!(rust, ".infer()"),
        Results::SameAs(operand) => line!(rust, ".results(&[{from}{operand}.r#type()])"),
        Results::Like(operands) => line!(rust, ".results_like({from}{operands})"),
        Results::Given => {
            for (argument, arity) in op.parts("result") {
                let field = &argument.field;
                match arity {
                    Arity::Variadic => line!(rust, ".results({from}{field})"),
                    Arity::Optional => line!(rust, ".results({from}{field}.as_slice())"),
                    Arity::One => line!(rust, ".results(&[{from}{field}])"),
                }
            }
        }
    }
}

fn write_enum(definition: &EnumDef, rust: &mut String) {
    let EnumDef { name, cases, .. } = definition;
    line!(rust, "/// {}.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]", first_line(&definition.summary, name));
    if definition.is_bits {
        line!(rust, "pub struct {name}(i64);\nimpl {name} {{");
        for (case, value) in cases {
            line!(rust, "/// `{case}`.\npub const {}: Self = Self({value});", definition.case(case));
        }
        line!(rust, "/// Whether all bits of `other` are set.\npub fn contains(self, other: Self) -> bool {{");
        line!(rust, "self.0 & other.0 == other.0\n}}\n}}");
        line!(rust, "impl std::ops::BitOr for {name} {{\ntype Output = Self;");
        line!(rust, "fn bitor(self, other: Self) -> Self {{\nSelf(self.0 | other.0)\n}}\n}}");
    } else {
        line!(rust, "pub enum {name} {{");
        cases.iter().for_each(|(case, value)| line!(rust, "/// `{case}`.\n{case} = {value},"));
        line!(rust, "}}\nimpl {name} {{\n/// Every case.\npub const ALL: &[Self] = &[");
        cases.iter().for_each(|(case, _)| line!(rust, "Self::{case},"));
        line!(rust, "];\n}}");
    }
    line!(rust, "impl EnumAttribute for {name} {{\nfn value(self) -> i64 {{");
    line!(rust, "self{}\n}}", if definition.is_bits { ".0" } else { " as i64" });
    line!(rust, "fn from_value(value: i64) -> Option<Self> {{");
    if definition.is_bits {
        line!(rust, "(value >= 0).then_some(Self(value))\n}}");
    } else {
        line!(rust, "Self::ALL.iter().copied().find(|case| *case as i64 == value)\n}}");
    }
    match &definition.attribute {
        EnumAttribute::Integer(bits) => {
            line!(rust, "fn to_attribute(self, context: &Context) -> Attribute<'_> {{");
            line!(rust, "support::integer(context, {bits}, self.value())\n}}");
            line!(rust, "fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {{");
            line!(rust, "Self::from_value(support::int_value(attribute)?)\n}}\n}}");
        }
        EnumAttribute::Own { function, .. } => {
            line!(rust, "fn to_attribute(self, context: &Context) -> Attribute<'_> {{");
            line!(rust, "// SAFETY: the value is one of the enum's, and the attribute lives as long as the context.");
            line!(rust, "unsafe {{ Attribute::from_raw({function}(context.to_raw(), self.value())) }}\n}}");
            line!(rust, "fn from_attribute(attribute: Attribute<'_>) -> Option<Self> {{");
            line!(rust, "// SAFETY: the attribute is alive; of another kind it has the value -1.");
            line!(rust, "Self::from_value(unsafe {{ {function}_value(attribute.to_raw()) }})\n}}\n}}");
            line!(rust, "unsafe extern \"C\" {{");
            line!(rust, "fn {function}(context: MlirContext, value: i64) -> MlirAttribute;");
            line!(rust, "fn {function}_value(attribute: MlirAttribute) -> i64;\n}}");
        }
    }
}

/// The functions that an enum's attribute is made and read by.
pub fn enum_cpp(definition: &EnumDef, cpp: &mut String) {
    let EnumAttribute::Own { attribute, value, function } = &definition.attribute else { return };
    line!(cpp, "extern \"C\" MlirAttribute {function}(MlirContext context, int64_t value) {{");
    line!(cpp, "  return wrap({attribute}::get(unwrap(context), static_cast<{value}>(value)));\n}}");
    line!(cpp, "extern \"C\" int64_t {function}_value(MlirAttribute attribute) {{");
    line!(cpp, "  auto typed = llvm::dyn_cast<{attribute}>(unwrap(attribute));");
    line!(cpp, "  return typed ? static_cast<int64_t>(typed.getValue()) : -1;\n}}");
}

/// The first line of `summary` without what would end it or mean something in rustdoc; `name` if there is none.
fn first_line(summary: &str, name: &str) -> String {
    let line = summary.trim().lines().next().unwrap_or_default().trim_end_matches('.');
    let line = line.replace(['[', ']', '<', '>'], "");
    if line.is_empty() { format!("`{name}`") } else { line }
}
