//! Gzip: one member after the other, as one stream.

use flate2::bufread::GzDecoder;
use std::io::{Cursor, Error, Read};

/// The content of all members. Each costs as much as unpacking some pages, even where nothing is in it, so they are
/// counted.
pub(super) struct Members {
    current: GzDecoder<Cursor<Vec<u8>>>,
    begun: u64,
    most: u64,
}

impl Members {
    pub(super) fn new(bytes: Vec<u8>, most: u64) -> Self {
        Self { current: GzDecoder::new(Cursor::new(bytes)), begun: 1, most }
    }

    pub(super) fn rewind(&mut self) {
        let mut bytes = self.take();
        bytes.set_position(0);
        self.current = GzDecoder::new(bytes);
        self.begun = 1;
    }

    fn take(&mut self) -> Cursor<Vec<u8>> {
        std::mem::take(self.current.get_mut())
    }
}

impl Read for Members {
    fn read(&mut self, room: &mut [u8]) -> Result<usize, Error> {
        loop {
            let read = self.current.read(room)?;
            let bytes = self.current.get_ref();
            if read > 0 || room.is_empty() || bytes.position() >= bytes.get_ref().len() as u64 {
                return Ok(read);
            }
            if self.begun == self.most {
                return Err(Error::other(format!("it is made of more than {} gzip members", self.most)));
            }
            self.begun += 1;
            let rest = self.take();
            self.current = GzDecoder::new(rest);
        }
    }
}
