import * as z from 'zod';
import { defineFault } from '../define-fault.ts';

export const revokedKey = (owner: string): string => `revoked ${owner}`;

export const credential = defineFault('credential', {
  part: 'credential',
  fields: () => ({
    revoked: z
      .literal(true)
      .optional()
      .meta({ description: 'Optional and without effect: the fault always revokes the credential.' }),
  }),
  takesNoValue: true,
  example: 'credential,revoked',
  about:
    'From this call on, the server refuses the credential of the call with status 401. The credential is valid again after you disarm the fault.',
  trials: [{ parameters: {} }],
  conflictsWith: () => ['credential'],
  plan(_, { owner, memory }) {
    memory[revokedKey(owner)] = 1;
    return {};
  },
});
