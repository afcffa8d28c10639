import type { ProblemCode } from '#contracts';
import type { ExchangeState } from './call-state.ts';

/** What is said of a call's proof when it is not good: static data has another one. */
export const credentialProblem = ({ operation }: Pick<ExchangeState, 'operation'>): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';
