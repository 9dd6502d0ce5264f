// The first part of the conversion to the llvm dialect.
#pragma once

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinOps.h"

namespace xla {
// Makes integers of 64 bits of all indices of `module`, and converts the ops that have a form of LLVM's with the same operands: most of those
// of kernels. The conversion framework takes ten times as long for an op. What it leaves is valid for the framework: ops of other dialects
// that take integers for indices, and casts of memory to its descriptors.
void convertSimpleOps(mlir::ModuleOp module, const mlir::LLVMTypeConverter &converter);
} // namespace xla
