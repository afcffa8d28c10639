import * as z from 'zod';
import { instant, words } from '#contracts/control';
import { provenanceKinds } from '#contracts/provenance';
import { described } from '../report/index.ts';

/** docs/guides/verify.md explains them. */
export const fieldStates = [
  'same',
  'known',
  'not-seen',
  'missing',
  'other-name',
  'other-place',
  'other-type',
  'other-value',
  'extra',
] as const;

/** `errors-inside`: an answer 200 with Errors[]. `unreadable`: an answer that is not JSON. */
const callResults = [
  'compared',
  'errors-inside',
  'refused',
  'unanswered',
  'unreadable',
  'not-asked',
] as const;

const times = z.int().min(0);
const text = (description: string) => z.string().describe(description);

const comparedField = z.strictObject({
  field: text(
    'The path of the field, with the names of the contract. Lists add nothing to the path. The path of the whole answer is empty.',
  ),
  state: z.enum(fieldStates),
  weight: z
    .enum(['drift', 'learned'])
    .optional()
    .describe(
      'The kind of a difference: drift contradicts the specification; learned concerns a detail that the specification does not define.',
    ),
  provenance: z.enum(provenanceKinds).optional(),
  source: text(
    'The clause that specifies the field, or the reason why the contract has the field without a clause.',
  ).optional(),
  answers: times.describe('The number of answers for which the result applies.'),
  of: times.describe('The number of answers that contain the object to which the field belongs.'),
  called: text('The name or the place that the supplier uses for the field, as in a profile.').optional(),
  because: text('The evidence for a difference that the profile explains.').optional(),
  hint: text('How to write the line of a profile that verify cannot learn without doubt.').optional(),
  expected: z.string().optional(),
  got: z
    .array(z.string())
    .optional()
    .describe('The types and formats in the answers. The list never contains personal data.'),
});

const comparedOperation = z.strictObject({
  id: words,
  provenance: z.enum(provenanceKinds),
  answers: times,
  fields: z.array(comparedField),
});

const recordedCall = z.strictObject({
  operation: words,
  result: z.enum(callResults),
  status: z.int().optional(),
  said: words.optional().describe('Why the answer could not be compared.'),
});

const word = z.union([z.string(), z.number(), z.boolean()]);

const fieldChange = z
  .strictObject({
    to: z.string().optional(),
    first: z.string().optional(),
    each: z.string().optional(),
    as: z.enum(['number', 'text', 'list']).optional(),
    format: z.string().optional(),
    values: z.record(z.string(), z.union([word, z.array(word)])).optional(),
  })
  .describe('The change of the field, in the notation of a profile.');

const learnedName = z.strictObject({
  name: words.describe('The name of the field in the contract.'),
  change: fieldChange,
  operations: z.array(z.string()),
  because: words,
  written: z.boolean().describe('Whether the profile that verify writes contains the change.'),
});

const createdBooking = z.strictObject({
  reference: words,
  bookingId: z.string().optional(),
  state: z.enum(['cancelled', 'not-booked', 'stands', 'unknown']),
  said: words,
  penalty: z
    .strictObject({ value: z.number(), currency: z.string().optional() })
    .optional()
    .describe('The cost of the cancellation, from the answer of CancelBooking.'),
  warning: words
    .optional()
    .describe(
      'Why you must check the booking: a penalty, an unknown cost or Errors[] of the cancellation, or an internal error. The exit code is 1.',
    ),
});

export const driftReportSchema = z.strictObject({
  format: z.literal('understudy-drift-report'),
  version: z.literal(1),
  understudy: words.describe('The version of Understudy.'),
  source: z.strictObject({ kind: z.enum(['target', 'traffic']), name: words }),
  profile: z.string().nullable().describe('The name of the profile in --profile.'),
  startedAt: instant,
  tookMs: z.number().min(0),
  exitCode: z.int(),
  summary: z.strictObject({
    answers: times,
    ...(Object.fromEntries(fieldStates.map(state => [state, times])) as Record<
      (typeof fieldStates)[number],
      typeof times
    >), // fromEntries drops the key types
    drift: times,
    learned: times,
  }),
  calls: z.array(recordedCall),
  elsewhere: z
    .array(z.strictObject({ method: words, path: words, times }))
    .describe('Recorded calls to addresses that belong to no operation of the contract.'),
  skipped: times
    .optional()
    .describe('The number of entries in a HAR file that are no calls to the supplier.'),
  operations: z.array(comparedOperation),
  names: z.array(learnedName),
  bookings: z.array(createdBooking),
});

export type DriftReport = z.infer<typeof driftReportSchema>;
export type ComparedField = z.infer<typeof comparedField>;
export type ComparedOperation = z.infer<typeof comparedOperation>;
export type RecordedCall = z.infer<typeof recordedCall>;
export type LearnedName = z.infer<typeof learnedName>;
export type CreatedBooking = z.infer<typeof createdBooking>;
export type FieldState = (typeof fieldStates)[number];

export const driftReportJsonSchema = (): object =>
  described(driftReportSchema, {
    title: 'A report of the command verify',
    description: 'The comparison of the answers from a supplier with the contract, field by field.',
  });
