#include <fcntl.h>
#include <mqueue.h>
#include "measure.h"
static mqd_t queue;
static char text[64];
static void wait_receive(int64_t time) {
  const struct timespec limit = to_timespec(clock_ns(CLOCK_REALTIME) + time);
  fail_if(mq_timedreceive(queue, text, sizeof text, NULL, &limit) != -1 || errno != ETIMEDOUT, "mq_timedreceive");
}
static void wait_send(int64_t time) {
  const struct timespec limit = to_timespec(clock_ns(CLOCK_REALTIME) + time);
  fail_if(mq_timedsend(queue, text, 1, 0, &limit) != -1 || errno != ETIMEDOUT, "mq_timedsend");
}
int main(void) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = sizeof text};
  char name[32];
  snprintf(name, sizeof name, "/warp-%d", (int)getpid());
  queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);
  fail_if(queue == (mqd_t)-1, "mq_open");
  mq_unlink(name);
  measure(300 * SECOND, wait_receive);
  fail_if(mq_send(queue, text, 1, 0) != 0, "mq_send");
  measure(300 * SECOND, wait_send);
}
