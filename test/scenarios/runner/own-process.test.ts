import { expect, it } from 'vitest';
import { referenceClient, runIds } from './clients.ts';

it('the reference client as a process of its own keeps every rule, also when it is killed in mid-booking', async () => {
  const { scenarios, exitCode } = await runIds(
    ['client-restarted', 'double-click', 'tools-documentation-only'],
    {
      command: referenceClient,
    },
  );
  expect(scenarios.map(({ id, state }) => `${id}: ${state}`)).toEqual([
    'client-restarted: held',
    'double-click: held',
    'tools-documentation-only: held',
  ]);
  expect(exitCode).toBe(0);
});
