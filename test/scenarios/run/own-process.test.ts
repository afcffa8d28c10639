import { expect, it } from 'vitest';
import { play, referenceClient } from './clients.ts';

it('the reference client as a process of its own keeps every rule when it is killed in the middle of a booking', async () => {
  const report = await play('client-restarted', referenceClient);
  expect(report.verdicts.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.state).toBe('held');
});
