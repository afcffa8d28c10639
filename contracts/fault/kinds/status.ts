import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { commit } from './parameters.ts';

/** In seconds. Status 429 always has Retry-After (err.429). */
const usualWait = 1;

export const status = defineFault('status', {
  part: 'answer',
  fields: () => ({
    status: z
      .literal([400, 401, 404, 405, 429, 500, 502, 503, 504])
      .meta({ description: 'The HTTP status. An answer with status 400 names fields of the request.' }),
    retryAfter: z.number().min(0).max(86_400, { abort: true }).int().optional().meta({
      description:
        'The seconds in the Retry-After header; by default 1 for status 429. An answer with another status has no such header by default.',
    }),
    retryAfterForm: z
      .enum(['seconds', 'date'])
      .optional()
      .meta({ description: 'The form of Retry-After; by default seconds.' }),
    commit,
  }),
  check: schema =>
    schema.refine(
      ({ status: code, retryAfter, retryAfterForm }) =>
        retryAfterForm === undefined || retryAfter !== undefined || code === 429,
      { path: ['retryAfter'], message: 'missing: retryAfterForm needs retryAfter; add the seconds' },
    ),
  example: 'status=429,retryAfter=30,retryAfterForm=date,commit=before',
  about: 'The answer has an error status, optionally with Retry-After in seconds or as a date.',
  note: '`retryAfterForm` needs `retryAfter` or the status 429.',
  trials: [
    ...([503, 500, 502, 504] as const).map(code => ({ parameters: { status: code } })),
    // With these statuses the supplier refuses the call, so the call has no effect.
    ...([429, 400, 401, 404, 405] as const).map(code => ({
      parameters: { status: code },
      commits: ['never'] as const,
    })),
    { parameters: { status: 429, retryAfter: 30, retryAfterForm: 'date' }, commits: ['never'] },
    { parameters: { status: 503, retryAfter: 30 } },
  ],
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
