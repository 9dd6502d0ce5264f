#!/usr/bin/env bash
# What others do with an installation, in a folder outside of the tree: ./x test --embedding runs this after a build.
# Each check ends with a line; the first that fails ends the script.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
llvm=$MLIR_SYS_220_PREFIX
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PATH=$llvm/bin:$PATH

count=0
passed() {
  count=$((count + 1))
  echo "embedding: $1 ... ok"
}
failed() {
  echo "embedding: $1 ... FAILED" >&2
  exit 1
}
quiet() { # COMMAND...: shows its output only if it fails
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    failed "$*"
  }
}

gives() { # PATTERN COMMAND...: it succeeds, and its output has this
  "${@:2}" >"$work/log" 2>&1 && grep -q -- "$1" "$work/log" || {
    cat "$work/log" >&2
    failed "${*:2}"
  }
}

# Installed in one place, used in another.
quiet "$root/cmake/install.sh" --prefix "$work/installed"
mv "$work/installed" "$work/prefix"
prefix=$work/prefix
cp -r "$root/test/embedding" "$work/source"
cd "$work/source"
passed "an installation that was moved"

# Links of installed documents lead to files that are installed.
(
  cd "$prefix/share/doc/xla-mlir"
  find . -name '*.md' | while read -r document; do
    grep -oE '\]\([^)]+\)' "$document" | sed -E 's/^\]\((<)?//; s/(#[^)]*)?(>)?\)$//' | sort -u | while read -r link; do
      case $link in
        '' | *://* | mailto:*) ;;
        *) [ -e "$(dirname "$document")/$link" ] || echo "$document refers to $link" ;;
      esac
    done
  done >"$work/log"
  [ ! -s "$work/log" ]
) || {
  cat "$work/log" >&2
  failed "links of installed documents"
}
for example in c cpp rust; do
  diff -r "$root/test/embedding/$example" "$prefix/share/doc/xla-mlir/test/embedding/$example" >&2 || failed "examples are installed"
done
passed "installed documents, and the examples that they refer to"

exported() { # LIBRARY: the functions that it defines for others
  nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}
listed() { sed -n 's/^  \([A-Za-z_0-9]*\);$/\1/p' "$1" | sort; }
for library in libXlaMlir.so.0.1:XlaMlir libXlaMlirPlugin.so:XlaMlirPlugin; do
  diff <(exported "$prefix/lib/${library%:*}") <(listed "$root/compiler/capi/${library#*:}.map") >&2 ||
    failed "${library%:*} exports what its list says"
done
gives 'xlaMlirCompile@@XLA_MLIR_0.1' nm -D --with-symbol-versions "$prefix/lib/libXlaMlir.so.0.1"
for function in $(cat "$prefix"/include/xla-mlir-c/*.h | grep -oE '\b(xlaMlir|mlirRegisterXla|mlirContextLoadXla)[A-Za-z]*\(' | tr -d '(' | sort -u); do
  listed "$root/compiler/capi/XlaMlir.map" | grep -qx "$function" || grep -q "inline .* $function(" "$prefix"/include/xla-mlir-c/*.h ||
    failed "$function is declared and not exported"
done
passed "libraries export what their lists say"

plugin=$prefix/lib/libXlaMlirPlugin.so
load=(--load-dialect-plugin="$plugin" --load-pass-plugin="$plugin")
gives 'linalg.generic' mlir-opt "${load[@]}" --pass-pipeline='builtin.module(xla-to-linalg)' Inputs/plugin.mlir
gives 'memref<2x3xf32' mlir-opt "${load[@]}" Inputs/plugin.mlir \
  --pass-pipeline='builtin.module(xla-to-linalg,one-shot-bufferize{bufferize-function-boundaries})'
gives 'xla.dot_general' mlir-opt "${load[@]}" --pass-pipeline='builtin.module(stablehlo-legalize-to-xla)' Inputs/plugin.mlir
gives 'llvm.call @main_native' mlir-opt "${load[@]}" Inputs/plugin.mlir \
  --pass-pipeline='builtin.module(xla-compile-functions{all=true},one-shot-bufferize{bufferize-function-boundaries},convert-func-to-llvm)'
gives 'arith.addi' mlir-opt "${load[@]}" --pass-pipeline='builtin.module(resolve-ranked-shaped-type-result-dims,canonicalize)' Inputs/sizes.mlir
! grep -q stablehlo "$work/log" || failed "sizes of results are computed from operands"
gives 'llvm.call @xla_rt_custom_call' mlir-opt "${load[@]}" Inputs/calls.mlir \
  --pass-pipeline='builtin.module(xla-to-linalg,one-shot-bufferize{bufferize-function-boundaries},xla-convert-calls-to-llvm)'
passed "the plugin in mlir-opt"

cmake_project() { # SOURCE
  local generator=()
  ! command -v ninja >/dev/null || generator=(-G Ninja)
  quiet cmake "${generator[@]}" -S "$1" -B "$work/build/$1" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug
  quiet cmake --build "$work/build/$1"
}
cmake_project c
gives 'compiled and called' "$work/build/c/compile" Inputs/layer.mlir
passed "a C program, and 8 threads on one executable"
gives 'compiled and called' "$work/build/c/compile_static" Inputs/layer.mlir
passed "a C program, linked statically"
gives 'called' "$work/build/c/call"
! readelf -d "$work/build/c/call" | grep 'MLIR\|LLVM' >&2 || failed "a compiled program needs no compiler"
passed "C calls libraries compiled ahead of time"

cmake_project cpp
gives 'lowered, compiled and called' "$work/build/cpp/toy"
passed "a compiler in C++ with a dialect of its own"
gives 'called' "$work/build/cpp/call"
passed "C++ calls libraries compiled ahead of time"

# A dialect of the same name: an error, whichever way, and no signal.
status=0
mlir-opt --load-dialect-plugin="$work/build/cpp/libforeign.so" "${load[@]}" --pass-pipeline='builtin.module(stablehlo-legalize-to-xla)' Inputs/plugin.mlir \
  >"$work/log" 2>&1 || status=$?
grep -q "another dialect is registered as 'stablehlo'" "$work/log" && [ $status = 1 ] || {
  cat "$work/log" >&2
  failed "a dialect of the same name is told (status $status)"
}
passed "a dialect of the same name is told"

# A CMake project that has found another LLVM is told so.
mkdir -p other/llvm && cat >other/CMakeLists.txt <<'TEXT'
cmake_minimum_required(VERSION 3.18)
project(other C)
find_package(LLVM CONFIG REQUIRED PATHS ${CMAKE_CURRENT_SOURCE_DIR}/llvm NO_DEFAULT_PATH)
find_package(XlaMlir REQUIRED)
TEXT
echo 'set(LLVM_PACKAGE_VERSION 21.1.0)' >other/llvm/LLVMConfig.cmake
! cmake -S other -B "$work/build/other" -DCMAKE_PREFIX_PATH="$prefix" >"$work/log" 2>&1 || failed "another LLVM is refused"
tr -s ' \n' ' ' <"$work/log" | grep -q 'is built for LLVM and MLIR 22.* is of version 21.1.0' || failed "another LLVM is told"
passed "another LLVM is told"

# A shared library exports the program, needs nothing of ours, and is called by whoever loads it.
"$prefix/bin/xla-translate" --xla-to-shared-library --name=library --c-header="$work/library.h" Inputs/library.mlir \
  -o "$work/liblibrary.so"
[ "$(exported "$work/liblibrary.so" | tr '\n' ' ')" = 'library library_create library_destroy library_error ' ] ||
  failed "a shared library exports the program"
"$prefix/bin/xla-translate" --xla-to-shared-library --name=layer --c-header="$work/layer.h" Inputs/layer.mlir -o "$work/liblayer.so"
[ "$(exported "$work/liblayer.so" | tr '\n' ' ')" = 'layer layer_create layer_destroy layer_error ' ] || failed "a shared library exports the program"
[ "$(stat -c %s "$work/liblayer.so")" -lt 40000 ] || failed "a program that needs no runtime library holds none"
quiet cc -I"$work" c/call.c -o "$work/call" -L"$work" -llibrary -llayer -Wl,-rpath,"$work"
gives called "$work/call"
# Whoever links no runtime library is told what is missing.
"$prefix/bin/xla-translate" --xla-to-object --name=library Inputs/library.mlir -o "$work/library.o"
"$prefix/bin/xla-translate" --xla-to-object --name=layer Inputs/layer.mlir -o "$work/layer.o"
! cc -I"$work" c/call.c "$work/library.o" "$work/layer.o" -o "$work/none" 2>"$work/log" || failed "the runtime library is needed"
grep -q 'undefined reference to `xla_rt_program_create' "$work/log" || failed "the runtime library is what is missing"
passed "shared libraries and objects compiled ahead of time"

# Code for AMX runs wherever the rest of it does, if something else executes its instructions.
if grep -qw avx512bw /proc/cpuinfo; then
  "$prefix/bin/xla-translate" --xla-to-object --target=x86-64-v4+amx-bf16+amx-int8 --name=tiles --c-header="$work/tiles.h" Inputs/tiles.mlir \
    -o "$work/tiles.o"
  "$prefix/bin/xla-translate" --xla-to-object --target=x86-64-v4 --name=vectors --c-header="$work/vectors.h" Inputs/tiles.mlir -o "$work/vectors.o"
  quiet cc -Wall -Wextra -Werror -I"$work" tiles/call.c "$work/tiles.o" "$work/vectors.o" "$prefix/lib/libxla_runtime.a" -o "$work/call" \
    -lgcc_s -lpthread -ldl -lm
  # None need be where the processor has them.
  least=1
  ! grep -qw amx_tile /proc/cpuinfo || least=0
  gives "called, [$least-9][0-9]* products of tiles emulated" "$work/call"
  passed "a program compiled for AMX"
else
  echo "embedding: a program compiled for AMX: left out, the processor has no AVX-512"
fi

if echo 'int main(void) { return 0; }' | cc -fsanitize=address -x c - -o "$work/probe" 2>/dev/null && "$work/probe"; then
  quiet cc -g -fsanitize=address,undefined -I"$work" c/call.c "$work/library.o" "$work/layer.o" "$prefix/lib/libxla_runtime.a" -o "$work/asan" \
    -lgcc_s -lpthread -ldl -lm
  quiet "$work/asan"
  quiet cc -g -fsanitize=address -I"$prefix/include" c/compile.c -o "$work/asan" -L"$prefix/lib" -lXlaMlir -Wl,-rpath,"$prefix/lib" -lpthread
  quiet "$work/asan" Inputs/layer.mlir
  passed "C programs under AddressSanitizer"
fi
if echo 'int main(void) { return 0; }' | cc -fsanitize=thread -x c - -o "$work/probe" 2>/dev/null && "$work/probe"; then
  quiet cc -g -fsanitize=thread -I"$prefix/include" c/compile.c -o "$work/tsan" -L"$prefix/lib" -lXlaMlir -Wl,-rpath,"$prefix/lib" -lpthread
  gives 'compiled and called' "$work/tsan" Inputs/layer.mlir
  passed "a C program, and 8 threads on one executable, under ThreadSanitizer"
fi
# Rust's ThreadSanitizer is a part of the toolchain that rustup installs.
sanitizers=("$(rustc --print sysroot)"/lib/rustlib/"$(rustc -vV | sed -n 's/host: //p')"/lib/librustc*tsan.a)
if [ -e "${sanitizers[0]}" ]; then
  # It sees accesses of up to 16 bytes, so that vectors are divided into their elements.
  cpu=x86-64
  [ "$(uname -m)" = x86_64 ] || cpu=host
  "$prefix/bin/xla-translate" --xla-to-optimized-llvmir --target=$cpu Inputs/parallel.mlir |
    sed -E '/^define /s/( #[0-9]+)? \{$/ sanitize_thread\1 {/' >"$work/parallel.ll"
  [ "$(grep -c 'call void @xla_rt_parallel_for' "$work/parallel.ll")" -ge 4 ] || failed "a program's loops are for several threads"
  "$prefix/bin/xla-translate" --xla-to-object --target=$cpu --name=parallel --c-header="$work/parallel.h" Inputs/parallel.mlir -o "$work/parallel.o"
  arena=$(sed -n 's/^#define PARALLEL_ARENA_BYTES //p' "$work/parallel.h")
  opt -passes='function(scalarizer<load-store>),tsan-module,function(tsan)' "$work/parallel.ll" | llc -O1 -relocation-model=pic -filetype=obj -o "$work/parallel.o"
  sed -i "s|@ROOT@|$root|" threads/threads.rs
  RUSTC_BOOTSTRAP=1 quiet rustc --edition=2024 -O -Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer threads/threads.rs \
    -Clink-arg="$work/parallel.o" -o "$work/tsan"
  export TSAN_OPTIONS="suppressions=$PWD/threads/suppressions.txt"
  gives called "$work/tsan" "$arena"
  ! grep 'WARNING: ThreadSanitizer' "$work/log" >&2 || failed "threads on one program"
  ! "$work/tsan" race >"$work/log" 2>&1 || failed "a race is reported"
  grep -q 'WARNING: ThreadSanitizer: data race' "$work/log" || failed "a race is reported"
  passed "8 threads on one program and one pool under ThreadSanitizer"
elif [ -n "${CI:-}" ]; then
  failed "the Rust toolchain has no ThreadSanitizer"
else
  echo "embedding: ThreadSanitizer: left out, the Rust toolchain has none"
fi
if command -v valgrind >/dev/null; then
  valgrind=(valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --show-leak-kinds=definite)
  # It knows no AVX-512, and compiling asks the processor that it shows.
  cpu=host
  [ "$(uname -m)" != x86_64 ] || cpu=x86-64-v3
  for program in layer library; do
    "$prefix/bin/xla-translate" --xla-to-object --target=$cpu --name=$program Inputs/$program.mlir -o "$work/$program.o"
  done
  quiet cc -g -I"$work" c/call.c "$work/library.o" "$work/layer.o" "$prefix/lib/libxla_runtime.a" -o "$work/call" \
    -lgcc_s -lpthread -ldl -lm
  quiet "${valgrind[@]}" "$work/call"
  quiet "${valgrind[@]}" "$work/build/c/compile" Inputs/layer.mlir
  passed "C programs under valgrind"
else
  echo "embedding: valgrind: left out, it is not installed"
fi

# A crate that knows only the crates xla-build and xla-runtime. Their dependencies are those that the tree has built.
sed -i -e "s|@ROOT@|$root|" -e "s|@CRATES@|$prefix/share/xla-mlir/crates|" rust/Cargo.toml
# Those of the installation; the runtime library is that of the tree all the same, which is built already.
for crate in compiler/build compiler/runtime dialects/scalar; do
  quiet cargo metadata --no-deps --offline --format-version=1 --manifest-path="$prefix/share/xla-mlir/crates/$crate/Cargo.toml"
done
cp "$root/Cargo.lock" rust/Cargo.lock
(
  cd rust
  export XLA_MLIR_PREFIX=$prefix CARGO_TARGET_DIR=$root/target
  quiet cargo build --release --quiet
  gives called "$CARGO_TARGET_DIR/release/embedding"
)
passed "a Rust crate with a build script, and 8 threads"

echo "test result: ok. $((count)) passed; 0 failed; 0 ignored"
