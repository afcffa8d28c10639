/* Six threads read the clock by system calls, without an end. */
#include <pthread.h>
#include <sys/syscall.h>
#include "../waits/measure.h"
static void *spin(void *unused) {
  struct timespec at;
  while (syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &at) == 0) continue;
  return unused;
}
int main(void) {
  pthread_t thread;
  for (int i = 0; i < 5; i++) pthread_create(&thread, NULL, spin, NULL);
  spin(NULL);
}
