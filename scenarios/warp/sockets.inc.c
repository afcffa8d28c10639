/*
 * Sockets with a time limit for receiving or sending.
 */

static bool socket_name(pid_t pid, int fd, char *name, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, fd);
  const ssize_t length = readlink(path, name, size - 1);
  name[length > 0 ? length : 0] = '\0';
  return strncmp(name, "socket:", 7) == 0;
}

static struct socket_limit *find_socket(const char *name) {
  for (size_t i = 0; i < socket_count; i++)
    if (strcmp(sockets[i].name, name) == 0) return &sockets[i];
  return NULL;
}

static void on_limit_socket(struct thread *t, const registers *r) {
  char name[40];
  const int64_t limit = read_time(t->tid, get_argument(r, 3), TIMEVAL);
  if (limit < 0 || !socket_name(t->pid, (int)get_argument(r, 0), name, sizeof name)) return;
  struct socket_limit *found = find_socket(name);
  if (found == NULL) {
    sockets = grow(sockets, socket_count, sizeof *sockets);
    found = &sockets[socket_count++];
    *found = (struct socket_limit){.receive = 0, .send = 0};
    snprintf(found->name, sizeof found->name, "%s", name);
  }
  const uint64_t option = get_argument(r, 2);
  if (option == 20 || option == 66) found->receive = limit;
  else found->send = limit;
  if (!t->traces_sockets) watch_exit(t, SYS_setsockopt, 0);
}

/* The limit of a call on a socket: 0 if it has none. */
static int64_t limit_of_call(pid_t pid, int64_t number, int fd) {
  char name[40];
  const bool receives = number == SYS_read || number == SYS_readv || number == SYS_recvfrom || number == SYS_recvmsg ||
                        number == SYS_accept || number == SYS_accept4;
  const bool sends = number == SYS_write || number == SYS_writev || number == SYS_sendto || number == SYS_sendmsg ||
                     number == SYS_connect;
  if ((!receives && !sends) || !socket_name(pid, fd, name, sizeof name)) return 0;
  const struct socket_limit *found = find_socket(name);
  return found == NULL ? 0 : receives ? found->receive : found->send;
}

/* Notes the deadline of a call on a socket with a time limit. The kernel ends it in time if there is no jump. */
static void begin_limited_wait(struct thread *t, const registers *r) {
  struct wait *w = &t->wait;
  const bool goes_on = t->is_resumed && w->active && w->number == get_call(r) && w->sp == get_sp(r) && w->pc == get_pc(r);
  const int64_t limit = limit_of_call(t->pid, get_call(r), (int)get_argument(r, 0));
  t->is_resumed = w->interrupted = false;
  w->active = limit > 0;
  if (limit == 0) return;
  take_call(w, r);
  if (!goes_on) w->deadline = add(now(), limit);
  w->length = limit;
  w->kernel_offset = goes_on ? -1 : jumped;
  w->timed_out = w->number == SYS_connect ? -EINPROGRESS : -EAGAIN;
}

/* Gives all threads of the process a second filter, which also stops at the calls that can wait for a socket. Few
   programs limit their sockets, so the others do not pay for it. */
static void trace_sockets(struct thread *t, registers *before) {
  static const long calls[] = {SYS_read,   SYS_readv,  SYS_recvfrom, SYS_recvmsg, SYS_accept, SYS_accept4,
                               SYS_write,  SYS_writev, SYS_sendto,   SYS_sendmsg, SYS_connect};
  enum { COUNT = sizeof calls / sizeof *calls };
  struct sock_filter filter[COUNT + 3];
  filter[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < COUNT; i++)
    filter[i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], COUNT - i, 0);
  filter[COUNT + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[COUNT + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  const uint64_t at = (get_sp(before) - 1024) & ~UINT64_C(15), whole[2] = {COUNT + 3, at + 16};
  write_memory(t->tid, at, whole, sizeof whole);
  write_memory(t->tid, at + 16, filter, sizeof filter);
  const uint64_t install[6] = {SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, at, 0, 0, 0};
  const uint64_t give_up_rights[6] = {PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0};
  int64_t result = make_call(t->tid, before, SYS_seccomp, install);
  if (result == -EACCES && make_call(t->tid, before, SYS_prctl, give_up_rights) == 0)
    result = make_call(t->tid, before, SYS_seccomp, install);
  set_registers(t->tid, before);
  if (result != 0) say("note the time limits of sockets of process %d stay in real time", t->pid);
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->pid == t->pid) threads[i]->traces_sockets = true;
}
