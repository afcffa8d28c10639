import { runInSlices } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState } from './sandbox-config.ts';
import type { SandboxSource } from './sandbox-source.ts';

/** Checks a sandbox that is complete, but not known to the server yet. Yields after each step. */
export type CheckSandbox = (sandbox: Sandbox) => Generator<void, void>;

/** The id of a sandbox that is made in slices, and a check of the complete sandbox. */
export interface InSlices {
  id?: string | undefined;
  check?: CheckSandbox;
}

/** The content of a store that is filled later. */
export const emptyStore = { bookings: [], tokens: [], counts: [], due: [], booked: [] };

/**
 * Creates a sandbox, and then adds the bookings, tokens and exchanges of its state in slices.
 *
 * @param check runs on the complete sandbox; the promise rejects with its error
 */
export async function fillInSlices(
  create: (source: SandboxSource) => Sandbox,
  { store, journal, ...small }: RestorableState,
  check: CheckSandbox | undefined,
): Promise<Sandbox> {
  const state = { ...small, store: emptyStore, journal: { next: 1, facts: [], bodies: [] } };
  const sandbox = create({ state });
  await runInSlices(sandbox.load({ store, journal }));
  if (check) await runInSlices(check(sandbox));
  return sandbox;
}
