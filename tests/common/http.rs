//! Servers on this machine, for tests of what is sent and of what comes back.
#![allow(dead_code, missing_docs)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::json;

/// What a server received.
pub struct Request {
    /// The first line and the headers, with the empty line behind them.
    pub head: String,
    pub body: Vec<u8>,
}

impl Request {
    /// The whole request, as it arrived.
    pub fn text(self) -> String {
        self.head + &String::from_utf8(self.body).unwrap()
    }
}

/// Reads one request from `stream`; `None` where the other side went away before its end. What has no length has no body.
pub fn request(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().unwrap())
    });
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    Some(Request { head, body })
}

/// Has `answer` answer the requests that arrive, one after the other, for as long as the tests run; returns where.
pub fn listen(mut answer: impl FnMut(Request, &mut TcpStream) + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            if let Some(request) = request(&stream) {
                answer(request, &mut stream);
            }
        }
    });
    address
}

/// As [`listen`], with a `server` that the test looks into.
pub fn serve<S: Send + 'static>(
    server: S,
    answer: impl Fn(&mut S, Request, &mut TcpStream) + Send + 'static,
) -> (SocketAddr, Arc<Mutex<S>>) {
    let shared = Arc::new(Mutex::new(server));
    let server = Arc::clone(&shared);
    let address = listen(move |request, stream| answer(&mut server.lock().unwrap(), request, stream));
    (address, shared)
}

/// Answers with the words of a model, as a chat completion.
pub fn complete(stream: &mut TcpStream, status: u16, said: &str) {
    let reply = json!({"choices": [{"message": {"role": "assistant", "content": said}}]}).to_string();
    let head = format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close");
    write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{reply}", reply.len()).unwrap();
}

/// A place on this machine at which nobody is to knock.
pub struct Nobody(TcpListener);

impl Nobody {
    pub fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Nobody(listener)
    }

    pub fn address(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }

    /// Panics with `what` where somebody has knocked.
    #[track_caller]
    pub fn assert_left_alone(&self, what: &str) {
        let came = self.0.accept().map(|_| ()).unwrap_err();
        assert_eq!(came.kind(), std::io::ErrorKind::WouldBlock, "somebody knocked: {what}");
    }
}
