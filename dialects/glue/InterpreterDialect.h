#ifndef XLA_GLUE_Interpreter_DIALECT_H
#define XLA_GLUE_Interpreter_DIALECT_H

#include "StablehloDialect.h"

#include "InterpreterDialect.h.inc"
#define GET_OP_CLASSES
#include "InterpreterOps.h.inc"

#endif // XLA_GLUE_Interpreter_DIALECT_H
