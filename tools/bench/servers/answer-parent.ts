/** The messages that every server of the bench answers. */
export type Question = { ask: 'port' } | { ask: 'cpu' } | { ask: 'rss' } | { ask: 'peak' };

/** The memory of a process in bytes. */
export interface Memory {
  rss: number;
  heap: number;
  external: number;
}

let peak = 0;

/** Answers the messages of the bench. `own` answers those that only one server knows. */
export function answerParent(port: number, own: (message: never) => unknown = () => null): void {
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  watch.unref();
  process.on('message', async message => {
    const { ask } = message as Question; // the parent sends no other messages
    if (ask === 'port') process.send?.(port);
    else if (ask === 'cpu') process.send?.(process.cpuUsage().user + process.cpuUsage().system);
    else if (ask === 'rss') process.send?.(await settledMemory());
    else if (ask === 'peak') process.send?.(peak);
    else process.send?.(await own(message as never)); // the server that passes `own` gives it its type
  });
  // The bench was ended from outside, so this server stops itself.
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

/** Returns the memory after repeated garbage collection, when it no longer shrinks. */
async function settledMemory(): Promise<Memory> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const { rss, heapUsed: heap, external } = process.memoryUsage();
  return { rss, heap, external };
}
