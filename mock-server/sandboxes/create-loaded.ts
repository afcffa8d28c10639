import { runInSlices } from '../clock/index.ts';
import type { AwakeSandboxes } from './awake.ts';
import { emptyStore } from './fill-in-slices.ts';
import type { LoadedSandbox } from './keeping.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { StateSource, Surroundings } from './sandbox-source.ts';

/** The parts of a server that a loaded sandbox needs. */
interface LoadingParts {
  readonly awake: Pick<AwakeSandboxes, 'sourceOf'>;
  readonly surroundings: Surroundings;
}

/**
 * Creates a sandbox from the durable store.
 *
 * @throws StoreError that names the stored row that is wrong
 */
export function createLoaded(loaded: LoadedSandbox, { awake, surroundings }: LoadingParts): Sandbox {
  try {
    return createSandbox(sourceOf(loaded, awake), surroundings, loaded.keep);
  } catch (error) {
    throw loaded.explain(error);
  }
}

/**
 * Creates a sandbox from the durable store. Adds its bookings and tokens in slices.
 *
 * @throws StoreError that names the stored row that is wrong
 */
export async function createLoadedInSlices(
  loaded: LoadedSandbox,
  { awake, surroundings }: LoadingParts,
): Promise<Sandbox> {
  try {
    const { state, ...source } = sourceOf(loaded, awake);
    const empty = { ...source, state: { ...state, store: emptyStore } };
    const sandbox = createSandbox(empty, surroundings, loaded.keep);
    await runInSlices(sandbox.store.load(state.store, false));
    return sandbox;
  } catch (error) {
    throw loaded.explain(error);
  }
}

const sourceOf = ({ state, journal, createdAt }: LoadedSandbox, awake: LoadingParts['awake']): StateSource =>
  awake.sourceOf(state) ?? { state, journal, createdAt };
