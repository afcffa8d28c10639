import * as z from 'zod';
import { defineOperation } from '#contracts/operations/operation';

/** An operation without a body and with path parameters, which the hotel flow does not have. */
export const hotelPage = defineOperation({
  id: 'hotelPage',
  base: 'commons',
  method: 'GET',
  path: '/pages/{hotelId}/of/{token}',
  effect: 'read',
  summary: 'Gives the page of a hotel.',
  provenance: { kind: 'assumed', reason: 'operation' },
  answerProvenance: { kind: 'assumed', reason: 'answer' },
  request: () => z.strictObject({ hotelId: z.int(), token: z.string(), managerId: z.int() }),
  answer: () =>
    z.array(
      z.looseObject({
        hotelId: z.int().optional(),
        id: z.string(),
        texts: z.union([z.object({ pt: z.string() }), z.string()]).nullable(),
      }),
    ),
  problems: ['NotFound'],
});

export const pages = { hotelPage };
