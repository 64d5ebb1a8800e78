//! `flockstep schema`: what editors need to complete and check scenario files.

use crate::failure::Failure;
use crate::output::say;
use clap::Args;

/// Print the JSON schema of scenario files, for editors.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep schema > flockstep.schema.json

Editors with a TOML language server (taplo, Even Better TOML) then complete and check a file that begins with
  #:schema ./flockstep.schema.json")]
pub struct SchemaArguments {}

/// Prints the schema.
pub fn schema(_: &SchemaArguments) -> Result<(), Failure> {
    say(&flockstep_scenario::json_schema())
}
