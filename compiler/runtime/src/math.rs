//! Functions of `double` that are called rather than expanded into code.
//!
//! Folding calls the same functions of the same crate, so a folded constant and a computed value agree to the
//! last bit.

macro_rules! functions {
    ($($symbol:ident = $name:ident($($arg:ident),+);)*) => {
        $(
            #[doc = concat!("`", stringify!($name), "` of `double`.")]
            #[unsafe(no_mangle)]
            pub extern "C" fn $symbol($($arg: f64),+) -> f64 {
                libm::$name($($arg),+)
            }
        )*

        /// Name and address of each function.
        pub fn symbols() -> impl Iterator<Item = (&'static str, usize)> {
            [$((stringify!($symbol), $symbol as *const () as usize)),*].into_iter()
        }
    };
}

functions! {
    xla_rt_fmod = fmod(x, y);
}
