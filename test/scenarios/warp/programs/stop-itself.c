/* Stops itself while a thread sleeps; a child lets it go on after 50 seconds. Prints the seconds of both. */
#include <signal.h>
#include <sys/wait.h>
#include "../waits/measure.h"
int main(void) {
  const int64_t before = clock_ns(CLOCK_MONOTONIC);
  const pid_t self = getpid();
  if (fork() == 0) {
    sleep(50);
    return kill(self, SIGCONT);
  }
  raise(SIGSTOP);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - before) / SECOND));
}
