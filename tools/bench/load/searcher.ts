import { constants, setPriority } from 'node:os';
import { paths, searchBody } from '../requests.ts';

// Sends Searches one after another, in its own process: the client that creates sandboxes is busy, and would measure its own delays.

/** The address of a sandbox begins the Searches. `stop` ends them; the answer is the time of each, in milliseconds. */
export type SearcherMessage = { sandbox: string } | 'stop';

const durations: number[] = [];
let isOver = false;
let searching: Promise<void> = Promise.resolve();

async function searchOnce(sandbox: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = searchBody(durations.length);
  const start = performance.now();
  const answer = await fetch(`${sandbox}${paths.search}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the Search was answered ${answer.status}`);
  return performance.now() - start;
}

/** On two processors, this process would otherwise wait up to 30 ms for the client that creates sandboxes. Only root can do this. */
function takePriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    console.error(
      'The client that searches could not take priority, so its times contain waits for a processor.',
    );
  }
}

async function search(sandbox: string): Promise<void> {
  while (!isOver) durations.push(await searchOnce(sandbox));
}

process.on('message', async (message: SearcherMessage) => {
  if (message === 'stop') {
    isOver = true;
    await searching;
    process.send?.(durations);
  } else {
    await searchOnce(message.sandbox); // the first call loads code and opens the connection
    searching = search(message.sandbox);
    process.send?.('begun');
  }
});
takePriority();
process.send?.('ready');
