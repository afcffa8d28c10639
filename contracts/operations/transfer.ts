import * as z from 'zod/mini';
import {
  assumed,
  assumedWords,
  lateComponent,
  limits,
  observed,
  specified,
  strictComponent,
} from '../clauses/index.ts';
import { defineProduct } from './product.ts';
import { oneOfComponent } from './require.ts';
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
} from './shapes/index.ts';

const transferPoint = strictComponent('TransferPoint', () => locationFields);

const criteria = oneOfComponent('TransferCriteria', [timeAlternatives], () => ({
  Pickup: observed('client-request', transferPoint()),
  Dropoff: observed('client-request', transferPoint()),
  ServiceDate: specified('date.local', isoDate),
  ...timeFields,
  ServiceDateBack: observed('client-model', z.optional(isoDate)),
  TimeBack: assumed('other-name', z.optional(utcTime)),
  NumberOfAdults: observed('client-request', count(1, limits.travellers.value, 'adults')),
  ChildrenAges: childAges(),
  ServiceLanguage: observed('client-request', z.optional(word)),
  Currency: assumed('field', z.optional(currencyCode)),
}));

const transferOffer = lateComponent('TransferOffer', () => ({
  TransferId: assumed('form', z.string()),
  TransferName: observed('client-reads', z.string()),
  TransferType: observed('client-reads', assumedWords(['Private', 'Shared'], z.enum(['Private', 'Shared']))),
  VehicleType: observed('client-reads', z.string()),
  MaxPassengers: observed('client-reads', z.int()),
  SellingPrice: observed('client-reads', money),
  ...offerFlags(),
  SupplierName: observed('client-reads', z.string()),
}));

const selection = { TransferId: assumed('field', text) };

export const transferOperations = defineProduct({
  product: 'transfer',
  found: 'transfers',
  chosen: 'a transfer',
  criteria,
  offers: () => ({ Transfers: observed('client-reads', z.array(transferOffer())) }),
  selection: () => selection,
  booked: () => ({ ...selection, Paxs: travellers() }),
});

/** The criteria of a transfer Search. Dates are local to the place, and times of day are in UTC. */
export type TransferCriteria = z.infer<ReturnType<typeof criteria>>;
/** One offer in the answer to a transfer Search. */
export type TransferOffer = z.infer<ReturnType<typeof transferOffer>>;
