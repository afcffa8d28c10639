import * as z from 'zod/mini';
import { assumed, lateComponent, observed, specified } from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { errorsField, statusFields } from './answer.ts';
import { cancellationPolicy, money, totalSellingPrice } from './offer.ts';
import { bookedPax } from './pax.ts';
import { bookedPayment } from './payment.ts';
import { isoDate, timeStamp } from './scalars.ts';

/** The products that clients can book. The supplier's paths use other names for the products. */
export const products = ['hotel', 'car', 'transfer', 'tour'] as const;
/** The name of a product, such as `hotel`. */
export type Product = (typeof products)[number];

/**
 * The names of each product: `service` in paths, `offers` for the field of a Search answer with the list of offers, `item` for the
 * field with the id of an offer, and `group` in the OpenAPI document.
 */
export const productNames = {
  hotel: { service: 'Hotel', offers: 'Hotels', item: 'HotelId', group: 'Hotel' },
  car: { service: 'RentACar', offers: 'Cars', item: 'CarId', group: 'Car rental' },
  transfer: { service: 'Transfer', offers: 'Transfers', item: 'TransferId', group: 'Transfer' },
  tour: { service: 'Tour', offers: 'Tours', item: 'TourId', group: 'Tour' },
} as const satisfies Record<Product, object>;

/**
 * Finds a product by its name, or by its name in paths, in any letter case.
 *
 * @example findProduct('RentACar') // 'car'
 */
export function findProduct(word: string): Product | undefined {
  const wanted = word.toLowerCase();
  return products.find(
    product => product === wanted || productNames[product].service.toLowerCase() === wanted,
  );
}

const voucher = lateComponent('Voucher', () => ({
  Number: assumed('booking', z.string()),
  HolderName: assumed('booking', z.string()),
  Emergency: assumed('booking', z.string()),
}));

const invoice = lateComponent('Invoice', () => ({
  Number: assumed('booking', z.string()),
  Amount: assumed('money', money),
  IssuedAt: assumed('booking', timeStamp),
}));

export const bookedService = lateComponent('BookedService', () => ({
  ServiceId: assumed('form', z.string()),
  ServiceType: observed('client-reads', z.enum(products)),
  ExternalReference: assumed('field', z.optional(z.string())),
  ...statusFields,
  ConfirmationNumber: specified('res.booking', z.optional(z.string())),
  SupplierName: observed('client-reads', z.string()),
  HotelId: observed('client-reads', z.optional(z.int())),
  HotelName: observed('client-reads', z.optional(z.string())),
  BookingDescription: observed('client-reads', z.optional(z.string())),
  CityName: observed('client-reads', z.optional(z.string())),
  CheckinDate: specified('date.local', z.optional(isoDate)),
  CheckoutDate: specified('date.local', z.optional(isoDate)),
  NumberOfNights: observed('client-reads', z.optional(z.int())),
  ServiceDate: specified('date.local', z.optional(isoDate)),
  ServiceDateBack: assumed('field', z.optional(isoDate)),
  Paxs: observed('client-reads', z.array(bookedPax())),
  ...totalSellingPrice,
  CancellationPolicies: specified('field.cancellation-policies', z.array(cancellationPolicy())),
  Voucher: assumed('booking', z.optional(voucher())),
}));

const identity = once(() => ({
  BookingId: specified('res.booking-id', z.string()),
  ReservationId: specified('res.booking-id', z.string()),
  ...statusFields,
  ConfirmationNumber: specified('res.booking', z.optional(z.string())),
  ExternalReference: assumed('field', z.optional(z.string())),
  CreatedAt: assumed('other-name', timeStamp),
  UpdatedAt: assumed('other-name', timeStamp),
  ...totalSellingPrice,
}));

export const booking = lateComponent('Booking', () => ({
  ...identity(),
  Payments: assumed('field', z.array(bookedPayment())),
  Services: observed('client-reads', z.array(bookedService())),
  Invoice: assumed('booking', z.optional(invoice())),
  ...errorsField,
}));

export const bookingSummary = lateComponent('BookingSummary', () => ({
  ...identity(),
  ExternalReference: observed('client-model', z.optional(z.string())),
  ServiceTypes: assumed('other-name', z.array(z.enum(products))),
  FirstServiceDate: assumed('other-name', isoDate),
  MainPaxName: assumed('other-name', z.string()),
}));

/** A booking in an answer to GetBooking or GetBookingDetail. */
export type Booking = z.infer<ReturnType<typeof booking>>;
/** One service in a booking. */
export type BookedService = z.infer<ReturnType<typeof bookedService>>;
