import { runInSlices } from '../clock/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState } from './sandbox-config.ts';
import type { SandboxSource, StateSource } from './sandbox-source.ts';

/** Checks a sandbox that is complete, but not known to the server yet. Yields after each step. */
export type CheckSandbox = (sandbox: Sandbox) => Generator<void, void>;

/** The id of a sandbox that is made in slices, and a check of the complete sandbox. */
export interface InSlices {
  id?: string | undefined;
  check?: CheckSandbox;
}

const emptyStore = { bookings: [], tokens: [], counts: [], due: [], booked: [] };

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

/** Creates a sandbox that the durable store already has, and adds its bookings and tokens in slices. */
export async function wakeInSlices(
  create: (source: SandboxSource) => Sandbox,
  source: StateSource,
): Promise<Sandbox> {
  const { store } = source.state;
  const sandbox = create({ ...source, state: { ...source.state, store: emptyStore } });
  await runInSlices(sandbox.store.load(store, false));
  return sandbox;
}
