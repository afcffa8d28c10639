import type { AnyOperation, ProblemCode } from '#contracts';
import { refuse } from '../refusal.ts';
import { type FaultSource, ownerOf } from './match.ts';

/** The problem of a bad credential: static data has a credential of its own. */
export const credentialProblem = (operation: AnyOperation | undefined): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/**
 * Refuses a credential that a fault has revoked.
 *
 * @throws Refusal 401
 */
export function refuseRevoked(
  { operation, owner }: { readonly operation: AnyOperation | undefined; readonly owner: string },
  sources: readonly FaultSource[],
): void {
  for (const source of sources) {
    if (!source.faults.isRevoked(owner)) continue;
    const message =
      source.scenario === undefined
        ? 'this credential was revoked by a fault of this sandbox; disarm it to use it again'
        : `this credential was revoked by ${ownerOf(source)} that this call plays`;
    throw refuse(credentialProblem(operation), message);
  }
}
