import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { assumed, component, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import {
  childAges,
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
  utcTime,
  word,
} from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { defineProduct } from './product.ts';

const transferPoint = component('TransferPoint', z.strictObject(locationFields));

const criteria = component(
  'TransferCriteria',
  requireOneOf(
    z.strictObject({
      Pickup: assumed('field', transferPoint),
      Dropoff: assumed('field', transferPoint),
      ServiceDate: specified('date.local', isoDate),
      ...timeFields,
      ServiceDateBack: assumed('field', z.optional(isoDate)),
      TimeBack: assumed('field', z.optional(utcTime)),
      NumberOfAdults: assumed('field', count(1, limits.travellers.value, 'adults')),
      ChildrenAges: childAges,
      ServiceLanguage: assumed('field', z.optional(word)),
      Currency: assumed('field', z.optional(currencyCode)),
    }),
    [timeAlternatives],
  ),
);

const transferOffer = once(() =>
  component(
    'TransferOffer',
    z.looseObject({
      TransferId: assumed('field', z.string()),
      TransferName: assumed('field', z.string()),
      TransferType: assumed('field', z.enum(['Private', 'Shared'])),
      VehicleType: assumed('field', z.string()),
      MaxPassengers: assumed('field', z.int()),
      SellingPrice: assumed('money', money),
      ...offerFlags(),
    }),
  ),
);

const selection = { TransferId: assumed('field', text) };

/** The operations for transfers (svc.1). */
export const transferOperations = defineProduct({
  product: 'transfer',
  found: 'transfers',
  chosen: 'a transfer',
  criteria,
  offers: () => ({ Transfers: assumed('field', z.array(transferOffer())) }),
  selection,
  booked: { ...selection, Paxs: travellers },
});

/** The criteria of a transfer Search. Dates are local to the place, and times of day are in UTC. */
export type TransferCriteria = z.infer<typeof criteria>;
/** One offer in the answer to a transfer Search. */
export type TransferOffer = z.infer<ReturnType<typeof transferOffer>>;
