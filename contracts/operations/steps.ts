import * as z from 'zod/mini';
import { durationInWords } from '../duration.ts';
import { limits } from '../limits.ts';
import { type AnyOperation, defineOperation } from '../operation.ts';
import { assumed, byAssumption, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import {
  bookingPayment,
  bookingProblems,
  cancelAnswer,
  cancelProblems,
  conditionsAnswer,
  credentialField,
  doBookingAnswer,
  idempotencyHeader,
  type Product,
  productNames,
  searchTokenFields,
  text,
} from '../shapes/index.ts';

/** What one product's steps after Search have of their own. */
export interface ProductSteps<
  P extends Product,
  Chosen extends z.core.$ZodShape,
  Booked extends z.core.$ZodShape,
> {
  product: P;
  /** What is chosen, in words: "rooms". */
  what: string;
  /** The fields that choose from a Search. */
  selection: Chosen;
  /** The fields that say in DoBooking what is booked, and for whom. */
  booked: Booked;
}

const common = {
  base: 'base',
  method: 'POST',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
} as const;

// What all products have alike is made once: schemas are the dearest part of loading the contract.
const conditionsFields = { ...credentialField, ...searchTokenFields };
const revalidationFields = {
  ...credentialField,
  ReToken: specified('field.retoken', text),
  Token: assumed('field', z.optional(text)),
};
const bookingFields = {
  ...credentialField,
  Token: specified('flow.1', text),
  BookingId: specified('res.booking-id', text),
};
const optionalBookingFields = {
  ExternalReference: assumed('field', z.optional(text.check(z.maxLength(limits.reference.value)))),
  Payment: assumed('field', z.optional(bookingPayment)),
};
const cancelRequest = z.strictObject({
  ...credentialField,
  BookingId: bookingFields.BookingId,
  ServiceId: assumed('field', text),
});

const tokenProblems = ['TokenUnknown', 'TokenExpired', 'TokenConsumed', 'TokenWrongStep'] as const;

/**
 * The steps that follow a Search, which every product has alike (svc.1, flow.1, flow.2, flow.3): conditions,
 * revalidation, booking and cancellation.
 *
 * @example defineSteps({ product: 'tour', what: 'a tour', selection: { TourId, ServiceDate }, booked: { … } }).doBooking
 */
export function defineSteps<
  const P extends Product,
  Chosen extends z.core.$ZodShape,
  Booked extends z.core.$ZodShape,
>({ product, what, selection, booked }: ProductSteps<P, Chosen, Booked>) {
  const path = <const Step extends string>(step: Step) =>
    `/API/REST/${productNames[product].service}.svc/${step}` as const;
  return {
    getBookingConditions: defineOperation({
      ...common,
      id: `${product}.getBookingConditions` as const,
      product,
      effect: 'validate',
      path: path('GetBookingConditions'),
      summary: `Validates price and conditions of ${what}, consumes the Search Token and gives the one for DoBooking.`,
      request: requireOneOf(z.strictObject({ ...conditionsFields, ...selection }), [['Token', 'ReToken']]),
      answer: conditionsAnswer,
      problems: [...tokenProblems, 'ReTokenExpired', 'RoomUnavailable'],
    }),
    revalidateBookingConditions: defineOperation({
      ...common,
      id: `${product}.revalidateBookingConditions` as const,
      product,
      effect: 'validate',
      path: path('RevalidateBookingConditions'),
      summary: `Validates ${what} again by the ReToken key of the Search, up to ${durationInWords(limits.reTokenLife.value)} later.`,
      request: z.strictObject({ ...revalidationFields, ...selection }),
      answer: conditionsAnswer,
      problems: ['TokenUnknown', 'TokenWrongStep', 'ReTokenExpired', 'RoomUnavailable'],
    }),
    doBooking: defineOperation({
      ...common,
      id: `${product}.doBooking` as const,
      product,
      effect: 'book',
      path: path('DoBooking'),
      summary: `Books ${what} with the Token of GetBookingConditions. Not idempotent.`,
      headers: idempotencyHeader,
      request: z.strictObject({ ...bookingFields, ...booked, ...optionalBookingFields }),
      answer: doBookingAnswer,
      problems: [...tokenProblems, 'NotFound', 'BookingClosed', ...bookingProblems],
    }),
    cancelByService: defineOperation({
      ...common,
      id: `${product}.cancelByService` as const,
      product,
      effect: 'cancel',
      path: path('CancelByService'),
      summary: `Cancels one ${product} service of a booking; the rest of the trip stands.`,
      request: cancelRequest,
      answer: cancelAnswer,
      problems: cancelProblems,
    }),
  };
}

/**
 * The operations of a product under their ids, as the registry has them.
 *
 * @example byId('car', { search: carSearch, ...carSteps })['car.search']
 */
export function byId<const P extends Product, Steps extends Record<string, AnyOperation>>(
  product: P,
  steps: Steps,
): { readonly [Step in keyof Steps & string as `${P}.${Step}`]: Steps[Step] } {
  const entries = Object.entries(steps).map(([step, operation]) => [`${product}.${step}`, operation]);
  return Object.fromEntries(entries) as ReturnType<typeof byId<P, Steps>>; // fromEntries forgets the keys
}
