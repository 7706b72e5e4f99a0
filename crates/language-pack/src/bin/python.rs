//! Python.
#![no_main]
