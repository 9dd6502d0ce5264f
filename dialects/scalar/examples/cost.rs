//! Counts the primitives of the `F32` functions: what an element costs, a vector's worth at a time.
//!
//! ```text
//! cargo run --release -p xla-scalar --example cost -- exp log
//! ```

use xla_scalar::{BinOp, Builder, Cast, CmpF, CmpI, Machine, MathFn, UnOp, expand};

/// Counts primitives other than constants: what an element costs, a vector's worth at a time.
#[derive(Default)]
struct Count {
    single: u32,
    /// With an operand or result of 64 bits: half as many fit a vector.
    double: u32,
}

impl Count {
    fn add(&mut self, operands: &[Machine], result: Machine) -> Machine {
        let double = operands.iter().chain([&result]).any(|t| t.bits() == 64);
        *(if double { &mut self.double } else { &mut self.single }) += 1;
        result
    }
}

impl Builder for Count {
    type V = Machine;

    fn int(&mut self, t: Machine, _: i64) -> Machine {
        t
    }
    fn float(&mut self, t: Machine, _: f64) -> Machine {
        t
    }
    fn unary(&mut self, _: UnOp, a: Machine) -> Machine {
        self.add(&[], a)
    }
    fn binary(&mut self, _: BinOp, a: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn fma(&mut self, a: Machine, _: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn cmpf(&mut self, _: CmpF, a: Machine, _: Machine) -> Machine {
        self.add(&[a], Machine::I1)
    }
    fn cmpi(&mut self, _: CmpI, a: Machine, _: Machine) -> Machine {
        self.add(&[a], Machine::I1)
    }
    fn select(&mut self, _: Machine, a: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn cast(&mut self, op: Cast, a: Machine, to: Machine) -> Machine {
        // A bitcast is no instruction.
        if op == Cast::Bitcast { to } else { self.add(&[a], to) }
    }
    fn math(&mut self, f: MathFn, t: Machine, args: &[Machine]) -> Machine {
        expand(self, f, t, args)
    }
    fn fmod(&mut self, _: Machine, _: Machine) -> Machine {
        Machine::F64
    }
}

fn main() {
    let names: Vec<String> = std::env::args().skip(1).map(|name| name.to_lowercase()).collect();
    println!("| function | F32 operations | F64 operations |");
    println!("|---|---|---|");
    for &f in MathFn::ALL {
        let name = format!("{f:?}").to_lowercase();
        if names.is_empty() || names.contains(&name) {
            let mut cost = Count::default();
            expand(&mut cost, f, Machine::F32, &vec![Machine::F32; f.arity()]);
            println!("| {name} | {} | {} |", cost.single, cost.double);
        }
    }
}
