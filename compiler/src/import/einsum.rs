//! `stablehlo.einsum` and `stablehlo.unary_einsum`: sums over the dimensions that the result does not name, a product of
//! matrices, and a transposition.
//!
//! ```mlir
//! %0 = stablehlo.einsum %x, %y, config = "bik,bkj->jbi" : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<5x2x3xf32>
//! // becomes
//! %0 = xla.dot_general %x, %y, contracting_dims = [2] x [1], batching_dims = [0] x [0]
//! %1 = xla.transpose %0, dims = [2, 0, 1]
//! ```

use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, string_value, tensor_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::dot::Dimensions;
use xla_dialect::ops::literal::Literal;
use xla_dialect::ops::reduce::addition;

/// What names a dimension: a letter, or a place in an ellipsis, counted from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Letter(char),
    Ellipsis(usize),
}

/// A tensor, and the names of its dimensions.
#[derive(Clone)]
struct Labelled<'c> {
    value: Value<'c>,
    labels: Vec<Label>,
}

/// An equation that has been checked.
struct Equation<'c> {
    operands: Vec<Labelled<'c>>,
    result: Vec<Label>,
    /// The sizes of the dimensions that operands have.
    sizes: Vec<(Label, i64)>,
}

/// The size of a dimension that an operand has.
fn size_of(sizes: &[(Label, i64)], label: Label) -> i64 {
    sizes.iter().find(|(known, _)| *known == label).expect("an operand has the dimension").1
}

/// Why the equation of `op` cannot be computed.
pub fn check(op: Op<'_>) -> Result<(), String> {
    Equation::of(op).map(|_| ())
}

/// Builds the ops that make up `op`, which [`check`] has accepted.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let Equation { operands, result, .. } =
        Equation::of(op).unwrap_or_else(|reason| panic!("check accepted it: {reason}"));
    let element = verified::tensor(op.output(0)).element;
    let value = match operands.as_slice() {
        [lhs, rhs] => {
            let lhs = lhs.summed(builder, |label| result.contains(&label) || rhs.labels.contains(&label));
            let rhs = rhs.summed(builder, |label| result.contains(&label) || lhs.labels.contains(&label));
            product(builder, &lhs, &rhs, &result, element)
        }
        operands => operands[0].summed(builder, |label| result.contains(&label)),
    };
    let permutation = value.places(&result);
    // The type of the result may state sizes that operands leave open, or the reverse: an op of its own has that type.
    let is_result = permutation.is_sorted() && value.value.r#type() == op.output(0).r#type();
    vec![if is_result { value.value } else { xla::transpose(builder, value.value, &permutation) }]
}

/// The shape of the result, as far as the operands' shapes determine it; none if the equation cannot be computed.
pub fn result_shape(op: Op<'_>) -> Option<Vec<i64>> {
    let Equation { result, sizes, .. } = Equation::of(op).ok()?;
    Some(result.into_iter().map(|label| size_of(&sizes, label)).collect())
}

impl<'c> Equation<'c> {
    fn of(op: Op<'c>) -> Result<Self, String> {
        let config = op.attr("einsum_config").and_then(string_value).unwrap_or_default();
        let refused = |reason: String| format!("config \"{config}\": {reason}");
        let (left, right) = config.split_once("->").ok_or_else(|| refused("it has no ->".into()))?;
        let (terms, operands): (Vec<_>, _) = (left.split(',').collect(), op.ins());
        if terms.len() != operands.len() {
            return Err(refused(format!("it is for {} operands, not {}", terms.len(), operands.len())));
        }
        let mut sizes: Vec<(Label, i64)> = Vec::new();
        let mut labelled = Vec::new();
        for (term, value) in terms.into_iter().zip(operands) {
            let tensor = tensor_of(value).ok_or_else(|| refused("an operand is no tensor".into()))?;
            let labels = labels(term, tensor.rank()).map_err(refused)?;
            for (label, size) in labels.iter().zip(&tensor.shape) {
                match sizes.iter_mut().find(|(other, _)| other == label) {
                    None => sizes.push((*label, *size)),
                    Some((_, known)) if *known == DYNAMIC => *known = *size,
                    Some((_, known)) if *size == DYNAMIC || known == size => {}
                    Some((_, known)) => {
                        return Err(refused(format!("a dimension has the sizes {known} and {size}")));
                    }
                }
            }
            labelled.push(Labelled { value, labels });
        }
        let stated = tensor_of(op.output(0)).map(|tensor| tensor.shape).unwrap_or_default();
        let result = labels(right, stated.len()).map_err(refused)?;
        if result.iter().any(|label| !sizes.iter().any(|(known, _)| known == label)) {
            return Err(refused("the result names a dimension that no operand has".into()));
        }
        for (label, stated) in result.iter().zip(stated) {
            let size = size_of(&sizes, *label);
            if size != stated && size != DYNAMIC && stated != DYNAMIC {
                return Err(refused(format!("a dimension of the result has size {stated} where operands have {size}")));
            }
        }
        Ok(Self { operands: labelled, result, sizes })
    }
}

/// The names in `term` of the dimensions of a tensor of this rank.
fn labels(term: &str, rank: usize) -> Result<Vec<Label>, String> {
    let term: String = term.chars().filter(|c| !c.is_whitespace()).collect();
    let (before, behind) = term.split_once("...").map_or((term.as_str(), None), |(a, b)| (a, Some(b)));
    let letters = before.chars().chain(behind.unwrap_or_default().chars());
    if let Some(other) = letters.clone().find(|c| !c.is_ascii_alphabetic()) {
        return Err(format!("'{other}' names no dimension"));
    }
    let named = letters.count();
    if named > rank || behind.is_none() && named < rank {
        return Err(format!("\"{term}\" names {named} of {rank} dimensions"));
    }
    let mut labels: Vec<Label> = before.chars().map(Label::Letter).collect();
    labels.extend((0..rank - named).rev().map(Label::Ellipsis));
    labels.extend(behind.unwrap_or_default().chars().map(Label::Letter));
    for (i, label) in labels.iter().enumerate() {
        if labels[..i].contains(label) {
            return Err(format!("\"{term}\" names two dimensions alike, which would take a diagonal"));
        }
    }
    Ok(labels)
}

impl<'c> Labelled<'c> {
    /// Which dimensions have these names.
    fn places(&self, labels: &[Label]) -> Vec<i64> {
        let place = |label: &Label| self.labels.iter().position(|other| other == label);
        labels.iter().map(|label| place(label).expect("a name of the operand's") as i64).collect()
    }

    /// The sums over the dimensions whose names `keep` does not want.
    fn summed(&self, builder: &Builder<'c>, keep: impl Fn(Label) -> bool) -> Self {
        let (labels, summed): (Vec<Label>, Vec<Label>) = self.labels.iter().partition(|label| keep(**label));
        if summed.is_empty() {
            return self.clone();
        }
        let scalar = verified::tensor(self.value).with_shape(&[]);
        let zero = Literal::splat(verified::element(&scalar), &[], 0.0).and_then(|zero| zero.attribute(scalar.ty()));
        let init = xla::constant(builder, zero.expect("every element type has a zero"));
        let body = addition(builder, scalar.ty());
        let value = xla::reduce(builder, &[self.value], &[init], &self.places(&summed), body).output(0);
        Self { value, labels }
    }
}

/// The products, summed over the dimensions that both operands have and the result does not.
fn product<'c>(
    builder: &Builder<'c>,
    lhs: &Labelled<'c>,
    rhs: &Labelled<'c>,
    result: &[Label],
    element: Type<'c>,
) -> Labelled<'c> {
    let shared = lhs.labels.iter().filter(|label| rhs.labels.contains(label));
    let (batching, contracting): (Vec<Label>, Vec<Label>) = shared.partition(|label| result.contains(label));
    let free = |operand: &Labelled<'c>| -> Vec<Label> {
        let shared = |label: &Label| batching.contains(label) || contracting.contains(label);
        operand.labels.iter().copied().filter(|label| !shared(label)).collect()
    };
    let (lhs_free, rhs_free) = (free(lhs), free(rhs));
    let dimensions = Dimensions {
        lhs_batching: lhs.places(&batching),
        rhs_batching: rhs.places(&batching),
        lhs_contracting: lhs.places(&contracting),
        rhs_contracting: rhs.places(&contracting),
    };
    let [lhs_shape, rhs_shape] = [lhs, rhs].map(|operand| verified::tensor(operand.value).shape);
    let options = xla::DotGeneralOptions {
        lhs_batching_dimensions: Some(&dimensions.lhs_batching),
        rhs_batching_dimensions: Some(&dimensions.rhs_batching),
        lhs_contracting_dimensions: Some(&dimensions.lhs_contracting),
        rhs_contracting_dimensions: Some(&dimensions.rhs_contracting),
    };
    let ty = Tensor::new(&dimensions.result(&lhs_shape, &rhs_shape), element).ty();
    let value = xla::dot_general_with(builder, lhs.value, rhs.value, ty, options);
    Labelled { value, labels: [batching, lhs_free, rhs_free].concat() }
}
