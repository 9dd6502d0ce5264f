#!/usr/bin/env bash
# Installs what others need of a finished build: install.sh --prefix DIRECTORY. The result may be moved.
set -euo pipefail
[ "${1:-}" = --prefix ] && [ -n "${2:-}" ] && [ $# = 2 ] || {
  echo "usage: ./x install --prefix DIRECTORY" >&2
  exit 2
}
prefix=$(realpath -m "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
built=target/release llvm=$MLIR_SYS_220_PREFIX
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
llvm_version=$("$llvm/bin/llvm-config" --version | grep -oE '^[0-9]+\.[0-9]+')

share=$prefix/share/xla-mlir doc=$prefix/share/doc/xla-mlir
# What an earlier version had and this one has not would be found beside it.
rm -rf "$share" "$doc"
mkdir -p "$prefix"/{bin,lib/cmake/XlaMlir,include/xla-mlir-c} "$share/crates" "$doc"
put() { # MODE DIRECTORY FILES...
  local mode=$1 directory=$2
  shift 2
  install -m "$mode" -t "$directory" "$@"
}

put 755 "$prefix/bin" $built/xla-{opt,translate,run,lsp-server,reduce}
strip --strip-debug "$prefix"/bin/xla-{opt,translate,run,lsp-server,reduce}
for library in libXlaMlir.a libxla_runtime.a; do
  # Debug information is nine tenths of it.
  strip --strip-debug -o "$prefix/lib/$library" "$built/$library"
done
compiler/capi/link.sh "$prefix/lib/libXlaMlir.a" "$prefix/lib" "$llvm"
put 644 "$prefix/include/xla-mlir-c" compiler/capi/include/xla-mlir-c/*.h
put 644 "$prefix/include" compiler/runtime/include/xla_runtime.h
# As they are in the tree, so that links between them hold: the documents, and the examples that they refer to.
put 644 "$doc" LICENSE *.md
cp --parents -rp docs test/embedding test/recipes "$doc"
# The crates for build scripts and for programs that call the runtime library, in a workspace of their own.
cp --parents -rp compiler/build compiler/runtime dialects/scalar "$share/crates"
sed 's|^members = .*|members = ["compiler/build", "compiler/runtime", "dialects/scalar"]|' Cargo.toml >"$share/crates/Cargo.toml"

# PACKAGE_INIT as CMake's own helper writes it: paths are relative to the file, so that the folder may be moved.
init='get_filename_component(PACKAGE_PREFIX_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)'
for file in XlaMlirConfig XlaMlirConfigVersion; do
  sed -e "s|@PACKAGE_INIT@|$init|" -e "s|@LLVM_VERSION@|$llvm_version|g" -e "s|@LLVM_PREFIX@|$llvm|g" \
    -e "s|@PROJECT_VERSION@|$version|g" -e "s|@PROJECT_VERSION_MAJOR@|${version%%.*}|g" \
    -e "s|@PROJECT_VERSION_MINOR@|$(cut -d. -f2 <<<"$version")|g" cmake/$file.cmake.in >"$prefix/lib/cmake/XlaMlir/$file.cmake"
done
