import type { Sandbox } from '../sandboxes/index.ts';
import type { timeOf } from './batch.ts';
import { LeaseError, type SandboxKeeper } from './keeper.ts';
import { KeptInMemory } from './kept-sandbox.ts';

/**
 * Writes a new sandbox that other calls do not see yet. This is no part of a batch, so no other change waits for its rows.
 *
 * @param time the present instants of the machine
 * @returns the id of the sandbox
 * @throws StoreError; in this case the store does not have the sandbox, unless the code is `uncertain`
 */
export async function writeNew(
  keeper: SandboxKeeper,
  sandbox: Sandbox,
  time: ReturnType<typeof timeOf>,
): Promise<string> {
  const { keep, identity } = sandbox;
  if (!(keep instanceof KeptInMemory)) throw new Error(`sandbox "${identity.id}" has no store`);
  keep.began(sandbox);
  const change = keep.take(time);
  try {
    if (change) await keeper.write([change]);
  } catch (error) {
    throw error instanceof LeaseError ? error.of(keep.id) : error;
  }
  keep.written();
  return keep.id;
}
