import { expect, it } from 'vitest';
import { hostMachine, type MachineClock } from '#mock-server/clock/machine';
import type { Connection } from '#mock-server/node/redis/connection';
import { ReplicaLease } from '#mock-server/node/redis/replica-lease';

/** A machine whose time passes only when `pass` runs the timers of each millisecond. */
function createMachine() {
  let now = 0;
  const timers = new Map<() => void, number>();
  const machine: MachineClock = {
    ...hostMachine,
    monotonic: () => now,
    timer(ms, run) {
      const once = () => run();
      timers.set(once, now + ms);
      return () => void timers.delete(once);
    },
  };
  async function pass(ms: number): Promise<void> {
    for (const end = now + ms; now < end; now += 1) {
      for (const [run, at] of timers)
        if (at <= now) {
          timers.delete(run);
          run();
        }
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    }
  }
  return { machine, pass };
}

it('keeps the lease of a server while each answer of Valkey takes 2 of the 3 seconds of the lease', async () => {
  const { machine, pass } = createMachine();
  const life = 3_000;
  const half = (run: () => void) => machine.timer(1_000, run);
  let endsAt = Number.POSITIVE_INFINITY;
  let ended = 0;
  /** A script reaches Valkey after a second, and its reply arrives after another second. */
  const script = () =>
    new Promise<readonly string[] | null>(resolve => {
      half(() => {
        const isOver = machine.monotonic() >= endsAt;
        if (isOver) ended += 1;
        endsAt = isOver ? endsAt : machine.monotonic() + life;
        half(() => resolve(isOver ? null : []));
      });
    });
  // The lease uses only these methods.
  const connection = { script, answered: (run: () => Promise<unknown>) => run() } as unknown as Connection;
  const lease = new ReplicaLease({ connection, machine, life, where: 'redis://test' });
  const started = lease.start();
  await pass(2_100);
  await started;
  lease.taken('a', '1');
  await pass(12_000);
  expect([ended, lease.fenceOf('a')]).toEqual([0, '1']);
  lease.stop();
});
