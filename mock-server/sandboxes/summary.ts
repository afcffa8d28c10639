import type { ClockState } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxIdentity } from './sandbox-config.ts';

/** The data of a sandbox that a list shows. */
export interface SandboxSummary {
  readonly identity: SandboxIdentity;
  readonly clock: ClockState;
  readonly closed: boolean;
  readonly bookings: number;
  readonly createdAt: number;
  readonly calls: number;
  readonly faults: number;
  readonly lost: { facts: number; bodies: number };
}

/** Returns the summary of a sandbox in memory. */
export const summaryOf = (sandbox: Sandbox): SandboxSummary => ({
  identity: sandbox.identity,
  clock: sandbox.clock.dump(),
  closed: sandbox.closed,
  bookings: sandbox.store.bookingCount,
  createdAt: sandbox.createdAt,
  calls: sandbox.journal.count(),
  faults: sandbox.faults.size,
  lost: sandbox.journal.lost(),
});
