import { expect, it } from 'vitest';
import { openStage } from './over-port.ts';
import { bookingsOf, newFolder } from './stage.ts';

it.each([
  { references: undefined, times: 100, bookings: 1 },
  { references: ['trip 1', 'trip 2'], times: 20, bookings: 2 },
])(
  'flow.3: two processes that share a ledger make $bookings of what both want many times at once',
  async ({ references, times, bookings }) => {
    const { newSandbox, play } = await openStage();
    const sandbox = newSandbox('shared');
    const dir = newFolder();
    const task = { dir, times, ...(references && { references }) };
    const outcomes = await Promise.all([play('shared', task), play('shared', task)]);
    const results = outcomes.flatMap(outcome => outcome?.results ?? []);
    const ids = bookingsOf(sandbox).map(([id]) => id);
    expect(ids).toHaveLength(bookings);
    expect(results).toHaveLength(2 * times * bookings);
    expect([...new Set(results)].sort()).toEqual(ids.map(id => `confirmed ${id}`).sort());
  },
);
