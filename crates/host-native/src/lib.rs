//! The operating system behind the ports: files, HTTP, clock.
