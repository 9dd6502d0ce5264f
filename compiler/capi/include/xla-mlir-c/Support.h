/* Texts, statuses and errors of the interface for C. */
#ifndef XLA_MLIR_C_SUPPORT_H
#define XLA_MLIR_C_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Text that need not end with a zero byte. */
typedef struct XlaMlirStringRef {
  const char *data;
  size_t length;
} XlaMlirStringRef;

static inline XlaMlirStringRef xlaMlirStringRefCreate(const char *data, size_t length) {
  XlaMlirStringRef result;
  result.data = data;
  result.length = length;
  return result;
}

static inline XlaMlirStringRef xlaMlirStringRefCreateFromCString(const char *text) {
  return xlaMlirStringRefCreate(text, strlen(text));
}

/* How a call ended: the exit codes of the tools. */
typedef enum XlaMlirStatus {
  XlaMlirStatusOk = 0,
  XlaMlirStatusFailed = 1,       /* the run failed, such as in a custom call */
  XlaMlirStatusInvalid = 2,      /* the program, an option or a buffer is not valid */
  XlaMlirStatusInternal = 70,    /* the compiler is at fault: please report */
  XlaMlirStatusUnsupported = 77, /* the program is valid and not supported yet */
} XlaMlirStatus;

typedef enum XlaMlirSeverity {
  XlaMlirSeverityError = 0,
  XlaMlirSeverityWarning = 1,
  XlaMlirSeverityNote = 2, /* belongs to the diagnostic before it */
  XlaMlirSeverityRemark = 3,
} XlaMlirSeverity;

/* What was reported; texts live as long as the error. Lines and columns are counted from 1, and 0 where there are none. */
typedef struct XlaMlirDiagnostic {
  XlaMlirSeverity severity;
  XlaMlirStringRef file;
  int64_t line;
  int64_t column;
  XlaMlirStringRef message;
} XlaMlirDiagnostic;

/* Why a call failed; null if it did not. Whoever gets one destroys it. */
typedef struct XlaMlirError {
  void *ptr;
} XlaMlirError;

/* The version of the library, such as 0.1.0. */
XlaMlirStringRef xlaMlirGetVersion(void);

bool xlaMlirErrorIsNull(XlaMlirError error);
XlaMlirStatus xlaMlirErrorGetStatus(XlaMlirError error);
/* All that it says, with a zero byte behind it; it lives as long as the error. */
XlaMlirStringRef xlaMlirErrorGetMessage(XlaMlirError error);
intptr_t xlaMlirErrorGetNumDiagnostics(XlaMlirError error);
XlaMlirDiagnostic xlaMlirErrorGetDiagnostic(XlaMlirError error, intptr_t index);
void xlaMlirErrorDestroy(XlaMlirError error);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_SUPPORT_H */
