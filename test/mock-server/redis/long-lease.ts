import { vi } from 'vitest';
import type { SandboxKeeper } from '#mock-server';
import { hostMachine, type MachineClock } from '#mock-server/clock/machine';
import { openRedis } from '#mock-server/node/redis/index';

/** The life of a lease in these tests, in milliseconds: no busy machine stops a process for so long. */
export const leaseLife = 120_000;
/** The time between two renewals, in milliseconds. A renewal also hands over the sandboxes that other servers want. */
const renewalMs = 50;

/** Waits for an event that a test expects, however slow the machine is. */
export const eventually = <Result>(look: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(look, { timeout: 60_000, interval: 5 });

/** A keeper whose lease ends only when a test says so. */
export interface LongLease {
  readonly keeper: SandboxKeeper;
  /** Makes the life of the lease pass for this process. Requests to Valkey without a reply fail, and the lease counts as ended. */
  pass(): void;
  /** Repeats `pass` until a call has ended, and returns its result. */
  passUntil<Result>(call: Promise<Result>): Promise<Result>;
}

/**
 * Opens a store with a long lease.
 *
 * @param renews whether the process renews the lease. Without renewals, a test can delete the lease and be the first to notice.
 */
export async function openLongLease(url: string, { renews = true } = {}): Promise<LongLease> {
  const waiting = new Set<{ readonly at: number; run(): void }>();
  let passed = 0;
  const monotonic = () => hostMachine.monotonic() + passed;
  const machine: MachineClock = {
    ...hostMachine,
    monotonic,
    timer(ms, run, isBackground) {
      if (renews && ms === leaseLife / 3) return hostMachine.timer(renewalMs, run, isBackground);
      if (ms < leaseLife / 3) return hostMachine.timer(ms, run, isBackground);
      const timer = { at: monotonic() + ms, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  const pass = () => {
    passed += leaseLife;
    for (const timer of [...waiting].filter(({ at }) => at <= monotonic())) {
      waiting.delete(timer);
      timer.run();
    }
  };
  return {
    keeper: await openRedis(url, { machine, leaseLife }),
    pass,
    async passUntil(call) {
      let isOver = false;
      const note = () => {
        isOver = true;
      };
      call.then(note, note);
      await eventually(() => {
        if (isOver) return;
        pass();
        throw new Error('passUntil: the call has not ended');
      });
      return call;
    },
  };
}
