//! Of what a checkpoint is: the digest of its scenario, and the files that its run was writing. So a resumed run goes
//! on with what was begun, in the files that are its own.
//!
//! As bytes: `FLOCKRUN`, the length of a JSON text, the text, and a checksum over all that; numbers are little-endian.

use flockstep_record::{Mark, checksum};
use flockstep_scenario::Digest;
use serde_json::{Map, Value, json};

const MAGIC: &[u8; 8] = b"FLOCKRUN";

/// Of what a checkpoint is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The scenario; unknown if the run went on from a checkpoint that did not say.
    pub scenario: Option<Digest>,
    /// The files that were being written.
    pub outputs: Vec<Output>,
}

/// A file that a run was writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The option that named it.
    pub option: String,
    /// The options that say what it holds, and their values.
    pub chosen: Vec<(String, String)>,
    /// How it is known again.
    pub mark: Mark,
}

impl Origin {
    /// As bytes behind a snapshot.
    pub fn bytes(&self) -> Vec<u8> {
        let scenario = self.scenario.as_ref().map(|digest| {
            digest.pieces().iter().map(|(path, number)| json!([path, hex(*number)])).collect::<Vec<Value>>()
        });
        let outputs = self.outputs.iter().map(|output| {
            let chosen: Vec<Value> = output.chosen.iter().map(|(option, value)| json!([option, value])).collect();
            let Mark { bytes, sum } = output.mark;
            json!({ "option": output.option, "chosen": chosen, "bytes": bytes, "whole": hex(sum) })
        });
        let text = json!({ "scenario": scenario, "outputs": outputs.collect::<Vec<Value>>() }).to_string();
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// What stands at the front of these bytes, and what comes after it. Bytes that begin otherwise hold none; damaged
    /// ones give nothing.
    pub fn split(bytes: &[u8]) -> Option<(Option<Origin>, &[u8])> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else { return Some((None, bytes)) };
        let (length, rest) = rest.split_first_chunk()?;
        let (text, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let (sum, rest) = rest.split_first_chunk()?;
        let whole = &bytes[..MAGIC.len() + length.len() + text.len()];
        if checksum(whole) != u64::from_le_bytes(*sum) {
            return None;
        }
        let value: Value = serde_json::from_slice(text).ok()?;
        // Whole, and yet it does not say all that is asked for: an earlier version wrote it.
        Some((Origin::read(value.as_object()?), rest))
    }

    fn read(value: &Map<String, Value>) -> Option<Origin> {
        let scenario = match value.get("scenario")? {
            Value::Null => None,
            pieces => {
                let number = |(path, number): (String, String)| Some((path, unhex(&number)?));
                Some(Digest::from_pieces(pairs(pieces)?.into_iter().map(number).collect::<Option<_>>()?))
            }
        };
        let output = |value: &Value| {
            let mark = Mark { bytes: value.get("bytes")?.as_u64()?, sum: unhex(value.get("whole")?.as_str()?)? };
            let option = value.get("option")?.as_str()?.to_string();
            Some(Output { option, chosen: pairs(value.get("chosen")?)?, mark })
        };
        let outputs = value.get("outputs")?.as_array()?.iter().map(output).collect::<Option<_>>()?;
        Some(Origin { scenario, outputs })
    }
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

fn unhex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

/// A list of pairs of texts.
fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    let pair = |value: &Value| match value.as_array()?.as_slice() {
        [one, two] => Some((one.as_str()?.to_string(), two.as_str()?.to_string())),
        _ => None,
    };
    value.as_array()?.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_again_and_damage_is_noticed() {
        let scenario = Digest::from_pieces(vec![("seed".into(), u64::MAX), ("groups.\"a \\ b\"\n".into(), 0)]);
        let output = Output {
            option: "--out".into(),
            chosen: vec![("--every".into(), "5".into())],
            mark: Mark { bytes: u64::MAX, sum: 7 },
        };
        for origin in [
            Origin::default(),
            Origin { scenario: Some(scenario.clone()), outputs: Vec::new() },
            Origin { scenario: Some(scenario), outputs: vec![output] },
        ] {
            let bytes = origin.bytes();
            let whole = [&bytes[..], b"more"].concat();
            assert_eq!(Origin::split(&whole), Some((Some(origin), &b"more"[..])));
            for at in 0..bytes.len() {
                let mut torn = bytes.clone();
                torn[at] ^= 1;
                // What does not begin as one is left to whoever reads what comes next.
                assert!(Origin::split(&torn).is_none_or(|(found, _)| found.is_none() && at < 8), "{at}");
                assert!(Origin::split(&bytes[..at]).is_none_or(|(found, _)| found.is_none() && at < 8), "{at}");
            }
        }
        assert_eq!(Origin::split(b""), Some((None, &b""[..])));
    }
}
