import { afterEach, expect, it } from 'vitest';
import { judgeEnded } from '#scenarios/judge';
import { judgeInThread } from '#scenarios/judge/node';

afterEach(() => {
  process.execArgv.splice(process.execArgv.indexOf('--max-old-space-size=4096'), 1);
});

// Node refuses such a flag in the options of a worker.
it('judges in a thread as in the same thread, also in a process that started with more memory', async () => {
  process.execArgv.push('--max-old-space-size=4096');
  const traffic = { facts: [], books: { services: [] } };
  const judged = await judgeInThread({ calls: [], books: JSON.stringify(traffic.books), context: {} });
  expect(JSON.stringify(judged)).toBe(JSON.stringify(judgeEnded(traffic)));
});
