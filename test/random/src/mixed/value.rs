//! Values of random modules, and the functions that are computed on them.

/// The elements of a tensor.
pub type Data = Vec<f64>;

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    I32,
    F32,
    /// In modules that nobody runs.
    U32,
}

impl Element {
    pub fn name(self) -> &'static str {
        match self {
            Self::I32 => "i32",
            Self::F32 => "f32",
            Self::U32 => "ui32",
        }
    }
}

/// The type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    pub shape: Vec<usize>,
    pub element: Element,
}

impl Type {
    pub fn text(&self) -> String {
        self.of(self.element.name())
    }

    /// The type of a comparison.
    pub fn truth(&self) -> String {
        self.of("i1")
    }

    fn of(&self, element: &str) -> String {
        let sizes: String = self.shape.iter().map(|size| format!("{size}x")).collect();
        format!("tensor<{sizes}{element}>")
    }

    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }

    pub fn transposed(&self) -> Self {
        Self { shape: self.shape.iter().rev().copied().collect(), element: self.element }
    }

    /// The text of a literal without the type.
    pub fn literal(&self, data: &[f64]) -> String {
        let number = |x: &f64| if self.element == Element::F32 { format!("{x:.1}") } else { x.to_string() };
        let row = |row: &[f64]| format!("[{}]", row.iter().map(number).collect::<Vec<_>>().join(", "));
        match self.shape.as_slice() {
            [_, columns] => format!("[{}]", data.chunks(*columns).map(row).collect::<Vec<_>>().join(", ")),
            _ => row(data),
        }
    }
}

/// A value of a module.
#[derive(Clone, Debug)]
pub struct Value {
    pub number: usize,
    pub ty: Type,
}

impl Value {
    pub fn name(&self) -> String {
        format!("%v{}", self.number)
    }
}

/// The result of `op` on two numbers.
pub fn binary(op: &str, element: Element, a: f64, b: f64) -> f64 {
    if element == Element::F32 {
        let (x, y) = (a as f32, b as f32);
        let nan = x.is_nan() || y.is_nan();
        return f64::from(match op {
            "add" => x + y,
            "sub" => x - y,
            "mul" => x * y,
            _ if nan => f32::NAN,
            // Positive zero is larger than negative zero.
            _ if x == y => {
                let positive = x.is_sign_positive();
                if (op == "max") == positive { x } else { y }
            }
            "max" => x.max(y),
            _ => x.min(y),
        });
    }
    let (x, y) = (a as i32, b as i32);
    f64::from(match op {
        "add" => x.wrapping_add(y),
        "sub" => x.wrapping_sub(y),
        "mul" => x.wrapping_mul(y),
        "max" => x.max(y),
        _ => x.min(y),
    })
}

pub fn transposed(data: &[f64], shape: &[usize]) -> Data {
    match shape {
        [rows, columns] => (0..*columns).flat_map(|j| (0..*rows).map(move |i| data[i * columns + j])).collect(),
        _ => data.to_vec(),
    }
}

/// In reverse order of the first dimension.
pub fn reversed(data: &[f64], rows: usize) -> Data {
    data.chunks(data.len() / rows).rev().flatten().copied().collect()
}

/// The sums of the columns.
pub fn reduced(data: &[f64], columns: usize) -> Data {
    let column =
        |j: usize| data.iter().skip(j).step_by(columns).fold(0.0, |sum, x| binary("add", Element::I32, sum, *x));
    (0..columns).map(column).collect()
}
