//! Steering that Python has worked out, where the engine looks it up.
//!
//! A behavior in Python is called once a step, for all agents. What it returns is posted here, under its name; the engine's
//! behavior of that name takes each agent's part. Copies of a world share the boxes, so a world holds [`Mail::turn`]
//! from posting to the end of its step.

use flockstep::steer::{CustomBehavior, Needs, View};
use flockstep::{Error, World};
use flockstep_door::Prepare;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The boxes of all behaviors of a world and its copies.
#[derive(Default)]
pub struct Mail {
    turn: Mutex<()>,
    boxes: Mutex<Vec<(String, MailBox)>>,
}

/// What one behavior last said.
#[derive(Clone, Default)]
pub struct MailBox(Arc<RwLock<Arc<Letter>>>);

/// Steering for everyone.
#[derive(Default)]
pub struct Letter {
    /// The ids, in order.
    pub ids: Arc<Vec<u32>>,
    /// As many numbers for each as the world has dimensions.
    pub numbers: Vec<f32>,
    /// Whether they are aims, which the response turns into steering.
    pub aims: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Mail {
    /// The box of a name: the one that copies of the world use, too.
    pub fn of(&self, name: &str) -> MailBox {
        let mut boxes = lock(&self.boxes);
        if let Some((_, found)) = boxes.iter().find(|(other, _)| other == name) {
            return found.clone();
        }
        let made = MailBox::default();
        boxes.push((name.into(), made.clone()));
        made
    }
    /// Keeps copies from posting until it is dropped. Python must not be attached: whoever waits would keep it from others.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        lock(&self.turn)
    }
    fn register<const D: usize>(&self, world: &mut World<D>) -> Result<(), Error> {
        lock(&self.boxes).iter().try_for_each(|(name, mail)| world.register(name.clone(), mail.clone()))
    }
}

impl Prepare for Mail {
    fn plane(&self, world: &mut World<2>) -> Result<(), Error> {
        self.register(world)
    }
    fn space(&self, world: &mut World<3>) -> Result<(), Error> {
        self.register(world)
    }
}

impl MailBox {
    /// Puts a letter in place of the last.
    pub fn post(&self, letter: Letter) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(letter);
    }
}

impl<const D: usize> CustomBehavior<D> for MailBox {
    fn needs(&self) -> Needs {
        Needs::nothing()
    }
    fn steer(&self, view: &View<'_, D>) -> [f32; D] {
        let letter = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let id = view.me.id.0;
        // As long as nobody has died the ids are the places.
        let place = match letter.ids.get(id as usize) {
            Some(there) if *there == id => Some(id as usize),
            _ => letter.ids.binary_search(&id).ok(),
        };
        let numbers = place.and_then(|place| letter.numbers.get(place * D..place * D + D));
        let steering = numbers.map_or([0.0; D], |numbers| std::array::from_fn(|axis| numbers[axis]));
        if letter.aims { view.respond(steering) } else { steering }
    }
}
