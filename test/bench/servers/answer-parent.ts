/** What every server of the bench can be asked. */
export type Question = { ask: 'port' } | { ask: 'cpu' } | { ask: 'rss' } | { ask: 'peak' };

/** Memory of a process in bytes. */
export interface Memory {
  rss: number;
  heap: number;
  external: number;
}

let peak = 0;

/** Serves the bench's questions; `own` answers those that only one server knows. */
export function answerParent(port: number, own: (message: never) => unknown = () => null): void {
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  watch.unref();
  process.on('message', async message => {
    const { ask } = message as Question; // the parent sends nothing else
    if (ask === 'port') process.send?.(port);
    else if (ask === 'cpu') process.send?.(process.cpuUsage().user + process.cpuUsage().system);
    else if (ask === 'rss') process.send?.(await settledMemory());
    else if (ask === 'peak') process.send?.(peak);
    else process.send?.(await own(message as never)); // typed by the server that passes `own`
  });
  // The bench was ended from outside, so this server stops itself.
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

/** Memory after the garbage collector ran as often as it changes anything. */
async function settledMemory(): Promise<Memory> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const { rss, heapUsed: heap, external } = process.memoryUsage();
  return { rss, heap, external };
}
