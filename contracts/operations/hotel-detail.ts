import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';
import { assumed, bySpecification, component, observed, specified } from '../provenance.ts';
import { staticAccess, staticOperation, translations, wholeNumber } from '../shapes/index.ts';

const optionalField = <S extends z.ZodMiniType>(schema: S) =>
  specified('res.hotel-detail', z.optional(schema));

const destination = component(
  'HotelDestination',
  z.looseObject({
    id: assumed('form', z.string()),
    name: observed('vendor-docs', translations()),
  }),
);

const room = component(
  'HotelRoom',
  z.looseObject({
    name: assumed('form', z.string()),
    photos: assumed('form', z.optional(z.array(z.string()))),
    amenities: assumed('form', z.optional(z.array(z.string()))),
  }),
);

/** The supplier does not guarantee any field (res.hotel-detail). */
export const hotelDetail = defineOperation({
  ...staticOperation,
  id: 'hotelDetail',
  path: '/new/api/v1/mapping/hotel/{hotelId}/token/{token}',
  summary: 'Returns the place, stars, amenities, photos and rooms of a hotel. Every field can be missing.',
  provenance: bySpecification('ep.hotel-detail'),
  answerProvenance: bySpecification('res.hotel-detail'),
  request: z.strictObject({ hotelId: specified('ep.hotel-detail', wholeNumber), ...staticAccess }),
  answer: () =>
    z.looseObject({
      id: optionalField(z.int()),
      destination: optionalField(destination),
      name: optionalField(z.string()),
      address: optionalField(z.string()),
      latitude: optionalField(z.number()),
      longitude: optionalField(z.number()),
      category: optionalField(z.enum(['1', '2', '3', '4', '5'])),
      amenities: optionalField(z.array(z.string())),
      photos: optionalField(z.array(z.string())),
      rooms: optionalField(z.array(room)),
    }),
  problems: ['InvalidStaticToken', 'NotFound'],
});
