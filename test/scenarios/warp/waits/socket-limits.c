#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include "measure.h"
static int pair[2], listener;
static char block[65536];
static void limit_socket(int file, int option, int64_t time) {
  const struct timeval limit = {time / SECOND, time % SECOND / 1000};
  fail_if(setsockopt(file, SOL_SOCKET, option, &limit, sizeof limit) != 0, "setsockopt");
}
static void wait_receive(int64_t time) {
  limit_socket(pair[0], SO_RCVTIMEO, time);
  fail_if(recv(pair[0], block, 1, 0) != -1 || errno != EAGAIN, "recv");
}
static void wait_read(int64_t time) {
  limit_socket(pair[0], SO_RCVTIMEO, time);
  fail_if(read(pair[0], block, 1) != -1 || errno != EAGAIN, "read");
}
static void wait_send(int64_t time) {
  limit_socket(pair[1], SO_SNDTIMEO, time);
  while (send(pair[1], block, sizeof block, MSG_DONTWAIT) > 0) continue;
  fail_if(send(pair[1], block, sizeof block, 0) != -1 || errno != EAGAIN, "send");
}
static void wait_accept(int64_t time) {
  limit_socket(listener, SO_RCVTIMEO, time);
  fail_if(accept(listener, NULL, NULL) != -1 || errno != EAGAIN, "accept");
}
int main(void) {
  fail_if(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0, "socketpair");
  listener = socket(AF_INET, SOCK_STREAM, 0);
  fail_if(listen(listener, 1) != 0, "listen");
  measure(45 * SECOND, wait_receive);
  measure(45 * SECOND, wait_read);
  measure(45 * SECOND, wait_send);
  measure(45 * SECOND, wait_accept);
}
