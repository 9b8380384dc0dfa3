//! Room on the stack for what is nested deeply.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
