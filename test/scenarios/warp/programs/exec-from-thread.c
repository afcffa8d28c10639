/* A thread that is not the first one becomes another program while the first one sleeps. */
#include <pthread.h>
#include "../waits/measure.h"
static void *become_shell(void *unused) {
  sleep(5);
  execl("/bin/sh", "sh", "-c", "sleep 60; echo done", NULL);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, become_shell, NULL);
  sleep(100000);
  puts("the sleep ended");
}
