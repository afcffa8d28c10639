/* A thread that ticks every 50 ms, as that of the JVM, beside a sleep of 24 hours or the given seconds.
   Prints the hours. */
#include <pthread.h>
#include "../waits/measure.h"
static void *tick(void *unused) {
  const struct timespec limit = {0, 50 * MILLISECOND};
  while (nanosleep(&limit, NULL) == 0) continue;
  return unused;
}
int main(int count, char **arguments) {
  pthread_t thread;
  const struct timespec day = {count > 1 ? atoi(arguments[1]) : 24 * 3600, 0};
  const int64_t before = clock_ns(CLOCK_MONOTONIC);
  pthread_create(&thread, NULL, tick, NULL);
  nanosleep(&day, NULL);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - before) / SECOND / 3600));
}
