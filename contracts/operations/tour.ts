import * as z from 'zod/mini';
import { assumed, lateComponent, limits, observed, specified } from '../clauses/index.ts';
import { once } from '../util/index.ts';
import { defineProduct } from './product.ts';
import { oneOfComponent } from './require.ts';
import {
  atLeastOne,
  atMost,
  childAges,
  count,
  currencyCode,
  isoDate,
  money,
  offerFlags,
  text,
  travellers,
  word,
} from './shapes/index.ts';

const adultAge = count(limits.childAge.value + 1, limits.age.value, 'years');

const alternatives = [
  ['DestinationId', 'CityId'],
  ['NumberOfAdults', 'AdultAges'],
];

const criteria = oneOfComponent('TourCriteria', alternatives, () => ({
  DestinationId: assumed('field', z.optional(text)),
  CityId: observed('client-alternative', z.optional(text)),
  InitialServiceDate: observed('client-request', isoDate),
  FinalServiceDate: observed('client-request', isoDate),
  NumberOfAdults: assumed('field', z.optional(count(1, limits.travellers.value, 'adults'))),
  AdultAges: observed(
    'client-alternative',
    z.optional(z.array(adultAge).check(atLeastOne('adult'), atMost(limits.travellers.value, 'adults'))),
  ),
  ChildAges: childAges(),
  ServiceLanguage: observed('client-request', z.optional(word)),
  Currency: assumed('field', z.optional(currencyCode)),
}));

const tourOffer = lateComponent('TourOffer', () => ({
  TourId: assumed('form', z.string()),
  TourName: observed('client-reads', z.string()),
  Description: observed('client-reads', z.string()),
  Duration: observed('client-reads', z.string()),
  AvailableDates: observed('client-reads', z.array(isoDate)),
  SellingPrice: observed('client-reads', money),
  ...offerFlags(),
  SupplierName: observed('client-reads', z.string()),
}));

const selection = once(() => ({
  TourId: assumed('field', text),
  ServiceDate: specified('date.local', isoDate),
}));

/** A client books a tour for one of the available dates. */
export const tourOperations = defineProduct({
  product: 'tour',
  found: 'tours and tickets',
  chosen: 'a tour on one of its dates',
  criteria,
  offers: () => ({ Tours: observed('client-reads', z.array(tourOffer())) }),
  selection,
  booked: () => ({ ...selection(), Paxs: travellers() }),
});

/** The criteria of a tour Search. */
export type TourCriteria = z.infer<ReturnType<typeof criteria>>;
/** One offer in the answer to a tour Search. */
export type TourOffer = z.infer<ReturnType<typeof tourOffer>>;
