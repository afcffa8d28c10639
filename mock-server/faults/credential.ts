import type { ApplyEffect } from './effect.ts';

/** How a fault remembers that a credential is refused. */
export const revoked = (owner: string): string => `revoked ${owner}`;

/** The credential of the call is refused from now on. */
export const applyCredential: ApplyEffect<'credential'> = (_effect, _course, { exchange, memory }) => {
  memory[revoked(exchange.owner ?? '')] = 1;
  return true;
};
