/* Compiles the StableHLO program in the file that is named, and calls it from several threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

static int contains(XlaMlirStringRef text, const char *part) { /* texts end with a zero byte */
  return strstr(text.data, part) != NULL;
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
    CHECK(xlaMlirExecute(executable, runtime, (XlaMlirInputs){inputs, 2}, (XlaMlirOutputs){outputs, 1}, NULL) == XlaMlirStatusOk);
    CHECK(y[0][0] == scale + 6 && y[0][1] == 2 * scale + 6 && y[1][0] == 4 * scale + 12 && y[1][1] == 5 * scale + 12);
    CHECK(shape[0] == 2 && shape[1] == 2);
  }
  return NULL;
}

/* Compiles a program of `ops` ops until somebody ends that: with a limit of time, or by `cancel`. */
static XlaMlirStatus compileLong(int ops, XlaMlirOptions options, XlaMlirError *error) {
  size_t length = 0, room = 100 * (size_t)ops + 200;
  char *text = malloc(room);
  CHECK(text);
  length += (size_t)snprintf(text, room, "func.func @main(%%x0: tensor<4xf32>) -> tensor<4xf32> {\n");
  for (int i = 0; i < ops; i++)
    length += (size_t)snprintf(text + length, room - length, "  %%x%d = stablehlo.tanh %%x%d : tensor<4xf32>\n", i + 1, i);
  length += (size_t)snprintf(text + length, room - length, "  return %%x%d : tensor<4xf32>\n}\n", ops);
  XlaMlirExecutable compiled;
  XlaMlirStatus status = xlaMlirCompile(xlaMlirStringRefCreate(text, length), options, &compiled, error);
  CHECK((status == XlaMlirStatusOk) != xlaMlirExecutableIsNull(compiled));
  xlaMlirExecutableDestroy(compiled);
  free(text);
  return status;
}

/* Compiles a program that fails, and returns whether it is an error of `status` whose message has `part`. */
static int fails(const char *text, XlaMlirOptions options, XlaMlirStatus status, const char *part) {
  XlaMlirExecutable compiled;
  XlaMlirError error;
  XlaMlirStatus actual = xlaMlirCompile(xlaMlirStringRefCreateFromCString(text), options, &compiled, &error);
  int asExpected = actual == status && xlaMlirExecutableIsNull(compiled) && contains(xlaMlirErrorGetMessage(error), part);
  if (!asExpected)
    fprintf(stderr, "status %d: %s\n", (int)actual, xlaMlirErrorIsNull(error) ? "" : xlaMlirErrorGetMessage(error).data);
  xlaMlirErrorDestroy(error);
  return asExpected;
}

/* Shapes and pipelines that are not possible are errors of the caller, not of the compiler. */
static void checkOptions(void) {
  const char *open = "func.func @main(%x: tensor<?x3xf32>, %y: tensor<2x3xf32>) -> tensor<?x3xf32> {\n"
                     "  %0 = stablehlo.abs %x : tensor<?x3xf32>\n  return %0 : tensor<?x3xf32>\n}";
  const int64_t four[] = {4, 3}, five[] = {5, 3};
  XlaMlirOptions options = xlaMlirOptionsCreate();
  CHECK(fails(open, options, XlaMlirStatusUnsupported, "xlaMlirOptionsSetArgumentShape"));
  xlaMlirOptionsSetArgumentShape(options, 0, 2, four);
  XlaMlirExecutable compiled;
  CHECK(xlaMlirCompile(xlaMlirStringRefCreateFromCString(open), options, &compiled, NULL) == XlaMlirStatusOk);
  CHECK(xlaMlirExecutableGetOutput(compiled, 0).shape[0] == 4);
  xlaMlirExecutableDestroy(compiled);
  xlaMlirOptionsSetArgumentShape(options, 0, 2, four);
  xlaMlirOptionsSetArgumentShape(options, 1, 2, four);
  CHECK(fails(open, options, XlaMlirStatusInvalid, "argument 1 is tensor<2x3xf32>, not of shape [4, 3]"));
  xlaMlirOptionsSetArgumentShape(options, 0, 2, five);
  CHECK(fails(open, options, XlaMlirStatusInvalid, "two shapes are stated for argument 0: [4,3] and [5,3]"));
  xlaMlirOptionsDestroy(options);
  options = xlaMlirOptionsCreate();
  xlaMlirOptionsSetArgumentShape(options, 2, 2, four);
  CHECK(fails(open, options, XlaMlirStatusInvalid, "there is no argument 2, of shape [4, 3]: @main has 2"));
  xlaMlirOptionsSetArgumentShape(options, -1, 2, four);
  CHECK(fails(open, options, XlaMlirStatusInvalid, "there is no argument -1"));
  xlaMlirOptionsDestroy(options);
  const char *pipelines[][2] = {
      {"xla-legalize-to-linalg{full=maybe}", "`maybe` is neither true nor false"},
      {"xla-compile-functions{calling-convention=stdcall}", "`stdcall` is no calling convention"},
      {"no-such-pass", "'no-such-pass' does not refer to a registered pass"},
      {"canonicalize(", "cannot parse the pipeline"},
  };
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; i++) {
    options = xlaMlirOptionsCreate();
    xlaMlirOptionsSetPipeline(options, xlaMlirStringRefCreateFromCString(pipelines[i][0]));
    CHECK(fails(open, options, XlaMlirStatusInvalid, pipelines[i][1]));
    xlaMlirOptionsDestroy(options);
  }
}

static XlaMlirCancel cancel;

static void *requestCancel(void *unused) {
  struct timespec soon = {0, 50 * 1000 * 1000};
  nanosleep(&soon, NULL);
  xlaMlirCancelRequest(cancel);
  return unused;
}

static void checkLimits(void) {
  XlaMlirError error;
  XlaMlirOptions options = xlaMlirOptionsCreate();
  xlaMlirOptionsSetMaxMemory(options, 31);
  CHECK(compileLong(1, options, &error) == XlaMlirStatusInvalid);
  CHECK(contains(xlaMlirErrorGetMessage(error), "31 "));
  xlaMlirErrorDestroy(error);
  xlaMlirOptionsSetMaxMemory(options, 1 << 20);
  CHECK(compileLong(1, options, NULL) == XlaMlirStatusOk);

  xlaMlirOptionsSetMaxCompileSeconds(options, 0.05);
  CHECK(compileLong(20000, options, &error) == XlaMlirStatusInvalid);
  CHECK(equal(xlaMlirErrorGetMessage(error), "compiling takes longer than it may"));
  xlaMlirErrorDestroy(error);
  xlaMlirOptionsSetMaxCompileSeconds(options, -1);
  CHECK(compileLong(1, options, NULL) == XlaMlirStatusOk);

  /* Cancelled from another thread, while the program is compiled. */
  cancel = xlaMlirCancelCreate();
  xlaMlirOptionsSetCancel(options, cancel);
  CHECK(compileLong(1, options, NULL) == XlaMlirStatusOk);
  pthread_t thread;
  CHECK(!pthread_create(&thread, NULL, requestCancel, NULL));
  CHECK(compileLong(20000, options, &error) == XlaMlirStatusInvalid);
  pthread_join(thread, NULL);
  CHECK(equal(xlaMlirErrorGetMessage(error), "compiling was cancelled"));
  xlaMlirErrorDestroy(error);
  xlaMlirCancelDestroy(cancel);
  CHECK(compileLong(1, options, NULL) == XlaMlirStatusInvalid);
  xlaMlirOptionsSetCancel(options, (XlaMlirCancel){NULL});
  CHECK(compileLong(1, options, NULL) == XlaMlirStatusOk);
  xlaMlirOptionsDestroy(options);
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
  CHECK(xlaMlirExecute(executable, runtime, (XlaMlirInputs){inputs, 2}, (XlaMlirOutputs){outputs, 1}, &error) == XlaMlirStatusInvalid);
  CHECK(equal(xlaMlirErrorGetMessage(error), "output 0 and input 0 share memory"));
  xlaMlirErrorDestroy(error);
  float other[1] = {0};
  outputs[0].data = other;
  CHECK(xlaMlirExecute(executable, runtime, (XlaMlirInputs){inputs, 2}, (XlaMlirOutputs){outputs, 1}, &error) == XlaMlirStatusInvalid);
  CHECK(equal(xlaMlirErrorGetMessage(error), "input 0: tensor<2x3xf32> takes 24 bytes, not 4"));
  xlaMlirErrorDestroy(error);
  CHECK(xlaMlirExecute(executable, runtime, (XlaMlirInputs){inputs, 1}, (XlaMlirOutputs){outputs, 1}, NULL) == XlaMlirStatusInvalid);
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

  checkOptions();
  checkLimits();

  xlaMlirOptionsDestroy(options);
  xlaMlirRuntimeDestroy(runtime);
  puts("compiled and called");
  return 0;
}
