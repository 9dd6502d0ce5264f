use super::ops::OPS;
use super::{Profile, Scale, profile_of_pairs, program, seed_of_pairs};
use clap::ValueEnum;
use std::collections::BTreeSet;

#[test]
fn a_seed_is_a_program() {
    for &profile in Profile::value_variants() {
        for seed in 0..20 {
            let (first, again) =
                (program(profile, Scale::SMALL, seed).0.text(), program(profile, Scale::SMALL, seed).0.text());
            assert_eq!(first, again, "{profile:?} {seed}");
        }
    }
}

#[test]
fn values_are_defined_before_they_are_read() {
    fn check(region: &crate::model::Region, seen: &mut BTreeSet<usize>) {
        seen.extend(&region.arguments);
        for node in &region.nodes {
            assert!(node.operands.iter().all(|value| seen.contains(value)), "{}", node.op);
            node.regions.iter().for_each(|region| check(region, &mut seen.clone()));
            seen.extend(&node.results);
        }
        assert!(region.returns.iter().all(|value| seen.contains(value)));
    }
    for &profile in Profile::value_variants() {
        for seed in 0..50 {
            let (program, _) = program(profile, Scale::SMALL, seed);
            program.bodies().for_each(|body| check(body, &mut BTreeSet::new()));
        }
    }
}

#[test]
fn pairs_are_made_by_their_seeds() {
    let position = |name: &str| OPS.iter().position(|op| op.name == name).expect("the op");
    let names = [("stablehlo.gather", "stablehlo.sort"), ("stablehlo.while", "stablehlo.dot_general")];
    let pairs = names.map(|(maker, user)| (position(maker), position(user)));
    for pairs in [&pairs[..1], &pairs[1..], &pairs[..], &[pairs[1], pairs[1], pairs[1], pairs[0]]] {
        let mut counts = [0; 2];
        for n in 0..20 {
            let mut found = Default::default();
            let seed = seed_of_pairs(pairs, n);
            program(profile_of_pairs(pairs, n), Scale::SMALL, seed).0.count(&mut Default::default(), &mut found);
            counts.iter_mut().zip(&names).for_each(|(count, pair)| *count += usize::from(found.contains_key(pair)));
        }
        for &(maker, user) in pairs {
            let i = names.iter().position(|&pair| pair == (OPS[maker].name, OPS[user].name)).expect("one of the pairs");
            assert!(counts[i] >= 5, "{:?}: {} of 20", names[i], counts[i]);
        }
    }
}

#[test]
fn values_are_small() {
    for &profile in Profile::value_variants() {
        for seed in (0..300).chain([2_682_609_161_098_077_007]) {
            let (program, _) = program(profile, Scale::SMALL, seed);
            for value in &program.values {
                let types = [&value.ty].into_iter().chain(&value.tuple);
                let most = types.filter_map(xla_runtime::TensorType::size).max();
                assert!(most.is_some_and(|most| most <= 1 << 21), "{profile:?} {seed}: {most:?} elements");
            }
        }
    }
}
