import type { VirtualClock } from '../clock/index.ts';
import type { Sandbox, Sandboxes } from '../sandboxes/index.ts';
import { withIsoInstant } from './handler.ts';

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** The open event streams of a server. */
export class EventStreams {
  readonly #open = new Set<EventStream>();

  constructor(sandboxes: Sandboxes) {
    sandboxes.onGone(gone => {
      for (const stream of this.#open) if (stream.sandbox === gone) stream.end();
    });
  }

  /**
   * Opens a stream of the events of a sandbox. The stream ends when the sandbox is removed or reset, when the caller
   * aborts the request, or when the caller stops reading.
   *
   * @param isAllowed returns false when the token of the caller is no longer valid. The stream then ends in place of its next event.
   */
  open(sandbox: Sandbox, { method, signal }: Request, isAllowed: () => boolean): Response {
    // A HEAD request gets no stream: no client reads the body of this answer, so the stream would never end.
    if (method === 'HEAD') return new Response(null, { headers });
    const stream = new EventStream(sandbox, { isAllowed, onEnd: () => this.#open.delete(stream) });
    this.#open.add(stream);
    if (signal.aborted) stream.end();
    else signal.addEventListener('abort', () => stream.end(), { once: true });
    return new Response(stream.body, { headers });
  }

  /** Ends all streams, because the server stops. */
  endAll(): void {
    for (const stream of this.#open) stream.end();
  }

  /** Adjusts the open streams of a sandbox to the mode of its clock. Call this method after the mode has changed. */
  clockChanged(sandbox: Sandbox): void {
    for (const stream of this.#open) if (stream.sandbox === sandbox) stream.clockChanged();
  }
}

const encoder = new TextEncoder();
/**
 * The maximum number of events that wait for a slow client. Above this number, the stream ends, and the client can
 * list the missed exchanges.
 */
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
          // The server sends the headers only with a first byte. The headers show the client that the stream is open.
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

/**
 * Applies the due events of a running clock about once per real second. A clock that does not run gets no sleep: a
 * manual clock would list the sleep as a wait, and an auto clock would jump to the end of the sleep.
 *
 * @returns a function that ends these updates
 */
function settleEverySecond(clock: VirtualClock): () => void {
  const stopped = new AbortController();
  function wait(): void {
    if (clock.speed === 0 || stopped.signal.aborted) return;
    clock
      .sleep(realSecond * clock.speed, stopped.signal, 'a reader of events')
      .then(() => {
        clock.settle();
        wait();
      })
      .catch(() => {}); // the stream was stopped, or the clock failed; the next call to the sandbox reports a failed clock
  }
  wait();
  return () => stopped.abort();
}
