#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| flockstep_fuzz::readers::scenario(bytes));
