// A program that is fed while it runs, by pipes: .npy values, one after the other.
//
// RUN: rm -f %t.in %t.out && mkfifo %t.in %t.out
// RUN: for n in 20 30 7; do xla-run %s --entry same $n -o %t.$n.npy; done
//
// Whoever feeds it waits for each answer before the next question.
//
// RUN: xla-run %s --entry twice 2 --infeed %t.in --outfeed %t.out >%t.printed & \
// RUN:   exec 3>%t.in 4<%t.out; size=$(stat -c %%s %t.20.npy); \
// RUN:   cat %t.20.npy >&3; head -c $size <&4 >%t.first.npy; cat %t.30.npy >&3; head -c $size <&4 >%t.second.npy; \
// RUN:   exec 3>&- 4<&-; wait $!
// RUN: xla-run %s --entry same 40 --expect %t.first.npy
// RUN: xla-run %s --entry same 60 --expect %t.second.npy
// RUN: FileCheck %s --check-prefix=PRINTED <%t.printed
// PRINTED: {{^}}result 0: tensor<i32> 2
// PRINTED-NOT: outfeed
//
// One program feeds the next, through a named pipe and through standard input and output.
//
// RUN: xla-run %s --entry twice 3 --infeed %t.20.npy 30 %t.7.npy --outfeed %t.in >%t.printed & \
// RUN:   xla-run %s --entry twice 3 --infeed %t.in | FileCheck %s --check-prefix=CHAIN && wait $!
// RUN: cat %t.20.npy %t.30.npy | xla-run %s --entry twice 3 --infeed - 7 | FileCheck %s --check-prefix=MIXED
// RUN: xla-run %s --entry twice 1 --infeed 20 --outfeed - -o %t.count.npy | cat - %t.7.npy \
// RUN:   | xla-run %s --entry twice 2 --infeed /dev/stdin | FileCheck %s --check-prefix=INPUT
// CHAIN: outfeed 0: tensor<i32> 80
// CHAIN: outfeed 1: tensor<i32> 120
// CHAIN: outfeed 2: tensor<i32> 28
// MIXED: outfeed 0: tensor<i32> 40
// MIXED: outfeed 1: tensor<i32> 60
// MIXED: outfeed 2: tensor<i32> 14
// INPUT: outfeed 0: tensor<i32> 80
// INPUT: outfeed 1: tensor<i32> 14
//
// A pipe for each replica.
//
// RUN: rm -f %t.0.in %t.1.in && mkfifo %t.0.in %t.1.in
// RUN: cat %t.20.npy >%t.0.in & cat %t.7.npy >%t.1.in & xla-run %s --entry twice 1 --replicas 2 --infeed %t.{}.in \
// RUN:   | FileCheck %s --check-prefix=EACH
// EACH: replica 0: outfeed 0: tensor<i32> 40
// EACH: replica 1: outfeed 0: tensor<i32> 14
//
// Streams that end too soon, hold something else, are not written or not read.
//
// RUN: cat %t.20.npy >%t.in & expect-exit 1 xla-run %s --entry twice 2 --infeed %t.in 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: infeed: a tensor<i32> is taken from the queue, which is empty
// RUN: head -c 130 %t.20.npy >%t.in & expect-exit 1 xla-run %s --entry twice 1 --infeed %t.in 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: infeed: a tensor<i32> is taken from the queue, but {{.*}}.in: 2 bytes of data follow the header, not 4
// RUN: echo words >%t.in & expect-exit 1 xla-run %s --entry twice 1 --infeed %t.in 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: .in: it does not start as .npy files do
// RUN: (printf '\223NUMPY\002\000\377\377\377\377'; head -c 3000000 /dev/zero) > %t.header && expect-exit 1 xla-run %s --entry twice 1 --infeed - < %t.header 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: but -: its header is of 4294967295 bytes; 1048576 are understood
// RUN: expect-exit 1 xla-run %s --entry twice 1 --infeed %t.in --timeout 0.2 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: error: infeed: no tensor<i32> was put into the queue for 0.2 s
// RUN: expect-exit 1 xla-run %s --entry twice 1 --infeed 1 --outfeed %t.out --timeout 0.2 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD: error: outfeed: {{.*}}.out: nobody has read there for 0.2 s
// RUN: expect-exit 2 xla-run %s --entry twice 1 --replicas 2 --infeed %t.in 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: error: {{.*}}.in is one stream for 2 replicas: give each its own, with {}
// RUN: expect-exit 2 xla-run %s --entry twice 1 --bench --infeed %t.in 2>&1 | FileCheck %s --check-prefix=BENCH
// BENCH: error: {{.*}}.in is a stream, and --bench runs the program several times
// RUN: expect-exit 2 xla-run - --entry twice 1 --infeed - <%s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: standard input is read once

func.func @same(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}

// Takes so many numbers, and gives twice of each.
func.func @twice(%count: tensor<i32>) -> tensor<i32> {
  %token = xla.after_all : () -> !xla.token
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %r:2 = xla.while(%i = %zero, %t = %token) : tensor<i32>, !xla.token
  cond {
    %more = xla.lt %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %x, %read = xla.infeed %t : (!xla.token) -> (tensor<i32>, !xla.token)
    %y = xla.add %x, %x : tensor<i32>
    %written = xla.outfeed %y, %read : (tensor<i32>, !xla.token) -> !xla.token
    %next = xla.add %i, %one : tensor<i32>
    xla.return %next, %written : tensor<i32>, !xla.token
  }
  return %r#0 : tensor<i32>
}
