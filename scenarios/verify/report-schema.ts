import * as z from 'zod';
import { instant, words } from '#contracts/control';

/** How a field of the answers compares; docs/guides/verify.md explains each state. */
export const fieldStates = [
  'same',
  'known',
  'not-seen',
  'missing',
  'other-name',
  'other-type',
  'other-value',
  'extra',
] as const;

/** What a call came to; `errors-inside` is a 200 with Errors[], and `unreadable` an answer that is not JSON. */
export const callResults = [
  'compared',
  'errors-inside',
  'refused',
  'unanswered',
  'unreadable',
  'not-asked',
] as const;

const times = z.int().min(0);

const comparedField = z.strictObject({
  field: z.string().meta({
    description:
      'Its path in names of the contract; lists are passed through; empty for the answer as a whole.',
  }),
  state: z.enum(fieldStates),
  weight: z.enum(['drift', 'learned']).optional().meta({
    description:
      'What a difference is: drift where the specification says otherwise, something learned where that is silent.',
  }),
  provenance: z.enum(['specified', 'assumed']).optional(),
  source: z.string().optional().meta({ description: 'The clause that specifies it, or why it was assumed.' }),
  answers: times.meta({ description: 'In how many answers it is so.' }),
  of: times.meta({ description: 'How many answers had the place where it belongs.' }),
  called: z.string().optional().meta({ description: 'The name that it has there.' }),
  because: z.string().optional().meta({ description: 'Why it is taken for the same field.' }),
  probable: z.boolean().optional().meta({ description: 'Not set any more; version 1 keeps it.' }),
  expected: z.string().optional(),
  got: z
    .array(z.string())
    .optional()
    .meta({ description: 'What is there: types and forms, and never a value that could be about a person.' }),
});

const comparedOperation = z.strictObject({
  id: words,
  provenance: z.enum(['specified', 'assumed']),
  answers: times,
  fields: z.array(comparedField),
});

const recordedCall = z.strictObject({
  operation: words,
  result: z.enum(callResults),
  status: z.int().optional(),
  said: words.optional().meta({ description: 'Why it says nothing of the contract.' }),
});

const learnedName = z.strictObject({
  name: words,
  called: words,
  operations: z.array(z.string()),
  because: words,
  probable: z.boolean().optional().meta({ description: 'Not set any more; version 1 keeps it.' }),
  written: z.boolean().meta({ description: 'Whether the learned profile has it.' }),
});

const createdBooking = z.strictObject({
  reference: words,
  bookingId: z.string().optional(),
  state: z.enum(['cancelled', 'not-booked', 'stands', 'unknown']),
  said: words,
  penalty: z
    .strictObject({ value: z.number(), currency: z.string().optional() })
    .optional()
    .meta({ description: 'What the cancellation costs, as CancelBooking says.' }),
  warning: words.optional().meta({
    description: 'A penalty or Errors[] of CancelBooking, which a person has to look at; the exit code is 1.',
  }),
});

/** How the answers of a supplier compare with the contract. */
export const driftReportSchema = z.strictObject({
  format: z.literal('understudy-drift-report'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  source: z.strictObject({ kind: z.enum(['target', 'traffic']), name: words }),
  profile: z.string().nullable().meta({ description: 'The name of the profile that was given.' }),
  startedAt: instant,
  tookMs: z.number().min(0),
  exitCode: z.int(),
  summary: z.strictObject({
    answers: times,
    ...(Object.fromEntries(fieldStates.map(state => [state, times])) as Record<
      (typeof fieldStates)[number],
      typeof times
    >), // fromEntries forgets the keys
    drift: times,
    learned: times,
  }),
  calls: z.array(recordedCall),
  elsewhere: z
    .array(z.strictObject({ method: words, path: words, times }))
    .meta({ description: 'Recorded calls to addresses of no operation.' }),
  operations: z.array(comparedOperation),
  names: z.array(learnedName),
  bookings: z.array(createdBooking),
});

export type DriftReport = z.infer<typeof driftReportSchema>;
export type ComparedField = z.infer<typeof comparedField>;
export type ComparedOperation = z.infer<typeof comparedOperation>;
export type RecordedCall = z.infer<typeof recordedCall>;
/** The name that a supplier has for a field. */
export type LearnedName = z.infer<typeof learnedName>;
/** What became of the room that was booked and cancelled. */
export type CreatedBooking = z.infer<typeof createdBooking>;
export type FieldState = (typeof fieldStates)[number];

/**
 * Returns the JSON Schema of drift reports, which is published as `contracts/drift-report.schema.json`.
 *
 * @example JSON.stringify(driftReportJsonSchema(), null, 2)
 */
export function driftReportJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(driftReportSchema, { io: 'output' });
  return {
    $schema,
    title: 'A report of understudy verify',
    description: 'How the answers of a supplier compare with the contract, field by field.',
    ...rest,
  };
}
