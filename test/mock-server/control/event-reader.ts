import type { Sandbox } from '#mock-server';

/** Returns the number of listeners to the calls and the events of a sandbox that have not stopped. */
export function countListeners(sandbox: Sandbox): () => number {
  let count = 0;
  const counted = (stop: () => void) => {
    count += 1;
    return () => {
      count -= 1;
      stop();
    };
  };
  const subscribe = sandbox.journal.subscribe.bind(sandbox.journal);
  const onFired = sandbox.onFired.bind(sandbox);
  sandbox.journal.subscribe = listener => counted(subscribe(listener));
  sandbox.onFired = listener => counted(onFired(listener));
  return () => count;
}

export interface ReadEvent {
  event: string;
  id: string | undefined;
  data: unknown;
}

/** Reads server-sent events one by one. Returns undefined at the end of the stream. */
export function readEvents({ body }: Response): {
  next(): Promise<ReadEvent | undefined>;
  stop(): Promise<void>;
} {
  if (!body) throw new Error('this answer has no body to read events from');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';

  async function nextBlock(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return block;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }

  return {
    async next() {
      let block = await nextBlock();
      while (block?.startsWith(':')) block = await nextBlock();
      if (block === undefined) return undefined;
      const lines = block.split('\n').map(line => /^(\w+): (.*)$/.exec(line) ?? []);
      const field = (name: string) => lines.find(([, key]) => key === name)?.[2];
      return { event: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? 'null') };
    },
    stop: () => reader.cancel(),
  };
}
