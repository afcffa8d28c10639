/*
 * Timers of the kernel: alarms, POSIX timers and timerfd. After a jump the tracer sets them anew, by system calls that it
 * makes in the name of their process.
 */

/* Stops a blocked thread so that the tracer can use it. Returns false if it ended. */
static bool hold_thread(pid_t tid) {
  if (ptrace(PTRACE_INTERRUPT, tid, NULL, NULL) != 0) return false;
  for (;;) {
    int status;
    if (waitpid(tid, &status, __WALL) != tid) return false;
    struct thread *t = find_thread(tid);
    if (t == NULL) return false;
    if (WIFSTOPPED(status) && status >> 16 == PTRACE_EVENT_STOP && WSTOPSIG(status) == SIGTRAP) return true;
    handle_event(t, status);
    if (WIFEXITED(status) || WIFSIGNALED(status) || t->is_stopped) return false;
  }
}

/* Makes the held thread do one call. `from` are registers whose program counter is just behind a call instruction. */
static int64_t make_call(pid_t tid, const registers *from, long number, const uint64_t arguments[6]) {
  registers r = *from;
  int held_signal = 0, ends = 0;
  prepare_call(tid, &r, number);
  for (int i = 0; i < 6; i++) set_argument(&r, i, arguments[i]);
  set_registers(tid, &r);
  while (ends < 2) {
    int status;
    if (ptrace(PTRACE_SYSCALL, tid, NULL, NULL) != 0 || waitpid(tid, &status, __WALL) != tid) return -ESRCH;
    if (!WIFSTOPPED(status)) return -ESRCH;
    if (WSTOPSIG(status) == CALL_STOP) ends++;
    else if (status >> 16 == 0) held_signal = WSTOPSIG(status);
  }
  get_registers(tid, &r);
  if (held_signal != 0) syscall(SYS_tgkill, find_thread(tid)->pid, tid, held_signal);
  return get_result(&r);
}

/* Sets one timer of the kernel anew, `left` from now. */
static void set_kernel_timer(struct thread *t, const registers *from, const struct timer *timer) {
  const int64_t left = timer->deadline > now() ? timer->deadline - now() : 1;
  const bool is_itimer = timer->kind == ITIMER;
  const uint64_t at = (get_sp(from) - 512) & ~UINT64_C(15);
  const enum format format = is_itimer ? TIMEVAL : TIMESPEC;
  write_time(t->tid, at, timer->interval, format);
  write_time(t->tid, at + 16, is_itimer && left < 1000 ? 1000 : left, format);
  const long number = is_itimer ? SYS_setitimer : timer->kind == POSIX_TIMER ? SYS_timer_settime : SYS_timerfd_settime;
  const uint64_t arguments[6] = {(uint64_t)timer->id, is_itimer ? at : 0, is_itimer ? 0 : at, 0, 0, 0};
  make_call(t->tid, from, number, arguments);
}

/* Sets all timers of a process anew after a jump. Any thread that waits in a call can do it. */
static void set_timers_of(pid_t pid) {
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    registers before;
    if (t->pid != pid || t->is_stopped || t->is_vforking || !hold_thread(t->tid)) continue;
    if (!get_registers(t->tid, &before) || !is_in_call(t->tid, &before)) {
      resume(t, 0);
      continue;
    }
    for (size_t k = 0; k < timer_count; k++)
      if (timers[k].pid == pid && timers[k].deadline != NEVER) set_kernel_timer(t, &before, &timers[k]);
    /* Back to the place where the kernel decides how an interrupted call goes on. */
    ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL);
    ptrace(PTRACE_CONT, t->tid, NULL, NULL);
    int status;
    if (waitpid(t->tid, &status, __WALL) != t->tid || !WIFSTOPPED(status)) return;
    set_registers(t->tid, &before);
    handle_event(t, status);
    return;
  }
}

static struct timer *timer_of(pid_t pid, enum timer_kind kind, int id, bool may_add) {
  for (size_t i = 0; i < timer_count; i++)
    if (timers[i].pid == pid && timers[i].kind == kind && timers[i].id == id) return &timers[i];
  if (!may_add) return NULL;
  timers = grow(timers, timer_count, sizeof *timers);
  timers[timer_count] = (struct timer){pid, kind, id, CLOCK_MONOTONIC, NEVER, 0};
  return &timers[timer_count++];
}

/* Timers that passed their deadline wait for the next one of their interval, or for nothing. */
static void advance_timers(void) {
  for (size_t i = 0; i < timer_count; i++) {
    struct timer *timer = &timers[i];
    if (timer->deadline > now()) continue;
    if (timer->interval <= 0) timer->deadline = NEVER;
    else timer->deadline += ((now() - timer->deadline) / timer->interval + 1) * timer->interval;
  }
}

/* Drops timers whose descriptor was closed. */
static void drop_closed_timers(void) {
  for (size_t i = timer_count; i-- > 0;) {
    char path[64], name[64] = "";
    if (timers[i].kind != TIMERFD) continue;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", timers[i].pid, timers[i].id);
    if (readlink(path, name, sizeof name - 1) < 0 || strcmp(name, "anon_inode:[timerfd]") != 0)
      timers[i] = timers[--timer_count];
  }
}

/* The clock of a timerfd, from the description that the kernel gives of it. */
static int clock_of_timerfd(pid_t pid, int id) {
  char name[32], text[512];
  snprintf(name, sizeof name, "fdinfo/%d", id);
  read_proc(pid, name, text, sizeof text);
  return (int)labelled(text, "clockid:");
}

/* A process sets a timer. The kernel runs it in real time; a jump sets it anew. */
static void on_set_timer(struct thread *t, const struct call *call, registers *r) {
  const uint64_t first = get_argument(r, 0), from = get_argument(r, call->time_argument);
  const bool is_fd = call->number == SYS_timerfd_settime, is_posix = call->number == SYS_timer_settime;
  const enum timer_kind kind = is_fd ? TIMERFD : is_posix ? POSIX_TIMER : ITIMER;
  const int clock = is_fd ? clock_of_timerfd(t->pid, (int)first) : CLOCK_MONOTONIC;
  struct timer *timer = timer_of(t->pid, kind, kind == ITIMER ? 0 : (int)first, !is_posix && clock >= 0);
  if (timer == NULL) return;
  const bool has_interval = call->format != SECONDS;
  const int64_t interval = has_interval ? read_time(t->tid, from, call->format) : 0;
  int64_t time = read_time(t->tid, has_interval ? from + 16 : from, call->format);
  if (interval < 0 || time < 0) return;
  if (time != 0 && (is_fd || is_posix) && (get_argument(r, 1) & TIMER_ABSTIME) != 0) {
    /* Points in time are virtual: the kernel gets a duration, in memory below the stack of the thread. */
    time = to_monotonic(time, is_fd ? clock : timer->clock) - now();
    if (time < 1) time = 1;
    const uint64_t at = (get_sp(r) - 512) & ~UINT64_C(15);
    write_time(t->tid, at, interval, TIMESPEC);
    write_time(t->tid, at + 16, time, TIMESPEC);
    watch_exit(t, call->number, 0);
    change_argument(t, r, 1, 0);
    change_argument(t, r, 2, at);
  }
  timer->deadline = time == 0 ? NEVER : add(now(), time);
  timer->interval = interval;
}

static void on_make_timer(struct thread *t, const registers *r) {
  const int clock = (int)get_argument(r, 0);
  if (clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) return;
  watch_exit(t, SYS_timer_create, get_argument(r, 2));
}

static void on_drop_timer(const struct thread *t, int id) {
  for (size_t i = timer_count; i-- > 0;)
    if (timers[i].pid == t->pid && timers[i].kind == POSIX_TIMER && timers[i].id == id) timers[i] = timers[--timer_count];
}
