import type { Sandbox } from '../sandbox/index.ts';
import { type ControlParts, withIsoInstant } from './handler.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();
/** When more events wait for a slow client, the stream ends, and the client can list what it missed. */
const maxWaiting = 10_000;
const settleEvery = 1_000; // real milliseconds

interface EventParts extends Pick<ControlParts, 'sandboxes' | 'machine' | 'lifecycle'> {
  /** False when the token is no longer valid; the stream then ends in place of its next event. */
  isAllowed(): boolean;
}

export function streamEvents(
  sandbox: Sandbox,
  { method, signal }: Request,
  { sandboxes, machine, lifecycle, isAllowed }: EventParts,
): Response {
  // No client reads this body, so the stream would never end.
  if (method === 'HEAD') return new Response(null, { headers });
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const left = new AbortController();
  function leave(): void {
    if (left.signal.aborted) return;
    controller = undefined;
    left.abort();
    for (const stop of stops) stop();
  }
  function end(): void {
    const open = controller;
    leave();
    open?.close();
  }
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  function send(event: string, data: unknown, id?: number): void {
    if (isAllowed())
      write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    if (!isAllowed() || (controller?.desiredSize ?? 0) < 0) end();
  }
  const stops = [
    settleRegularly(sandbox, machine),
    sandbox.journal.subscribe(facts => send('exchange', facts, facts.number)),
    sandbox.onFired(fired => send('transition', withIsoInstant(fired))),
    sandboxes.onGone(gone => gone === sandbox && end()),
  ];
  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
        // Only a first byte sends the headers, which show the client that the stream is open.
        write(`: events of sandbox ${sandbox.identity.id}\n\n`);
      },
      cancel: leave,
    },
    new CountQueuingStrategy({ highWaterMark: maxWaiting }),
  );
  for (const ending of [signal, lifecycle.signal]) {
    if (ending.aborted) end();
    else ending.addEventListener('abort', end, { once: true, signal: left.signal });
  }
  return new Response(body, { headers });
}

/** What is due on a clock that runs happens without a call. */
function settleRegularly({ clock, keep }: Sandbox, machine: ControlParts['machine']): () => void {
  const settle = async () => (keep ? keep.run(fresh => fresh.clock.settle()) : clock.settle());
  let cancel = machine.timer(settleEvery, ring, true);
  function ring(): void {
    cancel = machine.timer(settleEvery, ring, true);
    settle().catch(() => {}); // the next call to the sandbox reports the failure
  }
  return () => cancel();
}
