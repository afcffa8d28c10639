import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { KeptInMemory } from '#mock-server/keeping/kept-sandbox';

const time = { now: 0, monotonic: 0 };
const scheduler = {
  soon: () => {},
  now: () => {},
  holds: () => true,
  confirm: async () => {},
  journalOf: () => undefined,
};

it('KeptInMemory is written only after its batch, also if no answer waits for the batch', () => {
  const kept = new KeptInMemory('default', scheduler, { state: undefined });
  kept.began(createMockSupplier().sandboxes.require('default'));
  expect(kept.isWritten).toBe(false); // the store does not have the sandbox
  kept.take(time);
  kept.written();
  expect(kept.isWritten).toBe(true);
  kept.changes.count(1, 1);
  const change = kept.take(time);
  expect(kept.isAwaited).toBe(false);
  expect(kept.isWritten).toBe(false);
  if (change) kept.takeBack(change);
  expect(kept.isWritten).toBe(true);
});
