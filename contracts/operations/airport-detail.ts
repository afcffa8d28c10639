import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { assumed, byAssumption, bySpecification, specified } from '../provenance.ts';
import { countryCode, destinationIdField, staticAccess, staticOperation, text } from '../shapes/index.ts';

export const airportDetail = defineOperation({
  ...staticOperation,
  id: 'airportDetail',
  path: '/new/api/v1/mapping/airport/{airportCode}/token/{token}',
  summary: 'Returns an airport by its IATA code, with the destination that the airport serves.',
  provenance: bySpecification('ep.airport'),
  answerProvenance: byAssumption('answer'),
  request: z.strictObject({ airportCode: specified('ep.airport', text), ...staticAccess }),
  answer: () =>
    z.looseObject({
      iataCode: assumed('answer', z.string()),
      name: assumed('answer', z.string()),
      city: assumed('answer', z.string()),
      countryCode: assumed('answer', countryCode),
      latitude: assumed('answer', z.number()),
      longitude: assumed('answer', z.number()),
      timeZone: assumed('answer', z.string()),
      ...destinationIdField,
    }),
  problems: ['InvalidStaticToken', 'NotFound'],
});
