#include <sys/ipc.h>
#include <sys/sem.h>
#include "measure.h"
static int set;
static void wait_for(int64_t time) {
  const struct timespec limit = to_timespec(time);
  struct sembuf take = {0, -1, 0};
  fail_if(semtimedop(set, &take, 1, &limit) != -1 || errno != EAGAIN, "semtimedop");
}
int main(void) {
  set = semget(IPC_PRIVATE, 1, 0600);
  measure(300 * SECOND, wait_for);
  semctl(set, 0, IPC_RMID);
}
