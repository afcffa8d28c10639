import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { hostMachine } from '#mock-server/clock/machine';

/**
 * What the proxy does with the bytes of its connections.
 *
 * - `pass`: forwards all bytes.
 * - `slow`: forwards all bytes after a delay.
 * - `swallow-replies`: forwards requests, and drops the replies. The connections stay open.
 * - `hold`: keeps all bytes and the ends of connections back, as a broken network does. A later `pass` forwards them.
 * - `cut`: closes all connections, and each new connection.
 */
export type ProxyFault = 'pass' | 'slow' | 'swallow-replies' | 'hold' | 'cut';

/** Starts a TCP proxy on loopback in front of Valkey, which breaks connections as a test wants. `delay` is the delay of `slow`, in milliseconds. */
export async function startFaultyProxy(port: number, delay: number) {
  let fault: ProxyFault = 'pass';
  const sockets = new Set<Socket>();
  let held: (() => void)[] = [];
  const forward = (from: Socket, to: Socket, isReply: boolean) => {
    sockets.add(from);
    from.on('data', data => {
      const write = () => void to.write(data);
      if (fault === 'hold') held.push(write);
      else if (fault === 'slow') hostMachine.timer(delay, write);
      else if (fault !== 'swallow-replies' || !isReply) write();
    });
    from.on('close', () => {
      sockets.delete(from);
      const close = () => void to.destroy();
      if (fault === 'hold') held.push(close);
      else close();
    });
    from.on('error', () => {}); // `close` follows
  };
  const server = createServer(client => {
    if (fault === 'cut') {
      client.destroy();
      return;
    }
    const valkey = connect(port, '127.0.0.1');
    forward(client, valkey, false);
    forward(valkey, client, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${address.port}`,
    set(next: ProxyFault) {
      fault = next;
      if (next === 'cut') cut();
      if (next !== 'pass') return;
      for (const write of held) write();
      held = [];
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;
