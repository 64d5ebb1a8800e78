//! Boxes in a tree, so that those near a place are found without asking the others.

use crate::math::vector::Vector;

/// A box and the number of what is in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<const D: usize> {
    pub min: Vector<D>,
    pub max: Vector<D>,
    pub number: u32,
}

impl<const D: usize> Item<D> {
    fn middle(&self, axis: usize) -> f32 {
        0.5 * self.min[axis] + 0.5 * self.max[axis]
    }
}

/// A box around items, and where these or the two nodes below it begin.
#[derive(Clone, Copy, Debug)]
struct Node<const D: usize> {
    min: Vector<D>,
    max: Vector<D>,
    first: u32,
    /// How many items; none if there are nodes below.
    count: u32,
}

/// Boxes halved again and again along their longest side. What a query finds does not depend on how the tree was made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree<const D: usize> {
    items: Vec<Item<D>>,
    nodes: Vec<Node<D>>,
}

/// Items that are asked one by one.
const LEAF: usize = 4;
/// Halving 2³² items down to one goes no deeper.
const DEEPEST: usize = 40;

impl<const D: usize> Tree<D> {
    /// Makes the tree anew.
    pub fn build(&mut self, items: impl Iterator<Item = Item<D>>) {
        self.items.clear();
        self.items.extend(items);
        self.nodes.clear();
        if !self.items.is_empty() {
            self.nodes.push(Node { min: [0.0; D], max: [0.0; D], first: 0, count: 0 });
            self.fill(0, 0, self.items.len());
        }
    }

    fn fill(&mut self, node: usize, first: usize, end: usize) {
        let items = &mut self.items[first..end];
        let least = |axis: usize| items.iter().fold(f32::INFINITY, |least, item| least.min(item.min[axis]));
        let most = |axis: usize| items.iter().fold(f32::NEG_INFINITY, |most, item| most.max(item.max[axis]));
        let (min, max): (Vector<D>, Vector<D>) = (std::array::from_fn(least), std::array::from_fn(most));
        if items.len() <= LEAF {
            self.nodes[node] = Node { min, max, first: first as u32, count: items.len() as u32 };
            return;
        }
        let spread = |axis: usize| {
            let low = items.iter().fold(f32::INFINITY, |least, item| least.min(item.middle(axis)));
            items.iter().fold(f32::NEG_INFINITY, |most, item| most.max(item.middle(axis))) - low
        };
        let axis = (0..D).max_by(|one, two| spread(*one).total_cmp(&spread(*two))).unwrap_or(0);
        let half = items.len() / 2;
        items.select_nth_unstable_by(half, |one, two| {
            one.middle(axis).total_cmp(&two.middle(axis)).then(one.number.cmp(&two.number))
        });
        let below = self.nodes.len();
        self.nodes.resize(below + 2, Node { min, max, first: 0, count: 0 });
        self.nodes[node] = Node { min, max, first: below as u32, count: 0 };
        self.fill(below, first, first + half);
        self.fill(below + 1, first + half, end);
    }

    /// Hands out the numbers of the items whose boxes touch this one, in no particular order, until told to stop.
    pub fn each_in(&self, min: Vector<D>, max: Vector<D>, mut found: impl FnMut(u32) -> bool) -> bool {
        let apart =
            |low: &Vector<D>, high: &Vector<D>| (0..D).any(|axis| high[axis] < min[axis] || low[axis] > max[axis]);
        if self.nodes.is_empty() {
            return true;
        }
        let mut waiting = [0u32; DEEPEST];
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let node = &self.nodes[waiting[count] as usize];
            if apart(&node.min, &node.max) {
                continue;
            }
            if node.count == 0 {
                (waiting[count], waiting[count + 1]) = (node.first, node.first + 1);
                count += 2;
                continue;
            }
            let first = node.first as usize;
            for item in &self.items[first..first + node.count as usize] {
                if !apart(&item.min, &item.max) && !found(item.number) {
                    return false;
                }
            }
        }
        true
    }

    pub fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<Item<D>>() + self.nodes.capacity() * size_of::<Node<D>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_query_finds_what_asking_everyone_finds(
            corners in proptest::collection::vec(
                ([-50.0f32..50.0, -50.0f32..50.0], [0.0f32..9.0, 0.0f32..9.0]),
                0..200,
            ),
            at in [-50.0f32..50.0, -50.0f32..50.0], half in 0.0f32..30.0
        ) {
            let items: Vec<Item<2>> = corners
                .iter()
                .enumerate()
                .map(|(nth, (min, sides))| {
                    let max = [min[0] + sides[0], min[1] + sides[1]];
                    Item { min: *min, max, number: nth as u32 }
                })
                .collect();
            let (min, max) = (at.map(|c| c - half), at.map(|c| c + half));
            let mut tree = Tree::default();
            tree.build(items.iter().copied());
            let mut found = Vec::new();
            tree.each_in(min, max, |number| { found.push(number); true });
            found.sort_unstable();
            let touches = |item: &&Item<2>| (0..2).all(|a| item.max[a] >= min[a] && item.min[a] <= max[a]);
            let want: Vec<u32> = items.iter().filter(touches).map(|item| item.number).collect();
            prop_assert_eq!(found, want);
        }
    }
}
