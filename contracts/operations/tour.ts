import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { assumed, component, specified } from '../provenance.ts';
import { requireOneOf } from '../require.ts';
import {
  childAges,
  count,
  currencyCode,
  isoDate,
  money,
  offerFlags,
  text,
  travellers,
  word,
} from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { defineSearch } from './search.ts';
import { byId, defineSteps } from './steps.ts';

const adultAge = count(limits.childAge.value + 1, limits.age.value, 'years');

const criteria = component(
  'TourCriteria',
  requireOneOf(
    z.strictObject({
      DestinationId: assumed('field', z.optional(text)),
      CityId: assumed('alternative', z.optional(text)),
      InitialServiceDate: assumed('field', isoDate),
      FinalServiceDate: assumed('field', isoDate),
      NumberOfAdults: assumed('field', z.optional(count(1, limits.travellers.value, 'adults'))),
      AdultAges: assumed(
        'alternative',
        z.optional(
          z.array(adultAge).check(
            z.minLength(1, { error: 'expected 1 adult or more' }),
            z.maxLength(limits.travellers.value, {
              error: `expected at most ${limits.travellers.value} adults`,
            }),
          ),
        ),
      ),
      ChildAges: childAges,
      ServiceLanguage: assumed('field', z.optional(word)),
      Currency: assumed('field', z.optional(currencyCode)),
    }),
    [
      ['DestinationId', 'CityId'],
      ['NumberOfAdults', 'AdultAges'],
    ],
  ),
);

const tourOffer = once(() =>
  component(
    'TourOffer',
    z.looseObject({
      TourId: assumed('field', z.string()),
      TourName: assumed('field', z.string()),
      Description: assumed('field', z.string()),
      Duration: assumed('field', z.string()),
      AvailableDates: assumed('field', z.array(isoDate)),
      SellingPrice: assumed('money', money),
      ...offerFlags(),
    }),
  ),
);

/** Availability of tours and tickets (svc.1). */
const search = defineSearch({
  product: 'tour',
  what: 'tours and tickets',
  criteria,
  offers: () => ({ Tours: assumed('field', z.array(tourOffer())) }),
});

const selection = {
  TourId: assumed('field', text),
  ServiceDate: specified('date.local', isoDate),
};

/** The steps after a tour Search (svc.1): a tour is booked for one of its dates. */
const steps = defineSteps({
  product: 'tour',
  what: 'a tour on one of its dates',
  selection,
  booked: { ...selection, Paxs: travellers },
});

/** Everything that can be done with tours. */
export const tourOperations = byId('tour', { search, ...steps });

/** What a tour Search asks for. */
export type TourCriteria = z.infer<typeof criteria>;
/** One offer of a tour Search. */
export type TourOffer = z.infer<ReturnType<typeof tourOffer>>;
