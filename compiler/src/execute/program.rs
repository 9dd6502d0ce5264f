//! What a lowered module says of itself: its signature, its scratch memory and its custom calls.

use super::error::CodeError;
use super::form::Form;
use super::memory_use::Memory;
use crate::attributes::{ARENA_BYTES, CUSTOM_CALLS, INPUT_NAMES, INPUTS, OUTPUT_NAMES, OUTPUTS};
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use std::collections::BTreeMap;
use xla_dialect::ir::{Attribute as MlirAttribute_, Op, OpExt, Tensor, Type, float_value, int_value, string_value};
use xla_dialect::ops::collective::Grid;
use xla_runtime::call::{RESERVED, Structure};
use xla_runtime::{Attribute, Site, TensorType};

/// Types of what goes in and out of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Types of the inputs; of the largest there can be, where sizes are dynamic.
    pub inputs: Vec<TensorType>,
    /// Types of the outputs; of the largest there can be, where sizes are dynamic.
    pub outputs: Vec<TensorType>,
    /// How each input is handed over.
    pub input_forms: Vec<Form>,
    /// How each output is handed over.
    pub output_forms: Vec<Form>,
    /// What the program calls the inputs; empty where it does not.
    pub input_names: Vec<String>,
    /// What the program calls the outputs; empty where it does not.
    pub output_names: Vec<String>,
}

impl Signature {
    /// The types of the inputs' buffers.
    pub fn input_buffers(&self) -> Vec<TensorType> {
        self.inputs.iter().zip(&self.input_forms).map(|(ty, form)| form.buffer(ty)).collect()
    }

    /// The types of the outputs' buffers.
    pub fn output_buffers(&self) -> Vec<TensorType> {
        self.outputs.iter().zip(&self.output_forms).map(|(ty, form)| form.buffer(ty)).collect()
    }
}

/// A lowered module's description, from its attributes `xla.inputs`, `xla.outputs`, `xla.input_names`,
/// `xla.output_names`, `xla.arena_bytes` and `xla.custom_calls`, and those that state the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// What goes in and out.
    pub signature: Signature,
    /// Bytes of scratch memory a run needs.
    pub arena_bytes: usize,
    /// The processes that run it together.
    pub grid: Grid,
    /// Where custom calls stand; compiled code refers to them by index.
    pub sites: Vec<Site>,
}

/// The name of a program's function.
pub const ENTRY: &str = "xla_main";

type Attr<'c> = MlirAttribute_<'c>;

impl Program {
    /// The description of `module`.
    ///
    /// # Errors
    /// If an attribute is missing or is not what it should be.
    pub fn of(module: Op<'_>) -> Result<Self, CodeError> {
        let arena = attribute(module, ARENA_BYTES)?;
        let arena_bytes = int_value(arena).and_then(|bytes| usize::try_from(bytes).ok());
        Ok(Self {
            signature: signature(module)?,
            arena_bytes: arena_bytes.ok_or_else(|| wrong("a number of bytes", arena))?,
            grid: crate::grid::grid(module),
            sites: sites(module)?,
        })
    }
}

/// Where the custom calls of `module` stand, from its attribute `xla.custom_calls`.
///
/// # Errors
/// If it is not what it should be.
pub(crate) fn sites(module: Op<'_>) -> Result<Vec<Site>, CodeError> {
    let calls = module.attr(CUSTOM_CALLS).map_or(Ok(Vec::new()), elements)?;
    calls.into_iter().map(site).collect()
}

/// The types of what goes in and out of `module`, from its attributes.
///
/// # Errors
/// If one is missing or is not what it should be.
pub(crate) fn signature(module: Op<'_>) -> Result<Signature, CodeError> {
    let get = |name: &str| values(attribute(module, name)?);
    let ((inputs, input_forms), (outputs, output_forms)) = (get(INPUTS)?, get(OUTPUTS)?);
    let names = |name: &str, count: usize| {
        let names = module.attr(name).map_or(Ok(Vec::new()), elements)?;
        let mut names: Vec<_> = names.into_iter().map(|name| string_value(name).unwrap_or_default().into()).collect();
        names.resize(count, String::new());
        Ok(names)
    };
    let input_names = names(INPUT_NAMES, inputs.len())?;
    let output_names = names(OUTPUT_NAMES, outputs.len())?;
    Ok(Signature { inputs, outputs, input_forms, output_forms, input_names, output_names })
}

fn attribute<'c>(module: Op<'c>, name: &str) -> Result<Attr<'c>, CodeError> {
    module.attr(name).ok_or_else(|| CodeError::Program(format!("`{name}` is missing")))
}

impl Program {
    /// The most memory that a run takes, beside `code` bytes of code.
    pub fn memory(&self, code: usize) -> Memory {
        let bytes = |types: Vec<TensorType>| {
            types.iter().map(|ty| ty.bytes().unwrap_or(usize::MAX)).fold(0, usize::saturating_add)
        };
        Memory {
            inputs: bytes(self.signature.input_buffers()),
            outputs: bytes(self.signature.output_buffers()),
            arena: self.arena_bytes,
            code,
        }
    }

    /// Whether it makes a difference that several processes run it.
    pub fn communicates(&self) -> bool {
        self.sites.iter().any(|site| site.target.starts_with(RESERVED))
    }
}

fn wrong(expected: &str, attribute: Attr<'_>) -> CodeError {
    CodeError::Program(format!("{expected} is expected, not {attribute}"))
}

fn elements(attribute: Attr<'_>) -> Result<Vec<Attr<'_>>, CodeError> {
    // SAFETY: the kind is checked first, and indices are below the length.
    unsafe {
        let raw = attribute.to_raw();
        if !mlirAttributeIsAArray(raw) {
            return Err(wrong("an array", attribute));
        }
        Ok((0..mlirArrayAttrGetNumElements(raw))
            .map(|i| MlirAttribute_::from_raw(mlirArrayAttrGetElement(raw, i)))
            .collect())
    }
}

fn entries(attribute: Attr<'_>) -> Result<BTreeMap<String, Attr<'_>>, CodeError> {
    let found = xla_dialect::ir::entries(attribute).ok_or_else(|| wrong("a dictionary", attribute))?;
    Ok(found.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// The types of what goes in or out, and the forms that they have.
fn values(attribute: Attr<'_>) -> Result<(Vec<TensorType>, Vec<Form>), CodeError> {
    let value = |element: Attr<'_>| {
        // SAFETY: the kind is checked before the type is read.
        let ty = unsafe {
            mlirAttributeIsAType(element.to_raw()).then(|| Type::from_raw(mlirTypeAttrGetValue(element.to_raw())))
        };
        let tensor = ty.and_then(Tensor::of);
        tensor.as_ref().and_then(Form::of).ok_or_else(|| wrong("a tensor type of static or bounded sizes", element))
    };
    Ok(elements(attribute)?.into_iter().map(value).collect::<Result<Vec<_>, _>>()?.into_iter().unzip())
}

fn types(attribute: Attr<'_>) -> Result<Vec<TensorType>, CodeError> {
    elements(attribute)?
        .into_iter()
        .map(|element| {
            // SAFETY: the kind is checked before the type is read.
            let ty = unsafe {
                mlirAttributeIsAType(element.to_raw())
                    .then(|| Type::from_raw(mlirTypeAttrGetValue(element.to_raw())).to_string())
            };
            ty.and_then(|ty| TensorType::from_mlir(&ty)).ok_or_else(|| wrong("a static tensor type", element))
        })
        .collect()
}

fn site(attribute: Attr<'_>) -> Result<Site, CodeError> {
    let entries = entries(attribute)?;
    let get = |name: &str| entries.get(name).copied().ok_or_else(|| wrong("a custom call's description", attribute));
    let string = |name: &str| get(name).and_then(|value| string_value(value).ok_or_else(|| wrong("a string", value)));
    let attributes = match entries.get("attributes") {
        Some(attributes) => self::entries(*attributes)?,
        None => BTreeMap::new(),
    };
    Ok(Site {
        target: string("target")?.to_string(),
        operands: types(get("operands")?)?,
        results: types(get("results")?)?,
        operand_structure: entries.get("operand_structure").map(|all| structures(*all)).unwrap_or_default(),
        result_structure: entries.get("result_structure").map(|all| structures(*all)).unwrap_or_default(),
        attributes: attributes.into_iter().map(|(name, value)| (name, value_of(value))).collect(),
        location: place(string("location")?),
    })
}

/// A list for each tuple, and anything else for an array.
fn structures(attribute: Attr<'_>) -> Vec<Structure> {
    let one = |attribute: Attr<'_>| match elements(attribute) {
        Ok(_) => Structure::Tuple(structures(attribute)),
        Err(_) => Structure::Array,
    };
    elements(attribute).unwrap_or_default().into_iter().map(one).collect()
}

/// `file:line:column` of a location in MLIR's notation: the innermost one, where calls were inlined.
fn place(location: &str) -> String {
    let pieces: Vec<_> = location.split('"').collect();
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    for pair in pieces.windows(2).skip(1) {
        let Some((line, column)) = pair[1].strip_prefix(':').and_then(|rest| rest.split_once(':')) else { continue };
        let (line, column) = (number(line), number(column));
        if !line.is_empty() && !column.is_empty() {
            return format!("{}:{line}:{column}", pair[0]);
        }
    }
    location.to_string()
}

/// A dense array's elements, read one by one.
macro_rules! dense_array {
    ($raw:expr, $($is:ident $get:ident $make:expr;)*) => {
        $(if $is($raw) {
            let values = (0..mlirDenseArrayGetNumElements($raw)).map(|i| $make($get($raw, i))).collect();
            return Attribute::Array(values);
        })*
    };
}

pub(crate) fn value_of(attribute: Attr<'_>) -> Attribute {
    if let Ok(list) = elements(attribute) {
        return Attribute::Array(list.into_iter().map(value_of).collect());
    }
    if let Ok(entries) = entries(attribute) {
        return Attribute::Dictionary(entries.into_iter().map(|(name, value)| (name, value_of(value))).collect());
    }
    if let Some(text) = string_value(attribute) {
        return Attribute::String(text.to_string());
    }
    let raw = attribute.to_raw();
    // SAFETY: each kind is checked before it is read.
    unsafe {
        if mlirAttributeIsAUnit(raw) {
            return Attribute::Unit;
        }
        if mlirAttributeIsABool(raw) {
            return Attribute::Bool(mlirBoolAttrGetValue(raw));
        }
        if let Some(value) = float_value(attribute) {
            return Attribute::Float(value);
        }
        dense_array! { raw,
            mlirAttributeIsADenseBoolArray mlirDenseBoolArrayGetElement Attribute::Bool;
            mlirAttributeIsADenseI8Array mlirDenseI8ArrayGetElement |x| Attribute::Int(i64::from(x));
            mlirAttributeIsADenseI16Array mlirDenseI16ArrayGetElement |x| Attribute::Int(i64::from(x));
            mlirAttributeIsADenseI32Array mlirDenseI32ArrayGetElement |x| Attribute::Int(i64::from(x));
            mlirAttributeIsADenseI64Array mlirDenseI64ArrayGetElement Attribute::Int;
            mlirAttributeIsADenseF32Array mlirDenseF32ArrayGetElement |x| Attribute::Float(f64::from(x));
            mlirAttributeIsADenseF64Array mlirDenseF64ArrayGetElement Attribute::Float;
        }
    }
    match int_value(attribute) {
        Some(value) => Attribute::Int(value),
        None => match xla_dialect::ir::symbol_value(attribute) {
            Some(symbol) => Attribute::String(symbol.to_string()),
            None => Attribute::Other(attribute.to_string()),
        },
    }
}
