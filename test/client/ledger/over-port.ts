import { onTestFinished } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { testStart } from '../../mock-server/hotel-client.ts';
import { ended, startScript } from './processes.ts';

/** Creates a supplier on a port, and processes that book there. */
export async function openStage() {
  const supplier = createMockSupplier();
  const { url, close } = await listen(supplier, { port: 0 });
  onTestFinished(close);
  const newSandbox = (id: string) =>
    supplier.sandboxes.create({
      id,
      clock: { mode: 'auto', start: testStart },
      options: { rateLimit: false },
      credential: { Username: id, Password: `password of ${id}` },
    });
  /** Has a process book in a sandbox; what it wrote is undefined when it was killed. */
  async function play(id: string, task: object): Promise<{ results: string[]; steps: number } | undefined> {
    const credential = { Username: id, Password: `password of ${id}` };
    const baseUrl = `${url}/sandbox/${id}`;
    const all = { baseUrl, credential, start: testStart, times: 1, ...task };
    const child = startScript('one-process.ts', [JSON.stringify(all)]);
    let text = '';
    child.stdout?.on('data', chunk => {
      text += chunk;
    });
    const closed = new Promise(resolve => child.once('close', resolve));
    const end = await ended(child);
    await closed;
    if (end === 'SIGKILL') return undefined;
    if (end !== 0) throw new Error(`the process that books ended with ${end}`);
    return JSON.parse(text);
  }
  return { supplier, newSandbox, play };
}
