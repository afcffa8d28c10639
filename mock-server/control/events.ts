import type { VirtualClock } from '../clock/index.ts';
import type { Sandbox, Sandboxes } from '../sandbox/index.ts';
import { withIsoInstant } from './handler.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

export class EventStreams {
  readonly #open = new Set<EventStream>();

  constructor(sandboxes: Sandboxes) {
    sandboxes.onGone(gone => {
      for (const stream of this.#open) if (stream.sandbox === gone) stream.end();
    });
  }

  /**
   * Ends when the sandbox is removed or reset, or when the caller aborts or stops reading. `isAllowed`: returns false when the
   * token is no longer valid; the stream then ends in place of its next event.
   */
  open(sandbox: Sandbox, { method, signal }: Request, isAllowed: () => boolean): Response {
    // No client reads this body, so the stream would never end.
    if (method === 'HEAD') return new Response(null, { headers });
    const stream = new EventStream(sandbox, { isAllowed, onEnd: () => this.#open.delete(stream) });
    this.#open.add(stream);
    if (signal.aborted) stream.end();
    else signal.addEventListener('abort', () => stream.end(), { once: true });
    return new Response(stream.body, { headers });
  }

  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  clockChanged(sandbox: Sandbox): void {
    for (const stream of this.#open) if (stream.sandbox === sandbox) stream.clockChanged();
  }
}

const encoder = new TextEncoder();
/** When more events wait for a slow client, the stream ends, and the client can list what it missed. */
const maxWaiting = 10_000;

class EventStream {
  readonly sandbox: Sandbox;
  readonly body: ReadableStream<Uint8Array>;
  readonly #isAllowed: () => boolean;
  readonly #stops: (() => unknown)[];
  #stopSettling: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(sandbox: Sandbox, { isAllowed, onEnd }: { isAllowed(): boolean; onEnd(): unknown }) {
    this.sandbox = sandbox;
    this.#isAllowed = isAllowed;
    this.#stopSettling = settleEverySecond(sandbox.clock);
    this.#stops = [
      () => this.#stopSettling(),
      sandbox.journal.subscribe(facts => this.#send('exchange', facts, facts.number)),
      sandbox.onFired(fired => this.#send('transition', withIsoInstant(fired))),
      onEnd,
    ];
    this.body = new ReadableStream<Uint8Array>(
      {
        start: controller => {
          this.#controller = controller;
          // Only a first byte sends the headers, which show the client that the stream is open.
          this.#write(`: events of sandbox ${sandbox.identity.id}\n\n`);
        },
        cancel: () => this.#leave(),
      },
      new CountQueuingStrategy({ highWaterMark: maxWaiting }),
    );
  }

  clockChanged(): void {
    this.#stopSettling();
    this.#stopSettling = settleEverySecond(this.sandbox.clock);
  }

  end(): void {
    const controller = this.#controller;
    this.#leave();
    controller?.close();
  }

  #send(event: string, data: unknown, id?: number): void {
    if (!this.#isAllowed()) {
      this.end();
      return;
    }
    this.#write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
    if ((this.#controller?.desiredSize ?? 0) < 0) this.end();
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  #leave(): void {
    this.#controller = undefined;
    for (const stop of this.#stops.splice(0)) stop();
  }
}

const realSecond = 1_000;
/** The name of a reader in the waits of a clock. */
export const eventReader = 'a reader of events';

/**
 * About once per real second. A clock that does not run gets no sleep: a manual clock would list it as a wait, and an auto
 * clock would jump to its end.
 */
function settleEverySecond(clock: VirtualClock): () => void {
  const stopped = new AbortController();
  function wait(): void {
    if (clock.speed === 0 || stopped.signal.aborted) return;
    clock
      .sleep(realSecond * clock.speed, stopped.signal, eventReader)
      .then(() => {
        clock.settle();
        wait();
      })
      .catch(() => {}); // the stream was stopped, or the clock failed; the next call to the sandbox reports a failed clock
  }
  wait();
  return () => stopped.abort();
}
