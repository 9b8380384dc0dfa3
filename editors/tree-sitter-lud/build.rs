//! Compiles the parser and its scanner.

fn main() {
    let src = std::path::Path::new("src");
    cc::Build::new()
        .std("c11")
        .include(src)
        .flag_if_supported("-Wno-unused-parameter")
        .files(["parser.c", "scanner.c"].map(|file| src.join(file)))
        .compile("tree-sitter-lud");
    println!("cargo:rerun-if-changed=src");
}
