//! The records of ODS files, and what is taken from them.

use super::{DIALECTS, Dialect};
use serde_json::Value as Json;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
};

/// The records of an ODS file.
pub struct Records(Json);

impl Records {
    /// Runs `llvm-tblgen` on `file`.
    pub fn read(prefix: &Path, root: &Path, file: &str) -> Result<Self, String> {
        let include = prefix.join("include");
        let path = if file.starts_with("mlir/") { include.join(file) } else { root.join(file) };
        let tblgen = prefix.join("bin/llvm-tblgen");
        let mut command = Command::new(&tblgen);
        command.arg("--dump-json").arg("-I").arg(&include).arg("-I").arg(root);
        // linalg's structured ops include a file that MLIR generates, by a path from their own folder.
        command.arg("-I").arg(path.parent().unwrap_or(root)).arg(&path);
        let output = command.output().map_err(|error| format!("{}: {error}", tblgen.display()))?;
        if !output.status.success() {
            return Err(format!("failed: {command:?}\n{}", String::from_utf8_lossy(&output.stderr)));
        }
        serde_json::from_slice(&output.stdout).map(Self).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The record that `reference` refers to.
    fn get(&self, reference: &Json) -> &Json {
        &self.0[reference["def"].as_str().unwrap_or_default()]
    }

    /// The ops of `dialect`.
    pub fn ops(&self, dialect: &Dialect) -> Result<Vec<&Json>, String> {
        let all = self.0["!instanceof"]["Op"].as_array().into_iter().flatten().filter_map(Json::as_str);
        let mut found = Vec::new();
        for record in all.map(|name| &self.0[name]) {
            let mnemonic = text(record, "opName");
            let ours = text(self.get(&record["opDialect"]), "name") == dialect.module;
            if ours && (dialect.ops.is_empty() || dialect.ops.contains(&mnemonic)) {
                found.push(record);
            }
        }
        let names: BTreeSet<&str> = found.iter().map(|record| text(record, "opName")).collect();
        match dialect.ops.iter().find(|op| !names.contains(*op)) {
            Some(missing) => Err(format!("{} declares no op `{missing}`", dialect.file)),
            None => Ok(found),
        }
    }

    /// The traits of an op, those in lists of traits included.
    fn traits<'j>(&'j self, list: &'j Json) -> Vec<&'j Json> {
        let mut found = Vec::new();
        for record in list.as_array().into_iter().flatten().map(|reference| self.get(reference)) {
            found.push(record);
            found.extend(self.traits(&record["traits"]));
        }
        found
    }
}

fn text<'j>(record: &'j Json, field: &str) -> &'j str {
    record[field].as_str().unwrap_or_default()
}

fn is_a(record: &Json, class: &str) -> bool {
    record["!superclasses"].as_array().is_some_and(|classes| classes.iter().any(|name| name == class))
}

/// The entries of a dag: each a reference to a record, and a name.
fn args<'j>(record: &'j Json, dag: &str) -> impl Iterator<Item = Result<(&'j Json, &'j str), String>> {
    let entries = record[dag]["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    entries.iter().map(move |entry| match entry.as_array().map(Vec::as_slice) {
        Some([reference, name]) => Ok((reference, name.as_str().unwrap_or_default())),
        _ => Err(format!("{}: an entry of {dag} is not understood", text(record, "!name"))),
    })
}

/// How often an operand, result, region or successor occurs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    One,
    Optional,
    Variadic,
}

impl Arity {
    fn of(record: &Json) -> Self {
        let variadic = ["Variadic", "VariadicOfVariadic", "VariadicRegion", "VariadicSuccessor"];
        if is_a(record, "Optional") {
            Self::Optional
        } else if variadic.iter().any(|class| is_a(record, class)) {
            Self::Variadic
        } else {
            Self::One
        }
    }
}

/// An attribute's meaning in Rust.
#[derive(Clone, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Unit,
    Integer(&'static str),
    F32,
    Text,
    Symbol,
    I32s,
    I64s,
    Bools,
    Type,
    Map,
    /// An enum, by its module and name.
    Enum(String, String),
    /// An array attribute.
    List(Box<Kind>),
    Any,
}

impl Kind {
    fn of(records: &Records, record: &Json, enums: &mut Enums) -> Self {
        if is_a(record, "EnumAttr") || is_a(record, "IntEnumAttr") {
            return enum_of(records, record, enums).map_or(Self::Any, |(module, name)| Self::Enum(module, name));
        }
        if is_a(record, "TypedArrayAttrBase") {
            // An element's class is known by the array's predicate alone, which is C++: these are what there is.
            let element = match text(record, "!name") {
                "I64ArrayAttr" => Self::Integer("i64"),
                "I32ArrayAttr" => Self::Integer("i32"),
                "BoolArrayAttr" => Self::Bool,
                "AffineMapArrayAttr" => Self::Map,
                "IteratorTypeArrayAttr" => Self::of_enum(records, "IteratorTypeEnum", enums),
                "Vector_IteratorTypeArrayAttr" => Self::of_enum(records, "Vector_IteratorTypeEnum", enums),
                "Stablehlo_PrecisionConfigAttr" => Self::of_enum(records, "Stablehlo_PrecisionAttr", enums),
                _ => return Self::Any,
            };
            return if element == Self::Any { Self::Any } else { Self::List(Box::new(element)) };
        }
        let value_type = record["valueType"]["def"].as_str().unwrap_or_default();
        match (text(record, "storageType").trim(), value_type) {
            ("::mlir::BoolAttr", _) => Self::Bool,
            ("::mlir::UnitAttr", _) => Self::Unit,
            ("::mlir::IntegerAttr", "I64") => Self::Integer("i64"),
            ("::mlir::IntegerAttr", "I32") => Self::Integer("i32"),
            ("::mlir::FloatAttr", "F32") => Self::F32,
            ("::mlir::StringAttr", _) => Self::Text,
            ("::mlir::FlatSymbolRefAttr", _) => Self::Symbol,
            ("::mlir::DenseI32ArrayAttr", _) => Self::I32s,
            ("::mlir::DenseI64ArrayAttr", _) => Self::I64s,
            ("::mlir::DenseBoolArrayAttr", _) => Self::Bools,
            ("::mlir::TypeAttr", _) => Self::Type,
            ("::mlir::AffineMapAttr", _) => Self::Map,
            _ => Self::Any,
        }
    }

    fn of_enum(records: &Records, name: &str, enums: &mut Enums) -> Self {
        enum_of(records, &records.0[name], enums).map_or(Self::Any, |(module, name)| Self::Enum(module, name))
    }

    /// What an attribute with this default in C++ holds where it is absent, in Rust.
    fn default(&self, cpp: &str, enums: &Enums) -> Option<String> {
        let last = cpp.rsplit("::").next().unwrap_or(cpp);
        match self {
            Self::Bool => matches!(cpp, "true" | "false").then(|| cpp.to_string()),
            Self::Integer(_) => cpp.parse::<i64>().ok().map(|value| value.to_string()),
            Self::Text => (cpp == "\"\"").then(|| cpp.to_string()),
            Self::I32s | Self::I64s | Self::Bools | Self::List(_) => cpp.ends_with("{}").then(|| "Vec::new()".into()),
            Self::Enum(module, name) => {
                let definition = enums.get(&(module.clone(), name.clone()))?;
                let wanted = camel(last);
                let (case, _) = definition.cases.iter().find(|(case, _)| *case == wanted)?;
                Some(format!("super::{module}::{name}::{}", definition.case(case)))
            }
            _ => None,
        }
    }
}

/// The enums that attributes need, by module and name.
pub type Enums = BTreeMap<(String, String), EnumDef>;

/// An enum, as Rust and C++ have it.
pub struct EnumDef {
    pub name: String,
    pub summary: String,
    pub cases: Vec<(String, u64)>,
    pub is_bits: bool,
    pub attribute: EnumAttribute,
}

/// What holds an enum's value.
pub enum EnumAttribute {
    /// An integer of so many bits.
    Integer(u64),
    /// An attribute of the dialect's, with a value of this C++ type; the function that makes it has this name.
    Own { attribute: String, value: String, function: String },
}

impl EnumDef {
    /// A case's name in Rust: the bits of a set are constants.
    pub fn case(&self, case: &str) -> String {
        if self.is_bits { snake(case).to_uppercase() } else { case.to_string() }
    }
}

/// The enum of an attribute's record: its module and name, if its dialect is one of ours.
fn enum_of(records: &Records, record: &Json, enums: &mut Enums) -> Option<(String, String)> {
    let own = is_a(record, "EnumAttr");
    let info = if own { records.get(&record["enum"]) } else { record };
    let (namespace, name) = match text(info, "cppType").trim_start_matches(':').rsplit_once("::") {
        Some((namespace, name)) => (namespace.to_string(), name.to_string()),
        None => (text(info, "cppNamespace").trim_start_matches(':').to_string(), text(info, "className").to_string()),
    };
    let module = namespace.rsplit("::").next()?.to_lowercase();
    // The iterators of linalg are in a namespace of their own.
    let module = if module == "utils" { "linalg".to_string() } else { module };
    DIALECTS.iter().find(|dialect| dialect.module == module)?;
    let value = format!("::{namespace}::{name}");
    let mut ops = records.0["!instanceof"]["Op"].as_array().into_iter().flatten().filter_map(Json::as_str);
    // An op may have the enum's name.
    let name = if ops.any(|op| class_of(op) == name) { format!("{name}Attr") } else { name };
    let key = (module.clone(), name.clone());
    let cases = info["enumerants"].as_array()?.iter().map(|case| records.get(case));
    let cases = cases.filter_map(|case| Some((camel(text(case, "symbol")), case["value"].as_u64()?))).collect();
    enums.entry(key.clone()).or_insert_with(|| EnumDef {
        attribute: if own {
            EnumAttribute::Own {
                attribute: text(record, "cppType").to_string(),
                value,
                function: format!("xla_ods_{module}_{}", snake(&name)),
            }
        } else {
            EnumAttribute::Integer(record["bitwidth"].as_u64().unwrap_or(32))
        },
        summary: text(info, "summary").to_string(),
        is_bits: is_a(info, "BitEnumBase"),
        name,
        cases,
    });
    Some(key)
}

/// An operand, attribute, region, successor or result.
pub struct Argument {
    /// As ODS has it.
    pub name: String,
    /// In Rust.
    pub field: String,
    pub kind: ArgumentKind,
}

pub enum ArgumentKind {
    Operand(Arity),
    /// An attribute; `default` is what an absent one means, in Rust.
    Attribute {
        kind: Kind,
        optional: bool,
        default: Option<String>,
    },
    Region(Arity),
    Successor(Arity),
    Result(Arity),
}

impl ArgumentKind {
    fn what(&self) -> &'static str {
        match self {
            Self::Operand(_) => "operand",
            Self::Attribute { .. } => "attribute",
            Self::Region(_) => "region",
            Self::Successor(_) => "successor",
            Self::Result(_) => "result",
        }
    }

    /// How often it occurs, if it is a `what`.
    fn arity(&self, what: &str) -> Option<Arity> {
        match self {
            Self::Operand(arity) | Self::Region(arity) | Self::Successor(arity) | Self::Result(arity) => {
                (self.what() == what).then_some(*arity)
            }
            Self::Attribute { .. } => None,
        }
    }
}

/// Ops whose results have the types of a group of operands, which ODS does not say.
const RESULTS_LIKE: &[(&str, &str)] = &[("scf.for", "init_args")];

/// Where an op's result types come from.
pub enum Results {
    /// The builder's caller gives them.
    Given,
    /// The one result has that of this operand.
    SameAs(String),
    /// The results have those of these operands.
    Like(String),
    /// The op's type inference gives them.
    Inferred,
}

/// An op, as Rust has it.
pub struct OpDef {
    pub name: String,
    pub mnemonic: String,
    pub class: String,
    pub summary: String,
    pub arguments: Vec<Argument>,
    pub operand_segments: bool,
    pub result_segments: bool,
    pub results: Results,
}

impl OpDef {
    /// The op that `record` declares.
    pub fn of(records: &Records, record: &Json, enums: &mut Enums) -> Result<Self, String> {
        let mnemonic = text(record, "opName").to_string();
        let dialect = text(records.get(&record["opDialect"]), "name");
        // A constraint that is decorated with side effects is wrapped.
        let constraint = |reference: &Json| {
            let constraint = records.get(reference);
            if is_a(constraint, "OpVariable") { records.get(&constraint["constraint"]) } else { constraint }
        };
        let mut arguments = Vec::new();
        let mut add = |name: &str, kind: ArgumentKind| {
            arguments.push(Argument { name: name.to_string(), field: escaped(&snake(name)), kind });
        };
        for entry in args(record, "arguments") {
            let (reference, name) = entry?;
            let constraint = constraint(reference);
            if is_a(constraint, "TypeConstraint") {
                add(name, ArgumentKind::Operand(Arity::of(constraint)));
            } else if is_a(constraint, "AttrConstraint") {
                add(name, attribute(records, constraint, enums));
            }
            // What remains is a property that is no attribute: it keeps its default.
        }
        let mut buildable = true;
        for (dag, kind) in [
            ("regions", ArgumentKind::Region as fn(Arity) -> ArgumentKind),
            ("successors", ArgumentKind::Successor),
            ("results", ArgumentKind::Result),
        ] {
            for entry in args(record, dag) {
                let (reference, name) = entry?;
                let constraint = constraint(reference);
                add(name, kind(Arity::of(constraint)));
                buildable &= dag != "results" || !text(constraint, "builderCall").is_empty();
            }
        }
        let traits = records.traits(&record["traits"]);
        let has = |name: &str| traits.iter().any(|record| text(record, "!name") == name);
        let mut op = Self {
            name: format!("{dialect}.{mnemonic}"),
            summary: text(record, "summary").trim().to_string(),
            operand_segments: has("AttrSizedOperandSegments"),
            result_segments: has("AttrSizedResultSegments"),
            results: Results::Given,
            // The records of our own dialects are named freely.
            class: if DIALECTS.iter().any(|other| other.module == dialect && !other.file.starts_with("mlir/")) {
                camel(mnemonic.trim_start_matches('_').replace('-', "_").as_str())
            } else {
                class_of(text(record, "!name"))
            },
            mnemonic,
            arguments,
        };
        op.results = op.result_types(&traits, buildable, records.0["InferTypeOpInterface"].is_object());
        op.name_apart();
        Ok(op)
    }

    /// Where the result types come from, as mlir-tblgen decides it: `buildable` ones have a type that is always the
    /// same, and it can write type inference where the interface of that is `known`.
    fn result_types(&self, traits: &[&Json], buildable: bool, known: bool) -> Results {
        let results = self.parts("result");
        if let Some((_, operands)) = RESULTS_LIKE.iter().find(|(op, _)| *op == self.name) {
            return Results::Like((*operands).to_string());
        }
        let interface = traits.iter().any(|record| text(record, "cppInterfaceName") == "InferTypeOpInterface");
        if results.is_empty() || results.iter().any(|(_, arity)| *arity != Arity::One) {
            return if interface { Results::Inferred } else { Results::Given };
        }
        let first = self.parts("operand").first().filter(|(_, arity)| *arity == Arity::One).map(|(first, _)| *first);
        if let Some(first) = first
            && traits.iter().any(|record| text(record, "!name") == "SameOperandsAndResultType")
        {
            return Results::SameAs(first.field.clone());
        }
        // What is declared to match an operand or attribute.
        let matches = |result: &str| {
            traits.iter().any(|record| {
                let values: Vec<&str> =
                    record["values"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
                let all = is_a(record, "AllTypesMatch") && values.contains(&result) && values.len() > 1;
                all || is_a(record, "TypesMatchWith") && text(record, "rhs") == result
            })
        };
        if interface || known && (buildable || results.iter().all(|(result, _)| matches(&result.name))) {
            Results::Inferred
        } else {
            Results::Given
        }
    }

    /// Gives each argument a name of its own: ODS may call an operand and a result alike, or none of them anything.
    fn name_apart(&mut self) {
        let mut seen = BTreeSet::new();
        for (i, argument) in self.arguments.iter_mut().enumerate() {
            let what = argument.kind.what();
            if argument.field.is_empty() {
                argument.field = if seen.contains(what) { format!("{what}_{i}") } else { what.to_string() };
            }
            // What every view and builder has.
            let taken = matches!(argument.field.as_str(), "op" | "of" | "cast" | "builder" | "options" | "build");
            if taken || !seen.insert(argument.field.clone()) {
                argument.field = format!("{}_{what}", argument.field);
                seen.insert(argument.field.clone());
            }
        }
    }

    /// The arguments that are a `what`, in order.
    pub fn parts(&self, what: &str) -> Vec<(&Argument, Arity)> {
        self.arguments.iter().filter_map(|argument| Some((argument, argument.kind.arity(what)?))).collect()
    }
}

/// The argument that an attribute's constraint describes.
fn attribute(records: &Records, constraint: &Json, enums: &mut Enums) -> ArgumentKind {
    let mut base = constraint;
    let mut optional = false;
    let mut default = None;
    while base["baseAttr"].is_object() {
        let value = base["defaultValue"].as_str().filter(|value| !value.is_empty());
        optional |= is_a(base, "OptionalAttr") || value.is_some();
        default = default.or(value);
        base = records.get(&base["baseAttr"]);
    }
    let kind = Kind::of(records, base, enums);
    let default = default.and_then(|cpp| kind.default(cpp.trim(), enums));
    ArgumentKind::Attribute { optional: optional || kind == Kind::Unit, kind, default }
}

/// The name in Rust of the op whose record has this name: `Arith_AddIOp` -> `AddI`.
fn class_of(record: &str) -> String {
    let class = record.split_once('_').map_or(record, |(_, class)| class);
    camel(&class.strip_suffix("Op").unwrap_or(class).replace('_', ""))
}

/// `overflowFlags`, `AddI` -> `overflow_flags`, `add_i`.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && before != '_' && !before.is_uppercase() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
        before = c;
    }
    out
}

/// `get_global`, `NO_TRANSPOSE` -> `GetGlobal`, `NoTranspose`; what has capitals inside keeps them.
pub fn camel(name: &str) -> String {
    let shouts = name.chars().all(|c| !c.is_lowercase());
    let word = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let rest = chars.as_str();
        first + &if shouts { rest.to_lowercase() } else { rest.to_string() }
    };
    let joined: String = name.split('_').map(word).collect();
    if joined.starts_with(|c: char| c.is_ascii_digit()) { format!("N{joined}") } else { joined }
}

/// `name`, or `name_` where it is a keyword of Rust.
pub fn escaped(name: &str) -> String {
    const KEYWORDS: &[&str] = &[
        "abstract", "as", "async", "await", "box", "break", "const", "continue", "do", "dyn", "else", "enum", "extern",
        "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
        "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "try", "type",
        "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_string() }
}
