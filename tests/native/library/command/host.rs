//! A static server on this machine, as hosts of packs are, or as they should not be.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// How a server behaves.
#[derive(Default)]
pub struct Habits {
    /// It answers with the whole file.
    pub whole: bool,
    /// How long each answer takes.
    pub delay: Duration,
    /// What is answered to ranges that begin at these places, and how much later.
    pub failing: BTreeMap<usize, (u16, Duration)>,
}

/// What a server has, and who is at it.
struct Host {
    bytes: Vec<u8>,
    habits: Habits,
    said: Sender<String>,
    now: AtomicUsize,
    most: Arc<AtomicUsize>,
}

/// A server that runs for as long as the tests do.
pub struct Hosted {
    pub address: String,
    /// What it heard.
    pub heard: Receiver<String>,
    /// The most requests that it had at a time.
    pub most: Arc<AtomicUsize>,
}

/// Serves `bytes`, each connection by itself.
pub fn host(bytes: Vec<u8>, habits: Habits) -> Hosted {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/library.pack", listener.local_addr().unwrap());
    let ((said, heard), most) = (channel(), Arc::new(AtomicUsize::new(0)));
    let host = Arc::new(Host { bytes, habits, said, now: AtomicUsize::new(0), most: Arc::clone(&most) });
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let host = Arc::clone(&host);
            std::thread::spawn(move || host.serve(stream));
        }
    });
    Hosted { address, heard, most }
}

impl Host {
    fn serve(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        loop {
            let mut request = String::new();
            while !request.ends_with("\r\n\r\n") && reader.read_line(&mut request).unwrap_or(0) > 0 {}
            if request.is_empty() {
                break;
            }
            self.most.fetch_max(self.now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            let (head, part) = self.answer(&request);
            let _ = self.said.send(request);
            self.now.fetch_sub(1, Ordering::SeqCst);
            if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(part)).is_err() {
                break;
            }
        }
    }

    fn answer(&self, request: &str) -> (String, &[u8]) {
        let Habits { whole, delay, failing } = &self.habits;
        let range = super::range_of(request);
        let (first, end) = range.map_or((0, 1), |(first, len)| (first as usize, (first + len) as usize));
        let end = end.min(self.bytes.len());
        std::thread::sleep(*delay);
        if let Some((status, later)) = failing.get(&first) {
            std::thread::sleep(*later);
            return (format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\n\r\n"), &[]);
        }
        let (status, part) = match whole {
            true => ("200 OK", &self.bytes[..]),
            false => ("206 Partial Content", &self.bytes[first..end]),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\ncontent-range: bytes {first}-{}/{}\r\n\r\n",
            part.len(),
            end - 1,
            self.bytes.len()
        );
        (head, part)
    }
}
