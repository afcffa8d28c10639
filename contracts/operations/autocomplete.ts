import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, component, observed } from '../provenance.ts';
import {
  atMost,
  countryCode,
  destinationIdField,
  locationType,
  products,
  staticAccess,
  staticOperation,
  translations,
} from '../shapes/index.ts';

const suggestion = component(
  'Suggestion',
  z.looseObject({
    id: assumed('field', z.string()),
    name: assumed('field', z.string()),
    type: assumed('field', locationType),
    countryCode: assumed('field', countryCode),
    ...destinationIdField,
    hotelId: observed('client-reads', z.optional(z.int())),
    names: assumed('field', z.optional(translations())),
  }),
);

/**
 * A place that matches the search term. A Search needs the `id` of the place. The `hotelId` is 0 for a place that is not a hotel.
 */
export type Suggestion = z.infer<typeof suggestion>;

/** Finds the places whose name contains a word that begins with the search term (svc.2, ep.unspecified). */
export const autocomplete = defineOperation({
  ...staticOperation,
  id: 'autocomplete',
  path: '/new/api/v1/mapping/autocomplete/{term}/token/{token}',
  summary:
    'Finds destinations, airports, districts and hotels by the beginning of a word in their name. The search ignores accents.',
  provenance: byAssumption('operation'),
  answerProvenance: byAssumption('operation'),
  request: z.strictObject({
    term: assumed(
      'field',
      z
        .string()
        .check(
          z.regex(/\S/, { error: 'expected text that is not blank' }),
          atMost(limits.searchTerm.value, 'characters (assumed limit)'),
        ),
    ),
    ...staticAccess,
    product: assumed('field', z.optional(z.enum(products))),
  }),
  answer: () => z.array(suggestion),
  problems: ['InvalidStaticToken'],
});
