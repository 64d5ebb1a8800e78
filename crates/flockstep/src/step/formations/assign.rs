//! Who takes which place.

/// Up to this many the assignment is the best there is; beyond, its cost (the cube of their number) would be felt.
pub(super) const MOST_EXACT: usize = 64;

/// Room to work in.
#[derive(Clone, Debug, Default)]
pub(super) struct Assignment {
    /// The place of each member.
    pub place_of: Vec<usize>,
    members: Vec<usize>,
    places: Vec<usize>,
    /// Potentials of members and places, the member in each place, the place before each on a path, least slack.
    potential: [Vec<f64>; 2],
    holder: Vec<usize>,
    previous: Vec<usize>,
    slack: Vec<f64>,
    done: Vec<bool>,
}

/// Forward and to the right.
pub(super) type Flat = [f64; 2];

fn cost(member: Flat, place: Flat) -> f64 {
    let (forward, right) = (member[0] - place[0], member[1] - place[1]);
    forward * forward + right * right
}

impl Assignment {
    /// Gives each member a place; there are as many of one as of the other. Equal costs go by the order of members.
    pub fn assign(&mut self, members: &[Flat], places: &[Flat]) {
        self.place_of.clear();
        self.place_of.resize(members.len(), 0);
        if members.len() <= MOST_EXACT {
            self.exactly(members, places);
        } else {
            self.rank_by_rank(members, places);
        }
    }

    /// The least sum of squared ways: H. Kuhn's method with shortest augmenting paths. Squared, because then those on
    /// their straight ways stay assigned as they are, and no two ways cross.
    fn exactly(&mut self, members: &[Flat], places: &[Flat]) {
        let count = members.len();
        // Number 0 stands for nobody and nowhere; members and places count from 1.
        for potential in &mut self.potential {
            potential.clear();
            potential.resize(count + 1, 0.0);
        }
        for numbers in [&mut self.holder, &mut self.previous] {
            numbers.clear();
            numbers.resize(count + 1, 0);
        }
        for member in 1..=count {
            self.holder[0] = member;
            let mut place = 0;
            self.slack.clear();
            self.slack.resize(count + 1, f64::INFINITY);
            self.done.clear();
            self.done.resize(count + 1, false);
            // Until a free place is reached.
            while self.holder[place] != 0 {
                place = self.reach_next(place, members, places);
            }
            while place != 0 {
                let previous = self.previous[place];
                self.holder[place] = self.holder[previous];
                place = previous;
            }
        }
        for place in 1..=count {
            self.place_of[self.holder[place] - 1] = place - 1;
        }
    }

    /// The place that is next nearest to the tree of those reached, from the place reached last.
    fn reach_next(&mut self, from: usize, members: &[Flat], places: &[Flat]) -> usize {
        self.done[from] = true;
        let member = self.holder[from];
        let (mut least, mut next) = (f64::INFINITY, 0);
        for place in 1..=places.len() {
            if self.done[place] {
                continue;
            }
            let cost = cost(members[member - 1], places[place - 1]);
            let reduced = cost - self.potential[0][member] - self.potential[1][place];
            if reduced < self.slack[place] {
                (self.slack[place], self.previous[place]) = (reduced, from);
            }
            if self.slack[place] < least {
                (least, next) = (self.slack[place], place);
            }
        }
        for place in 0..=places.len() {
            if self.done[place] {
                self.potential[0][self.holder[place]] += least;
                self.potential[1][place] -= least;
            } else {
                self.slack[place] -= least;
            }
        }
        next
    }

    /// The foremost members take the foremost places, and of those equally far ahead, from left to right.
    fn rank_by_rank(&mut self, members: &[Flat], places: &[Flat]) {
        let order = |numbers: &mut [usize], of: &[Flat], axis: usize, sign: f64| {
            numbers.sort_by(|one, two| (sign * of[*one][axis]).total_cmp(&(sign * of[*two][axis])).then(one.cmp(two)));
        };
        self.members.clear();
        self.members.extend(0..members.len());
        self.places.clear();
        self.places.extend(0..places.len());
        order(&mut self.members, members, 0, -1.0);
        order(&mut self.places, places, 0, -1.0);
        let mut from = 0;
        while from < places.len() {
            let ahead = places[self.places[from]][0];
            let beside = self.places[from..]
                .iter()
                .take_while(|place| (places[**place][0] - ahead).abs() < 1e-6 * (1.0 + ahead.abs()));
            let to = from + beside.count();
            order(&mut self.members[from..to], members, 1, 1.0);
            order(&mut self.places[from..to], places, 1, 1.0);
            for (member, place) in self.members[from..to].iter().zip(&self.places[from..to]) {
                self.place_of[*member] = *place;
            }
            from = to;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{self, Purpose};

    fn points(seed: u32, count: usize) -> Vec<Flat> {
        let fraction = |word: u32| f64::from(random::fraction(word));
        let draw = |nth: usize| random::words(3, seed, nth as u64, Purpose::Custom, 0);
        (0..count).map(|nth| [fraction(draw(nth)[0]), fraction(draw(nth)[1])]).collect()
    }
    fn total(members: &[Flat], places: &[Flat], place_of: &[usize]) -> f64 {
        members.iter().zip(place_of).map(|(member, place)| cost(*member, places[*place])).sum()
    }
    /// The least total over every order there is.
    fn least(members: &[Flat], places: &[Flat], order: &mut Vec<usize>, from: usize) -> f64 {
        if from == order.len() {
            return total(members, places, order);
        }
        let mut best = f64::INFINITY;
        for nth in from..order.len() {
            order.swap(from, nth);
            best = best.min(least(members, places, order, from + 1));
            order.swap(from, nth);
        }
        best
    }

    #[test]
    fn no_other_order_has_shorter_ways() {
        let mut assignment = Assignment::default();
        for seed in 0..60 {
            let count = 1 + seed as usize % 7;
            let (members, places) = (points(seed, count), points(1000 + seed, count));
            assignment.assign(&members, &places);
            let found = total(&members, &places, &assignment.place_of);
            let best = least(&members, &places, &mut (0..count).collect(), 0);
            assert!((found - best).abs() < 1e-9, "{seed}: {found}, the best is {best}");
        }
    }

    #[test]
    fn straight_ways_do_not_cross_and_keep_their_ends() {
        let mut assignment = Assignment::default();
        let (members, places) = (points(7, 40), points(8, 40));
        assignment.assign(&members, &places);
        let first = assignment.place_of.clone();
        let half_way =
            |(member, place): (&Flat, &usize)| [0, 1].map(|axis| 0.5 * (member[axis] + places[*place][axis]));
        let on_the_way: Vec<Flat> = members.iter().zip(&first).map(half_way).collect();
        assignment.assign(&on_the_way, &places);
        assert_eq!(assignment.place_of, first, "half-way there, everyone still goes for the same place");
    }

    #[test]
    fn a_large_squad_fills_every_place_in_order() {
        let places: Vec<Flat> = (0..400).map(|nth| [-f64::from(nth / 20), f64::from(nth % 20)]).collect();
        let mut assignment = Assignment::default();
        // Everyone stands in place already, if a little off.
        let members: Vec<Flat> =
            places.iter().zip(points(5, 400)).map(|(p, off)| [p[0] + 0.4 * off[0], p[1] + 0.4 * off[1]]).collect();
        assignment.assign(&members, &places);
        assert_eq!(assignment.place_of, (0..400).collect::<Vec<_>>());
        let strangers = points(6, 400);
        assignment.assign(&strangers, &places);
        let mut taken = assignment.place_of.clone();
        taken.sort_unstable();
        assert_eq!(taken, (0..400).collect::<Vec<_>>(), "each place once");
    }
}
