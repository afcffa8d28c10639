import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Ending } from '#contracts/exchange';
import type { OutgoingAnswer } from '../pipeline/index.ts';

const signals = new WeakMap<Socket, AbortSignal>();
const broken = new WeakSet<Socket>();

/**
 * Aborted once a connection is closed: nobody waits for an answer on it any more. All its calls share one signal. Those
 * that wait behind others (pipelining) need it, since not every version of Node tells them.
 */
export function goneSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Calls back when it is an answer's turn: at once, unless others of its connection come first. */
export function onTurn(outgoing: ServerResponse, act: (socket: Socket) => void): void {
  if (outgoing.socket) act(outgoing.socket);
  else outgoing.once('socket', act);
}

/** Resets a connection: an RST, where ending a stream would send a FIN. */
export function resetConnection(socket: Socket): void {
  broken.add(socket);
  socket.resetAndDestroy();
}

/** How a connection that is closed, or has taken an answer, was done with that answer. */
export function endingOf(outgoing: ServerResponse): Ending {
  if (outgoing.writableFinished) return 'complete';
  return broken.has(outgoing.req.socket) ? 'reset' : 'client-gone';
}

/**
 * Says how the connection was done with an answer, when it is.
 *
 * @param sent how many bytes of the body were written by then
 */
export function tellEnd(outgoing: ServerResponse, { closed }: OutgoingAnswer, sent: () => number): void {
  const tell = () => {
    // What still waited for its turn has not left.
    const bytes = outgoing.writableFinished || outgoing.socket ? sent() : 0;
    closed(endingOf(outgoing), bytes);
  };
  if (outgoing.socket) {
    outgoing.once('close', tell);
    return;
  }
  const gone = goneSignal(outgoing.req.socket);
  const tellOnce = () => {
    gone.removeEventListener('abort', tellOnce);
    outgoing.off('close', tellOnce);
    tell();
  };
  outgoing.once('close', tellOnce);
  if (gone.aborted) tellOnce();
  else gone.addEventListener('abort', tellOnce);
}
