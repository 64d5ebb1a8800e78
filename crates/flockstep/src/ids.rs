//! Handles of agents, groups and obstacles: small values that stay good while everything around them changes.

use std::fmt;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident($number:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// The number in it, as an index.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<$name> for $number {
            fn from(id: $name) -> $number {
                id.0
            }
        }

        impl From<$number> for $name {
            fn from(number: $number) -> $name {
                $name(number)
            }
        }
    };
}

handle! {
    /// An agent. Ids are given in the order of births and never given again, so an id of one who is gone stays unknown.
    AgentId(u32)
}

handle! {
    /// A group: its number in the order they were added. Groups are never removed.
    GroupId(u32)
}

handle! {
    /// An obstacle. Removing one does not change the ids of the others.
    ObstacleId(u32)
}

impl GroupId {
    /// The group of an index.
    #[inline(always)]
    pub(crate) const fn of(index: usize) -> GroupId {
        GroupId(index as u32)
    }
}
