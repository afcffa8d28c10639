import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import type { Complaint, InspectContext } from '../operation.ts';
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
import { asObject, once } from '../util/index.ts';
import { inspectPast, inspectPeriod, inspectTravellers } from './inspect-dates.ts';
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
  inspect: inspectTour,
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

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isCount = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= limits.travellers.value;

function inspectTour(request: unknown, context: InspectContext): Complaint[] {
  const criteria = asObject(asObject(request).Criteria);
  const { DestinationId, CityId, NumberOfAdults: adults, AdultAges: ages } = criteria;
  const first = { field: 'Criteria.InitialServiceDate', date: criteria.InitialServiceDate };
  const last = { field: 'Criteria.FinalServiceDate', date: criteria.FinalServiceDate };
  const complaints = [
    ...inspectPast(first, [DestinationId ?? CityId], context),
    ...inspectPeriod(first, last, limits.serviceDays.value),
    ...inspectTravellers(criteria, { adults: ['NumberOfAdults', 'AdultAges'], children: 'ChildAges' }),
  ];
  if (isCount(adults) && Array.isArray(ages) && ages.length !== adults) {
    const message = `${ages.length} ages, but NumberOfAdults is ${adults}; send one of them`;
    complaints.push({ field: 'Criteria.AdultAges', message });
  }
  if (isText(DestinationId) && isText(CityId) && DestinationId !== CityId) {
    complaints.push({
      field: 'Criteria.CityId',
      message: 'another place than DestinationId; send one of them',
    });
  }
  return complaints;
}
