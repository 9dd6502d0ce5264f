//! Binary128 arithmetic and functions: those of glibc's `libm` (`expf128`, …) and of `libgcc_s`, looked up at run time.
//!
//! They are a few units in the last place of 113 bits from the truth, which is enough to tell the error of an `F64`
//! to 2^-50 of its last place.

use std::arch::x86_64::__m128i;
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_void};
use std::mem::transmute;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::sync::LazyLock;

unsafe extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}
const RTLD_NOW: c_int = 2;

/// A binary128 number; the C ABI passes `_Float128` as it does a vector of 128 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Quad(__m128i);

/// The C ABI's `_Complex _Float128`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Complex {
    pub re: Quad,
    pub im: Quad,
}

#[allow(improper_ctypes_definitions)] // what passes a vector is the C ABI, not the type
type Unary = unsafe extern "C" fn(Quad) -> Quad;
#[allow(improper_ctypes_definitions)]
type Binary = unsafe extern "C" fn(Quad, Quad) -> Quad;
#[allow(improper_ctypes_definitions)]
type ComplexUnary = unsafe extern "C" fn(Complex) -> Complex;
#[allow(improper_ctypes_definitions)]
type ComplexBinary = unsafe extern "C" fn(Complex, Complex) -> Complex;

const BINARY: [&str; 8] =
    ["__addtf3", "__subtf3", "__multf3", "__divtf3", "powf128", "atan2f128", "fmodf128", "cpowf128"];
const UNARY: [&str; 25] = [
    "sqrtf128",
    "cbrtf128",
    "expf128",
    "expm1f128",
    "logf128",
    "log1pf128",
    "sinf128",
    "cosf128",
    "tanf128",
    "asinf128",
    "acosf128",
    "atanf128",
    "sinhf128",
    "coshf128",
    "tanhf128",
    "asinhf128",
    "acoshf128",
    "atanhf128",
    "erff128",
    "erfcf128",
    "lgammaf128",
    "csqrtf128",
    "cexpf128",
    "clogf128",
    "floorf128",
];
const COMPLEX: [&str; 12] = [
    "csinf128",
    "ccosf128",
    "ctanf128",
    "casinf128",
    "cacosf128",
    "catanf128",
    "csinhf128",
    "ccoshf128",
    "ctanhf128",
    "casinhf128",
    "cacoshf128",
    "catanhf128",
];

/// The address of a function of glibc.
pub fn address(name: &str) -> usize {
    let libraries = [c"libm.so.6", c"libgcc_s.so.1"].map(|file| {
        // SAFETY: a C string; both libraries are part of the system.
        unsafe { dlopen(file.as_ptr(), RTLD_NOW) }
    });
    let symbol = CString::new(name).unwrap_or_default();
    // SAFETY: handles of `dlopen`, of which a null one is refused.
    let found = libraries
        .iter()
        .filter(|library| !library.is_null())
        .map(|&library| unsafe { dlsym(library, symbol.as_ptr()) });
    let address = found.map(|address| address as usize).find(|&address| address != 0);
    address.unwrap_or_else(|| panic!("this measurement needs glibc's {name}"))
}

/// Addresses of the functions above.
static FUNCTIONS: LazyLock<HashMap<&str, usize>> =
    LazyLock::new(|| UNARY.iter().chain(&BINARY).chain(&COMPLEX).map(|&name| (name, address(name))).collect());

/// `2^n`, for a normal number.
pub const fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

impl Quad {
    pub fn call(self, name: &str) -> Quad {
        // SAFETY: every real function of `UNARY` has this signature.
        unsafe { transmute::<usize, Unary>(FUNCTIONS[name])(self) }
    }

    pub fn call2(self, name: &str, other: Quad) -> Quad {
        // SAFETY: every real function of `BINARY` has this signature.
        unsafe { transmute::<usize, Binary>(FUNCTIONS[name])(self, other) }
    }

    fn bits(self) -> u128 {
        // SAFETY: both are 16 bytes without invalid values.
        unsafe { transmute(self) }
    }

    fn from_bits(bits: u128) -> Quad {
        // SAFETY: as above.
        unsafe { transmute(bits) }
    }

    /// The biased exponent.
    fn field(self) -> i32 {
        (self.bits() >> 112) as i32 & 0x7fff
    }

    pub fn is_nan(self) -> bool {
        self.field() == 0x7fff && self.bits() << 16 != 0
    }

    pub fn is_negative(self) -> bool {
        self.bits() >> 127 == 1
    }

    pub fn is_zero(self) -> bool {
        self.bits() << 1 == 0
    }

    pub fn abs(self) -> Quad {
        Quad::from_bits(self.bits() << 1 >> 1)
    }

    /// The exponent of the leading bit of a normal number.
    pub fn exponent(self) -> i32 {
        self.field() - 16383
    }

    /// `self * 2^n` of a normal number whose product is one; else 0 or infinite.
    pub fn scaled(self, n: i32) -> Quad {
        let field = self.field();
        if field == 0 || field == 0x7fff {
            return self;
        }
        let sign = self.bits() >> 127 << 127;
        match field + n {
            ..=0 => Quad::from_bits(sign),
            0x7fff.. => Quad::from_bits(sign | 0x7fff << 112),
            moved => Quad::from_bits(self.bits() & !(0x7fff << 112) | (moved as u128) << 112),
        }
    }

    /// Truncates to an `F64`; what is below its normal range becomes 0.
    pub fn to_f64(self) -> f64 {
        let sign = (self.bits() >> 127) as u64;
        let mantissa = (self.bits() >> 60) as u64 & ((1 << 52) - 1);
        let magnitude = match self.field() - 16383 + 1023 {
            _ if self.is_nan() => return f64::NAN,
            ..=0 => 0,
            2047.. => 2047 << 52,
            field => (field as u64) << 52 | mantissa,
        };
        f64::from_bits(sign << 63 | magnitude)
    }
}

impl From<f64> for Quad {
    fn from(v: f64) -> Quad {
        let bits = u128::from(v.to_bits());
        let sign = bits >> 63 << 127;
        let mantissa = bits & ((1 << 52) - 1);
        let field = (bits >> 52) & 0x7ff;
        let magnitude = match field {
            0 if mantissa == 0 => 0,
            0 => {
                // A subnormal number is normal here.
                let shift = mantissa.leading_zeros() - (128 - 53);
                u128::from(16383 - 1022 - shift) << 112 | (mantissa << (60 + shift)) & ((1 << 112) - 1)
            }
            2047 => 0x7fff << 112 | mantissa << 60,
            _ => (field + 16383 - 1023) << 112 | mantissa << 60,
        };
        Quad::from_bits(sign | magnitude)
    }
}

macro_rules! operator {
    ($($Trait:ident $method:ident $name:literal),*) => { $(
        impl $Trait for Quad {
            type Output = Quad;
            fn $method(self, other: Quad) -> Quad {
                self.call2($name, other)
            }
        }
    )* };
}
operator!(Add add "__addtf3", Sub sub "__subtf3", Mul mul "__multf3", Div div "__divtf3");

impl Neg for Quad {
    type Output = Quad;
    fn neg(self) -> Quad {
        Quad::from_bits(self.bits() ^ 1 << 127)
    }
}

impl Complex {
    pub fn call(self, name: &str) -> Complex {
        // SAFETY: every complex function of `UNARY` and `COMPLEX` has this signature.
        unsafe { transmute::<usize, ComplexUnary>(FUNCTIONS[name])(self) }
    }

    pub fn pow(self, other: Complex) -> Complex {
        // SAFETY: the signature of `cpow`.
        unsafe { transmute::<usize, ComplexBinary>(FUNCTIONS["cpowf128"])(self, other) }
    }

    pub fn real(re: f64) -> Complex {
        Complex { re: re.into(), im: 0.0.into() }
    }
}

impl Add for Complex {
    type Output = Complex;
    fn add(self, z: Complex) -> Complex {
        Complex { re: self.re + z.re, im: self.im + z.im }
    }
}

impl Mul for Complex {
    type Output = Complex;
    fn mul(self, z: Complex) -> Complex {
        Complex { re: self.re * z.re - self.im * z.im, im: self.re * z.im + self.im * z.re }
    }
}

impl Div for Complex {
    type Output = Complex;
    fn div(self, z: Complex) -> Complex {
        let square = z.re * z.re + z.im * z.im;
        let product = self * Complex { re: z.re, im: -z.im };
        Complex { re: product.re / square, im: product.im / square }
    }
}
