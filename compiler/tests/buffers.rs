//! Buffers of compiled programs: every layout holds each element where `index_util` says, and padding is neither read
//! nor left unwritten; dynamic sizes go in and out.

use xla_compiler::execute::{Array, Executable, Runtime, TensorType, ViewMut};
use xla_compiler::{Options, Source, compile};
use xla_dialect::index_util::{buffer_elements, linear_index, multi_index, next_index};
use xla_dialect::layout::Layout;
use xla_scalar::Element;

fn compiled(text: &str) -> Executable {
    compile(&Source::new("test", text), &Options::default()).expect("the program compiles")
}

fn encoding(layout: &Layout) -> String {
    let padding = match layout.padded_dimensions.is_empty() {
        true => String::new(),
        false => format!(", padded_dimensions = {:?}, padding_value = 77 : i32", layout.padded_dimensions),
    };
    format!("#xla.layout<minor_to_major = {:?}{padding}>", layout.minor_to_major)
}

fn integers(array: &Array) -> Vec<i32> {
    array.bytes().chunks_exact(4).map(|bytes| i32::from_le_bytes(bytes.try_into().expect("4 bytes"))).collect()
}

fn array(shape: &[usize], values: impl Iterator<Item = i32>) -> Array {
    let bytes: Vec<u8> = values.flat_map(i32::to_le_bytes).collect();
    Array::new(TensorType::new(Element::S32, shape), &bytes).expect("as many bytes")
}

#[test]
fn every_layout_of_three_dimensions() {
    const SHAPE: [i64; 3] = [2, 3, 4];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let runtime = Runtime::new(1);
    for (i, order) in orders.iter().enumerate() {
        for padding in [vec![], vec![2, 5, 4], vec![3, 3, 6]] {
            let from = Layout { padded_dimensions: padding.clone(), ..Layout::new(order) };
            let to = Layout { padded_dimensions: padding, ..Layout::new(&orders[(i + 1) % orders.len()]) };
            let (from_type, to_type) =
                (format!("tensor<2x3x4xi32, {}>", encoding(&from)), format!("tensor<2x3x4xi32, {}>", encoding(&to)));
            let executable = compiled(&format!(
                "func.func @main(%x: {from_type}) -> {to_type} {{\n  %0 = xla.neg %x : ({from_type}) -> {to_type}\n  \
                 return %0 : {to_type}\n}}"
            ));
            // Each element is its own index; what is not one is 1000.
            let places = 0..buffer_elements(&SHAPE, &from).expect("a size");
            let number = |index: &[i64]| (index[0] * 100 + index[1] * 10 + index[2]) as i32;
            let packed = places.clone().map(|place| multi_index(&SHAPE, &from, place).map_or(1000, |at| number(&at)));
            let shape = if from.is_row_major() { vec![2, 3, 4] } else { vec![places.end as usize] };
            let outputs =
                executable.run_buffers(&runtime, &[array(&shape, packed).view()]).expect("it runs on buffers");
            let found = integers(&outputs[0]);
            for (place, value) in found.iter().enumerate() {
                let expected = multi_index(&SHAPE, &to, place as i64).map_or(77, |index| -number(&index));
                assert_eq!(*value, expected, "place {place} of {} from {}", encoding(&to), encoding(&from));
            }
            let mut index = [0; 3];
            let mut logical = Vec::new();
            loop {
                logical.push(number(&index));
                assert_eq!(found[linear_index(&SHAPE, &to, &index).expect("inside") as usize], -number(&index));
                if !next_index(&SHAPE, &mut index) {
                    break;
                }
            }
            let outputs = executable.run(&runtime, &[array(&[2, 3, 4], logical.iter().copied()).view()]);
            let negated: Vec<i32> = logical.iter().map(|x| -x).collect();
            assert_eq!(integers(&outputs.expect("it runs on values")[0]), negated);
        }
    }
}

#[test]
fn sizes_go_in_and_out() {
    const TYPE: &str = "tensor<?x?xi32, #xla.bounds<3, 4>>";
    let executable = compiled(&format!(
        "func.func @main(%x: {TYPE}) -> (tensor<?x?xi32, #xla.bounds<4, 3>>, tensor<i32>) {{
           %0 = xla.transpose %x, dims = [1, 0] : ({TYPE}) -> tensor<?x?xi32, #xla.bounds<4, 3>>
           %zero = xla.constant dense<0> : tensor<i32>
           %1 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0, 1] : ({TYPE}, tensor<i32>) -> tensor<i32>
           return %0, %1 : tensor<?x?xi32, #xla.bounds<4, 3>>, tensor<i32>
         }}"
    ));
    let runtime = Runtime::new(1);
    for rows in 0..=3 {
        for columns in 0..=4 {
            let input = array(&[rows, columns], 0..(rows * columns) as i32);
            let outputs = executable.run(&runtime, &[input.view()]).expect("it runs");
            assert_eq!(outputs[0].ty().shape, [columns, rows]);
            let at = |place: usize| (place % rows * columns + place / rows) as i32;
            assert_eq!(integers(&outputs[0]), (0..rows * columns).map(at).collect::<Vec<_>>());
            assert_eq!(integers(&outputs[1]), [(0..(rows * columns) as i32).sum::<i32>()]);
        }
    }
    let large = array(&[3, 5], 0..15);
    assert!(executable.run(&runtime, &[large.view()]).is_err());
    let mut output = array(&[4, 3], 0..12);
    let mut sum = array(&[], 0..1);
    let full = array(&[3, 4], 0..12);
    let outputs = &mut [output.view_mut(), sum.view_mut()];
    assert!(executable.run_into(&runtime, &[full.view()], outputs).is_err());
}

#[test]
fn large_results_go_to_buffers_at_any_address() {
    const ROWS: usize = 1 << 10;
    // A transpose and a chain of elementwise ops; rows that are no whole vectors.
    for columns in [1 << 11, (1 << 11) - 3] {
        let (from, to) = (format!("tensor<{ROWS}x{columns}xi32>"), format!("tensor<{columns}x{ROWS}xi32>"));
        let executable = compiled(&format!(
            "func.func @main(%x: {from}) -> ({from}, {to}) {{\n  %0 = xla.neg %x : {from}\n  \
             %1 = xla.transpose %x, dims = [1, 0] : ({from}) -> {to}\n  return %0, %1 : {from}, {to}\n}}"
        ));
        let runtime = Runtime::new(2);
        let count = ROWS * columns;
        let input = array(&[ROWS, columns], 0..count as i32);
        let types = [TensorType::new(Element::S32, &[ROWS, columns]), TensorType::new(Element::S32, &[columns, ROWS])];
        for offset in [0, 4, 32] {
            let mut bytes = vec![0u8; 2 * (4 * count + 128)];
            let (first, second) = bytes.split_at_mut(4 * count + 128);
            let views = [first, second].into_iter().zip(&types).map(|(bytes, ty)| {
                let begin = bytes.as_ptr().align_offset(64) + offset;
                ViewMut::new(ty, &mut bytes[begin..begin + 4 * count]).expect("aligned for its elements")
            });
            let mut views: Vec<_> = views.collect();
            executable.run_into(&runtime, &[input.view()], &mut views).expect("it runs");
            let (minus, transposed) = views.split_at_mut(1);
            let (minus, transposed) = (minus[0].elements_mut::<i32>(), transposed[0].elements_mut::<i32>());
            for (i, x) in minus.iter().enumerate() {
                assert_eq!(*x, -(i as i32));
                assert_eq!(transposed[i % columns * ROWS + i / columns], i as i32);
            }
        }
    }
}
