import { type ClientOptions, createClient, type LogEntry } from '#client';
import type { OperationId } from '#contracts';
import { createMockSupplier } from '#mock-server';

/** The reply of a scripted supplier: a status, no answer, a broken connection, a text, or a whole answer. */
export type Reply =
  | number
  | 'cut'
  | 'hang'
  | 'deaf'
  | { json: unknown }
  | { text: string; type?: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((call: Seen) => Reply | Promise<Reply>);

export interface Seen {
  readonly nth: number;
  /** Milliseconds since the start of the test. */
  readonly at: number;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

export const start = Date.parse('2026-11-20T10:00:00Z');

export const nothingFound = { json: { Errors: [] } };

/** A client on an auto clock, and a supplier that replies as the script says. The last reply repeats. */
export function stage(script: readonly Reply[], options: Partial<ClientOptions> = {}) {
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
    /** Calls an operation with a valid request. Returns its error, or undefined after an answer. */
    fails: (id: OperationId, signal?: AbortSignal): Promise<unknown> =>
      client.call(id, {} as never, { signal }).then(
        () => undefined,
        error => error,
      ),
    abortAfter(ms: number, reason: unknown = new Error('the user went away')) {
      const controller = new AbortController();
      void clock.sleep(ms, undefined, 'the abort').then(() => controller.abort(reason));
      return controller.signal;
    },
  };
}

export type Stage = ReturnType<typeof stage>;

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
