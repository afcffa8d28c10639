import { type Client, type ClientOptions, createClient, type LogEntry } from '#client';
import type { OperationId } from '#contracts';
import { createMockSupplier, type VirtualClock } from '#mock-server';

/** What a scripted supplier does with a call: a status, nothing at all, a broken connection, a text, an answer of its own. */
export type Reply =
  | number
  | 'cut'
  | 'hang'
  | 'deaf'
  | { json: unknown }
  | { text: string; type?: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((call: Seen) => Reply | Promise<Reply>);

/** One call as the supplier saw it. */
export interface Seen {
  readonly nth: number;
  /** Milliseconds since the stage was set. */
  readonly at: number;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** When the clock of a stage starts. */
export const start = Date.parse('2026-11-20T10:00:00Z');

/** An answer that fits `getBooking`. */
export const nothingFound = { json: { Errors: [] } };

/** A client on a clock that jumps by itself, before a supplier that replies as the script says; its last reply repeats. */
export interface Stage {
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly seen: Seen[];
  readonly log: LogEntry[];
  /** Milliseconds between one call and the next. */
  gaps(): number[];
  /** Calls an operation whatever its request has to be; gives its error, or undefined when it was answered. */
  fails(id: OperationId, signal?: AbortSignal): Promise<unknown>;
  /** A signal that is aborted after a time of the clock. */
  abortAfter(ms: number, reason?: unknown): AbortSignal;
  /** Milliseconds since the stage was set. */
  now(): number;
}

/** Sets a stage. */
export function stage(script: readonly Reply[], options: Partial<ClientOptions> = {}): Stage {
  const { clock } = createMockSupplier({ clock: { mode: 'auto', start } }).sandboxes.require('default');
  const seen: Seen[] = [];
  const log: LogEntry[] = [];
  const now = () => clock.now() - start;
  const client = createClient({
    baseUrl: 'http://supplier.test',
    credential: { Username: 'demo', Password: 'demo-password' },
    staticToken: 'demo-static-token',
    managerId: 1,
    clock,
    logger: entry => log.push(entry),
    fetch: async (input, init = {}) => {
      const call = {
        nth: seen.length + 1,
        at: now(),
        url: String(input),
        headers: new Headers(init.headers),
        body: String(init.body ?? ''),
      };
      seen.push(call);
      init.signal?.throwIfAborted();
      return await play(script[Math.min(call.nth, script.length) - 1] ?? nothingFound, call, init.signal);
    },
    ...options,
  });
  return {
    client,
    clock,
    seen,
    log,
    now,
    gaps: () => seen.slice(1).map(({ at }, index) => at - (seen[index]?.at ?? 0)),
    fails: (id, signal) =>
      client.call(id, {} as never, { signal }).then(
        () => undefined,
        error => error,
      ),
    abortAfter(ms, reason = new Error('the user went away')) {
      const controller = new AbortController();
      void clock.sleep(ms, undefined, 'the abort').then(() => controller.abort(reason));
      return controller.signal;
    },
  };
}

async function play(reply: Reply, call: Seen, signal: AbortSignal | null | undefined): Promise<Response> {
  if (typeof reply === 'function') return play(await reply(call), call, signal);
  if (typeof reply === 'number') return play({ status: reply }, call, signal);
  if (reply === 'cut') throw new TypeError('fetch failed');
  if (reply === 'deaf') return new Promise(() => {});
  if (reply === 'hang')
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  if ('json' in reply) return Response.json(reply.json);
  if ('text' in reply)
    return new Response(reply.text, { headers: { 'content-type': reply.type ?? 'application/json' } });
  return new Response(reply.body ?? null, { status: reply.status, headers: reply.headers ?? {} });
}
