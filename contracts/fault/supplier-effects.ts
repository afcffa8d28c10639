import * as z from 'zod';
import { canMove, findStatus, statuses } from '../booking-status.ts';
import { duration } from '../control/scalars.ts';
import { parseDuration } from '../duration.ts';
import type { AnyOperation } from '../operation.ts';
import { bookingStatus } from '../shapes/answer.ts';
import { revalidation } from '../shapes/steps.ts';
import { isDuration } from './duration-range.ts';
import { type Claim, defineEffect } from './effect-row.ts';
import { type Step, whyNotFirst } from './first-step.ts';

// What the supplier itself does otherwise than usual.

const hasEffect =
  (...effects: AnyOperation['effect'][]) =>
  ({ effect }: AnyOperation): boolean =>
    effects.includes(effect);
const isLookUp = ({ id }: AnyOperation): boolean => id.startsWith('getBooking');
const tellsStatus = (operation: AnyOperation): boolean =>
  hasEffect('book', 'pay', 'cancel')(operation) || isLookUp(operation);

const statusNames = Object.keys(statuses);
const status = z
  .string()
  .refine(word => findStatus(word) !== undefined, {
    error: `expected one of ${statusNames.join(', ')}, or a bookingStatus or Status as the wire has it`,
  })
  .meta({
    description: `One of ${statusNames.join(', ')}, or a bookingStatus or Status as the wire has it.`,
    examples: ['technical-problem'],
  });

const business = defineEffect({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('business'),
    bookingStatus: z
      .optional(bookingStatus)
      .meta({ description: 'What the answer says of the booking; FAILED unless there are errors.' }),
    errors: z
      .array(
        z.strictObject({
          Code: z.string().min(1).max(100),
          Message: z.string().max(1_000).optional(),
          Field: z.string().max(200).optional(),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'What stands in Errors[].' }),
  }),
  main: 'bookingStatus',
  about:
    'HTTP 200 with FAILED, or with Errors[] and a status that looks fine; nothing is booked, charged or cancelled.',
  where: 'every operation by POST; without errors, those that tell a bookingStatus',
  actsOn: (operation, { bookingStatus, errors }) =>
    errors && bookingStatus === undefined ? operation.method === 'POST' : tellsStatus(operation),
  whyNot: (operation, { errors }) =>
    errors === undefined && operation.method === 'POST'
      ? `an answer of ${operation.id} tells no bookingStatus; give it errors, such as errors=<Code>`
      : undefined,
  claims({ bookingStatus }, operation): Claim[] {
    if (hasEffect('book', 'cancel', 'pay')(operation)) return ['timeline', 'availability', 'card'];
    if (hasEffect('validate')(operation)) return ['availability', 'price'];
    return isLookUp(operation) && bookingStatus !== undefined ? ['visibility'] : ['availability'];
  },
});

const timeline = defineEffect({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('timeline'),
    steps: z
      .array(z.strictObject({ after: duration.meta({ description: 'How long after the call.' }), status }))
      .min(1)
      .max(100)
      .check(inspectSteps)
      .meta({ description: 'The statuses in turn; the first may be at PT0S.' }),
  }),
  main: 'steps',
  about:
    'The statuses that the booking (or its cancellation, or payment) goes through, by time since the call.',
  where: 'DoBooking, payBooking and cancellations',
  actsOn: (operation, { steps }) =>
    hasEffect('book', 'cancel', 'pay')(operation) && whyNotFirst(operation, steps) === undefined,
  whyNot: (operation, { steps }) => whyNotFirst(operation, steps),
  claims: () => ['timeline'],
});

/** Steps in the order of their times must be moves that the transition table knows. */
function inspectSteps({ value, issues }: z.core.ParsePayload<Step[]>): void {
  const known = value.flatMap(({ after, status: word }, index) => {
    const found = findStatus(word);
    return found === undefined || !isDuration(after)
      ? []
      : [{ at: parseDuration(after), status: found, index }];
  });
  if (known.length < value.length) return; // said by the fields themselves
  known.sort((a, b) => a.at - b.at);
  for (const [place, step] of known.entries()) {
    const before = known[place - 1]?.status;
    if (before === undefined || canMove(before, step.status)) continue;
    const next = statuses[before].to;
    const message = `a service cannot go from ${before} to ${step.status}; ${next.length === 0 ? `${before} is final` : `from there it goes to ${next.join(', ')}`}`;
    issues.push({ code: 'custom', input: value, path: [step.index, 'status'], message });
  }
}

const moments = ['conditions', 'booking'] as const;
const at = z.enum(moments).optional().meta({ description: 'At which step; at the conditions by default.' });
const stepOf = (
  { effect }: AnyOperation,
  { at: moment = 'conditions' }: { at?: (typeof moments)[number] | undefined },
): boolean => effect === (moment === 'conditions' ? 'validate' : 'book');
const offerSteps = 'GetBookingConditions and its revalidation; with at=booking, DoBooking';

const price = defineEffect({
  part: 'operation',
  schema: z
    .strictObject({
      kind: z.literal('price'),
      byPercent: z
        .number()
        .gt(-100)
        .max(10_000)
        .optional()
        .meta({ description: '10 makes it a tenth dearer, -10 a tenth cheaper.' }),
      byAmount: z.number().min(-1_000_000).max(1_000_000).optional().meta({
        description: "In units of the offer's currency; no price falls below one cent.",
      }),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, { error: 'expected the three letters of a currency, such as "USD"' })
        .optional()
        .meta({ description: 'The currency that it then is in.' }),
      at,
    })
    .refine(given => [given.byPercent, given.byAmount, given.currency].some(value => value !== undefined), {
      path: ['byPercent'],
      message: 'send "byPercent", "byAmount" or "currency"',
    }),
  main: 'byPercent',
  about: 'Conditions differ from Search; what is booked then costs what the conditions said.',
  where: offerSteps,
  actsOn: stepOf,
  claims: ({ at: moment }) => (moment === 'booking' ? ['price', 'timeline'] : ['price']),
});

const soldOut = defineEffect({
  part: 'operation',
  schema: z.strictObject({ kind: z.literal('sold-out'), at }),
  main: 'at',
  about: 'What was offered is gone.',
  where: offerSteps,
  actsOn: stepOf,
  claims: ({ at: moment }) =>
    moment === 'booking' ? ['availability', 'timeline'] : ['availability', 'price'],
});

const revalidate = defineEffect({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('revalidate'),
    result: revalidation.check(z.describe('What the answer says.')),
  }),
  main: 'result',
  about: 'What comes of a ReToken; a change is 10 percent more unless a price fault says which.',
  where: 'GetBookingConditions and its revalidation, where they are asked by ReToken',
  actsOn: hasEffect('validate'),
  claims: ({ result }) =>
    result === 'RoomsFoundWithChanges'
      ? ['revalidation', 'availability']
      : ['revalidation', 'availability', 'price'],
});

const visibility = defineEffect({
  part: 'operation',
  schema: z
    .strictObject({
      kind: z.literal('visibility'),
      hiddenFor: duration.optional().meta({ description: 'Not found until so long after DoBooking.' }),
      then404: z.literal(true).optional().meta({
        description: 'The second look that would find it does not; every booking once.',
      }),
      goesBackTo: status.optional().meta({
        description: 'What the first look that finds it says of its status; every booking once.',
      }),
    })
    .refine(({ hiddenFor, then404, goesBackTo }) => hiddenFor ?? then404 ?? goesBackTo, {
      path: ['hiddenFor'],
      message: 'send "hiddenFor", "then404" or "goesBackTo"',
    }),
  main: 'hiddenFor',
  about: 'A booking is found only after a time, is once not found again, or says an older status once.',
  where: 'the look-ups getBooking and getBookingDetail; with hiddenFor, getBookingList, too',
  actsOn: (operation, { hiddenFor }) =>
    isLookUp(operation) && (hiddenFor !== undefined || operation.id !== 'getBookingList'),
  claims: () => ['visibility'],
});

const payment = defineEffect({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('payment'),
    result: z.enum(['declined', 'pending', 'lost']).meta({ description: 'What becomes of the payment.' }),
  }),
  main: 'result',
  about: 'The card is declined; pending and approved later; or charged, and the answer is lost.',
  where: 'payBooking, and DoBooking with a Payment',
  actsOn: hasEffect('pay', 'book'),
  claims: ({ result }) => (result === 'lost' ? ['card', 'cut', 'status', 'body'] : ['card']),
});

const credential = defineEffect({
  part: 'proof',
  schema: z.strictObject({
    kind: z.literal('credential'),
    revoked: z.literal(true).optional().meta({ description: 'Says what it does anyway.' }),
  }),
  about: 'From this call on its credential is refused with 401, until the fault is disarmed.',
  where: 'every operation',
  actsOn: () => true,
  claims: () => ['credential'],
});

/** The effects by which the supplier does otherwise than usual. */
export const supplierEffects = {
  business,
  timeline,
  price,
  'sold-out': soldOut,
  revalidate,
  visibility,
  payment,
  credential,
} as const;
