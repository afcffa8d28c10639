import * as z from 'zod';
import { once } from '../once.ts';
import { assumed, component, specified } from '../provenance.ts';
import { errorsField, statusFields, timeSpanField } from './answer.ts';
import { bookedService } from './booking.ts';
import { money, pricingInfo, totalSellingPrice } from './money.ts';
import { cancellationPolicy, offerFlags } from './offer.ts';
import { paymentCondition } from './payment.ts';
import { text, utcTime } from './scalars.ts';

// Fields that GetBookingConditions, DoBooking and Cancel have alike for every product.

/** What names the search whose offer is to be validated: its Token, or the ReToken key when that is too old. */
export const searchTokenFields = {
  Token: specified('field.token', text.optional()),
  ReToken: specified('field.retoken', text.optional()),
};

/** What can come of a ReToken. */
export const revalidation = component(
  'RevalidateBookingConditions',
  z.enum(['SameRoomsFound', 'RoomsFoundWithChanges', 'RoomsNotFound']),
);

/** Answer of GetBookingConditions and RevalidateBookingConditions, success and business error alike. */
export const conditionsAnswer = once(() =>
  z.looseObject({
    Token: specified('field.token', z.string().optional()),
    ...timeSpanField,
    RevalidateBookingConditions: specified('field.revalidate', revalidation.optional()),
    PricingInfo: specified('field.pricing-info', pricingInfo.optional()),
    CancelPolicies: specified('field.pricing-info', z.array(cancellationPolicy()).optional()),
    ...optional(offerFlags()),
    CheckInHour: specified('date.hours', utcTime.optional()),
    CheckOutHour: specified('date.hours', utcTime.optional()),
    PaymentConditions: assumed('field', z.array(paymentCondition).optional()),
    ...errorsField,
  }),
);

/** Answer of DoBooking. */
export const doBookingAnswer = once(() =>
  z.looseObject({
    BookingId: specified('res.booking-id', z.string()),
    ReservationId: specified('res.booking-id', z.string()),
    ...statusFields,
    ConfirmationNumber: specified('res.booking', z.string().optional()),
    Services: assumed('field', z.array(bookedService())),
    ...totalSellingPrice,
    ...timeSpanField,
    ...errorsField,
  }),
);

/** What a supplier can answer in Errors[] of a DoBooking. */
export const bookingProblems = [
  'RoomUnavailable',
  'RateChanged',
  'SupplierTimeout',
  'InvalidName',
  'PaymentDeclined',
] as const;

/** What can be wrong with a cancellation. */
export const cancelProblems = [
  'NotFound',
  'BookingClosed',
  'AlreadyCancelled',
  'CancellationNotForwarded',
] as const;

/** Answer of every cancel operation. */
export const cancelAnswer = once(() =>
  z.looseObject({
    BookingId: specified('res.booking-id', z.string()),
    ...statusFields,
    Penalty: assumed('money', money.optional()),
    ...timeSpanField,
    ...errorsField,
  }),
);

/** Header that names one wanted booking across repetitions (flow.3). */
export const idempotencyHeader = {
  'Idempotency-Key': {
    provenance: { kind: 'specified', clause: 'flow.3' },
    format: 'uuid',
    description:
      'UUID v4, one per wanted booking. The supplier does not act on it: DoBooking is not idempotent.',
  },
} as const;

type Optional<F extends Record<string, z.ZodType>> = { [K in keyof F]: z.ZodOptional<F[K]> };

/** The same fields, all optional, each with the provenance it had. */
function optional<F extends Record<string, z.ZodType>>(fields: F): Optional<F> {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    schema.optional().meta({ ...schema.meta() }),
  ]);
  return Object.fromEntries(entries) as Optional<F>; // fromEntries forgets the keys
}
