//! The browser behind the ports: OPFS, fetch, timers, crypto, workers.
