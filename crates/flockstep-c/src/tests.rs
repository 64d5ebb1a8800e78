//! The functions of the header, called from Rust: what needs no C compiler.

mod golden;
mod header;
mod nulls;
