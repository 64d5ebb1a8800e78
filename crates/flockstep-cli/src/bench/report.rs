//! What the benchmark found.

use super::arguments::BenchArguments;
use crate::run::{quantity, threads};

/// What the benchmark found.
pub struct Report {
    /// Threads in use.
    pub threads: usize,
    /// Milliseconds a step took.
    pub step_ms: f64,
    /// Milliseconds that measuring took after a step, if anything was measured.
    pub metrics_ms: Option<f64>,
    /// Milliseconds that feeding all bodies and reading their steering back took after a step, if that was asked for.
    pub bodies_ms: Option<f64>,
    /// Milliseconds each stage took, a step.
    pub stages: Vec<(&'static str, f64)>,
    /// Neighbours that an agent sees on average.
    pub seen: f64,
    /// Bytes the world holds per agent.
    pub bytes_per_agent: f64,
    /// The world's hash at the end.
    pub hash: u64,
}

impl Report {
    fn agent_steps_per_s(&self, arguments: &BenchArguments) -> f64 {
        arguments.agents as f64 * 1e3 / self.step_ms.max(1e-9)
    }

    fn metrics(&self, ms: f64) -> String {
        let share = 100.0 * ms / (ms + self.step_ms).max(1e-9);
        format!("{ms:.3} ms per step for the metrics: {share:.1} % of the run's time\n")
    }

    fn bodies(&self, ms: f64) -> String {
        let share = 100.0 * ms / self.step_ms.max(1e-9);
        format!("{ms:.3} ms per step to feed all bodies and read their steering: {share:.1} % of a step\n")
    }

    /// For people.
    pub fn text(&self, arguments: &BenchArguments) -> String {
        let pace = self.agent_steps_per_s(arguments);
        let stages: Vec<String> = self.stages.iter().map(|(stage, ms)| format!("{stage} {ms:.3}")).collect();
        format!(
            "{} agents in {}D, {} layout, {}, {} steps; an agent sees {:.1} mates\n\
             {:.3} ms per step: {}\n{}{}\
             {} agent-steps/s, {} neighbours/s, {:.1} bytes per agent\n\
             hash {:016x}\n",
            arguments.agents,
            arguments.dimensions,
            format!("{:?}", arguments.layout).to_lowercase(),
            threads(self.threads),
            arguments.steps,
            self.seen,
            self.step_ms,
            stages.join(", "),
            self.metrics_ms.map_or(String::new(), |ms| self.metrics(ms)),
            self.bodies_ms.map_or(String::new(), |ms| self.bodies(ms)),
            quantity(pace),
            quantity(pace * self.seen),
            self.bytes_per_agent,
            self.hash
        )
    }

    /// For programs: one object on one line. All its numbers are finite, so that Rust's own form of them is JSON.
    pub fn json(&self, arguments: &BenchArguments) -> String {
        let pace = self.agent_steps_per_s(arguments);
        let stages: Vec<String> = self.stages.iter().map(|(stage, ms)| format!("\"{stage}\":{ms:.6}")).collect();
        let extra = |name: &str, ms: Option<f64>| ms.map_or(String::new(), |ms| format!("\"{name}\":{ms:.6},"));
        let metrics = extra("metrics_ms", self.metrics_ms) + &extra("bodies_ms", self.bodies_ms);
        format!(
            "{{\"dimensions\":{},\"agents\":{},\"neighbors\":{},\"threads\":{},\"steps\":{},\"step_ms\":{:.6},\
             {metrics}\"agent_steps_per_s\":{pace:.0},\"neighbors_per_s\":{:.0},\"bytes_per_agent\":{:.3},\"stages\":{{{}}},\
             \"hash\":\"{:016x}\"}}",
            arguments.dimensions,
            arguments.agents,
            arguments.neighbors,
            self.threads,
            arguments.steps,
            self.step_ms,
            pace * self.seen,
            self.bytes_per_agent,
            stages.join(","),
            self.hash
        )
    }
}
