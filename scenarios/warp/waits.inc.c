/*
 * Waits with a time limit: their deadlines, how they end by a jump, and how they go on after an interruption.
 */

static bool is_futex(int64_t number) {
  return number == SYS_futex || number == CALL_FUTEX_WAITV || number == CALL_FUTEX_WAIT;
}

static bool is_select(int64_t number) {
#ifdef SYS_select
  if (number == SYS_select) return true;
#endif
  return number == SYS_pselect6;
}

/* Returns the clock of a wait until a point in time, or -1 for a wait that takes a duration. */
static int clock_of_wait(const struct wait *w) {
  const uint64_t *args = w->arguments;
  switch (w->number) {
    case SYS_clock_nanosleep: return (args[1] & TIMER_ABSTIME) != 0 ? (int)args[0] : -1;
    case SYS_futex: {
      const uint64_t command = args[1] & (uint64_t)FUTEX_CMD_MASK;
      if (command == FUTEX_WAIT) return -1;
      const bool uses_wall = command == FUTEX_LOCK_PI || (args[1] & FUTEX_CLOCK_REALTIME) != 0;
      return uses_wall ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    }
    case CALL_FUTEX_WAITV: return (int)args[4];
    case CALL_FUTEX_WAIT: return (int)args[5];
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive: return CLOCK_REALTIME;
    default: return -1;
  }
}

/* Converts a point in time on a clock of the command to the monotonic clock of the command. */
static int64_t to_monotonic(int64_t time, int clock) {
  if (time == NEVER || clock == CLOCK_MONOTONIC) return time;
  if (clock == CLOCK_REALTIME) return time - wall_now() + now();
  return time - clock_ns(clock) - jumped - (clock == CLOCK_TAI ? wall_shift : 0) + now();
}

static bool is_ticker(const struct thread *t) { return t->repeats >= 3; }

/* True for threads with which the JVM maintains itself. They wait for up to 5 seconds again and again, and do nothing for
   the program. */
static bool is_of_runtime(struct thread *t) {
  static const char *const names[] = {"C1 CompilerThre", "C2 CompilerThre", "G1 Service",
                                      "Monitor Deflati", "VM Periodic Tas"};
  char name[32];
  if (t->kind == UNKNOWN) {
    t->kind = OF_PROGRAM;
    read_proc(t->tid, "comm", name, sizeof name);
    name[strcspn(name, "\n")] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (strcmp(name, names[i]) == 0) t->kind = OF_RUNTIME;
  }
  return t->kind == OF_RUNTIME;
}

/* Counts how often a thread repeated the same short sleep. A tick may be shorter, when its thread was late. Two kinds of
   threads do not count, because a tick can hide a deadline that must be kept: event loops, which show their nearest
   deadline only, and the first thread of a process, which often polls a condition. */
static void count_repeats(struct thread *t) {
  const struct wait *w = &t->wait;
  const bool can_tick = is_futex(w->number) || w->number == SYS_nanosleep || w->number == SYS_clock_nanosleep;
  const int64_t margin = 5 * MILLISECOND + t->tick / 10;
  const bool is_short = w->length <= longest_tick || (longest_tick > 0 && w->length <= 5 * SECOND && is_of_runtime(t));
  if (!can_tick || t->tid == t->pid || !is_short) {
    t->repeats = 0;
  } else if (w->length <= t->tick + margin && (is_ticker(t) || w->length >= t->tick - margin)) {
    t->repeats++;
  } else {
    t->repeats = 1;
    t->tick = w->length;
  }
}

static void take_call(struct wait *w, const registers *r) {
  w->number = get_call(r);
  w->sp = get_sp(r);
  w->pc = get_pc(r);
  for (int i = 0; i < 6; i++) w->arguments[i] = get_argument(r, i);
}

/* A thread is about to wait: notes the deadline. */
static void begin_wait(struct thread *t, const struct call *call, registers *r) {
  struct wait *w = &t->wait;
  const struct wait before = *w;
  take_call(w, r);
  w->active = w->interrupted = false;
  w->timed_out = call->timed_out;
  const int clock = clock_of_wait(w);
  const uint64_t from = w->arguments[call->time_argument];
  const int64_t time = call->format != MILLISECONDS && from == 0 ? NEVER : read_time(t->tid, from, call->format);
  const bool is_same = before.number == w->number && before.sp == w->sp && before.pc == w->pc;
  const bool goes_on = t->is_resumed && before.active && is_same;
  t->is_resumed = false;
  if (time < 0 || time == NEVER || (clock < 0 && time == 0)) return;
  w->active = true;
  w->deadline = goes_on ? before.deadline : clock < 0 ? add(now(), time) : to_monotonic(time, clock);
  w->length = goes_on ? before.length : w->deadline - now();
  w->real_end = goes_on ? before.real_end : add(real_now(), w->length);
  w->kernel_offset = clock < 0 && !goes_on ? jumped : -1;
  if (!goes_on) count_repeats(t);
  if (clock == CLOCK_REALTIME || clock == CLOCK_TAI) {
    /* The date of the command may be later than the real one: the kernel must not end the wait by its own clock. */
    if (w->number == SYS_clock_nanosleep) change_argument(t, r, 0, CLOCK_MONOTONIC);
    else change_argument(t, r, call->time_argument, 0);
    watch_exit(t, w->number, 0);
  } else if (is_select(w->number) || w->number == SYS_ppoll) {
    watch_exit(t, w->number, w->arguments[call->time_argument]); /* it writes the remaining time */
  }
}

/* True if the registers are those of the noted wait, which was interrupted. */
static bool is_in_wait(const struct wait *w, const registers *r) {
  if (!w->active || get_sp(r) != w->sp || !is_interrupted(r, w->pc)) return false;
  const int64_t number = get_call(r);
  return number == w->number || number == SYS_restart_syscall;
}

static enum format time_format(int64_t number) {
  const struct call *call = find_call(number);
  return call == NULL ? TIMESPEC : call->format;
}

/* Ends an interrupted wait as its time limit would have done it. */
static void end_wait(struct thread *t, registers *r) {
  struct wait *w = &t->wait;
  if (is_select(w->number)) {
    const char nothing[128] = {0};
    const int count = (int)w->arguments[0];
    const size_t size = count <= 0 ? 0 : ((size_t)count + 63) / 64 * 8;
    for (int set = 1; set <= 3; set++)
      if (w->arguments[set] != 0) write_memory(t->tid, w->arguments[set], nothing, size < 128 ? size : 128);
  }
  if ((is_select(w->number) || w->number == SYS_ppoll) && t->exit_detail != 0)
    write_time(t->tid, t->exit_detail, 0, time_format(w->number));
  end_call(r, w->pc, w->timed_out);
  set_registers(t->tid, r);
  w->active = false;
}

/* The thread stopped because of the tracer or of job control: ends its wait if that is due, otherwise resumes it. */
static void on_interruption(struct thread *t) {
  struct wait *w = &t->wait;
  registers r;
  if (!get_registers(t->tid, &r)) return;
  w->interrupted = false;
  if (!is_in_wait(w, &r)) {
    w->active = false;
    if (is_in_call(t->tid, &r) && get_result(&r) == -EINTR) {
      repeat_call(&r, get_argument(&r, 0));
      set_registers(t->tid, &r);
    }
  } else if (now() >= w->deadline) {
    end_wait(t, &r);
    if (!t->wants_exit_stop) t->watch = WOKEN;
  } else {
    repeat_call(&r, w->arguments[0]);
    set_registers(t->tid, &r);
    t->is_resumed = true;
  }
}

/* True if the process has a handler for the signal. */
static bool is_handled(const struct thread *t, int signal) {
  char text[4096];
  if (read_proc(t->tid, "status", text, sizeof text) <= 0) return true;
  const char *at = strstr(text, "\nSigCgt:");
  return at == NULL || (strtoull(at + 8, NULL, 16) >> (signal - 1) & 1) != 0;
}

/* A signal arrives: the kernel computed the rest of a sleep without the jumps. */
static void on_signal(struct thread *t, int signal) {
  struct wait *w = &t->wait;
  registers r;
  if (signal != SIGCHLD && signal != SIGALRM) mark_event();
  if (!w->active || !get_registers(t->tid, &r)) return;
  if (!is_in_wait(w, &r)) {
    w->active = false;
    return;
  }
  const int rest = w->number == SYS_nanosleep ? 1 : w->number == SYS_clock_nanosleep ? 3 : -1;
  if (rest > 0 && clock_of_wait(w) < 0 && w->arguments[rest] != 0) {
    const int64_t left = w->deadline - now();
    write_time(t->tid, w->arguments[rest], left > 0 ? left : 0, TIMESPEC);
  }
  if (is_handled(t, signal)) w->active = false;
  else on_interruption(t);
}
