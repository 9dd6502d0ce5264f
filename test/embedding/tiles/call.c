/* Runs a program that was compiled for AMX, and compares it with the same program without. Where the processor has no AMX,
   each of its instructions raises SIGILL, whose handler does what the Intel 64 and IA-32 Architectures Software Developer's
   Manual, volume 2, says of it. */
#define _GNU_SOURCE
#include "tiles.h"
#include "vectors.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

typedef struct {
  int rows, bytes; /* of each row */
  uint8_t row[16][64];
} Tile;

static __thread Tile registers[8];
static int emulated;

static void fail(const char *what) {
  fprintf(stderr, "matrix tiles: %s\n", what);
  abort();
}

/* A register by its number in instructions. */
static uint64_t get(const ucontext_t *state, int number) {
  static const int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                              REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return state->uc_mcontext.gregs[order[number]];
}

/* Palette 1: eight tiles of up to 16 rows of up to 64 bytes. */
static void configure(const uint8_t *from) {
  if (from[0] != 1 || from[1] != 0) fail("another palette, or a row to start at");
  for (int i = 0; i < 8; i++) {
    uint16_t bytes;
    memcpy(&bytes, from + 16 + 2 * i, 2);
    if (from[48 + i] > 16 || bytes > 64 || !from[48 + i] != !bytes) fail("a tile is too large, or has no rows or no bytes");
    registers[i] = (Tile){.rows = from[48 + i], .bytes = bytes};
  }
}

static float wide(uint16_t number) {
  uint32_t bits = (uint32_t)number << 16;
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

/* sums += a * b: groups of four bytes or of two bf16, `prefix` tells which. */
static void multiply(Tile *sums, const Tile *a, const Tile *b, int opcode, int prefix) {
  if (sums->rows != a->rows || sums->bytes != b->bytes || a->bytes != 4 * b->rows) fail("tiles do not fit each other");
  for (int m = 0; m < sums->rows; m++)
    for (int k = 0; k < b->rows; k++)
      for (int n = 0; n < b->bytes; n += 4) {
        const uint8_t *x = &a->row[m][4 * k], *y = &b->row[k][n];
        if (opcode == 0x5c) {
          uint16_t left[2], right[2];
          float sum;
          memcpy(left, x, 4), memcpy(right, y, 4), memcpy(&sum, &sums->row[m][n], 4);
          for (int i = 0; i < 2; i++) sum += wide(left[i]) * wide(right[i]);
          memcpy(&sums->row[m][n], &sum, 4);
        } else {
          uint32_t sum;
          memcpy(&sum, &sums->row[m][n], 4);
          /* No prefix: unsigned * unsigned; 66: unsigned * signed; F3: signed * unsigned; F2: signed * signed. */
          for (int i = 0; i < 4; i++) sum += (prefix >= 2 ? (int8_t)x[i] : x[i]) * (prefix & 1 ? (int8_t)y[i] : y[i]);
          memcpy(&sums->row[m][n], &sum, 4);
        }
      }
  __atomic_fetch_add(&emulated, 1, __ATOMIC_RELAXED);
}

static void execute(int signal, siginfo_t *info, void *at) {
  (void)signal, (void)info;
  ucontext_t *state = at;
  const uint8_t *code = (const uint8_t *)state->uc_mcontext.gregs[REG_RIP];
  /* VEX of three bytes, map 0F38, W0, 128 bits. */
  if (code[0] != 0xc4 || (code[1] & 0x1f) != 2 || code[2] & 0x84) fail("no instruction of AMX");
  const int prefix = code[2] & 3, opcode = code[3], third = ~(code[2] >> 3) & 15;
  const int mode = code[4] >> 6, reg = code[4] >> 3 & 7, rm = code[4] & 7;
  const uint8_t *next = code + 5;
  uint8_t *address = NULL;
  int64_t stride = 0;
  if (mode != 3) {
    int base = rm | (code[1] & 0x20 ? 0 : 8);
    int64_t offset = 0;
    if (rm == 4) {
      const int sib = *next++, index = (sib >> 3 & 7) | (code[1] & 0x40 ? 0 : 8);
      base = (sib & 7) | (code[1] & 0x20 ? 0 : 8);
      if (index != 4) stride = get(state, index) << (sib >> 6);
    }
    if ((base & 7) == 5 && mode == 0) fail("an address without a base");
    if (mode == 1) offset = *(const int8_t *)next++;
    if (mode == 2) {
      int32_t far;
      memcpy(&far, next, 4), next += 4, offset = far;
    }
    address = (uint8_t *)get(state, base) + offset;
  }
  Tile *tile = &registers[reg];
  switch (opcode) {
  case 0x49:
    if (mode != 3 && prefix == 0) configure(address);
    else if (mode == 3 && prefix == 0) memset(registers, 0, sizeof registers);
    else if (mode == 3 && prefix == 3) memset(tile->row, 0, sizeof tile->row);
    else fail("another instruction of configurations");
    break;
  case 0x4b: /* F2: a load; 66: one that the cache need not keep; F3: a store. */
    if (!tile->rows) fail("a tile that has no rows is read or written");
    if (prefix != 2) memset(tile->row, 0, sizeof tile->row);
    for (int i = 0; i < tile->rows; i++)
      if (prefix == 2) memcpy(address + i * stride, tile->row[i], tile->bytes);
      else memcpy(tile->row[i], address + i * stride, tile->bytes);
    break;
  case 0x5c:
    if (prefix != 2) fail("another type of factors than bf16");
    /* fallthrough */
  case 0x5e: multiply(tile, &registers[rm], &registers[third], opcode, prefix); break;
  default: fail("another instruction");
  }
  state->uc_mcontext.gregs[REG_RIP] = (greg_t)next;
}

/* Bytes of the largest array, and more. */
enum { BYTES = 1 << 19, INPUTS = 15, NARROW = 6, OUTPUTS = 7 };

static void *array(void) {
  void *bytes = aligned_alloc(64, BYTES);
  if (!bytes) fail("no memory");
  return memset(bytes, 0, BYTES);
}

int main(void) {
  struct sigaction action = {.sa_sigaction = execute, .sa_flags = SA_SIGINFO};
  sigaction(SIGILL, &action, NULL);
  const void *inputs[INPUTS];
  for (int i = 0; i < INPUTS; i++) {
    uint16_t *halves = array();
    for (int j = 0; j < BYTES / 2; j++) {
      /* Small integers, whose sums are exact in any order. */
      float value = rand() / 16 % 33 - 16;
      uint32_t bits;
      memcpy(&bits, &value, 4);
      halves[j] = (uint16_t)(i < NARROW ? bits >> 16 : (uint32_t)rand() >> 4);
    }
    inputs[i] = halves;
  }
  if (TILES_ARENA_BYTES > 4 * BYTES || VECTORS_ARENA_BYTES > 4 * BYTES) fail("a larger arena is needed");
  void *arena = aligned_alloc(64, 4 * BYTES), *found[OUTPUTS], *expected[OUTPUTS];
  for (int i = 0; i < OUTPUTS; i++) found[i] = array(), expected[i] = array();
  if (vectors(vectors_create(1, 0), inputs, expected, arena)) fail("the program without AMX failed");
  for (int threads = 1; threads <= 2; threads++) {
    for (int i = 0; i < OUTPUTS; i++) memset(found[i], 0, BYTES);
    if (tiles(tiles_create(threads, 0), inputs, found, arena)) fail("the program failed");
    for (int i = 0; i < OUTPUTS; i++)
      if (memcmp(found[i], expected[i], BYTES)) {
        fprintf(stderr, "matrix tiles: result %d is another one with %d threads\n", i, threads);
        return 1;
      }
  }
  printf("called, %d products of tiles emulated\n", emulated);
}
