import { hostMachine } from './machine.ts';

/** The maximum time of long work between two turns of the event loop, in milliseconds. */
const sliceMs = 4;
const chunkBytes = 65_536;

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, after other calls had their turn. All long work of the process shares one queue, so
 * that only one slice runs in each turn.
 *
 * @example for (const part of parts) { handle(part); await nextTurn(); }
 */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise(resolve => hostMachine.afterMacrotask(resolve)));
  return lastTurn;
}

/** Measures one slice of long work. The first slice begins now. */
export class Slice {
  #end = hostMachine.monotonic() + sliceMs;

  /** Whether the work must wait for the next turn. */
  get isOver(): boolean {
    return hostMachine.monotonic() >= this.#end;
  }

  /** Waits for the next turn, and begins the next slice. */
  async next(): Promise<void> {
    await nextTurn();
    this.#end = hostMachine.monotonic() + sliceMs;
  }
}

/**
 * Runs long work in slices, so that other calls wait at most some milliseconds. The work must yield after each short step.
 *
 * @returns the return value of the work; the promise rejects with the error of the work
 * @example await runInSlices(sandbox.load(state))
 */
export async function runInSlices<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  const slice = new Slice();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slice.isOver) await slice.next();
  }
}

/** Runs the work of `runInSlices` without a pause. */
export function runAtOnce<Result>(work: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Returns a stream of texts. The texts are created in slices, and only when the reader takes them. If the reader leaves, the
 * generator of the texts ends. An empty text only lets other calls run.
 *
 * @example new Response(streamTexts(lines()))
 */
export function streamTexts(texts: Iterator<string, unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextTurn();
        const slice = new Slice();
        let text = '';
        while (text.length < chunkBytes) {
          const step = texts.next();
          if (!step.done) text += step.value;
          if (step.done) {
            if (text !== '') controller.enqueue(encoder.encode(text));
            controller.close();
            return;
          }
          if (!slice.isOver) continue;
          if (text !== '') break; // the next slice is the next chunk
          await slice.next();
        }
        controller.enqueue(encoder.encode(text));
      },
      cancel: () => void texts.return?.(),
    },
    { highWaterMark: 0 },
  );
}
