//! A page of Parquet: a head and a body, in room that is kept from page to page.
//!
//! Format: <https://parquet.apache.org/docs/file-format/data-pages/> and parquet.thrift; the head is Thrift's compact protocol.

use std::ops::Range;

/// Room for the longest head.
const HEAD: usize = 32;

/// What a page holds, and how.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Values that the next page counts on.
    Dictionary,
    /// Places in a dictionary.
    Places,
    /// Whole numbers by their differences.
    Differences,
    /// Floats in planes.
    Planes,
}

/// A page in the making, or made.
#[derive(Default)]
pub(crate) struct Page {
    /// The head ends where the body begins.
    room: Vec<u8>,
    used: Range<usize>,
    /// Its length if nothing were packed.
    pub unpacked: usize,
}

impl Page {
    /// The page as it stands in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.room[self.used.clone()]
    }

    /// Room for a body of at most so many bytes.
    pub fn body(&mut self, most: usize) -> &mut [u8] {
        if self.room.len() < HEAD + most {
            self.room.resize(HEAD + most, 0);
        }
        &mut self.room[HEAD..]
    }

    /// Puts the head in front of a body of so many bytes.
    pub(super) fn end(&mut self, kind: Kind, values: usize, packed: usize, unpacked: usize) {
        let mut head = Vec::with_capacity(HEAD);
        let field = |head: &mut Vec<u8>, number: usize| {
            // The next field, a whole number; those of Thrift have their sign in the lowest bit.
            head.push(0x15);
            put_varint(head, (number as u64) << 1);
        };
        let dictionary = matches!(kind, Kind::Dictionary);
        field(&mut head, if dictionary { 2 } else { 0 });
        field(&mut head, unpacked);
        field(&mut head, packed);
        // A struct, as the seventh field or the fifth.
        head.push(if dictionary { 0x4c } else { 0x2c });
        field(&mut head, values);
        match kind {
            Kind::Dictionary => field(&mut head, 0),
            Kind::Places => field(&mut head, 8),
            Kind::Differences => field(&mut head, 5),
            Kind::Planes => field(&mut head, 9),
        }
        if !dictionary {
            // Levels, of which there are none, would be run lengths.
            field(&mut head, 3);
            field(&mut head, 3);
        }
        head.extend_from_slice(&[0, 0]);
        self.used = HEAD - head.len()..HEAD + packed;
        self.room[self.used.start..HEAD].copy_from_slice(&head);
        self.unpacked = head.len() + unpacked;
    }

    /// Makes a page of a body that is not packed.
    pub(super) fn fill(&mut self, kind: Kind, values: usize, body: &[u8]) {
        self.body(body.len())[..body.len()].copy_from_slice(body);
        self.end(kind, values, body.len(), body.len());
    }
}

/// A whole number, seven bits a byte.
pub(super) fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
