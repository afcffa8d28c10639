#include <pthread.h>
#include <semaphore.h>
#include "measure.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static void wait_condition(int64_t time) {
  const struct timespec limit = to_timespec(clock_ns(CLOCK_REALTIME) + time);
  pthread_mutex_lock(&mutex);
  fail_if(pthread_cond_timedwait(&condition, &mutex, &limit) != ETIMEDOUT, "pthread_cond_timedwait");
  pthread_mutex_unlock(&mutex);
}
static void wait_semaphore(int64_t time) {
  const struct timespec limit = to_timespec(clock_ns(CLOCK_REALTIME) + time);
  fail_if(sem_timedwait(&semaphore, &limit) != -1 || errno != ETIMEDOUT, "sem_timedwait");
}
static void *wait_for_lock(void *unused) {
  const struct timespec limit = to_timespec(clock_ns(CLOCK_REALTIME) + 3600 * SECOND);
  fail_if(pthread_mutex_timedlock(&mutex, &limit) != ETIMEDOUT, "pthread_mutex_timedlock");
  return unused;
}
static void wait_lock(int64_t time) {
  pthread_t thread;
  (void)time;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, wait_for_lock, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&mutex);
}
int main(void) {
  sem_init(&semaphore, 0, 0);
  measure(300 * SECOND, wait_condition);
  measure(300 * SECOND, wait_semaphore);
  measure(3600 * SECOND, wait_lock);
}
