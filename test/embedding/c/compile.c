/* Compiles the StableHLO program in the file that is named, and calls it from several threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xla-mlir-c/Compiler.h>
#include <xla-mlir-c/Runtime.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static int equal(XlaMlirStringRef text, const char *expected) {
  return text.length == strlen(expected) && !memcmp(text.data, expected, text.length);
}

static XlaMlirExecutable executable;
static XlaMlirRuntime runtime;

static void *call(void *number) {
  float scale = (float)(intptr_t)number;
  for (int round = 0; round < 10; round++) {
    float x[2][3] = {{1, 2, 3}, {4, 5, 6}}, w[3][2] = {{scale, 0}, {0, scale}, {2, 2}}, y[2][2];
    int64_t shape[2];
    XlaMlirInput inputs[] = {{x, sizeof x, NULL}, {w, sizeof w, NULL}};
    XlaMlirOutput outputs[] = {{y, sizeof y, shape}};
    CHECK(xlaMlirExecute(executable, runtime, 2, inputs, 1, outputs, NULL) == XlaMlirStatusOk);
    CHECK(y[0][0] == scale + 6 && y[0][1] == 2 * scale + 6 && y[1][0] == 4 * scale + 12 && y[1][1] == 5 * scale + 12);
    CHECK(shape[0] == 2 && shape[1] == 2);
  }
  return NULL;
}

int main(int argc, char **argv) {
  char text[4096];
  CHECK(argc == 2);
  FILE *file = fopen(argv[1], "r");
  CHECK(file);
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);

  XlaMlirError error;
  XlaMlirOptions options = xlaMlirOptionsCreate();
  xlaMlirOptionsSetSourceName(options, xlaMlirStringRefCreateFromCString(argv[1]));
  if (xlaMlirCompile(xlaMlirStringRefCreate(text, length), options, &executable, &error)) {
    XlaMlirStringRef message = xlaMlirErrorGetMessage(error);
    fprintf(stderr, "%.*s\n", (int)message.length, message.data);
    return 1;
  }
  CHECK(xlaMlirErrorIsNull(error) && xlaMlirExecutableGetNumInputs(executable) == 2);
  CHECK(xlaMlirExecutableGetNumOutputs(executable) == 1);
  XlaMlirValue w = xlaMlirExecutableGetInput(executable, 1);
  CHECK(equal(w.name, "params['w']") && equal(w.element, "f32") && w.rank == 2 && w.shape[0] == 3 && w.shape[1] == 2);
  CHECK(w.bytes == 24 && w.elementBytes == 4 && !w.isDynamic[0]);
  CHECK(xlaMlirExecutableGetInput(executable, 2).shape == NULL);

  runtime = xlaMlirRuntimeCreate(2, 0);
  CHECK(!xlaMlirRuntimeIsNull(runtime));
  pthread_t threads[8];
  for (intptr_t i = 0; i < 8; i++)
    CHECK(!pthread_create(&threads[i], NULL, call, (void *)i));
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);

  /* Wrong buffers, programs and options are errors that say what and where. */
  float small[1] = {0};
  XlaMlirInput inputs[] = {{small, sizeof small, NULL}, {small, sizeof small, NULL}};
  XlaMlirOutput outputs[] = {{small, sizeof small, NULL}};
  CHECK(xlaMlirExecute(executable, runtime, 2, inputs, 1, outputs, &error) == XlaMlirStatusInvalid);
  CHECK(equal(xlaMlirErrorGetMessage(error), "input 0: tensor<2x3xf32> takes 24 bytes, not 4"));
  xlaMlirErrorDestroy(error);
  CHECK(xlaMlirExecute(executable, runtime, 1, inputs, 1, outputs, NULL) == XlaMlirStatusInvalid);
  xlaMlirExecutableDestroy(executable);

  const char *wrong = "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<3xf32>\n}";
  CHECK(xlaMlirCompile(xlaMlirStringRefCreateFromCString(wrong), options, &executable, &error) == XlaMlirStatusInvalid);
  CHECK(xlaMlirExecutableIsNull(executable) && xlaMlirErrorGetStatus(error) == XlaMlirStatusInvalid);
  CHECK(xlaMlirErrorGetNumDiagnostics(error) == 2);
  XlaMlirDiagnostic diagnostic = xlaMlirErrorGetDiagnostic(error, 0);
  CHECK(diagnostic.severity == XlaMlirSeverityError && diagnostic.line == 2 && equal(diagnostic.file, argv[1]));
  CHECK(xlaMlirErrorGetDiagnostic(error, 1).severity == XlaMlirSeverityNote);
  xlaMlirErrorDestroy(error);
  xlaMlirOptionsSetTarget(options, xlaMlirStringRefCreateFromCString("pentium-9"));
  CHECK(xlaMlirCompile(xlaMlirStringRefCreate(text, length), options, &executable, NULL) == XlaMlirStatusInvalid);

  xlaMlirOptionsDestroy(options);
  xlaMlirRuntimeDestroy(runtime);
  puts("compiled and called");
  return 0;
}
