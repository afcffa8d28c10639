import * as z from 'zod';
import { type ErrorEntry, isProblemCode, problems, statusWith, wireStatus } from '../../clauses/index.ts';
import { type AnyOperation, bookingStatus } from '../../operations/index.ts';
import { asObject } from '../../util/index.ts';
import { type ConflictKey, defineFault, type FaultPlan } from '../define-fault.ts';
import { hasEffect, isLookUp, listOf } from './parameters.ts';

const hasStatus = (operation: AnyOperation): boolean =>
  hasEffect('book', 'pay', 'cancel')(operation) || isLookUp(operation);

const errorEntry = z.strictObject({
  Code: z.string().min(1).max(100),
  Message: z.string().max(1_000).optional(),
  Field: z.string().max(200).optional(),
});

export const business = defineFault('business', {
  fields: () => ({
    bookingStatus: z
      .optional(bookingStatus)
      .meta({ description: 'The bookingStatus in the answer. Without `errors`, the default is FAILED.' }),
    errors: z.array(errorEntry).min(1).max(100).optional().meta({ description: 'The entries of Errors[].' }),
  }),
  read: { errors: text => listOf(text).map(Code => ({ Code })) },
  example: 'business=CONFIRMED,errors=SupplierTimeout;Late',
  about:
    'The answer has HTTP status 200, but contains the booking status FAILED, or Errors[] beside a good status. The server books, charges and cancels nothing.',
  where: 'every operation with the method POST (without `errors`: only if the answer has a bookingStatus)',
  actsOn: (operation, { bookingStatus: word, errors }) =>
    errors && word === undefined ? operation.method === 'POST' : hasStatus(operation),
  whyNot: (operation, { errors }) =>
    errors === undefined && operation.method === 'POST'
      ? `an answer of ${operation.id} has no bookingStatus; add errors to the fault, such as errors=<Code>`
      : undefined,
  // A look-up with a wrong status is left out, because no client can know that the supplier is wrong.
  trials: [
    { parameters: { bookingStatus: 'FAILED' }, effects: ['book', 'pay', 'cancel'] },
    { parameters: { bookingStatus: 'Rejected' }, effects: ['book'] },
    { parameters: { errors: [{ Code: 'SupplierTimeout' }] } },
  ],
  conflictsWith({ bookingStatus: word }, operation): ConflictKey[] {
    if (hasEffect('book', 'cancel', 'pay')(operation)) return ['timeline', 'availability', 'card'];
    if (hasEffect('validate')(operation)) return ['availability', 'price', 'terms'];
    return isLookUp(operation) && word !== undefined ? ['visibility'] : ['availability'];
  },
  plan({ bookingStatus: word, errors: planned }, { operation: { effect } }) {
    const errors = (planned ?? []).map(entryOf);
    const shown = word ?? (effect === 'book' && planned ? 'CONFIRMED' : undefined);
    const statusRewrite: FaultPlan['rewrites'] =
      shown === undefined ? [] : [answer => withStatus(answer, shown)];
    if (effect === 'read')
      return { directives: { errors }, rewrites: [answer => withErrors(answer, errors), ...statusRewrite] };
    const status = word === wireStatus('rejected').bookingStatus ? 'rejected' : 'failed';
    return { directives: { failure: { errors, status } }, rewrites: statusRewrite };
  },
});

/** A code of the contract has a default message. */
const entryOf = ({ Code, Message, Field }: z.infer<typeof errorEntry>): ErrorEntry => ({
  Code: Code as ErrorEntry['Code'], // suppliers may send codes that the contract does not define
  Message: Message ?? (isProblemCode(Code) ? problems[Code].when : Code),
  ...(Field !== undefined && { Field }),
});

function withErrors(answer: object, errors: readonly ErrorEntry[]): object {
  const { Errors } = asObject(answer);
  return Array.isArray(Errors) ? { ...answer, Errors: [...Errors, ...errors] } : answer;
}

/** Also in the bookings and services inside the answer. */
function withStatus(answer: object, word: string): object {
  const { Booking, Bookings, Services } = asObject(answer);
  if (Booking !== undefined) return { ...answer, Booking: withStatus(asObject(Booking), word) };
  if (Array.isArray(Bookings))
    return { ...answer, Bookings: Bookings.map(entry => withStatus(asObject(entry), word)) };
  if (!('bookingStatus' in answer)) return answer;
  const status = statusOfWord(word);
  const services = Array.isArray(Services) && {
    Services: Services.map(service => ({ ...asObject(service), ...status })),
  };
  return { ...answer, ...status, ...services };
}

function statusOfWord(word: string): { bookingStatus: string; Status: string } {
  const known = statusWith(word);
  return known ? wireStatus(known) : { ...wireStatus('in-progress'), bookingStatus: word };
}
