import * as z from 'zod';
import { duration } from '../control/scalars.ts';
import { isReversed } from './duration-range.ts';
import { commits, defineEffect } from './effect-row.ts';

// What happens to the answer on its way: these replace it, or what of it comes through.

const commit = z.enum(commits).optional().meta({
  description:
    'When the operation itself takes effect: before the fault, after it, or never. Never by default; `body`: before.',
});
const everywhere = { where: 'every operation', actsOn: () => true };

const status = defineEffect({
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
  main: 'status',
  about: 'An error status, if wanted with Retry-After in seconds or as a date.',
  ...everywhere,
  claims: () => ['status'],
});

const spread = z
  .tuple([duration, duration], {
    error: 'expected the shortest and the longest of two durations, such as ["PT1S", "PT3S"]',
  })
  .refine(([from, to]) => !isReversed(from, to), { error: 'the longest is shorter than the shortest' });

const delay = defineEffect({
  part: 'time',
  schema: z
    .strictObject({
      kind: z.literal('delay'),
      by: duration.optional().meta({ description: 'Always by as much.' }),
      uniform: spread.optional().meta({ description: 'Evenly between two durations.' }),
      logNormal: z
        .strictObject({ median: duration, p95: duration })
        .refine(({ median, p95 }) => !isReversed(median, p95), { error: 'p95 is shorter than the median' })
        .optional()
        .meta({
          description: 'As latencies spread: half of the calls within the median, 95 of 100 within p95.',
        }),
    })
    .refine(({ by, uniform, logNormal }) => [by, uniform, logNormal].filter(Boolean).length === 1, {
      path: ['by'],
      message: 'send exactly one of "by", "uniform" and "logNormal"',
    }),
  main: 'by',
  about: "Later, in the sandbox's time.",
  ...everywhere,
  claims: () => [],
});

const hang = defineEffect({
  part: 'answer',
  schema: z.strictObject({
    kind: z.literal('hang'),
    for: duration
      .optional()
      .meta({ description: 'How long it hangs; until the client gives up when absent.' }),
    commit,
  }),
  main: 'for',
  about:
    'No answer until the client gives up, or for a time; then that of the operation, or a reset where it did not take effect.',
  ...everywhere,
  claims: ({ for: time }) => (time === undefined ? ['hang', 'status', 'body', 'cut'] : ['hang']),
});

const cut = defineEffect({
  part: 'answer',
  schema: z.strictObject({
    kind: z.literal('cut'),
    at: z
      .enum(['before-headers', 'after-headers', 'mid-body'])
      .optional()
      .meta({ description: 'Where the connection is reset; before the headers by default.' }),
    commit,
  }),
  main: 'at',
  about: 'The connection is reset: before the headers (unless said otherwise), after them, or in mid-body.',
  ...everywhere,
  claims: ({ at = 'before-headers' }) =>
    at === 'before-headers' ? ['cut', 'status', 'body'] : ['cut', 'body'],
});

/** What can be wrong with a body. */
export const bodyDefects = [
  'truncated',
  'invalid-json',
  'empty',
  'xml',
  'html',
  'byte-order-mark',
  'wrong-content-type',
  'wrong-charset',
  'slow-drip',
  'cut-gzip',
] as const;

const body = defineEffect({
  part: 'answer',
  schema: z
    .strictObject({
      kind: z.literal('body'),
      how: z.enum(bodyDefects).meta({ description: 'What is wrong with the body.' }),
      over: duration
        .optional()
        .meta({ description: 'How long a slow drip takes as a whole; 10 s by default.' }),
      commit,
    })
    .refine(({ how, over }) => over === undefined || how === 'slow-drip', {
      path: ['over'],
      message: 'only a slow-drip takes a time',
    }),
  main: 'how',
  about: 'A body as real suppliers send it; the operation took effect unless `commit` says otherwise.',
  ...everywhere,
  claims: () => ['body'],
});

/** The effects that act on the wire. */
export const wireEffects = { status, delay, hang, cut, body } as const;
