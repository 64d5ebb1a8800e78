//! A world with serde: as its snapshot.

use super::World;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

impl<const D: usize> Serialize for World<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.snapshot())
    }
}

impl<'de, const D: usize> Deserialize<'de> for World<D> {
    fn deserialize<T: Deserializer<'de>>(deserializer: T) -> Result<Self, T::Error> {
        let bytes = Vec::<u8>::deserialize(deserializer)?;
        World::from_snapshot(&bytes).map_err(T::Error::custom)
    }
}
