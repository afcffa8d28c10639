import * as z from 'zod';
import { instant, words } from '#contracts/control';

/** What there is to say of one field of an answer. */
export const fieldStates = [
  /** Specified, and there as specified. */
  'same',
  /** Assumed, and there as assumed: it is known now. */
  'known',
  /** No answer could show it, or none did and none had to. */
  'not-seen',
  /** It belongs there and is not. */
  'missing',
  /** It stands there under another name. */
  'other-name',
  /** It has another type. */
  'other-type',
  /** It has a word or a form that the contract does not have for it. */
  'other-value',
  /** The contract does not know it. */
  'extra',
] as const;

/** What came of one call. */
export const callResults = [
  /** It was answered, and the answer compared. */
  'compared',
  /** A 200 that says itself what went wrong: only what it holds was compared. */
  'errors-inside',
  /** Answered with another status than 200. */
  'refused',
  /** No answer, or none in time. */
  'unanswered',
  /** Answered with something that is no JSON. */
  'unreadable',
  /** Not sent, for a reason. */
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
  probable: z.boolean().optional().meta({
    description: 'It may be another field all the same: look before you rely on the name.',
  }),
  expected: z.string().optional(),
  got: z
    .array(z.string())
    .optional()
    .meta({ description: 'What stands there: types and forms, and never what could be anybody’s.' }),
});

const comparedOperation = z.strictObject({
  id: words,
  provenance: z.enum(['specified', 'assumed']),
  answers: times,
  fields: z.array(comparedField),
});

const madeCall = z.strictObject({
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
  probable: z.boolean().optional().meta({ description: 'It may be the name of another field.' }),
  written: z.boolean().meta({ description: 'Whether the learned profile has it.' }),
});

const madeBooking = z.strictObject({
  reference: words,
  bookingId: z.string().optional(),
  state: z.enum(['cancelled', 'not-booked', 'stands', 'unknown']),
  said: words,
  penalty: z
    .strictObject({ value: z.number(), currency: z.string().optional() })
    .optional()
    .meta({ description: 'What the cancellation costs, as CancelBooking says.' }),
  warning: words.optional().meta({
    description: 'What somebody has to look at, a penalty or Errors[] of CancelBooking; the exit code is 1.',
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
  calls: z.array(madeCall),
  elsewhere: z
    .array(z.strictObject({ method: words, path: words, times }))
    .meta({ description: 'Recorded calls to addresses of no operation.' }),
  operations: z.array(comparedOperation),
  names: z.array(learnedName),
  bookings: z.array(madeBooking),
});

/** How the answers of a supplier compare with the contract. */
export type DriftReport = z.infer<typeof driftReportSchema>;
/** What there is to say of one field. */
export type ComparedField = z.infer<typeof comparedField>;
/** One operation whose answers were compared. */
export type ComparedOperation = z.infer<typeof comparedOperation>;
/** What came of one call. */
export type MadeCall = z.infer<typeof madeCall>;
/** A name that a supplier has for a field. */
export type LearnedName = z.infer<typeof learnedName>;
/** A booking that was made to look at it. */
export type MadeBooking = z.infer<typeof madeBooking>;
/** What there is to say of one field, in a word. */
export type FieldState = (typeof fieldStates)[number];
