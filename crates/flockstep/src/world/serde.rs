//! A world with serde: as the bytes of its snapshot.

use super::World;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

impl<const D: usize> Serialize for World<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.snapshot())
    }
}

impl<'de, const D: usize> Deserialize<'de> for World<D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        deserializer.deserialize_byte_buf(Snapshot::<D>)
    }
}

/// Takes bytes, or a list of numbers from formats that have no bytes.
struct Snapshot<const D: usize>;

impl<'de, const D: usize> Visitor<'de> for Snapshot<D> {
    type Value = World<D>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of a world of {D} dimensions")
    }
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<World<D>, E> {
        World::from_snapshot(bytes).map_err(E::custom)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<World<D>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = numbers.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
