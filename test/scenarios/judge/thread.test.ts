import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { judgeEnded } from '#scenarios/judge';
import { judgeInThread } from '#scenarios/judge/node';
import { startSupplier } from '../../mock-server/hotel-client.ts';

const noBooks = { services: [] };

// Node refuses such a flag in the options of a worker.
it('judges in a thread as in the same thread, also in a process that started with more memory', async () => {
  const flag = '--max-old-space-size=4096';
  process.execArgv.push(flag);
  onTestFinished(() => void process.execArgv.splice(process.execArgv.indexOf(flag), 1));
  const judged = await judgeInThread({ calls: [], books: JSON.stringify(noBooks), context: {} });
  expect(JSON.stringify(judged)).toBe(JSON.stringify(judgeEnded({ facts: [], books: noBooks })));
});

it('the thread gets large calls one by one, because all of them at once can take much memory', async () => {
  const { client, journal } = startSupplier();
  await client.list();
  const [call] = journal.texts();
  const large = { head: call?.head ?? '', bodies: `${call?.bodies}${' '.repeat(600_000)}` };
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => sent.mockRestore());
  await judgeInThread({ calls: [large, large, large], books: JSON.stringify(noBooks), context: {} });
  expect(sent.mock.calls.map(([part]) => part.length)).toEqual([1, 1, 1, 0]);
});
