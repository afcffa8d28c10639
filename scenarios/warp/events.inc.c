/*
 * What the tracer does at each stop of a thread.
 */

/* A thread is stopped before a call of the filter. */
static void on_call(struct thread *t) {
  registers r;
  if (!get_registers(t->tid, &r)) return;
  const struct call *call = find_call(get_call(&r));
  if (t->is_unreadable && call != NULL && call->action != SEND && call->action != REFUSE) {
    t->wait.active = t->is_resumed = false;
    return;
  }
  if (call != NULL && call->action == WAIT) {
    begin_wait(t, call, &r);
    return;
  }
  if (call != NULL && call->action == SEND) {
    t->repeats = 0;
    mark_event();
    check_peer(t, &r);
    before_send();
  }
  if (call == NULL || call->action == SEND) {
    if (socket_count > 0) begin_limited_wait(t, &r);
    else t->wait.active = t->is_resumed = false;
    return;
  }
  t->wait.active = t->is_resumed = false;
  switch (call->action) {
    case WAIT:
    case SEND: break;
    case CHECK_CHILD: t->repeats = 0; break;
    case READ_CLOCK: on_read_clock(t, call, &r); break;
    case SET_TIMER: on_set_timer(t, call, &r); break;
    case MAKE_TIMER: on_make_timer(t, &r); break;
    case DROP_TIMER: on_drop_timer(t, (int)get_argument(&r, 0)); break;
    case LIMIT_SOCKET: on_limit_socket(t, &r); break;
    case PRETEND: /* otherwise the kernel refuses the memory of the process also to a tracer without root */
      skip_call(t->tid, &r);
      set_result(&r, 0);
      set_registers(t->tid, &r);
      break;
    case REFUSE:
      /* io_uring: no note, because programs such as Node ask for it at each start, and do without. */
      skip_call(t->tid, &r);
      set_result(&r, -ENOSYS);
      set_registers(t->tid, &r);
      break;
  }
}

/* The call whose end the tracer wanted to see has ended. */
static void on_exit_stop(struct thread *t) {
  struct wait *w = &t->wait;
  registers r;
  t->wants_exit_stop = false;
  if (t->is_after_exec) {
    t->is_after_exec = false;
    if (t->is_unreadable) t->clock_page = 0;
    else prepare_clocks(t);
    return;
  }
  if (!get_registers(t->tid, &r)) return;
  for (int i = 0; i < 6; i++)
    if ((t->changed_arguments >> i & 1) != 0) set_argument(&r, i, t->arguments_before[i]);
  if (t->changed_arguments != 0) set_registers(t->tid, &r);
  t->changed_arguments = 0;
  if (t->exit_call == SYS_timer_create && get_result(&r) == 0) {
    int id;
    if (read_memory(t->tid, t->exit_detail, &id, sizeof id))
      timer_of(t->pid, POSIX_TIMER, id, true)->clock = (int)get_argument(&r, 0);
  }
  if (t->exit_call == SYS_setsockopt && get_result(&r) == 0) trace_sockets(t, &r);
  finish_clock_call(t, &r);
  if (!w->active) return;
  const bool writes_rest = (is_select(w->number) || w->number == SYS_ppoll) && t->exit_detail != 0;
  if (writes_rest && w->kernel_offset != jumped) {
    const int64_t left = w->deadline - now();
    write_time(t->tid, t->exit_detail, left > 0 ? left : 0, time_format(w->number));
  }
  if (!is_interrupted(&r, w->pc)) w->active = false;
  else if (now() >= w->deadline) end_wait(t, &r);
  else t->is_resumed = true;
}

/* Says what of a new program warp cannot follow. */
static void check_program(const struct thread *t) {
  char path[64], name[256] = "";
  unsigned char head[5] = {0};
  struct stat about;
  snprintf(path, sizeof path, "/proc/%d/exe", t->pid);
  if (readlink(path, name, sizeof name - 1) < 0) return;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &about) == 0 && (about.st_mode & (S_ISUID | S_ISGID)) != 0 && geteuid() != 0)
    say("note %s is a setuid program: it runs without the rights of its owner", name);
  if (read(file, head, sizeof head) == (ssize_t)sizeof head && head[4] == ELFCLASS32) {
    say("note %s is a 32-bit program: its clocks and waits stay in real time", name);
    has_strangers = true; /* nothing stops it before it sends something */
  }
  close(file);
}

/* Without root, the kernel shows nothing of a program that the user may run, but not read. */
static void check_memory(struct thread *t) {
  char name[256];
  registers r;
  long word;
  t->is_unreadable = !get_registers(t->tid, &r) || !read_memory(t->tid, get_sp(&r), &word, sizeof word);
  if (!t->is_unreadable) return;
  if (read_proc(t->pid, "cmdline", name, sizeof name) <= 0) read_proc(t->pid, "comm", name, sizeof name);
  name[strcspn(name, "\n")] = '\0';
  say("note %s cannot be read: its clocks and waits stay in real time", name);
  has_strangers = true; /* how it connects is not visible either */
}

static void on_exec(struct thread *t) {
  unsigned long former = 0;
  ptrace(PTRACE_GETEVENTMSG, t->tid, NULL, &former);
  for (size_t i = thread_count; i-- > 0;)
    if (threads[i]->pid == t->pid && threads[i]->tid != t->tid) remove_thread(threads[i]->tid);
  drop_timers(t->pid, true);
  t->wait.active = t->wants_exit_stop = t->is_resumed = false;
  t->changed_arguments = 0;
  t->repeats = 0;
  t->has_execed = t->is_after_exec = true;
  watch_exit(t, NO_CALL, 0);
  check_program(t);
  check_memory(t);
  mark_event();
}

static void on_new_thread(struct thread *t, int event) {
  unsigned long tid = 0;
  ptrace(PTRACE_GETEVENTMSG, t->tid, NULL, &tid);
  t->wait.active = false;
  if (event == PTRACE_EVENT_VFORK) t->is_vforking = true;
  struct thread *new = add_thread((pid_t)tid);
  if (new->status < 0) {
    remove_thread(new->tid); /* it already ended */
    return;
  }
  if (!new->has_execed) {
    new->clock_page = t->clock_page;
    new->is_unreadable = t->is_unreadable;
  }
  new->traces_sockets = t->traces_sockets;
  if (new->pid == new->tid) mark_event();
}

/* A thread whose wait the tracer ended makes its first call: looks whether that is the same wait, and the filter stops it. */
static void on_first_call(struct thread *t) {
  registers r;
  const struct wait *w = &t->wait;
  const struct call *call = find_call(w->number);
  t->watch = UNWATCHED;
  if (call == NULL || call->action != WAIT || !get_registers(t->tid, &r)) return;
  const uint64_t time = get_argument(&r, call->time_argument);
  const bool has_limit = call->format == MILLISECONDS ? (int)time > 0 : time != 0;
  const bool is_same = get_call(&r) == w->number && get_sp(&r) == w->sp && get_pc(&r) == w->pc &&
                       (w->number != SYS_futex || get_argument(&r, 1) == w->arguments[1]);
  if (has_limit && is_same) t->watch = RETURNS;
}

static void on_stop_event(struct thread *t, int signal) {
  const bool is_job_control = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
  if (is_job_control) {
    t->is_stopped = true;
    t->stop_signal = signal;
    mark_event();
    ptrace(PTRACE_LISTEN, t->tid, NULL, NULL);
    return;
  }
  t->is_stopped = false;
  on_interruption(t);
  resume(t, 0);
}

/* Handles one report of the kernel about a thread. */
static void on_event(struct thread *t, int status) {
  const int event = status >> 16;
  if (WIFEXITED(status) || WIFSIGNALED(status)) {
    if (t->tid == main_pid) {
      has_ended = true;
      main_status = status;
    }
    remove_thread(t->tid);
    are_others_blocked = false;
    return;
  }
  const int signal = WSTOPSIG(status);
  const bool is_first_call = event == 0 && signal == CALL_STOP && t->watch == WOKEN;
  const bool is_same_wait = event == PTRACE_EVENT_SECCOMP && t->watch == RETURNS;
  const bool ends_wait = event == PTRACE_EVENT_STOP && t->wait.interrupted;
  if (!is_first_call && !is_same_wait && !ends_wait) are_others_blocked = false;
  recent = t;
  switch (event) {
    case PTRACE_EVENT_STOP:
      on_stop_event(t, signal);
      if (t->watch != WOKEN) are_others_blocked = false;
      return;
    case PTRACE_EVENT_SECCOMP:
      on_call(t);
      t->watch = is_same_wait && t->wait.active ? WAITS : UNWATCHED;
      if (t->watch != WAITS) are_others_blocked = false;
      break;
    case PTRACE_EVENT_CLONE:
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK: on_new_thread(t, event); break;
    case PTRACE_EVENT_VFORK_DONE: t->is_vforking = false; break;
    case PTRACE_EVENT_EXEC: on_exec(t); break;
    default:
      if (is_first_call) {
        on_first_call(t);
        if (t->watch != RETURNS) are_others_blocked = false;
      } else if (signal == CALL_STOP) {
        on_exit_stop(t);
      } else {
        on_signal(t, signal);
        resume(t, signal);
        return;
      }
  }
  resume(t, 0);
}

/* Handles what happened, but not for ever: busy threads must not keep the tracer from signals and the runner. Returns
   false if nothing happened. */
static bool take_events(void) {
  bool any = false;
  for (int i = 0; i < 1000; i++) {
    int status;
    const pid_t tid = waitpid(-1, &status, __WALL | WNOHANG);
    if (tid <= 0) {
      has_more_events = false;
      return any;
    }
    any = true;
    if (find_thread(tid) == NULL && !WIFSTOPPED(status)) continue;
    on_event(add_thread(tid), status);
    if (has_ended) return true;
  }
  has_more_events = true;
  return true;
}
