#!/usr/bin/env bash
# Links libXlaMlir.so.0.1 and libXlaMlirPlugin.so from the static library, so that they cannot differ from it:
#   link.sh libXlaMlir.a DIRECTORY LLVM_PREFIX
# Each exports what its .map says. MLIR and LLVM are the shared ones of the prefix, of which there is one in a process.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
archive=$1 to=$2 prefix=$3

link() { # MAP FILE SONAME
  local roots
  mapfile -t roots < <(sed -n 's/^  \([A-Za-z_0-9]*\);$/-Wl,-u,\1/p' "$here/$1")
  "${CC:-cc}" -shared -o "$to/$2" -Wl,-soname,"$3" -Wl,--version-script="$here/$1" "${roots[@]}" \
    -Wl,-z,defs -Wl,--gc-sections -Wl,--strip-debug -Wl,-rpath,"\$ORIGIN:$prefix/lib" \
    "$archive" "$prefix"/lib/libMLIRCAPI*.a -L"$prefix/lib" -lMLIR -lLLVM -lstdc++ -lgcc_s -lpthread -ldl -lm -lc
}

mkdir -p "$to"
link XlaMlir.map libXlaMlir.so.0.1 libXlaMlir.so.0.1
ln -sf libXlaMlir.so.0.1 "$to/libXlaMlir.so"
link XlaMlirPlugin.map libXlaMlirPlugin.so libXlaMlirPlugin.so
