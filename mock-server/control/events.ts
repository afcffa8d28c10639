import type { Sandbox, Sandboxes } from '../sandboxes/index.ts';
import { isoInstant } from './handler.ts';
import { createTicks, type Ticks } from './ticks.ts';

/** The headers of a stream. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** The event streams that are open now. */
export interface EventStreams {
  /** Opens a stream on a sandbox; it ends with the sandbox, or when the request is aborted or its reader goes. */
  open(sandbox: Sandbox, request: Request): Response;
  /** To be called when a sandbox's clock got another mode. */
  clockChanged(sandbox: Sandbox): void;
}

/** No streams yet. */
export function createEventStreams(sandboxes: Sandboxes): EventStreams {
  const open = new Set<Stream>();
  sandboxes.onGone(gone => {
    for (const stream of open) if (stream.sandbox === gone) stream.end();
  });
  return {
    open(sandbox, { method, signal }) {
      // Nobody reads what answers a HEAD, so nobody would ever say that it is over.
      if (method === 'HEAD') return new Response(null, { headers });
      const stream = createStream(sandbox, () => void open.delete(stream));
      open.add(stream);
      if (signal.aborted) stream.end();
      else signal.addEventListener('abort', stream.end, { once: true });
      return new Response(stream.body, { headers });
    },
    clockChanged(sandbox) {
      for (const stream of open) if (stream.sandbox === sandbox) stream.ticks.clockChanged();
    },
  };
}

interface Stream {
  sandbox: Sandbox;
  body: ReadableStream<Uint8Array>;
  ticks: Ticks;
  end(): void;
}

const encoder = new TextEncoder();
/** A reader that lags by more events than this is let go; it can read what it missed from the exchanges. */
const mostWaiting = 10_000;

function createStream(sandbox: Sandbox, onEnd: () => void): Stream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const ticks = createTicks(sandbox.clock);
  const stops = [
    ticks.stop,
    sandbox.journal.subscribe(facts => send('exchange', facts, facts.number)),
    sandbox.onFired(fired => send('transition', { ...fired, at: isoInstant(fired.at) })),
    onEnd,
  ];

  function send(event: string, data: unknown, id?: number): void {
    write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    if ((controller?.desiredSize ?? 0) < 0) end();
  }

  function write(text: string): void {
    controller?.enqueue(encoder.encode(text));
  }

  function leave(): boolean {
    const wasOpen = controller !== undefined;
    controller = undefined;
    for (const stop of stops.splice(0)) stop();
    return wasOpen;
  }

  function end(): void {
    const last = controller;
    if (leave()) last?.close();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        // Headers go out with the first byte, and the reader shall know that it is being told.
        write(`: events of sandbox ${sandbox.identity.id}\n\n`);
      },
      cancel: () => void leave(),
    },
    new CountQueuingStrategy({ highWaterMark: mostWaiting }),
  );
  return { sandbox, body, ticks, end };
}
