/* The only thread of a process polls every 50 ms for 30 seconds, while its child sleeps for longer. Prints the seconds. */
#include <signal.h>
#include <sys/wait.h>
#include "../waits/measure.h"
int main(void) {
  const int64_t before = clock_ns(CLOCK_MONOTONIC);
  const struct timespec tick = {0, 50 * MILLISECOND};
  const pid_t child = fork();
  if (child == 0) return (int)sleep(1000);
  while (clock_ns(CLOCK_MONOTONIC) - before < 30 * SECOND && waitpid(child, NULL, WNOHANG) == 0) nanosleep(&tick, NULL);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - before) / SECOND));
  kill(child, SIGKILL);
}
