import type { ExchangeState } from '../middleware/exchange.ts';
import { refuse } from '../refusal.ts';

/** Refuses a credential that a fault has revoked. */
export function refuseRevoked({ sandbox, operation }: ExchangeState, owner: string): void {
  if (!sandbox.faults.isRevoked(owner)) return;
  const code = operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';
  throw refuse(code, 'this credential was revoked by a fault of this sandbox; disarm it to use it again');
}
