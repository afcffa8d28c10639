import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { annotated, assumed, component, observed } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import {
  atMost,
  count,
  currencyCode,
  isoDate,
  locationFields,
  money,
  offerFlags,
  text,
  timeAlternatives,
  timeFields,
  travellers,
} from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { defineProduct } from './product.ts';

const rentalPoint = component(
  'RentalPoint',
  requireOneOf(z.strictObject({ ...locationFields, Date: assumed('field', isoDate), ...timeFields }), [
    timeAlternatives,
  ]),
);

const sippCode = annotated(
  { description: 'SIPP code of 4 capital letters' },
  z
    .string()
    .check(z.regex(/^[A-Z]{4}$/, { error: 'expected a SIPP code of 4 capital letters, for example "ECMR"' })),
);

const criteria = component(
  'CarCriteria',
  z.strictObject({
    Pickup: assumed('field', rentalPoint),
    Dropoff: assumed('field', rentalPoint),
    SippCodes: assumed(
      'field',
      z.optional(z.array(sippCode).check(atMost(limits.sippCodes.value, 'SIPP codes'))),
    ),
    DriverAge: assumed('field', z.optional(count(limits.driverAge.value, limits.age.value, 'years'))),
    Currency: assumed('field', z.optional(currencyCode)),
  }),
);

const rental = once(() =>
  z.looseObject({
    RentalName: assumed('field', z.string()),
    RentalLogoUrl: observed('client-reads', z.optional(z.string())),
    SippCode: observed('client-reads', z.optional(sippCode)),
  }),
);

const station = once(() =>
  component(
    'RentalStation',
    z.looseObject({
      Code: observed('client-reads', z.optional(z.string())),
      Address: observed('client-reads', z.string()),
      Latitude: observed('client-reads', z.optional(z.string())),
      Longitude: observed('client-reads', z.optional(z.string())),
    }),
  ),
);

const feature = once(() =>
  component(
    'CarFeature',
    z.looseObject({
      PortugueseDescription: observed('client-reads', z.string()),
      EnglishDescription: observed('client-reads', z.string()),
      SpanishDescription: observed('client-reads', z.string()),
    }),
  ),
);

const carOffer = once(() =>
  component(
    'CarOffer',
    z.looseObject({
      CarId: assumed('field', z.string()),
      ResponseId: assumed('field', z.string()),
      CarModel: assumed('field', z.string()),
      Category: assumed('field', z.string()),
      SippCode: assumed('field', sippCode),
      TransmissionType: assumed('field', z.enum(['Manual', 'Automatic'])),
      AirConditioning: assumed('field', z.boolean()),
      PassengerQuantity: assumed('field', z.int()),
      BaggageQuantity: assumed('field', z.int()),
      NumberOfDoors: assumed('field', z.int()),
      Rental: assumed('field', rental()),
      IsAvailable: observed('client-reads', z.optional(z.boolean())),
      Images: observed('client-reads', z.optional(z.array(z.string()))),
      PickUpLocationDetail: observed('client-reads', z.optional(station())),
      DropOffLocationDetail: observed('client-reads', z.optional(station())),
      Features: observed('client-reads', z.optional(z.array(feature()))),
      PriceInformation: assumed('money', z.looseObject({ TotalPrice: assumed('money', money) })),
      ...offerFlags(),
    }),
  ),
);

const selection = { CarId: assumed('field', text) };

/** The operations for rental cars (svc.1). The field Paxs lists all travellers, including the driver. */
export const carOperations = defineProduct({
  product: 'car',
  found: 'rental cars',
  chosen: 'a rental car',
  criteria,
  offers: () => ({ Cars: assumed('field', z.array(carOffer())) }),
  selection,
  booked: { ...selection, Paxs: travellers },
});

/** The criteria of a car Search. Dates are local to the place, and times of day are in UTC. */
export type CarCriteria = z.infer<typeof criteria>;
/** One offer of a car Search. */
export type CarOffer = z.infer<ReturnType<typeof carOffer>>;
