//! End-to-end tests: the command line natively, the app in Chromium.
