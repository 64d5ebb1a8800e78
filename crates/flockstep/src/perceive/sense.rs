//! What behaviors need to see, the senses that several of them share, and how each sense looks.

use super::Admits;
use super::kernel::{self, Limits};
use super::push::Push;
use super::sight::Bounds;
use crate::settings::Of;

/// What a behavior needs to see.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub of: Of,
    pub radius: f32,
    pub wants: Wants,
}

/// What a sense sums up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wants {
    pub offset: bool,
    pub direction: bool,
    pub velocity: bool,
    pub course: bool,
    pub nearest: bool,
    pub list: bool,
    pub push: Option<Push>,
}

impl Wants {
    /// Whether it wants more than to know who is there.
    pub fn sums(&self) -> bool {
        self.offset || self.direction || self.velocity || self.course || self.push.is_some()
    }
}

impl Look {
    pub fn new(of: Of, radius: f32) -> Look {
        Look { of, radius, wants: Wants::default() }
    }
    fn want(mut self, change: impl FnOnce(&mut Wants)) -> Look {
        change(&mut self.wants);
        self
    }
    pub fn offsets(self) -> Look {
        self.want(|w| w.offset = true)
    }
    pub fn directions(self) -> Look {
        self.want(|w| w.direction = true)
    }
    pub fn velocities(self) -> Look {
        self.want(|w| w.velocity = true)
    }
    pub fn courses(self) -> Look {
        self.want(|w| w.course = true)
    }
    pub fn nearest_one(self) -> Look {
        self.want(|w| w.nearest = true)
    }
    pub fn listing(self) -> Look {
        self.want(|w| w.list = true)
    }
    pub fn pushing(self, push: Push) -> Look {
        self.want(|w| w.push = Some(push))
    }
}

/// How a sense looks. Decided once, with the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Looking {
    /// At nobody: nobody is within its radius, or no group there is can pass its filter.
    Nobody,
    /// It sums straight from the window, with this kernel; `notes`: it notes along the way whom another sense lists.
    Sum { kernel: u32, notes: bool },
    /// It lists everyone in sight; `noted_by`: the sum that sees them anyway.
    List { noted_by: Option<usize> },
    /// It lists so many of the nearest.
    Nearest(u32),
}

/// A filter over neighbours and what to sum over those it lets through. Behaviors with the same filter share one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sense {
    /// The bit of the plan's table of admitted groups.
    pub filter: u32,
    pub radius: f32,
    pub bounds: Bounds<f32>,
    /// 0: all.
    pub nearest: u32,
    pub wants: Wants,
    /// The bits of the groups it lets through; `None`: all of them. Of more than 32 groups some share a bit.
    pub groups: Option<u32>,
    pub looking: Looking,
    pub limits: Limits,
}

impl Sense {
    /// A sense that lets everyone through who is within `radius` and not nearer than `radius_min`, in an angle of view
    /// given by the signed square of the cosine of half of it (−2: all around).
    pub fn new(filter: u32, look: &Look, radius_min: f32, cos_signed: f32, nearest: u32) -> Sense {
        let bounds = Bounds { radius2: look.radius * look.radius, radius2_min: radius_min * radius_min, cos_signed };
        let limits = Limits::default();
        let (radius, wants) = (look.radius, look.wants);
        Sense { filter, radius, bounds, nearest, wants, groups: None, looking: Looking::Nobody, limits }
    }

    /// Whether both let the same agents through and their wants fit into one percept.
    pub fn takes(&self, other: &Sense) -> bool {
        let filter = |s: &Sense| (s.filter, s.radius, s.bounds, s.nearest);
        let pushes = match (&self.wants.push, &other.wants.push) {
            (Some(one), Some(two)) => one == two,
            _ => true,
        };
        filter(self) == filter(other) && pushes
    }
    pub fn merge(&mut self, wants: &Wants) {
        let mine = &mut self.wants;
        mine.offset |= wants.offset;
        mine.direction |= wants.direction;
        mine.velocity |= wants.velocity;
        mine.course |= wants.course;
        mine.nearest |= wants.nearest;
        mine.list |= wants.list;
        mine.push = mine.push.or(wants.push);
    }

    /// Whether it lists agents.
    pub fn lists(&self) -> bool {
        matches!(self.looking, Looking::List { .. } | Looking::Nearest(_))
    }
    /// Whether it lists everyone in sight.
    pub fn lists_all(&self) -> bool {
        matches!(self.looking, Looking::List { .. })
    }
    /// Whether it sums straight from the window.
    pub fn is_sum(&self) -> bool {
        matches!(self.looking, Looking::Sum { .. })
    }

    /// How it looks, before it is known who notes whom.
    fn decide(&self, groups_share_bits: bool) -> Looking {
        let wants = &self.wants;
        let at_radii = wants.push.is_some_and(|push| push.distance.is_none());
        let both_motions = wants.course && wants.velocity;
        match self.nearest {
            _ if self.radius <= 0.0 => Looking::Nobody,
            0 if wants.nearest || wants.list || at_radii || both_motions => Looking::List { noted_by: None },
            0 if self.groups.is_some() && groups_share_bits => Looking::List { noted_by: None },
            0 => Looking::Sum { kernel: kernel::of(self), notes: false },
            few => Looking::Nearest(few),
        }
    }

    /// Whether it sums over everyone whom another lists and hardly anyone else, so that it can note them along the way.
    fn can_note(&self, other: &Sense) -> bool {
        let wider = self.radius >= other.radius && self.bounds.cos_signed <= other.bounds.cos_signed;
        let pushes = |kernel: u32| kernel & (kernel::PUSH | kernel::RARE) != 0;
        let can =
            matches!(self.looking, Looking::Sum { kernel, .. } if pushes(kernel)) && self.bounds.radius2_min == 0.0;
        can && self.groups == other.groups && wider
    }
}

/// What the agents of one kind see with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Eyes {
    /// Their group and the radius of their bodies.
    pub group: usize,
    pub body_radius: f32,
    pub senses: Vec<Sense>,
    admits: Admits,
    /// The largest radius of any sense, and of those that do not list the nearest few.
    pub reach: f32,
    pub certain_reach: f32,
    /// If all senses list the nearest few: how many.
    pub nearest_only: Option<u32>,
}

impl Eyes {
    /// Decides how each sense looks.
    pub fn new(group: usize, body_radius: f32, mut senses: Vec<Sense>, groups: usize, admits: Admits) -> Eyes {
        for sense in &mut senses {
            let bits = admits.group_bits(sense.filter);
            // With a single group a filter lets through everyone or no one.
            sense.groups = bits.filter(|_| groups > 1);
            if bits == Some(0) {
                sense.radius = 0.0;
            }
            (sense.looking, sense.limits) = (sense.decide(groups > 32), Limits::new(sense));
        }
        note_lists(&mut senses);
        let farthest = |some: &dyn Fn(&&Sense) -> bool| {
            senses.iter().filter(some).fold(0.0f32, |most, sense| most.max(sense.radius))
        };
        let least = senses.iter().map(|sense| sense.nearest).min().unwrap_or(0);
        Eyes {
            group,
            body_radius,
            admits,
            reach: farthest(&|_| true),
            certain_reach: farthest(&|sense| sense.nearest == 0),
            nearest_only: senses.iter().map(|sense| sense.nearest).max().filter(|_| least > 0),
            senses,
        }
    }

    /// Whether a filter admits the agents of a group.
    #[inline(always)]
    pub fn admits(&self, filter: u32, group: usize) -> bool {
        self.admits.admits(filter, group)
    }
}

/// Has sums note those whom they see anyway for the senses that list them.
fn note_lists(senses: &mut [Sense]) {
    for nth in 0..senses.len() {
        if !senses[nth].lists_all() {
            continue;
        }
        let noted_by = senses.iter().position(|other| other.can_note(&senses[nth]));
        senses[nth].looking = Looking::List { noted_by };
        let radius = senses[nth].radius;
        if let Some(by) = noted_by.map(|by| &mut senses[by])
            && let Looking::Sum { notes, .. } = &mut by.looking
        {
            by.limits.note(radius, *notes);
            *notes = true;
        }
    }
}
