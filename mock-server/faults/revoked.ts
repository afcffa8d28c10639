import type { ProblemCode } from '#contracts';
import type { ExchangeState } from '../pipeline/exchange.ts';
import { refuse } from '../refusal.ts';

/** What is said of a call's proof when it is not good: static data has another one. */
export const credentialProblem = ({ operation }: Pick<ExchangeState, 'operation'>): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/** Refuses a credential that a fault has revoked, of the sandbox or of the scenario that the call plays. */
export function refuseRevoked(exchange: ExchangeState, owner: string): void {
  const { sandbox, play } = exchange;
  if (sandbox.faults.isRevoked(owner)) {
    const message = 'this credential was revoked by a fault of this sandbox; disarm it to use it again';
    throw refuse(credentialProblem(exchange), message);
  }
  if (!play?.faults.isRevoked(owner)) return;
  const message = `this credential was revoked by the scenario "${play.scenario}" that this call plays`;
  throw refuse(credentialProblem(exchange), message);
}
