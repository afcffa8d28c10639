/*
 * The system calls at which a thread stops, and the seccomp filter that stops it there.
 */

enum check {
  ALWAYS,       /* each call stops */
  POINTER,      /* only with a time limit: the pointer is not null */
  LIMIT,        /* only with a limit in milliseconds that is neither zero nor negative */
  CLOCK,        /* not the clocks of CPU time */
  FUTEX,        /* waits with a time limit */
  WRITING,      /* not the writes of 1 or 8 bytes with which threads wake each other */
  SOCKET_LIMIT, /* the time limits of sockets */
  REAL_TIMER,   /* not the timers of CPU time */
  DUMPABLE,     /* forbids that others read the memory of the process */
  DENY,         /* fails with EPERM, without a stop */
};

enum action { WAIT, READ_CLOCK, SEND, CHECK_CHILD, SET_TIMER, MAKE_TIMER, DROP_TIMER, LIMIT_SOCKET, PRETEND, REFUSE };
enum format { NO_TIME, TIMESPEC, TIMEVAL, MILLISECONDS, SECONDS };

struct call {
  long number;
  enum check check;
  enum action action;
  int time_argument;
  enum format format;
  int timed_out; /* the result of a wait that ends by its time limit */
};

static const struct call CALLS[] = {
    {SYS_futex, FUTEX, WAIT, 3, TIMESPEC, -ETIMEDOUT},
#ifdef SYS_poll
    {SYS_poll, LIMIT, WAIT, 2, MILLISECONDS, 0},
    {SYS_select, POINTER, WAIT, 4, TIMEVAL, 0},
    {SYS_epoll_wait, LIMIT, WAIT, 3, MILLISECONDS, 0},
    {SYS_time, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_alarm, ALWAYS, SET_TIMER, 0, SECONDS, 0},
#endif
    {SYS_epoll_pwait, LIMIT, WAIT, 3, MILLISECONDS, 0},
    {CALL_EPOLL_PWAIT2, POINTER, WAIT, 3, TIMESPEC, 0},
    {SYS_ppoll, POINTER, WAIT, 2, TIMESPEC, 0},
    {SYS_pselect6, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_nanosleep, ALWAYS, WAIT, 0, TIMESPEC, 0},
    {SYS_clock_nanosleep, CLOCK, WAIT, 2, TIMESPEC, 0},
    {CALL_FUTEX_WAITV, POINTER, WAIT, 3, TIMESPEC, -ETIMEDOUT},
    {CALL_FUTEX_WAIT, ALWAYS, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_semtimedop, POINTER, WAIT, 3, TIMESPEC, -EAGAIN},
    {SYS_rt_sigtimedwait, POINTER, WAIT, 2, TIMESPEC, -EAGAIN},
    {SYS_mq_timedsend, POINTER, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_mq_timedreceive, POINTER, WAIT, 4, TIMESPEC, -ETIMEDOUT},
    {SYS_io_getevents, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_io_pgetevents, POINTER, WAIT, 4, TIMESPEC, 0},
    {SYS_clock_gettime, CLOCK, READ_CLOCK, 1, TIMESPEC, 0},
    {SYS_gettimeofday, ALWAYS, READ_CLOCK, 0, TIMEVAL, 0},
    {SYS_times, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_sysinfo, ALWAYS, READ_CLOCK, 0, NO_TIME, 0},
    {SYS_setitimer, REAL_TIMER, SET_TIMER, 1, TIMEVAL, 0},
    {SYS_timer_create, ALWAYS, MAKE_TIMER, 2, NO_TIME, 0},
    {SYS_timer_delete, ALWAYS, DROP_TIMER, 0, NO_TIME, 0},
    {SYS_timer_settime, ALWAYS, SET_TIMER, 2, TIMESPEC, 0},
    {SYS_timerfd_settime, ALWAYS, SET_TIMER, 2, TIMESPEC, 0},
    {SYS_setsockopt, SOCKET_LIMIT, LIMIT_SOCKET, 3, TIMEVAL, 0},
    {SYS_write, WRITING, SEND, 0, NO_TIME, 0},
    {SYS_writev, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendto, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendmsg, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendmmsg, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_sendfile, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_splice, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_connect, ALWAYS, SEND, 0, NO_TIME, 0},
    {SYS_wait4, ALWAYS, CHECK_CHILD, 0, NO_TIME, 0},
    {SYS_waitid, ALWAYS, CHECK_CHILD, 0, NO_TIME, 0},
    {SYS_prctl, DUMPABLE, PRETEND, 0, NO_TIME, 0},
    {SYS_io_uring_setup, ALWAYS, REFUSE, 0, NO_TIME, 0},
    {SYS_clock_settime, DENY, REFUSE, 0, NO_TIME, 0},
    {SYS_settimeofday, DENY, REFUSE, 0, NO_TIME, 0},
};
#define CALL_COUNT (sizeof CALLS / sizeof *CALLS)

static const struct call *find_call(int64_t number) {
  for (size_t i = 0; i < CALL_COUNT; i++)
    if (CALLS[i].number == number) return &CALLS[i];
  return NULL;
}

static struct sock_filter program[512];
static unsigned program_length;

static void emit(uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  program[program_length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void emit_load(size_t offset) { emit(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }
static void emit_load_argument(int index) { emit_load(offsetof(struct seccomp_data, args) + 8 * (size_t)index); }
static void emit_equal(uint32_t value, uint8_t if_true, uint8_t if_false) {
  emit(BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false);
}
static void emit_greater(uint32_t value, uint8_t if_true, uint8_t if_false) {
  emit(BPF_JMP | BPF_JGT | BPF_K, value, if_true, if_false);
}
static void emit_return(uint32_t value) { emit(BPF_RET | BPF_K, value, 0, 0); }

/* Both halves of a 64-bit pointer: zero jumps over `skip` more instructions, to the place that allows the call. */
static void emit_pointer_check(int index, uint8_t skip) {
  emit_load(offsetof(struct seccomp_data, args) + 8 * (size_t)index + 4);
  emit_equal(0, 0, 2);
  emit_load_argument(index);
  emit_equal(0, skip, 0);
}

/* The instructions of one call, after its number matched. They end with "stop here" and "allow". */
static void emit_check(const struct call *call) {
  switch (call->check) {
    case ALWAYS: break;
    case DENY: emit_return(SECCOMP_RET_ERRNO | EPERM); return;
    case POINTER: emit_pointer_check(call->time_argument, 1); break;
    case LIMIT:
      emit_load_argument(call->time_argument);
      emit_equal(0, 2, 0);
      emit_greater(INT32_MAX, 1, 0);
      break;
    case CLOCK:
      emit_load_argument(0);
      emit_greater(15, 3, 0);
      emit_equal(CLOCK_PROCESS_CPUTIME_ID, 2, 0);
      emit_equal(CLOCK_THREAD_CPUTIME_ID, 1, 0);
      break;
    case FUTEX:
      emit_load_argument(1);
      emit(BPF_ALU | BPF_AND | BPF_K, FUTEX_CMD_MASK, 0, 0);
      emit_equal(FUTEX_WAIT, 5, 0);
      emit_equal(FUTEX_WAIT_BITSET, 4, 0);
      emit_equal(FUTEX_LOCK_PI, 3, 0);
      emit_equal(FUTEX_WAIT_REQUEUE_PI, 2, 0);
      emit_equal(13 /* FUTEX_LOCK_PI2 */, 1, 0);
      emit_return(SECCOMP_RET_ALLOW);
      emit_pointer_check(3, 1);
      break;
    case WRITING:
      emit_load_argument(0);
      emit_greater(2, 0, 3);
      emit_load_argument(2);
      emit_equal(1, 2, 0);
      emit_equal(8, 1, 0);
      break;
    case SOCKET_LIMIT:
      emit_load_argument(1);
      emit_equal(1 /* SOL_SOCKET */, 0, 6);
      emit_load_argument(2);
      emit_equal(20 /* SO_RCVTIMEO_OLD */, 3, 0);
      emit_equal(21 /* SO_SNDTIMEO_OLD */, 2, 0);
      emit_equal(66 /* SO_RCVTIMEO_NEW */, 1, 0);
      emit_equal(67 /* SO_SNDTIMEO_NEW */, 0, 1);
      break;
    case DUMPABLE:
      emit_load_argument(0);
      emit_equal(PR_SET_DUMPABLE, 0, 3);
      emit_load_argument(1);
      emit_equal(0, 0, 1);
      break;
    case REAL_TIMER:
      emit_load_argument(0);
      emit_equal(ITIMER_REAL, 0, 1);
      break;
  }
  emit_return(SECCOMP_RET_TRACE);
  emit_return(SECCOMP_RET_ALLOW);
}

/* Builds the filter and installs it in the calling process, for this process and all that come from it. */
static bool install_filter(void) {
  emit_load(offsetof(struct seccomp_data, arch));
  emit_equal(THIS_ARCHITECTURE, 1, 0);
  emit_return(SECCOMP_RET_ALLOW);
  emit_load(offsetof(struct seccomp_data, nr));
  for (size_t i = 0; i < CALL_COUNT; i++) {
    const unsigned start = program_length;
    emit_equal((uint32_t)CALLS[i].number, 0, 0);
    emit_check(&CALLS[i]);
    program[start].jf = (uint8_t)(program_length - start - 1);
  }
  emit_return(SECCOMP_RET_ALLOW);
  struct sock_fprog whole = {(unsigned short)program_length, program};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0) return true;
  /* A user without rights must first give up the rights of setuid programs, which a traced process has not anyway. */
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) == 0;
}
