//! Nothing but a home for `benches/peers.rs`.
