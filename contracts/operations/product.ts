import * as z from 'zod/mini';
import { assumed, byAssumption, byObservation, limits, observed, specified } from '../clauses/index.ts';
import { durationInWords, once } from '../util/index.ts';
import { type AnyOperation, defineOperation } from './operation.ts';
import { requireOneOf } from './require.ts';
import {
  bookingPayment,
  bookingProblems,
  cancelAnswer,
  cancelProblems,
  conditionsAnswer,
  credentialField,
  doBookingAnswer,
  errorsField,
  idempotencyHeader,
  type Product,
  productNames,
  searchTokenFields,
  text,
  timeSpanField,
} from './shapes/index.ts';

/** The methods of the older base `/ws/Rest`. */
const olderMethods: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  hotel: methodNames('GetCancellationPolicies', 'Booking', 'Cancel'),
  car: methodNames('GetPaymentPolicies', 'DoBooking', 'CancelBooking'),
  transfer: methodNames('GetCancellationPolicies', 'DoBooking', 'Cancel'),
  tour: methodNames('GetCancellationPolicies', 'DoBooking', 'Cancel'),
};

function methodNames(getBookingConditions: string, doBooking: string, cancelByService: string) {
  return { search: 'Search', getBookingConditions, doBooking, cancelByService };
}

/** Public clients call the steps after Search for hotels and cars. For transfers and tours, only public documentation names them. */
function originsOf(product: Product) {
  const isCalled = product === 'hotel' || product === 'car';
  const later = {
    provenance: byObservation(isCalled ? 'client-path' : 'vendor-docs'),
    answerProvenance: byAssumption(isCalled ? 'other-answer' : 'operation'),
  };
  const answerProvenance = byAssumption('operation');
  return {
    search: { provenance: byObservation('client-path'), answerProvenance: byObservation('client-reads') },
    getBookingConditions: later,
    revalidateBookingConditions: { provenance: byAssumption('operation'), answerProvenance },
    doBooking: later,
    cancelByService: { provenance: byObservation('vendor-docs'), answerProvenance },
  };
}

// All products use the same schema objects, because the creation of schemas is the slowest part of loading the contract.
const searchTokens = {
  Token: specified('field.token', z.string()),
  ReToken: specified('field.retoken', z.string()),
  ...timeSpanField,
  TotalTime: observed('client-reads', z.number()),
};
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
const optionalBookingFields = once(() => ({
  ExternalReference: assumed('field', z.optional(text.check(z.maxLength(limits.reference.value)))),
  Payment: assumed('place', z.optional(bookingPayment())),
}));
// BookingId is optional, because some clients send only the ServiceId. The id of a service is unique for a credential.
const cancelRequest = once(() =>
  z.strictObject({
    ...credentialField,
    BookingId: specified('res.booking-id', z.optional(text)),
    ServiceId: observed('client-request', text),
  }),
);

const tokenProblems = ['TokenUnknown', 'TokenExpired', 'TokenConsumed', 'TokenWrongStep'] as const;

function commonPartsOf<const P extends Product>(product: P) {
  const origins = originsOf(product);
  const { service } = productNames[product];
  return <const Id extends keyof typeof origins, const Path extends string>(id: Id, path: Path) => ({
    ...origins[id],
    base: 'base' as const,
    method: 'POST' as const,
    product,
    id: `${product}.${id}` as const,
    path: `/API/REST/${service}.svc/${path}` as const,
    // Public clients for hotels and cars still call the older base. For transfers and tours, only public documentation shows it.
    ...(olderMethods[product][id] !== undefined && {
      otherPaths: [`/ws/Rest/${service}.svc/${olderMethods[product][id]}`],
    }),
  });
}

/** All products have the same steps (svc.1, flow.1, flow.2, flow.3). */
export function defineProduct<
  const P extends Product,
  Criteria extends z.ZodMiniType,
  Offers extends z.core.$ZodShape,
  Selection extends z.core.$ZodShape,
  Booked extends z.core.$ZodShape,
>(parts: {
  product: P;
  /** For summaries, such as "hotel rooms". */
  found: string;
  /** For summaries, such as "chosen rooms". */
  chosen: string;
  criteria: () => Criteria;
  /** Creates the answer field with the list of offers at its first use. */
  offers: () => Offers;
  /** The request fields that select an offer of a Search. */
  selection: () => Selection;
  /** The request fields of DoBooking for the offer and the guests. */
  booked: () => Booked;
}) {
  const { product, found, chosen, criteria, offers, selection, booked } = parts;
  const common = commonPartsOf(product);
  return byId(product, {
    search: defineOperation({
      ...common('search', 'Search'),
      effect: 'read',
      summary: `Searches available ${found} and returns the Token for the next step.`,
      request: () => z.strictObject({ ...credentialField, Criteria: observed('client-request', criteria()) }),
      answer: () => z.looseObject({ ...searchTokens, ...offers(), ...errorsField }),
      problems: [],
    }),
    getBookingConditions: defineOperation({
      ...common('getBookingConditions', 'GetBookingConditions'),
      effect: 'validate',
      summary: `Validates price and conditions of ${chosen}. Consumes the Search Token and returns the Token for DoBooking.`,
      request: () =>
        requireOneOf(z.strictObject({ ...credentialField, ...searchTokenFields, ...selection() }), [
          ['Token', 'ReToken'],
        ]),
      answer: conditionsAnswer,
      problems: [...tokenProblems, 'ReTokenExpired', 'RoomUnavailable'],
    }),
    revalidateBookingConditions: defineOperation({
      ...common('revalidateBookingConditions', 'RevalidateBookingConditions'),
      effect: 'validate',
      summary: `Validates ${chosen} again by the ReToken of the Search, up to ${durationInWords(limits.reTokenLife.value)} after the Search.`,
      request: () => z.strictObject({ ...revalidationFields, ...selection() }),
      answer: conditionsAnswer,
      problems: ['TokenUnknown', 'TokenWrongStep', 'ReTokenExpired', 'RoomUnavailable'],
    }),
    doBooking: defineOperation({
      ...common('doBooking', 'DoBooking'),
      effect: 'book',
      summary: `Books ${chosen} with the Token of GetBookingConditions. DoBooking is not idempotent.`,
      headers: idempotencyHeader,
      request: () => z.strictObject({ ...bookingFields, ...booked(), ...optionalBookingFields() }),
      answer: doBookingAnswer,
      problems: [...tokenProblems, 'NotFound', 'BookingClosed', ...bookingProblems],
    }),
    cancelByService: defineOperation({
      ...common('cancelByService', 'CancelByService'),
      effect: 'cancel',
      summary: `Cancels one ${product} service of a booking. The other services stay booked.`,
      request: cancelRequest,
      answer: cancelAnswer,
      problems: cancelProblems,
    }),
  });
}

function byId<const P extends Product, Steps extends Record<string, AnyOperation>>(
  product: P,
  steps: Steps,
): { readonly [Step in keyof Steps & string as `${P}.${Step}`]: Steps[Step] } {
  const entries = Object.entries(steps).map(([step, operation]) => [`${product}.${step}`, operation]);
  return Object.fromEntries(entries) as ReturnType<typeof byId<P, Steps>>; // Object.fromEntries loses the type of the keys
}
