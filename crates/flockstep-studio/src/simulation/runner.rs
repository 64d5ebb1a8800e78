//! A world that runs: orders go in, frames come out. It knows no threads, so that a page can run it too.

use super::frame::{Frame, Pace};
use super::inside::{Inside, inside};
use super::order::{Order, Report, Stick};
use super::play;
use super::playback::{Playback, Played};
use super::reconcile::{Followed, build, reconcile};
use super::sample::sample;
use crate::document::Content;
use flockstep::{AgentId, GroupId};
use flockstep_door::Placed;
use flockstep_scenario::AnyWorld;
use flockstep_view::{Insight, Picture};
use std::sync::Arc;
use web_time::{Duration, Instant};

/// How often numbers are taken.
const SAMPLE_EVERY: Duration = Duration::from_millis(100);
/// The longest time that is made up for: after a pause of the whole machine the world goes on, it does not race.
const MOST_OWED: f64 = 0.25;
/// The time over which the pace is measured.
const PACE_OVER: Duration = Duration::from_millis(500);

/// Looking inside an agent takes at most this share of the time: in a large world everyone is indexed for it.
const LOOKING: u32 = 5;

/// The last look inside the selected agent.
struct Looked {
    inside: Option<Inside>,
    at: Instant,
    took: Duration,
}

/// A world that runs.
pub(crate) struct Runner {
    world: AnyWorld,
    placed: Placed,
    /// What it goes by, if it is recorded.
    playback: Option<Playback>,
    content: Arc<Content>,
    document: u32,
    playing: bool,
    speed: f64,
    /// Seconds of the world's time that are due.
    owed: f64,
    clock: Instant,
    selected: Option<AgentId>,
    looked: Option<Looked>,
    driven: Option<(AgentId, Stick)>,
    insight: Insight,
    last_sample: Option<Instant>,
    pace: Pace,
    pace_since: Instant,
    pace_steps: u32,
    step_seconds: f64,
    stepped_at: Instant,
    /// Pictures that are no longer shown are filled again.
    pictures: Vec<Arc<Picture>>,
    changed: bool,
    reports: Vec<Report>,
}

impl Runner {
    /// A world at its start.
    pub fn new(content: Arc<Content>) -> Result<Runner, flockstep::Error> {
        let mut world = build(&content)?;
        // One core stays with the window.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        if cfg!(not(target_arch = "wasm32")) && cores > 2 {
            world.set_threads(cores - 1)?;
        }
        let now = Instant::now();
        Ok(Runner {
            world,
            placed: Placed::of(&content.scenario),
            playback: None,
            content,
            document: 0,
            playing: false,
            speed: 1.0,
            owed: 0.0,
            clock: now,
            selected: None,
            looked: None,
            driven: None,
            insight: Insight::default(),
            last_sample: None,
            pace: Pace::default(),
            pace_since: now,
            pace_steps: 0,
            step_seconds: 0.0,
            stepped_at: now,
            pictures: Vec::new(),
            changed: true,
            reports: Vec::new(),
        })
    }

    /// Carries out an order.
    pub fn take(&mut self, order: Order) {
        self.changed = true;
        self.looked = None;
        match order {
            Order::Play(playing) => self.play(playing),
            Order::TogglePlay => self.play(!self.playing),
            Order::Speed(speed) => self.speed = speed.clamp(0.01, 100.0),
            Order::Steps(steps) => {
                self.play(false);
                (0..steps).for_each(|_| self.step());
            }
            Order::Open(content, document) => {
                (self.document, self.playback) = (document, None);
                self.begin(content);
            }
            Order::Replay(content, document, recorded) => self.replay(content, document, *recorded),
            Order::Seek(step) => self.seek(step),
            Order::GoOn => self.playback = None,
            Order::Restart => match self.played() {
                Some(played) => self.seek(played.first),
                None => self.begin(self.content.clone()),
            },
            Order::Follow(content) => self.follow(content),
            Order::Despawn(id, content) => {
                play::despawn(&mut self.world, id);
                self.placed.forget(id);
                self.content = content;
            }
            Order::Select(id) => self.selected = id,
            Order::Drive(driven) => self.drive(driven),
            Order::Scare { at, radius } => play::scare(&mut self.world, at, radius),
            Order::Show(insight) => self.insight = insight,
        }
    }

    fn play(&mut self, playing: bool) {
        if playing != self.playing {
            let now = Instant::now();
            (self.playing, self.owed, self.clock) = (playing, 0.0, now);
            (self.pace_since, self.pace_steps, self.pace) = (now, 0, Pace::default());
        }
        // Whoever plays what is over wants to see it again.
        if playing && let Some(played) = self.played().filter(|played| self.world.steps() >= played.last) {
            self.seek(played.first);
        }
    }

    /// A new world.
    fn begin(&mut self, content: Arc<Content>) {
        match build(&content) {
            Ok(world) => self.put(world, content),
            Err(error) => self.reports.push(Report::Failed(error.to_string())),
        }
    }

    fn replay(&mut self, content: Arc<Content>, document: u32, (playback, world): (Playback, AnyWorld)) {
        (self.document, self.playback) = (document, Some(playback));
        self.put(world, content);
    }

    /// Puts another world in place.
    fn put(&mut self, world: AnyWorld, content: Arc<Content>) {
        let threads = self.world.threads();
        (self.world, self.placed, self.content) = (world, Placed::of(&content.scenario), content);
        // The same number worked before.
        let kept = self.world.set_threads(threads);
        debug_assert!(kept.is_ok(), "{kept:?}");
        self.has_begun(String::new());
    }

    /// What was drawn and plotted before belongs to another run.
    fn has_begun(&mut self, reason: String) {
        (self.driven, self.owed, self.last_sample) = (None, 0.0, None);
        self.reports.push(Report::Began(reason));
    }

    fn played(&self) -> Option<Played> {
        self.playback.as_ref().map(Playback::played)
    }

    fn seek(&mut self, step: u64) {
        let Some(playback) = &mut self.playback else { return };
        match playback.seek(step, &mut self.world) {
            Ok(()) => self.has_begun(String::new()),
            Err(problem) => self.reports.push(Report::Failed(problem)),
        }
    }

    fn follow(&mut self, content: Arc<Content>) {
        match reconcile(&mut self.world, &mut self.placed, &self.content, &content) {
            Ok(Followed::Live) => {}
            Ok(Followed::Anew(reason)) => self.has_begun(reason),
            Err(error) => self.reports.push(Report::Failed(error.to_string())),
        }
        self.content = content;
    }

    fn drive(&mut self, driven: Option<(AgentId, Stick)>) {
        if let Some((id, _)) = self.driven
            && driven.is_none_or(|(other, _)| other != id)
        {
            play::control(&mut self.world, id, None);
        }
        if let Some((id, stick)) = driven {
            play::control(&mut self.world, id, Some(stick));
        }
        self.driven = driven;
    }

    fn step(&mut self) {
        let begin = Instant::now();
        match &mut self.playback {
            None => self.world.step(),
            Some(playback) => {
                let went = playback.step(&mut self.world);
                if went.is_err() || !playback.is_seeking() && playback.is_over(&self.world) {
                    self.play(false);
                }
                self.reports.extend(went.err().map(Report::Failed));
            }
        }
        let end = Instant::now();
        // A slow average, so that the number can be read.
        let seconds = (end - begin).as_secs_f64();
        self.step_seconds = if self.step_seconds > 0.0 { 0.9 * self.step_seconds + 0.1 * seconds } else { seconds };
        self.stepped_at = end;
        self.pace_steps += 1;
        self.changed = true;
        if self.driven.is_some_and(|(id, _)| !play::lives(&self.world, id)) {
            self.driven = None;
            self.reports.push(Report::LostDriven);
        }
    }

    /// Makes the steps that are due, for about as long as it is given. Returns how long nothing is due, if it plays.
    pub fn run(&mut self, budget: Duration) -> Option<Duration> {
        let now = Instant::now();
        let elapsed = (now - self.clock).as_secs_f64();
        self.clock = now;
        if self.is_seeking() {
            while self.is_seeking() && now.elapsed() <= budget {
                self.step();
            }
            return Some(Duration::ZERO);
        }
        if !self.playing {
            return None;
        }
        let step = f64::from(self.world.time_step());
        self.owed = (self.owed + elapsed * self.speed).min((MOST_OWED * self.speed).max(step));
        while self.owed >= step {
            self.step();
            self.owed -= step;
            if now.elapsed() > budget {
                break;
            }
        }
        self.measure_pace(step);
        Some(Duration::from_secs_f64(((step - self.owed) / self.speed).clamp(0.0, 0.1)))
    }

    fn is_seeking(&self) -> bool {
        self.playback.as_ref().is_some_and(Playback::is_seeking)
    }

    fn measure_pace(&mut self, step: f64) {
        let elapsed = self.pace_since.elapsed();
        if elapsed >= PACE_OVER {
            let made = f64::from(self.pace_steps) / elapsed.as_secs_f64();
            self.pace = Pace { wanted: self.speed / step, made };
            (self.pace_since, self.pace_steps) = (Instant::now(), 0);
        }
    }

    /// What there is to say since it was last asked.
    pub fn reports(&mut self) -> Vec<Report> {
        std::mem::take(&mut self.reports)
    }

    /// The newest frame, if anything has changed since the last one.
    pub fn frame(&mut self) -> Option<Frame> {
        if !std::mem::take(&mut self.changed) {
            return None;
        }
        let due = self.last_sample.is_none_or(|last| last.elapsed() >= SAMPLE_EVERY) || !self.playing;
        let numbers = due.then(|| sample(&self.world)).into_iter().collect();
        if due {
            self.last_sample = Some(Instant::now());
        }
        let inside = self.look_inside();
        let world = &self.world;
        Some(Frame {
            inside,
            hash: (!self.playing && !self.is_seeking()).then(|| world.hash()),
            document: self.document,
            steps: world.steps(),
            time: world.time(),
            agents: world.len(),
            group_agents: (0..world.groups().len() as u32).map(|group| world.group_len(GroupId(group))).collect(),
            captured: world.capture_count(),
            markers: play::marker_names(world),
            driven: self.driven.map(|(id, _)| id),
            played: self.played(),
            playing: self.playing,
            pace: self.pace,
            step_seconds: self.step_seconds,
            wall_step: f64::from(world.time_step()) / self.speed,
            stepped_at: self.stepped_at,
            numbers,
            picture: self.picture(),
        })
    }

    /// What goes on inside the selected agent: now, or a little while ago if looking takes long.
    fn look_inside(&mut self) -> Option<Inside> {
        let id = self.selected?;
        let fresh = |looked: &&Looked| self.playing && looked.at.elapsed() < looked.took * LOOKING;
        if let Some(looked) = self.looked.as_ref().filter(fresh) {
            return looked.inside.clone();
        }
        let at = Instant::now();
        let inside = inside(&self.world, id).map(|mut inside| {
            inside.placed = self.placed.place_of(inside.group, id);
            inside
        });
        self.looked = Some(Looked { inside: inside.clone(), at, took: at.elapsed() });
        inside
    }

    fn picture(&mut self) -> Arc<Picture> {
        let free = self.pictures.iter_mut().position(|picture| Arc::get_mut(picture).is_some());
        let place = free.unwrap_or_else(|| {
            self.pictures.push(Arc::default());
            self.pictures.len() - 1
        });
        if let Some(picture) = Arc::get_mut(&mut self.pictures[place]) {
            picture.fill(&self.world, &[], self.insight);
        }
        self.pictures[place].clone()
    }
}
