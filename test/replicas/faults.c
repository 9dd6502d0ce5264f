// What the programs of faults.py call, as custom calls.
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

// Waits for so many microseconds; gives the number back.
void delay(void *out, void **in) {
  const int32_t *microseconds = in[0];
  usleep(*microseconds);
  *(int32_t *)out = *microseconds;
}

// Ends the process at once where the operand is not 0.
void die(void *out, void **in) {
  const int32_t *now = in[0];
  if (*now)
    kill(getpid(), SIGKILL);
  *(int32_t *)out = *now;
}
