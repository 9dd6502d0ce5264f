//! The LAPACK routines that JAX calls on a CPU: the custom calls `lapack_<type><routine>_ffi`, for one matrix or a batch.
//!
//! The arrays of a call are row-major here, whatever layout the op states: the layout applies to the buffers of XLA's own
//! interface. A routine processes the matrices one by one, in column-major order, with LAPACK's conventions: packed
//! reflectors, pivots that count from one, `info`.
//!
//! Source: the reference manual of LAPACK 3.12.

mod batch_item;
mod eigen;
mod equations;
mod householder;
mod parameters;
mod pivoted_qr;
mod reduction;
mod schur;
mod spectral;

use crate::call::{Attribute, Call, CallError, Handler, Site};
use crate::library::parallel::{Parts, grain};
use batch_item::{BatchItem, Sizes};
use parameters::Parameters;
use rustfft::num_complex::Complex;
use std::sync::Arc;
use xla_scalar::Element;

/// A rule for the value of a parameter.
enum Demand {
    /// One of these letters.
    Letter(&'static str, &'static str),
    /// True or false.
    Flag(&'static str),
    /// A row or column of the first matrix, counted from 1; 1 if it has none.
    Position(&'static str),
}
use Demand::{Flag, Letter, Position};

impl Demand {
    /// Checks the parameters.
    ///
    /// # Errors
    /// If they don't meet the rule.
    fn refuse(&self, parameters: &Parameters<'_>, sizes: &Sizes) -> Result<(), CallError> {
        let name = match self {
            Letter(name, allowed) if !allowed.contains(parameters.letter(name)) => name,
            Flag(name) if !matches!(parameters.get(name), Some(Attribute::Bool(_))) => name,
            Position(name) => match parameters.number(name) {
                Some(position) if (1..=sizes.get('n').max(1) as i64).contains(&position) => return Ok(()),
                _ => name,
            },
            _ => return Ok(()),
        };
        Err(match parameters.get(name) {
            Some(value) => CallError::Unsupported(format!("its parameter {name} is {value:?}")),
            None => CallError::Failed(format!("its parameter {name} is missing")),
        })
    }
}

/// A routine on one matrix of the batch.
type Work = fn(&Parameters<'_>, &mut BatchItem<'_>);

/// A routine of LAPACK.
struct Routine {
    /// Its names, for real and for complex matrices.
    names: [&'static [&'static str]; 2],
    /// The operands and results without the batch dimensions, for real and for complex matrices: `x` is the element type
    /// of the routine, `r` the corresponding real and `c` the corresponding complex type, `i` is `i32`. `k` is the lesser
    /// of `m` and `n`, and `p` is `n` - 1.
    signatures: [&'static str; 2],
    demands: &'static [Demand],
    /// For `s`, `d`, `c` and `z`.
    work: [Work; 4],
}

impl Routine {
    /// A routine with the same names and signature for real and for complex matrices.
    const fn new(
        names: &'static [&'static str],
        signature: &'static str,
        demands: &'static [Demand],
        work: [Work; 4],
    ) -> Self {
        Self { names: [names; 2], signatures: [signature; 2], demands, work }
    }

    /// Sets another name for complex matrices.
    const fn complex_name(mut self, name: &'static [&'static str]) -> Self {
        self.names[1] = name;
        self
    }

    /// Sets another signature for complex matrices.
    const fn complex_signature(mut self, signature: &'static str) -> Self {
        self.signatures[1] = signature;
        self
    }
}

macro_rules! each_type {
    ($($path:ident)::+) => {
        [$($path)::+::<f32>, $($path)::+::<f64>, $($path)::+::<Complex<f32>>, $($path)::+::<Complex<f64>>]
    };
    ($($real:ident)::+, $($complex:ident)::+) => {
        [$($real)::+::<f32>, $($real)::+::<f64>, $($complex)::+::<f32>, $($complex)::+::<f64>]
    };
}

const SIDES: &str = "LR";
const TRIANGLES: &str = "LU";
const VECTORS: &str = "VN";

const ROUTINES: &[Routine] = &[
    Routine::new(
        &["geev"],
        "x[n,n] -> r[n] r[n] c[n,n] c[n,n] i[]",
        &[Letter("compute_left", VECTORS), Letter("compute_right", VECTORS)],
        each_type!(eigen::geev_real, eigen::geev_complex),
    )
    .complex_signature("x[n,n] -> x[n] x[n,n] x[n,n] i[]"),
    // JAX never asks for an order of the eigenvalues, which would be a function to call.
    Routine::new(
        &["gees"],
        "x[n,n] -> x[n,n] x[n,n] r[n] r[n] i[] i[]",
        &[Letter("mode", VECTORS), Letter("sort", "N")],
        each_type!(eigen::gees_real, eigen::gees_complex),
    )
    .complex_signature("x[n,n] -> x[n,n] x[n,n] x[n] i[] i[]"),
    Routine::new(
        &["gehrd"],
        "x[n,n] -> x[n,n] x[p] i[]",
        &[Position("low"), Position("high")],
        each_type!(reduction::gehrd),
    ),
    Routine::new(&["geqp3"], "x[m,n] i[n] -> x[m,n] i[n] x[k]", &[], each_type!(pivoted_qr::geqp3)),
    Routine::new(&["geqrf"], "x[m,n] -> x[m,n] x[k]", &[], each_type!(householder::geqrf)),
    Routine::new(
        &["gesdd", "gesvd"],
        "x[m,n] -> x[m,n] r[k] x[m,u] x[v,n] i[]",
        &[Letter("mode", "ASN")],
        each_type!(spectral::singular_values),
    ),
    Routine::new(&["getrf"], "x[m,n] -> x[m,n] i[k] i[]", &[], each_type!(equations::getrf)),
    Routine::new(&["gtsv"], "x[n] x[n] x[n] x[n,h] -> x[n] x[n] x[n] x[n,h] i[]", &[], each_type!(equations::gtsv)),
    Routine::new(&["orgqr"], "x[m,n] x[t] -> x[m,n]", &[], each_type!(householder::orgqr)).complex_name(&["ungqr"]),
    Routine::new(
        &["ormqr"],
        "x[q,t] x[t] x[m,n] -> x[m,n]",
        &[Flag("left"), Flag("transpose")],
        each_type!(householder::ormqr),
    )
    .complex_name(&["unmqr"]),
    Routine::new(&["potrf"], "x[n,n] -> x[n,n] i[]", &[Letter("uplo", TRIANGLES)], each_type!(equations::potrf)),
    Routine::new(
        &["syevd"],
        "x[n,n] -> x[n,n] r[n] i[]",
        &[Letter("mode", VECTORS), Letter("uplo", TRIANGLES)],
        each_type!(spectral::syevd),
    )
    .complex_name(&["heevd"]),
    Routine::new(
        &["sytrd"],
        "x[n,n] -> x[n,n] r[n] r[p] x[p] i[]",
        &[Letter("uplo", TRIANGLES)],
        each_type!(reduction::sytrd),
    )
    .complex_name(&["hetrd"]),
    Routine::new(
        &["trsm"],
        "x[a,a] x[m,n] -> x[m,n]",
        &[Letter("side", SIDES), Letter("uplo", TRIANGLES), Letter("trans_x", "NTC"), Letter("diag", "UN")],
        each_type!(equations::trsm),
    ),
];

/// The element types, in the order of [`Routine::work`].
const TYPES: [(char, Element); 4] =
    [('s', Element::F32), ('d', Element::F64), ('c', Element::C64), ('z', Element::C128)];

/// The handler of the call at `site`, if it calls a routine of LAPACK by JAX's name.
///
/// # Errors
/// If the routine is unknown, or its operands or parameters are not supported.
pub(crate) fn handler(site: &Site) -> Option<Result<Arc<Handler>, CallError>> {
    let name = site.target.strip_prefix("lapack_")?;
    Some(match name.strip_suffix("_ffi") {
        Some(name) => find(name, site),
        None => Err(CallError::Unsupported(
            "the interface of JAX before 0.4.34, which passes sizes and workspaces as operands; export the program \
             again with a newer JAX"
                .to_string(),
        )),
    })
}

fn find(name: &str, site: &Site) -> Result<Arc<Handler>, CallError> {
    let unknown = || CallError::Unsupported("no such routine of LAPACK is known here".to_string());
    let letter = name.chars().next().ok_or_else(unknown)?;
    let ty = TYPES.iter().position(|(prefix, _)| *prefix == letter).ok_or_else(unknown)?;
    let complex = usize::from(ty >= 2);
    let routine = ROUTINES.iter().find(|routine| routine.names[complex].contains(&&name[1..])).ok_or_else(unknown)?;
    let sizes = Sizes::of(site, routine.signatures[complex], TYPES[ty].1).map_err(CallError::Failed)?;
    let parameters = Parameters { site };
    routine.demands.iter().try_for_each(|demand| demand.refuse(&parameters, &sizes))?;
    check(routine.names[0][0], &parameters, &sizes).map_err(|reason| CallError::Failed(reason.to_string()))?;
    let work = routine.work[ty];
    Ok(Arc::new(move |call: &mut Call<'_>| {
        each_item(call, &sizes, work);
        Ok(())
    }))
}

/// Rules between sizes and parameters, by the routine's first name for real matrices.
fn check(routine: &str, parameters: &Parameters<'_>, sizes: &Sizes) -> Result<(), &'static str> {
    let [m, n, t, least] = ['m', 'n', 't', 'k'].map(|size| sizes.get(size));
    let order = |left: bool| if left { m } else { n };
    let holds = match routine {
        "gehrd" => parameters.number("low") <= parameters.number("high"),
        "orgqr" => t <= n && n <= m,
        "ormqr" => t <= sizes.get('q') && sizes.get('q') == order(parameters.flag("left")),
        "trsm" => sizes.get('a') == order(parameters.letter("side") == 'L'),
        "gesdd" => {
            let (u, v) = (sizes.get('u'), sizes.get('v'));
            match parameters.letter("mode") {
                'A' => u == m && v == n,
                'S' => u == least && v == least,
                _ => true,
            }
        }
        _ => true,
    };
    if holds { Ok(()) } else { Err("the sizes of its operands, its results and its parameters disagree") }
}

/// Calls `work` for each matrix of the batch.
fn each_item(call: &mut Call<'_>, sizes: &Sizes, work: Work) {
    let Call { site, inputs, outputs, run } = call;
    let inputs: Vec<&[u8]> = inputs.iter().map(|input| input.bytes()).collect();
    let outputs: Vec<Parts<u8>> = outputs.iter_mut().map(|output| Parts::new(output.bytes_mut())).collect();
    let parameters = Parameters { site };
    run.pool.parallel_for(sizes.batch as i64, grain(sizes.operations()), &|range| {
        for number in range.start as usize..range.end as usize {
            work(&parameters, &mut BatchItem { number, sizes, inputs: &inputs, outputs: &outputs });
        }
    });
}
