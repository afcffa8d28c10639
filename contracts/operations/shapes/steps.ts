import * as z from 'zod/mini';
import { annotated, assumed, component, specified, strictComponent } from '../../clauses/index.ts';
import { mapValues, once } from '../../util/index.ts';
import { errorsField, statusFields, timeSpanField } from './answer.ts';
import { bookedService } from './booking.ts';
import { cancellationPolicy, money, offerFlags, pricingInfo, totalSellingPrice } from './offer.ts';
import { paymentCondition } from './payment.ts';
import { text, utcTime } from './scalars.ts';

/** In the body of every booking, back-office and payment call (res.credential, auth.1). */
export const credential = strictComponent('Credential', () => ({
  Username: specified('res.credential', z.string().check(z.minLength(1))),
  Password: specified('res.credential', z.string().check(z.minLength(1))),
}));

export const credentialField = { Credential: specified('res.credential', credential()) };

/** The Token, or the ReToken if the Token is too old. */
export const searchTokenFields = {
  Token: specified('field.token', z.optional(text)),
  ReToken: specified('field.retoken', z.optional(text)),
};

export const revalidation = component(
  'RevalidateBookingConditions',
  z.enum(['SameRoomsFound', 'RoomsFoundWithChanges', 'RoomsNotFound']),
);

/** With or without business errors. */
export const conditionsAnswer = once(() =>
  z.looseObject({
    Token: specified('field.token', z.optional(z.string())),
    ...timeSpanField,
    RevalidateBookingConditions: specified('field.revalidate', z.optional(revalidation)),
    PricingInfo: specified('field.pricing-info', z.optional(pricingInfo)),
    CancelPolicies: specified('field.pricing-info', z.optional(z.array(cancellationPolicy()))),
    ...optional(offerFlags()),
    CheckInHour: specified('date.hours', z.optional(utcTime)),
    CheckOutHour: specified('date.hours', z.optional(utcTime)),
    PaymentConditions: assumed('field', z.optional(z.array(paymentCondition()))),
    ...errorsField,
  }),
);

export const doBookingAnswer = once(() =>
  z.looseObject({
    BookingId: specified('res.booking-id', z.string()),
    ReservationId: specified('res.booking-id', z.string()),
    ...statusFields,
    ConfirmationNumber: specified('res.booking', z.optional(z.string())),
    Services: assumed('other-name', z.array(bookedService())),
    ...totalSellingPrice,
    ...timeSpanField,
    ...errorsField,
  }),
);

export const bookingProblems = [
  'RoomUnavailable',
  'RateChanged',
  'SupplierTimeout',
  'InvalidName',
  'PaymentDeclined',
] as const;

export const cancelProblems = [
  'NotFound',
  'BookingClosed',
  'AlreadyCancelled',
  'CancellationNotForwarded',
] as const;

export const cancelAnswer = once(() =>
  z.looseObject({
    BookingId: specified('res.booking-id', z.string()),
    ...statusFields,
    Penalty: assumed('money', z.optional(money)),
    ...timeSpanField,
    ...errorsField,
  }),
);

/** A repeated call for the same booking has the same value (flow.3). */
export const idempotencyHeader = {
  'Idempotency-Key': {
    provenance: { kind: 'specified', clause: 'flow.3' },
    format: 'uuid',
    description:
      'A UUID v4, one for each requested booking. The supplier ignores this header, so DoBooking is not idempotent.',
  },
} as const;

type Optional<F extends Record<string, z.ZodMiniType>> = { [K in keyof F]: z.ZodMiniOptional<F[K]> };

/** Each field keeps its provenance. */
function optional<F extends Record<string, z.ZodMiniType>>(fields: F): Optional<F> {
  return mapValues(fields, schema =>
    annotated(z.globalRegistry.get(schema) ?? {}, z.optional(schema)),
  ) as Optional<F>; // `mapValues` loses the type of the keys
}
