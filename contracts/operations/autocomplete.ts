import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { defineOperation } from '../operation.ts';
import { annotated, assumed, byAssumption, component, observed } from '../provenance.ts';
import {
  atMost,
  countryCode,
  locationType,
  products,
  staticAccess,
  staticOperation,
  translations,
} from '../shapes/index.ts';

const suggestion = component(
  'Suggestion',
  z.looseObject({
    id: assumed('other-name', z.string()),
    name: assumed('form', z.string()),
    type: assumed('form', locationType),
    countryCode: assumed('other-name', countryCode),
    destinationId: assumed('form', z.string()),
    hotelId: observed('client-reads', z.optional(z.int())),
    names: assumed('other-name', z.optional(translations())),
  }),
);

const quantity = annotated(
  {
    description:
      'The maximum number of results. With 0, the answer has as many results as without this number.',
  },
  z
    .int({ error: 'expected a whole number of results' })
    .check(z.minimum(0, { error: 'expected 0 results or more' })),
);

/**
 * A place that matches the search term. A Search needs the `id` of the place. The `hotelId` is 0 for a place that is not a hotel.
 */
export type Suggestion = z.infer<typeof suggestion>;

/** A place matches if its name has a word that begins with the term (ep.unspecified). */
export const autocomplete = defineOperation({
  ...staticOperation,
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
  request: z.strictObject({
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
  answer: () => z.array(suggestion),
  problems: ['InvalidStaticToken'],
});
