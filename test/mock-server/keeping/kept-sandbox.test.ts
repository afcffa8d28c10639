import { expect, it, vi } from 'vitest';
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

it('KeptInMemory writes the counted calls at once when the sandbox had no call since the last batch, and otherwise after a second', () => {
  let batches = 0;
  const soon = () => {
    batches += 1;
  };
  const kept = new KeptInMemory('default', { ...scheduler, soon }, { state: undefined });
  const sandbox = createMockSupplier().sandboxes.require('default');
  kept.began(sandbox);
  let calls = 0;
  const rateOf = (monotonic: number) => {
    const change = kept.take({ now: 0, monotonic });
    batches = 0;
    kept.written();
    return change?.puts.find(({ key }) => key === 'rate')?.value;
  };
  const call = () => {
    calls += 1;
    vi.spyOn(sandbox, 'dumpHead').mockReturnValue({
      ...head,
      rate: () => [['list', Array.from({ length: calls }, () => 0)]],
    });
    vi.spyOn(sandbox, 'rateCalls').mockReturnValue(calls);
    kept.settle('look');
  };
  const head = sandbox.dumpHead();
  call();
  expect(rateOf(0)).toBe('[["list",[0]]]');
  expect(batches).toBe(0);
  call();
  expect(rateOf(100)).toBeUndefined(); // another call can follow
  expect(batches).toBe(1); // written() has requested the next batch
  expect(rateOf(200)).toBe('[["list",[0,0]]]');
  call();
  expect(rateOf(1_200)).toBe('[["list",[0,0,0]]]');
});
