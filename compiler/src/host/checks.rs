//! The custom calls with which conformance suites check results: `check.expect_eq`, `check.expect_almost_eq`,
//! `check.expect_close` and `check.eq`.

use super::compare::{self, Mismatch};
use std::sync::{Arc, Mutex};
use xla_runtime::{Attribute, Call, CallError, CustomCalls};
use xla_scalar::Kind;

/// What the checks of a run found.
#[derive(Debug, Default)]
pub struct Checks {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    executed: usize,
    failures: Vec<String>,
}

impl Checks {
    /// Registers the checks; they report to what is returned. A check that fails does not end the run.
    pub fn register(calls: &mut CustomCalls) -> Arc<Self> {
        let checks = Arc::new(Self::default());
        for (name, check) in CHECKS {
            let checks = checks.clone();
            calls.register(name, move |call| {
                let outcome = check(call)?;
                checks.record(call, outcome);
                Ok(())
            });
        }
        checks
    }

    /// Whether `target` is a check.
    pub fn is_check(target: &str) -> bool {
        CHECKS.iter().any(|(name, _)| *name == target)
    }

    /// How many checks were executed.
    pub fn executed(&self) -> usize {
        self.locked(|state| state.executed)
    }

    /// What the checks that failed say.
    pub fn failures(&self) -> Vec<String> {
        self.locked(|state| state.failures.clone())
    }

    fn record(&self, call: &Call<'_>, outcome: Option<Mismatch>) {
        self.locked(|state| {
            state.executed += 1;
            if let Some(mismatch) = outcome {
                let site = call.site;
                state.failures.push(format!("{}: error: @{} failed at {mismatch}", site.location, site.target));
            }
        });
    }

    fn locked<R>(&self, f: impl FnOnce(&mut State) -> R) -> R {
        f(&mut self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

type Check = fn(&mut Call<'_>) -> Result<Option<Mismatch>, CallError>;

const CHECKS: [(&str, Check); 4] = [
    ("check.expect_eq", |call| compared(call, |call| compare::equal(call.inputs[0], call.inputs[1]))),
    ("check.expect_almost_eq", |call| {
        let tolerance = float(call, "tolerance", 1e-3)?;
        compared(call, |call| compare::close(call.inputs[0], call.inputs[1], 0.0, tolerance))
    }),
    ("check.expect_close", |call| {
        let min = count(call, "min_ulp_difference", 0)?;
        let max = count(call, "max_ulp_difference", 3)?;
        compared(call, |call| compare::ulps(call.inputs[0], call.inputs[1], min, max))
    }),
    ("check.eq", |call| {
        let outcome = compared(call, |call| {
            let (expected, actual) = (call.inputs[0], call.inputs[1]);
            match actual.ty().element.kind() {
                Kind::Float | Kind::Complex => compare::close(actual, expected, 0.0, 1e-4),
                Kind::Pred | Kind::Int => compare::equal(actual, expected),
            }
        })?;
        let [result] = call.outputs.as_mut_slice() else {
            return Err(CallError::Unsupported("one result is expected".to_string()));
        };
        result.bytes_mut().fill(u8::from(outcome.is_none()));
        Ok(outcome)
    }),
];

fn compared(
    call: &Call<'_>,
    compare: impl FnOnce(&Call<'_>) -> Result<Option<Mismatch>, String>,
) -> Result<Option<Mismatch>, CallError> {
    if call.inputs.len() != 2 {
        return Err(CallError::Unsupported(format!("two operands are expected, not {}", call.inputs.len())));
    }
    compare(call).map_err(CallError::Unsupported)
}

fn float(call: &Call<'_>, name: &str, default: f64) -> Result<f64, CallError> {
    match call.site.attributes.get(name) {
        None => Ok(default),
        Some(Attribute::Float(value)) => Ok(*value),
        Some(Attribute::Int(value)) => Ok(*value as f64),
        Some(_) => Err(CallError::Unsupported(format!("`{name}` is not a number"))),
    }
}

fn count(call: &Call<'_>, name: &str, default: u64) -> Result<u64, CallError> {
    match call.site.attributes.get(name) {
        None => Ok(default),
        // A distance from infinity is the largest number of 64 bits, which a signless attribute holds as -1.
        Some(Attribute::Int(value)) => Ok(*value as u64),
        Some(_) => Err(CallError::Unsupported(format!("`{name}` is not an integer"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicU64;
    use xla_runtime::{Array, Pool, Run, Site, TensorType};
    use xla_scalar::Element;

    fn run(target: &str, actual: f32, expected: f32, attributes: &[(&str, Attribute)]) -> (usize, Vec<String>, u8) {
        let mut calls = CustomCalls::new();
        let checks = Checks::register(&mut calls);
        let ty = TensorType::new(Element::F32, &[]);
        let flag = TensorType::new(Element::Pred, &[]);
        let has_result = target == "check.eq";
        let site = Site {
            target: target.to_string(),
            operands: vec![ty.clone(), ty.clone()],
            results: if has_result { vec![flag.clone()] } else { vec![] },
            attributes: attributes
                .iter()
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect::<BTreeMap<_, _>>(),
            location: "a.mlir:3:4".to_string(),
            ..Site::default()
        };
        let array = |x: f32| Array::new(ty.clone(), &x.to_le_bytes()).expect("a float");
        let (actual, expected) = (array(actual), array(expected));
        let mut result = Array::zeros(flag).expect("a flag");
        let mut call = Call {
            site: &site,
            inputs: vec![actual.view(), expected.view()],
            outputs: if has_result { vec![result.view_mut()] } else { vec![] },
            run: Run { pool: &Pool::new(1), seed: 0, draws: &AtomicU64::new(0) },
        };
        calls.get(target).expect("a check")(&mut call).expect("it compares");
        (checks.executed(), checks.failures(), result.bytes()[0])
    }

    #[test]
    fn checks_hold_and_fail_as_they_should() {
        let failed = |target, actual, expected, attributes: &[_]| {
            let (executed, failures, _) = run(target, actual, expected, attributes);
            assert_eq!(executed, 1);
            !failures.is_empty()
        };
        assert!(!failed("check.expect_eq", 1.0, 1.0, &[]) && failed("check.expect_eq", 1.0, 1.0000001, &[]));
        assert!(!failed("check.expect_almost_eq", 1.0, 1.0009, &[]) && failed("check.expect_almost_eq", 1.0, 1.1, &[]));
        let tolerance = [("tolerance", Attribute::Float(0.5))];
        assert!(!failed("check.expect_almost_eq", 1.0, 1.4, &tolerance));
        let next = f32::from_bits(1f32.to_bits() + 4);
        assert!(failed("check.expect_close", 1.0, next, &[]));
        assert!(!failed("check.expect_close", 1.0, next, &[("max_ulp_difference", Attribute::Int(4))]));
        assert!(failed("check.expect_close", 1.0, 1.0, &[("min_ulp_difference", Attribute::Int(1))]));
        assert_eq!(run("check.eq", 1.0, 1.00001, &[]), (1, vec![], 1));
        let (_, failures, flag) = run("check.eq", 2.0, 1.0, &[]);
        assert_eq!(flag, 0);
        assert_eq!(
            failures,
            ["a.mlir:3:4: error: @check.eq failed at index []: actual 1.0, expected 2.0 (off by 1e0)"]
        );
    }
}
