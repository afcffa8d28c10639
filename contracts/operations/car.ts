import * as z from 'zod/mini';
import { assumed, assumedWords, lateComponent, limits, observed, strictComponent } from '../clauses/index.ts';
import { once } from '../util/index.ts';
import { alsoNamed } from './aliases.ts';
import { defineProduct } from './product.ts';
import { oneOfComponent } from './require.ts';
import {
  atMost,
  count,
  currencyCode,
  isoDate,
  locationFields,
  money,
  offerFlags,
  text,
  textOfForm,
  timeAlternatives,
  timeFields,
  travellers,
} from './shapes/index.ts';

const rentalPoint = oneOfComponent('RentalPoint', [timeAlternatives], () => ({
  ...locationFields,
  Date: observed('client-request', isoDate),
  ...timeFields,
}));

const sippCode = textOfForm(
  /^[A-Z]{4}$/,
  'SIPP code of 4 capital letters',
  'expected a SIPP code of 4 capital letters, for example "ECMR"',
);

const criteria = strictComponent('CarCriteria', () => ({
  Pickup: observed('client-request', rentalPoint()),
  Dropoff: observed('client-request', rentalPoint()),
  SippCodes: observed(
    'client-request',
    z.optional(z.array(sippCode).check(atMost(limits.sippCodes.value, 'SIPP codes'))),
  ),
  DriverAge: assumed('field', z.optional(count(limits.driverAge.value, limits.age.value, 'years'))),
  Currency: assumed('field', z.optional(currencyCode)),
}));

const rental = once(() =>
  z.looseObject({
    RentalName: assumed('field', z.string()),
    RentalLogoUrl: observed('client-reads', z.optional(z.string())),
    SippCode: observed('client-reads', z.optional(sippCode)),
  }),
);

const station = lateComponent('RentalStation', () => ({
  Code: observed('client-reads', z.optional(z.string())),
  Address: observed('client-reads', z.string()),
  Latitude: observed('client-reads', z.optional(z.string())),
  Longitude: observed('client-reads', z.optional(z.string())),
}));

const feature = lateComponent('CarFeature', () => ({
  PortugueseDescription: observed('client-reads', z.string()),
  EnglishDescription: observed('client-reads', z.string()),
  SpanishDescription: observed('client-reads', z.string()),
}));

const carOffer = lateComponent('CarOffer', () => ({
  CarId: assumed('other-name', z.string()),
  ResponseId: assumed('form', z.string()),
  CarModel: observed('client-reads', z.string()),
  Category: observed('client-reads', z.string()),
  SippCode: assumed('form', sippCode),
  TransmissionType: observed('client-reads', assumedWords(['Automatic'], z.enum(['Manual', 'Automatic']))),
  AirConditioning: observed('client-reads', z.boolean()),
  PassengerQuantity: observed('client-reads', z.int()),
  BaggageQuantity: observed('client-reads', z.int()),
  NumberOfDoors: observed('client-reads', z.int()),
  Rental: observed('client-reads', rental()),
  IsAvailable: observed('client-reads', z.optional(z.boolean())),
  Images: observed('client-reads', z.optional(z.array(z.string()))),
  PickUpLocationDetail: observed('client-reads', z.optional(station())),
  DropOffLocationDetail: observed('client-reads', z.optional(station())),
  Features: observed('client-reads', z.optional(z.array(feature()))),
  PriceInformation: observed('client-reads', z.looseObject({ TotalPrice: observed('client-reads', money) })),
  ...offerFlags(),
}));

const selection = { CarId: observed('client-request', text) };

/** Paxs lists all travellers. Some public clients send only the driver, in the field Driver. */
export const carOperations = defineProduct({
  product: 'car',
  found: 'rental cars',
  chosen: 'a rental car',
  criteria,
  offers: () => ({ Cars: observed('client-reads', z.array(carOffer())) }),
  selection: () => selection,
  booked: () => ({ ...selection, Paxs: alsoNamed(['Driver'], travellers()) }),
});

/** The criteria of a car Search. Dates are local to the place, and times of day are in UTC. */
export type CarCriteria = z.infer<ReturnType<typeof criteria>>;
/** One offer of a car Search. */
export type CarOffer = z.infer<ReturnType<typeof carOffer>>;
