import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parentPort } from 'node:worker_threads';

// Sends the long calls of the stall tool in a thread of its own, so that the tool itself can measure other calls.

/** One long call. The body comes from the file `from`, and the answer goes to the file `to`. */
export interface LongCall {
  url: string;
  method?: string;
  body?: string;
  from?: string;
  to?: string;
}

/** The status of an answer, its length in bytes, and the beginning of its text if it is short. */
export interface LongAnswer {
  status: number;
  bytes: number;
  text: string;
}

async function send({ url, method = 'GET', body, from, to }: LongCall): Promise<LongAnswer> {
  const content = from === undefined ? body : Readable.toWeb(createReadStream(from));
  const headers = content === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: content, duplex: 'half' } as RequestInit); // Node needs `duplex`
  let bytes = 0;
  let text = '';
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (text.length < 500) text += Buffer.from(chunk).toString().slice(0, 500);
      if (to !== undefined) yield chunk;
    }
  }
  if (to === undefined) for await (const _ of counted());
  else await pipeline(counted, createWriteStream(to));
  return { status: answer.status, bytes, text };
}

parentPort?.on('message', async (call: LongCall) => {
  try {
    parentPort?.postMessage(await send(call));
  } catch (error) {
    parentPort?.postMessage({ status: 0, bytes: 0, text: String(error) } satisfies LongAnswer);
  }
});
