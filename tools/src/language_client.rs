//! What an editor says to the language server, looked at before MLIR's parser recurses into the texts in it.

use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd};
use xla_compiler::{Source, tell};

/// Bytes of a header line at most.
const MOST_HEADER: u64 = 1 << 16;

/// Puts a pipe in the place of standard input, through which the messages come that the server may read.
///
/// # Errors
/// If there is no pipe, or no thread that fills it.
pub fn guard() -> io::Result<()> {
    let (reader, mut server) = io::pipe()?;
    // SAFETY: all of these are open files, and nothing else owns the copy.
    let client = unsafe {
        let client = libc::dup(libc::STDIN_FILENO);
        if client < 0 || libc::dup2(reader.as_raw_fd(), libc::STDIN_FILENO) < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from_raw_fd(client)
    };
    let forward = move || forward(&mut BufReader::new(client), &mut server);
    std::thread::Builder::new().name("messages".to_string()).spawn(forward)?;
    Ok(())
}

/// Hands on messages until there are no more.
fn forward(client: &mut dyn BufRead, server: &mut dyn Write) -> io::Result<()> {
    while let Some(length) = header(client)? {
        let mut message = Vec::new();
        client.take(length).read_to_end(&mut message)?;
        if let Some(message) = checked(message) {
            write!(server, "Content-Length: {}\r\n\r\n", message.len())?;
            server.write_all(&message)?;
        }
    }
    Ok(())
}

/// The length of the message behind the next header; none at the end.
fn header(client: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let mut length = 0;
    loop {
        let mut line = Vec::new();
        if client.take(MOST_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(Some(length));
        }
        let value = line.strip_prefix(b"Content-Length:").and_then(|value| std::str::from_utf8(value).ok());
        length = value.and_then(|value| value.trim().parse().ok()).unwrap_or(length);
    }
}

/// The message, of whose texts is left what MLIR's parser may read; none if it is no message.
fn checked(message: Vec<u8>) -> Option<Vec<u8>> {
    // Also what nests too deep for the server.
    let mut content: Value =
        serde_json::from_slice(&message).map_err(|error| tell!("error: a message cannot be read: {error}")).ok()?;
    let mut is_same = true;
    let parameters = content.get_mut("params");
    let mut texts = Vec::new();
    if let Some(Value::Object(parameters)) = parameters {
        for (name, value) in parameters {
            match (name.as_str(), value) {
                ("textDocument", document) => texts.extend(document.get_mut("text")),
                ("contentChanges", Value::Array(changes)) => {
                    texts.extend(changes.iter_mut().filter_map(|change| change.get_mut("text")));
                }
                _ => {}
            }
        }
    }
    for text in texts {
        if let Value::String(text) = text
            && let Some(left) = cut(text)
        {
            (*text, is_same) = (left, false);
        }
    }
    if is_same { Some(message) } else { serde_json::to_vec(&content).ok() }
}

/// The text up to what MLIR's parser must not see, with an error there, if there is such a place.
fn cut(text: &str) -> Option<String> {
    let diagnostic = Source::new("text", text).check().err()?;
    tell!("{diagnostic}");
    let (mut left, position) = (String::new(), diagnostic.position?);
    for line in text.split_inclusive('\n').take(position.line - 1) {
        left.push_str(line);
    }
    let line = text.get(left.len()..)?;
    left.push_str(line.get(..position.column - 1)?);
    // No program ends so, and no part of one.
    left.push_str(" )]}");
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Vec<u8> {
        let body = serde_json::json!({"method": "textDocument/didOpen", "params": {"textDocument": {"text": text}}});
        let body = body.to_string();
        format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{body}", body.len()).into_bytes()
    }

    #[test]
    fn texts_reach_the_server_as_far_as_its_parser_may_read_them() {
        let bad = "module {\n  func.func @f() attributes {a = array<index: 1>}\n}";
        let mut client = [message("module {}"), message(bad), b"Content-Length: 2\r\n\r\n[{".to_vec()].concat();
        client.extend(message("module {}"));
        let mut server = Vec::new();
        forward(&mut client.as_slice(), &mut server).expect("memory takes all");
        let server = String::from_utf8(server).expect("text");
        assert_eq!(server.matches("Content-Length").count(), 3);
        assert_eq!(server.matches(r#""module {}""#).count(), 2);
        assert!(server.contains(r#""module {\n  func.func @f() attributes {a = array< )]}""#), "{server}");
    }

    #[test]
    fn what_nests_too_deep_is_no_message() {
        assert_eq!(checked("[".repeat(100_000).into_bytes()), None);
    }
}
