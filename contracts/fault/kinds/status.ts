import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { commit, everywhere } from './parameters.ts';

/** A 429 never comes without Retry-After (err.429). Seconds. */
const usualWait = 1;

export const status = defineFault({
  part: 'answer',
  schema: z
    .strictObject({
      kind: z.literal('status'),
      status: z
        .literal([400, 401, 404, 429, 500, 502, 503, 504])
        .meta({ description: 'The status of the answer; a 400 names the fields that were sent.' }),
      retryAfter: z.number().min(0).max(86_400, { abort: true }).int().optional().meta({
        description: 'Seconds that the Retry-After header asks to wait; 1 for a 429 that does not say.',
      }),
      retryAfterForm: z
        .enum(['seconds', 'date'])
        .optional()
        .meta({ description: 'How Retry-After says it; in seconds by default.' }),
      commit,
    })
    .refine(
      ({ status: code, retryAfter, retryAfterForm }) =>
        retryAfterForm === undefined || retryAfter !== undefined || code === 429,
      { path: ['retryAfter'], message: 'missing: expected the seconds that retryAfterForm is about' },
    ),
  shorthand: { main: 'status' },
  example: 'status=429,retryAfter=30,retryAfterForm=date,commit=before',
  about: 'An error status, if wanted with Retry-After in seconds or as a date.',
  ...everywhere,
  note: '`retryAfterForm` goes with `retryAfter`, or with a 429.',
  conflictsWith: () => ['status'],
  plan: ({ status: code, retryAfter, retryAfterForm = 'seconds' }, { source }) => ({
    error: {
      status: code,
      retryAfter: retryAfter ?? (code === 429 ? usualWait : undefined),
      retryAfterForm,
      source,
    },
  }),
});
