//! Whom the filters of a plan let through, by group.
//!
//! Most filters say "mates", "others" or "all", which takes two words however many groups there are. Only groups that
//! filters name, one by one or by layer, are listed. (A table by group for every plan took 4 GB for 32,768 groups.)

use std::sync::Arc;

/// The bits of the filters that admit a group, of groups that filters name: in the order of groups, each once.
pub(crate) type NamedGroups = Arc<[(u32, u32)]>;

/// Whom the filters of a plan let through. Each filter is a bit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Admits {
    /// How many groups there are, and which is the own.
    groups: usize,
    own_group: usize,
    /// The filters that admit the own group, and those that admit every other.
    own: u32,
    others: u32,
    named: NamedGroups,
}

impl Admits {
    /// Filters of group `own_group` of so many: `mates` and `others` are the bits of those that admit the own group and
    /// every other one; `named` are the groups that some admit by name.
    pub fn new(groups: usize, own_group: usize, mates: u32, others: u32, named: NamedGroups) -> Admits {
        let mut admits = Admits { groups, own_group, own: 0, others, named };
        admits.own = mates | admits.named_bits(own_group);
        admits
    }

    fn named_bits(&self, group: usize) -> u32 {
        let place = self.named.binary_search_by_key(&group, |(named, _)| *named as usize);
        place.map_or(0, |place| self.named[place].1)
    }

    /// Whether a filter admits the agents of a group.
    #[inline(always)]
    pub fn admits(&self, filter: u32, group: usize) -> bool {
        let bits = if group == self.own_group { self.own } else { self.others | self.named_bits(group) };
        bits >> filter & 1 == 1
    }

    /// The bits of the groups that a filter admits, of which of more than 32 some share one; `None`: all groups.
    pub fn group_bits(&self, filter: u32) -> Option<u32> {
        let has = |bits: u32| bits >> filter & 1 == 1;
        let bit = |group: usize| 1u32 << (group % 32);
        let (mut bits, mut count) = (0, 0);
        if has(self.others) {
            let shares = self.own_group >= 32 || self.own_group + 32 < self.groups;
            let everyone = if self.groups < 32 { bit(self.groups) - 1 } else { u32::MAX };
            (bits, count) = (if shares { everyone } else { everyone & !bit(self.own_group) }, self.groups - 1);
        } else {
            let named = self.named.iter().filter(|(group, bits)| has(*bits) && *group as usize != self.own_group);
            for (group, _) in named {
                (bits, count) = (bits | bit(*group as usize), count + 1);
            }
        }
        if has(self.own) {
            (bits, count) = (bits | bit(self.own_group), count + 1);
        }
        (count < self.groups).then_some(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same ones every time.
    fn draw(state: &mut u64) -> u32 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as u32
    }

    #[test]
    fn groups_pass_as_by_a_table_of_all_of_them() {
        let state = &mut 1;
        for groups in [1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 100] {
            for round in 0..200 {
                let own = draw(state) as usize % groups;
                let (mates, others) = (draw(state) & draw(state), draw(state) & draw(state));
                let often = round % 3 == 0;
                let mut named: Vec<(u32, u32)> = Vec::new();
                for group in 0..groups as u32 {
                    if often || draw(state).is_multiple_of(4) {
                        named.push((group, draw(state) | draw(state)));
                    }
                }
                let table: Vec<u32> = (0..groups)
                    .map(|group| {
                        let by_name =
                            named.iter().find(|(other, _)| *other as usize == group).map_or(0, |(_, bits)| *bits);
                        by_name | if group == own { mates } else { others }
                    })
                    .collect();
                let admits = Admits::new(groups, own, mates, others, named.into());
                for filter in 0..32 {
                    let wanted = |group: &usize| table[*group] >> filter & 1 == 1;
                    for group in 0..groups {
                        assert_eq!(admits.admits(filter, group), wanted(&group), "{groups} {own} {group}");
                    }
                    let bits = (0..groups).filter(wanted).fold(0u32, |bits, group| bits | 1 << (group % 32));
                    let all = (0..groups).all(|group| wanted(&group));
                    assert_eq!(admits.group_bits(filter), (!all).then_some(bits), "{groups} {own} {filter}");
                }
            }
        }
    }
}
