/* The parent of vfork waits, without a limit and without being interruptible, for a child that sleeps. */
#include <sys/wait.h>
#include "../waits/measure.h"
int main(void) {
  const int64_t before = clock_ns(CLOCK_MONOTONIC);
  const pid_t child = vfork();
  if (child == 0) {
    sleep(70);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  printf("%d\n", (int)((clock_ns(CLOCK_MONOTONIC) - before) / SECOND));
}
