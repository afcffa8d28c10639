import * as z from 'zod/mini';
import {
  annotated,
  assumed,
  byAssumption,
  bySpecification,
  lateComponent,
  limits,
  observed,
  specified,
} from '../clauses/index.ts';
import { defineOperation } from './operation.ts';
import { atMost, countryCode, locationType, products, text, translations } from './shapes/index.ts';

const common = { base: 'commons', method: 'GET', effect: 'read' } as const;

const wholeNumber = z.int({ error: 'expected a whole number' });

/** The token is in the path, and the managerId in the query (auth.4). */
const staticAccess = {
  token: specified('auth.4', text),
  managerId: specified('auth.4', wholeNumber),
};

const suggestion = lateComponent('Suggestion', () => ({
  id: assumed('other-name', z.string()),
  name: assumed('form', z.string()),
  type: assumed('form', locationType),
  countryCode: assumed('other-name', countryCode),
  destinationId: assumed('form', z.string()),
  hotelId: observed('client-reads', z.optional(z.int())),
  names: assumed('other-name', z.optional(translations())),
}));

const quantity = annotated(
  {
    description:
      'The maximum number of results. With 0, the answer has as many results as without this number.',
  },
  z
    .int({ error: 'expected a whole number of results' })
    .check(z.minimum(0, { error: 'expected 0 results or more' })),
);

/** A place that matches the search term. A Search needs the `id` of the place. The `hotelId` is 0 for a place that is not a hotel. */
export type Suggestion = z.infer<ReturnType<typeof suggestion>>;

/** A place matches if its name has a word that begins with the term (ep.unspecified). */
export const autocomplete = defineOperation({
  ...common,
  id: 'autocomplete',
  path: '/new/api/v1/mapping/autocomplete/{term}/token/{token}',
  otherPaths: [
    '/new/api/v1/mapping/autocomplete/all/{term}/managerid/{managerId}/token/{token}',
    '/new/api/v1/mapping/autocomplete/all/{term}/managerid/{managerId}/token/{token}/{quantity}',
  ],
  summary:
    'Finds destinations, airports, districts and hotels by the beginning of a word in their name. The search ignores accents.',
  provenance: byAssumption('other-path'),
  answerProvenance: byAssumption('other-answer'),
  request: () =>
    z.strictObject({
      term: observed(
        'client-request',
        z
          .string()
          .check(
            z.regex(/\S/, { error: 'expected text that is not blank' }),
            atMost(limits.searchTerm.value, 'characters (assumed limit)'),
          ),
      ),
      ...staticAccess,
      product: assumed('field', z.optional(z.enum(products))),
      quantity: observed('client-request', z.optional(quantity)),
    }),
  answer: () => z.array(suggestion()),
  problems: ['InvalidStaticToken'],
});

export const airportDetail = defineOperation({
  ...common,
  id: 'airportDetail',
  path: '/new/api/v1/mapping/airport/{airportCode}/token/{token}',
  summary: 'Returns an airport by its IATA code, with the destination that the airport serves.',
  provenance: bySpecification('ep.airport'),
  answerProvenance: byAssumption('answer'),
  request: () => z.strictObject({ airportCode: specified('ep.airport', text), ...staticAccess }),
  answer: () =>
    z.looseObject({
      iataCode: assumed('answer', z.string()),
      name: assumed('answer', z.string()),
      city: assumed('answer', z.string()),
      countryCode: assumed('answer', countryCode),
      latitude: assumed('answer', z.number()),
      longitude: assumed('answer', z.number()),
      timeZone: assumed('answer', z.string()),
      destinationId: assumed('answer', z.string()), // a Search sends this id as its DestinationId
    }),
  problems: ['InvalidStaticToken', 'NotFound'],
});

const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  specified('res.hotel-detail', z.optional(schema));

const destination = lateComponent('HotelDestination', () => ({
  id: assumed('form', z.string()),
  name: observed('vendor-docs', translations()),
}));

const room = lateComponent('HotelRoom', () => ({
  name: assumed('form', z.string()),
  photos: assumed('form', z.optional(z.array(z.string()))),
  amenities: assumed('form', z.optional(z.array(z.string()))),
}));

/** The supplier does not guarantee any field (res.hotel-detail). */
export const hotelDetail = defineOperation({
  ...common,
  id: 'hotelDetail',
  path: '/new/api/v1/mapping/hotel/{hotelId}/token/{token}',
  summary: 'Returns the place, stars, amenities, photos and rooms of a hotel. Every field can be missing.',
  provenance: bySpecification('ep.hotel-detail'),
  answerProvenance: bySpecification('res.hotel-detail'),
  request: () => z.strictObject({ hotelId: specified('ep.hotel-detail', wholeNumber), ...staticAccess }),
  answer: () =>
    z.looseObject({
      id: optionalField(z.int()),
      destination: optionalField(destination()),
      name: optionalField(z.string()),
      address: optionalField(z.string()),
      latitude: optionalField(z.number()),
      longitude: optionalField(z.number()),
      category: optionalField(z.enum(['1', '2', '3', '4', '5'])),
      amenities: optionalField(z.array(z.string())),
      photos: optionalField(z.array(z.string())),
      rooms: optionalField(z.array(room())),
    }),
  problems: ['InvalidStaticToken', 'NotFound'],
});
