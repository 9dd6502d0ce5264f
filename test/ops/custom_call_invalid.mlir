// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// custom_call: what is refused, and why.

func.func @f() {
  // expected-error@+1 {{'xla.custom_call' op calls a function without a name [custom-call-target]}}
  "xla.custom_call"() <{call_target_name = ""}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'xla.custom_call' op calls a function whose name holds a zero byte, which no symbol has [custom-call-target]}}
  "xla.custom_call"() <{call_target_name = "a\00b"}> : () -> ()
  return
}
