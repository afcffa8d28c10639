/*
 * With whom the command talks. The runner, and the processes of the command, do nothing that the tracer cannot see. Any
 * other program, such as a database, can compute while every thread of the command waits for it.
 */

enum { PORTS_KNOWN = 64 };
static unsigned known_ports[PORTS_KNOWN];
static size_t known_port_count;

/* True if a process has a descriptor of the socket. */
static bool has_socket(pid_t pid, const char *socket) {
  char path[64], name[64];
  snprintf(path, sizeof path, "/proc/%d/fd", pid);
  DIR *const folder = opendir(path);
  bool found = false;
  for (struct dirent *one; folder != NULL && !found && (one = readdir(folder)) != NULL;)
    found = socket_name(pid, atoi(one->d_name), name, sizeof name) && strcmp(name, socket) == 0;
  if (folder != NULL) closedir(folder);
  return found;
}

static bool is_own_socket(uint64_t inode) {
  char socket[40];
  snprintf(socket, sizeof socket, "socket:[%" PRIu64 "]", inode);
  if (!is_alone && has_socket(getppid(), socket)) return true;
  for (size_t i = 0; i < thread_count; i++)
    if (threads[i]->tid == threads[i]->pid && has_socket(threads[i]->pid, socket)) return true;
  return false;
}

/* True if another program waits at a port of this machine for a connection, or for packets without a connection. */
static bool is_port_of_stranger(unsigned port) {
  static const char *const tables[] = {"/proc/net/tcp", "/proc/net/tcp6", "/proc/net/udp", "/proc/net/udp6"};
  char line[512];
  bool is_strange = false, is_own = false;
  for (size_t i = 0; i < known_port_count; i++)
    if (known_ports[i] == port) return false;
  for (int i = 0; i < 4; i++) {
    FILE *const table = fopen(tables[i], "re");
    while (table != NULL && fgets(line, sizeof line, table) != NULL) {
      unsigned at, state;
      uint64_t inode;
      const char *const format = "%*d: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x %*s %*s %*s %*u %*u %" SCNu64;
      if (sscanf(line, format, &at, &state, &inode) != 3 || at != port || (i < 2 && state != 10 /* it listens */)) continue;
      if (is_own_socket(inode)) is_own = true;
      else is_strange = true;
    }
    if (table != NULL) fclose(table);
  }
  if (is_own && !is_strange && known_port_count < PORTS_KNOWN) known_ports[known_port_count++] = port;
  return is_strange;
}

/* True if another program has opened a socket with this path. */
static bool is_path_of_stranger(const char *path) {
  char line[512];
  bool is_strange = false;
  FILE *const table = fopen("/proc/net/unix", "re");
  while (table != NULL && fgets(line, sizeof line, table) != NULL) {
    uint64_t inode;
    int start = 0;
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%*s %*s %*s %*s %*s %*s %" SCNu64 " %n", &inode, &start) != 1 || start == 0) continue;
    if (strcmp(line + start, path) == 0 && !is_own_socket(inode)) is_strange = true;
  }
  if (table != NULL) fclose(table);
  return is_strange;
}

static bool is_stranger(pid_t tid, uint64_t from, size_t size) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    struct sockaddr_un local;
    char bytes[sizeof(struct sockaddr_un) + 1];
  } peer;
  memset(&peer, 0, sizeof peer);
  if (size > sizeof(struct sockaddr_un) || size < sizeof peer.any.sa_family) return false;
  if (!read_memory(tid, from, &peer, size)) return false; /* the kernel refuses it too */
  const bool is_abstract = peer.local.sun_path[0] == '\0';
  if (peer.any.sa_family == AF_INET) {
    const uint32_t address = ntohl(peer.four.sin_addr.s_addr);
    return (address != 0 && address >> 24 != 127) || is_port_of_stranger(ntohs(peer.four.sin_port));
  }
  if (peer.any.sa_family == AF_INET6) {
    const struct in6_addr *const a = &peer.six.sin6_addr;
    const bool is_here = IN6_IS_ADDR_LOOPBACK(a) || IN6_IS_ADDR_UNSPECIFIED(a) ||
                         (IN6_IS_ADDR_V4MAPPED(a) && a->s6_addr[12] == 127);
    return !is_here || is_port_of_stranger(ntohs(peer.six.sin6_port));
  }
  if (peer.any.sa_family == AF_UNIX) {
    if (is_abstract) peer.local.sun_path[0] = '@'; /* so shows it the kernel */
    return is_path_of_stranger(peer.local.sun_path);
  }
  return peer.any.sa_family != AF_UNSPEC && peer.any.sa_family != AF_NETLINK;
}

/* A thread is about to connect, or to send a packet without a connection. */
static void check_peer(const struct thread *t, const registers *r) {
  struct msghdr message;
  if (has_strangers) return;
  switch (get_call(r)) {
    case SYS_connect: has_strangers = is_stranger(t->tid, get_argument(r, 1), get_argument(r, 2)); return;
    case SYS_sendto: has_strangers = is_stranger(t->tid, get_argument(r, 4), get_argument(r, 5)); return;
    case SYS_sendmsg:
    case SYS_sendmmsg:
      if (read_memory(t->tid, get_argument(r, 1), &message, sizeof message))
        has_strangers = is_stranger(t->tid, (uint64_t)(uintptr_t)message.msg_name, message.msg_namelen);
      return;
    default: return;
  }
}
