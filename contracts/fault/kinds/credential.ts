import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { everywhere } from './parameters.ts';

/** Under this name the fault remembers that the credential of a user is refused. */
export const revokedKey = (owner: string): string => `revoked ${owner}`;

export const credential = defineFault({
  part: 'credential',
  schema: z.strictObject({
    kind: z.literal('credential'),
    revoked: z.literal(true).optional().meta({ description: 'Says what it does anyway.' }),
  }),
  example: 'credential,revoked',
  about: 'From this call on its credential is refused with 401, until the fault is disarmed.',
  ...everywhere,
  conflictsWith: () => ['credential'],
  plan(_, { owner, memory }) {
    memory[revokedKey(owner)] = 1;
    return {};
  },
});
