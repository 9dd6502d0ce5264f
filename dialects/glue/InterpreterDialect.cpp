#include "InterpreterDialect.h"
#include "Registration.h"

using namespace mlir;

#include "InterpreterDialect.cpp.inc"
#define GET_OP_LIST
#include "InterpreterOps.cpp.inc"

void xla::interpreter::InterpreterDialect::initialize() { registerInterpreterDialectOperations(this); }

XLA_DEFINE_DIALECT(Interpreter, interpreter, xla::interpreter::InterpreterDialect)
