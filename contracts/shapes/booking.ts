import * as z from 'zod';
import { assumed, component, specified } from '../provenance.ts';
import { errorsField, statusFields } from './answer.ts';
import { money, totalSellingPrice } from './money.ts';
import { cancellationPolicy } from './offer.ts';
import { bookedPax } from './pax.ts';
import { bookedPayment } from './payment.ts';
import { isoDate, timeStamp } from './scalars.ts';

/** The products, as everything but paths names them. */
export const products = ['hotel', 'car', 'transfer', 'tour'] as const;
/** A product. */
export type Product = (typeof products)[number];

/** What paths call the products. */
export const serviceNames = {
  hotel: 'Hotel',
  car: 'RentACar',
  transfer: 'Transfer',
  tour: 'Tour',
} as const satisfies Record<Product, string>;

const voucher = component(
  'Voucher',
  z.looseObject({
    Number: assumed('booking', z.string()),
    HolderName: assumed('booking', z.string()),
    Emergency: assumed('booking', z.string()),
  }),
);

const invoice = component(
  'Invoice',
  z.looseObject({
    Number: assumed('booking', z.string()),
    Amount: assumed('money', money),
    IssuedAt: assumed('booking', timeStamp),
  }),
);

/** One service of a booking (assumed shape). */
export const bookedService = component(
  'BookedService',
  z.looseObject({
    ServiceId: assumed('field', z.string()),
    ServiceType: assumed('field', z.enum(products)),
    ExternalReference: assumed('field', z.string().optional()),
    ...statusFields,
    ConfirmationNumber: specified('res.booking', z.string().optional()),
    SupplierName: assumed('field', z.string()),
    CheckinDate: specified('date.local', isoDate.optional()),
    CheckoutDate: specified('date.local', isoDate.optional()),
    ServiceDate: specified('date.local', isoDate.optional()),
    ServiceDateBack: assumed('field', isoDate.optional()),
    Paxs: assumed('pax', z.array(bookedPax)),
    ...totalSellingPrice,
    CancellationPolicies: specified('field.cancellation-policies', z.array(cancellationPolicy)),
    Voucher: assumed('booking', voucher.optional()),
  }),
);

const identity = {
  BookingId: specified('res.booking-id', z.string()),
  ReservationId: specified('res.booking-id', z.string()),
  ...statusFields,
  ConfirmationNumber: specified('res.booking', z.string().optional()),
  ExternalReference: assumed('field', z.string().optional()),
  CreatedAt: assumed('field', timeStamp),
  UpdatedAt: assumed('field', timeStamp),
  ...totalSellingPrice,
};

/** A booking as GetBooking and GetBookingDetail give it (res.booking; inner structure assumed). */
export const booking = component(
  'Booking',
  z.looseObject({
    ...identity,
    Payments: assumed('field', z.array(bookedPayment)),
    Services: assumed('field', z.array(bookedService)),
    Invoice: assumed('booking', invoice.optional()),
    ...errorsField,
  }),
);

/** A booking as GetBookingList gives it (assumed shape). */
export const bookingSummary = component(
  'BookingSummary',
  z.looseObject({
    ...identity,
    ServiceTypes: assumed('answer', z.array(z.enum(products))),
    FirstServiceDate: assumed('answer', isoDate),
    MainPaxName: assumed('answer', z.string()),
  }),
);

/** A booking. */
export type Booking = z.infer<typeof booking>;
/** A service of a booking. */
export type BookedService = z.infer<typeof bookedService>;
