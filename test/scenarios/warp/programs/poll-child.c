/* A thread polls every 50 ms for 30 seconds, while a child sleeps for longer. The first thread does nothing but poll;
   another thread asks the kernel about the child. Prints the seconds of both. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include "../waits/measure.h"
static pid_t child;
static int64_t start;
static int is_over(void) { return clock_ns(CLOCK_MONOTONIC) - start >= 30 * SECOND; }
static void *poll_child(void *unused) {
  const struct timespec tick = {0, 50 * MILLISECOND};
  while (!is_over() && waitpid(child, NULL, WNOHANG) == 0) nanosleep(&tick, NULL);
  return unused;
}
int main(void) {
  const struct timespec tick = {0, 50 * MILLISECOND};
  pthread_t thread;
  child = fork();
  if (child == 0) return (int)sleep(1000);
  start = clock_ns(CLOCK_MONOTONIC);
  while (!is_over()) nanosleep(&tick, NULL);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - start) / SECOND));
  start = clock_ns(CLOCK_MONOTONIC);
  pthread_create(&thread, NULL, poll_child, NULL);
  pthread_join(thread, NULL);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - start) / SECOND));
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}
