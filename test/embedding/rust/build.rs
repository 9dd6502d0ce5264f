fn main() {
    xla_build::compile("../Inputs/layer.mlir");
    xla_build::Program::new("../Inputs/library.mlir").name("everything").compile();
}
