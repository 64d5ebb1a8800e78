//! A thread that writes, and a bounded queue in front of it.
//!
//! The simulation hands over what is to be written and goes on. Only when the writer is several parts behind does it
//! wait: memory stays bounded and nothing is dropped.

use crate::error::Error;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::JoinHandle;

/// What puts parts into a file.
pub(crate) trait Writer<T>: Send {
    /// Adds a part.
    fn write(&mut self, part: &mut T) -> Result<(), Error>;
    /// Puts everything so far onto the disk, so that a run that is killed later can go on after it.
    fn settle(&mut self) -> Result<(), Error>;
    /// Ends the file.
    fn finish(&mut self) -> Result<(), Error>;
    /// Writing has failed, as on a full disk: leaves what is there in order, if it can.
    fn rescue(&mut self);
}

enum Order<T> {
    Write(T),
    Settle(SyncSender<()>),
}

/// A thread that writes.
pub(crate) struct Queue<T> {
    orders: Option<SyncSender<Order<T>>>,
    used: Receiver<T>,
    thread: Option<JoinHandle<Result<(), Error>>>,
}

impl<T: Send + 'static> Queue<T> {
    /// Begins to write. At most `depth` parts wait.
    pub fn new(writer: Box<dyn Writer<T>>, depth: usize) -> Result<Queue<T>, Error> {
        let (orders, received) = sync_channel(depth);
        let (give_back, used) = channel();
        let thread = std::thread::Builder::new().name("flockstep-writer".into());
        let thread = thread.spawn(move || drain(writer, &received, &give_back)).map_err(Error::io("start a thread"))?;
        Ok(Queue { orders: Some(orders), used, thread: Some(thread) })
    }

    /// A part that has been written and may be filled anew.
    pub fn used(&self) -> Option<T> {
        self.used.try_recv().ok()
    }

    /// Hands a part over. It waits if too many wait already.
    pub fn write(&mut self, part: T) -> Result<(), Error> {
        self.send(Order::Write(part))
    }

    /// Waits until everything so far is on the disk.
    pub fn settle(&mut self) -> Result<(), Error> {
        let (done, settled) = sync_channel(1);
        self.send(Order::Settle(done))?;
        // The other end is dropped if the writer fails, and then it tells why.
        settled.recv().or_else(|_| self.finish())
    }

    /// Waits until everything is written and the file has its end.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.orders = None;
        let Some(thread) = self.thread.take() else { return Ok(()) };
        let broken = |_| Err(Error::Input("the thread that writes has broken down".into()));
        thread.join().unwrap_or_else(broken)
    }

    fn send(&mut self, order: Order<T>) -> Result<(), Error> {
        let sent = self.orders.as_ref().map(|orders| orders.send(order).is_ok());
        if sent == Some(true) { Ok(()) } else { self.finish() }
    }
}

impl<T> Drop for Queue<T> {
    /// Whatever ended the run, what was handed over is written.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn drain<T>(mut writer: Box<dyn Writer<T>>, orders: &Receiver<Order<T>>, used: &Sender<T>) -> Result<(), Error> {
    let done = carry_out(&mut *writer, orders, used);
    done.inspect_err(|_| writer.rescue())
}

fn carry_out<T>(writer: &mut dyn Writer<T>, orders: &Receiver<Order<T>>, used: &Sender<T>) -> Result<(), Error> {
    for order in orders {
        match order {
            Order::Write(mut part) => {
                writer.write(&mut part)?;
                // Nobody may be left who wants it back.
                let _ = used.send(part);
            }
            Order::Settle(done) => {
                writer.settle()?;
                let _ = done.send(());
            }
        }
    }
    writer.finish()
}
