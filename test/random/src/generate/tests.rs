use super::ops::OPS;
use super::{Profile, Scale, profile_of_pair, program, seed_of_pair};
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
fn a_pair_is_made_by_its_seeds() {
    let position = |name: &str| OPS.iter().position(|op| op.name == name).expect("the op");
    for (maker, user) in [("stablehlo.gather", "stablehlo.sort"), ("stablehlo.while", "stablehlo.dot_general")] {
        let (i, j) = (position(maker), position(user));
        let has_pair = |n: &u64| {
            let mut pairs = Default::default();
            program(profile_of_pair(i, j, *n), Scale::SMALL, seed_of_pair(i, j, *n))
                .0
                .count(&mut Default::default(), &mut pairs);
            pairs.contains_key(&(maker, user))
        };
        let count = (0..20).filter(has_pair).count();
        assert!(count >= 5, "{maker} > {user}: {count} of 20");
    }
}
