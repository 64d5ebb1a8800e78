//! Making a running world follow its document.
//!
//! The world is told what the document should be, not what was done to it: the difference to what it was is carried out
//! live. So an edit, its undo and a file read anew take the same way. What the engine cannot do live makes a new world.

use crate::document::Content;
use flockstep::{Error, World};
use flockstep_door::{Placed, follow, why_anew};
use flockstep_scenario::AnyWorld;

/// How a world followed its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// While it ran.
    Live,
    /// Only by beginning anew, because of this.
    Anew(String),
}

/// The world of a document at its start.
pub(crate) fn build(content: &Content) -> Result<AnyWorld, Error> {
    let mut world = content.scenario.build()?;
    let empty = Content::new(content.scenario.clone());
    own_settings(&mut world, &empty, content)?;
    Ok(world)
}

/// Makes a world that follows `old` follow `new`.
pub(crate) fn reconcile(
    world: &mut AnyWorld,
    placed: &mut Placed,
    old: &Content,
    new: &Content,
) -> Result<Followed, Error> {
    let reason = match why_anew(&old.scenario, &new.scenario) {
        Some(reason) => reason,
        None => {
            let live = follow(world, placed, &old.scenario, &new.scenario);
            match live.and_then(|()| own_settings(world, old, new)) {
                Ok(()) => return Ok(Followed::Live),
                Err(error) => error.to_string(),
            }
        }
    };
    let threads = world.threads();
    *world = build(new)?;
    *placed = Placed::of(&new.scenario);
    world.set_threads(threads)?;
    Ok(Followed::Anew(reason))
}

fn own_settings(world: &mut AnyWorld, old: &Content, new: &Content) -> Result<(), Error> {
    match world {
        AnyWorld::Plane(world) => personalities(world, old, new),
        AnyWorld::Space(world) => personalities(world, old, new),
    }
}

/// Gives agents the settings of their own that differ. Whoever is gone needs none.
fn personalities<const D: usize>(world: &mut World<D>, old: &Content, new: &Content) -> Result<(), Error> {
    for (id, own) in &new.personalities {
        let there = world.agent(*id).is_ok_and(|agent| agent.group.index() == own.group);
        if old.personalities.get(id) != Some(own) && there {
            world.edit_agent(*id, |settings| settings.clone_from(&own.settings))?;
        }
    }
    for id in old.personalities.keys() {
        if !new.personalities.contains_key(id) && world.contains(*id) {
            world.forget_personality(*id)?;
        }
    }
    Ok(())
}
