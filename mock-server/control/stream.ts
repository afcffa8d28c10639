import { hostMachine } from '../clock/index.ts';

const chunkBytes = 65_536;

/** The texts are created only when the reader takes them, and other calls have their turn after each chunk. */
export function streamTexts(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reading = texts[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise<void>(resolve => hostMachine.afterMacrotask(resolve));
        let text = '';
        while (text.length < chunkBytes) {
          const { done, value } = reading.next();
          if (!done) text += value;
          else {
            if (text !== '') controller.enqueue(encoder.encode(text));
            controller.close();
            return;
          }
        }
        controller.enqueue(encoder.encode(text));
      },
    },
    { highWaterMark: 0 },
  );
}

export interface ListParts {
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** Entry by entry, because the whole text can be far larger than the entries in memory. */
export function* listTexts<Entry>(
  entries: Iterable<Entry>,
  write: (entry: Entry) => string,
  { head, between, tail }: ListParts,
): Generator<string> {
  yield head;
  let isFirst = true;
  for (const entry of entries) {
    yield (isFirst ? '' : between) + write(entry);
    isFirst = false;
  }
  yield tail;
}
