import type { AwakeSandboxes } from './awake.ts';
import type { LoadedSandbox } from './keeping.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { Surroundings } from './sandbox-source.ts';

/**
 * Creates a sandbox from the durable store.
 *
 * @throws StoreError that names the stored row that is wrong
 */
export function createLoaded(
  { state, keep, journal, createdAt, explain }: LoadedSandbox,
  awake: Pick<AwakeSandboxes, 'sourceOf'>,
  surroundings: Surroundings,
): Sandbox {
  try {
    return createSandbox(awake.sourceOf(state) ?? { state, journal, createdAt }, surroundings, keep);
  } catch (error) {
    throw explain(error);
  }
}
