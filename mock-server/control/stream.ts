import { nextMacrotask } from '../clock/index.ts';

const chunkBytes = 65_536;

/** The texts are created only when the reader takes them, and other calls have their turn after each chunk. */
export function streamTexts(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reading = texts[Symbol.iterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextMacrotask();
        let text = '';
        let isDone = false;
        while (!isDone && text.length < chunkBytes) {
          const { done = false, value } = reading.next();
          isDone = done;
          if (!done) text += value;
        }
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (isDone) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

export interface ListForm {
  readonly type: string;
  readonly head: string;
  readonly between: string;
  readonly tail: string;
}

/** Entry by entry, because the whole text can be far larger than the entries in memory. */
export function* listTexts<Entry>(
  entries: Iterable<Entry>,
  write: (entry: Entry) => string,
  { head, between, tail }: ListForm,
): Generator<string> {
  yield head;
  let isFirst = true;
  for (const entry of entries) {
    yield (isFirst ? '' : between) + write(entry);
    isFirst = false;
  }
  yield tail;
}
