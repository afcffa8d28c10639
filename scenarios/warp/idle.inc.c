/*
 * Recognises that every thread is blocked, and jumps.
 */

/* Compares the noted wait of a thread that ran with the call in which it is blocked. Returns false if it is not blocked:
   this file of the kernel tells sleeping threads from those that only prepare to sleep. */
static bool check_wait(struct thread *t) {
  char text[256];
  struct wait *w = &t->wait, is = {0};
  read_text(t->call, text, sizeof text);
  if (strncmp(text, "running", 7) == 0) return false;
  const struct call *const call = find_call(strtoll(text, NULL, 10));
  t->is_sending = call != NULL && call->action == SEND;
  if (t->wants_exit_stop || !w->active) return true;
  uint64_t *a = is.arguments;
  const char *format = "%" SCNd64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64
                       " %" SCNx64;
  const int found = sscanf(text, format, &is.number, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &is.sp, &is.pc);
  w->active = found == 9 && (is.number == w->number || is.number == SYS_restart_syscall) && is.sp == w->sp &&
              is.pc == w->pc && memcmp(a, w->arguments, sizeof is.arguments) == 0;
  return true;
}

/* True if the thread is blocked now. Notes whether it ran since the last idle. The kernel counts how often a thread was
   given a processor; kernels without that count tell how often it lost one. */
static bool look_at(struct thread *t) {
  char text[4096];
  if (t->is_stopped) return true;
  if (read_text(t->status, text, sizeof text) <= 0) {
    t->changed = true; /* it ended; the report comes */
    return true;
  }
  const char *state = has_run_counts ? strrchr(text, ')') : strstr(text, "\nState:");
  int64_t runs;
  if (has_run_counts) {
    char counts[128], *at = counts;
    read_text(t->counts, counts, sizeof counts);
    for (int i = 0; i < 2 && at != NULL; i++) at = strchr(at + (i > 0), ' ');
    runs = at == NULL ? -1 : strtoll(at, NULL, 10);
  } else {
    runs = labelled(text, "\nvoluntary_ctxt_switches:") + labelled(text, "\nnonvoluntary_ctxt_switches:");
  }
  if (runs != t->runs || !has_run_counts) t->changed = true;
  t->runs = runs;
  if (state == NULL || strchr(t->is_vforking ? "SDZX" : "SZX", state[has_run_counts ? 2 : 8]) == NULL) return false;
  return !t->changed || check_wait(t);
}

/* The same as is_all_blocked, if only threads ran that could not wake another one. */
static bool are_woken_blocked(void) {
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    if (t->wait.interrupted || t->watch == WOKEN || t->watch == RETURNS) return false;
    if (t->watch == WAITS && !look_at(t)) return false;
  }
  for (size_t i = 0; i < thread_count; i++) {
    if (threads[i]->watch == WAITS) threads[i]->changed = false;
    threads[i]->watch = UNWATCHED;
  }
  return true;
}

/* True if there was an instant at which every thread was blocked. Enough is one round in which no thread has run since
   the last idle, except the one that is looked at first. Otherwise a second round must find no change. */
static bool is_all_blocked(void) {
  size_t changed = 0;
  if (are_others_blocked && timer_count == 0 && !has_strangers) return are_woken_blocked();
  const struct thread *const first = recent;
  if (recent != NULL && !look_at(recent)) return false;
  for (size_t i = 0; i < thread_count; i++) {
    if (threads[i] == first) continue;
    if (!look_at(threads[i])) {
      recent = threads[i]; /* likely the one to wait for */
      return false;
    }
    if (threads[i]->changed) changed++;
  }
  for (size_t i = 0; changed > 0 && i < thread_count; i++) {
    const int64_t before = threads[i]->runs;
    if (!look_at(threads[i]) || threads[i]->runs != before) return false;
  }
  for (size_t i = 0; i < thread_count; i++) {
    threads[i]->changed = false;
    if (threads[i]->watch != WOKEN) threads[i]->watch = UNWATCHED;
  }
  are_others_blocked = true;
  return true;
}

/* True if a thread is blocked because the reader of what it sends is slow. */
static bool is_sending(void) {
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->is_sending) return true;
  return false;
}

/* True if no thread ran since the tree was found idle. */
static bool is_unchanged(void) {
  for (size_t i = 0; i < thread_count; i++) {
    const int64_t before = threads[i]->runs;
    if (!look_at(threads[i]) || threads[i]->runs != before) return false;
  }
  return true;
}

static int64_t next_deadline(bool *is_tick) {
  int64_t next = NEVER, tick = NEVER;
  drop_closed_timers();
  advance_timers();
  for (size_t i = 0; i < thread_count; i++) {
    const struct thread *t = threads[i];
    if (!t->wait.active || t->is_stopped) continue;
    int64_t *const which = is_ticker(t) ? &tick : &next;
    if (t->wait.deadline < *which) *which = t->wait.deadline;
  }
  for (size_t i = 0; i < timer_count; i++)
    if (timers[i].deadline < next) next = timers[i].deadline;
  *is_tick = are_ticks_targets = next == NEVER && tick != NEVER;
  return *is_tick ? tick : next;
}

/* The time at which the tracer ends a wait. A jump that passes a ticker does not wake it at once, because a runtime such
   as the JVM has several: it wakes 10 virtual seconds later, or when its tick has passed in real time. Threads of the
   JVM itself wake 10 virtual minutes later. */
static int64_t end_of_wait(struct thread *t) {
  const struct wait *w = &t->wait;
  if (!is_ticker(t) || are_ticks_targets) return w->deadline;
  const int64_t late = add(w->deadline, (is_of_runtime(t) ? 600 : 10) * SECOND), real = add(w->real_end, jumped);
  return real < w->deadline ? w->deadline : real < late ? real : late;
}

/* Interrupts the waits that are due and that the kernel would not end by itself. Returns the next deadline of these. */
static int64_t wake_due(void) {
  int64_t next = NEVER;
  for (size_t i = 0; i < thread_count; i++) {
    struct thread *t = threads[i];
    struct wait *w = &t->wait;
    if (!w->active || w->interrupted || t->is_stopped || w->kernel_offset == jumped) continue;
    const int64_t end = end_of_wait(t);
    if (end > now()) {
      if (end < next) next = end;
    } else if (ptrace(PTRACE_INTERRUPT, t->tid, NULL, NULL) == 0) {
      w->interrupted = true;
    }
  }
  return next;
}

static void jump(int64_t duration) {
  jumped = add(jumped, (duration + 999) / 1000 * 1000); /* whole microseconds: all clocks agree */
  jump_count++;
  share_offset();
  is_fruitful = false;
  for (size_t i = 0; i < timer_count; i++) {
    bool is_first = timers[i].deadline != NEVER;
    for (size_t k = 0; k < i; k++)
      if (timers[k].pid == timers[i].pid && timers[k].deadline != NEVER) is_first = false;
    if (is_first) set_timers_of(timers[i].pid);
  }
  advance_timers();
  wake_due();
}
