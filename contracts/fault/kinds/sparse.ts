import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { listOf } from './parameters.ts';

export const sparse = defineFault('sparse', {
  fields: () => ({
    keep: z
      .array(z.string().min(1).max(100), {
        error: 'expected a list of field names, such as ["id"]; in the shorthand, write keep=id;name',
      })
      .min(1)
      .max(50)
      .meta({ description: 'The fields that the answer keeps.' }),
  }),
  read: { keep: listOf },
  example: 'sparse=id;name',
  about:
    'The answer contains only some fields of the static data. The specification guarantees none of these fields.',
  where: 'HotelDetail and AirportDetail',
  actsOn: ({ id }) => id === 'hotelDetail' || id === 'airportDetail',
  trials: [{ parameters: { keep: ['id'] } }],
  plan: ({ keep }) => ({
    rewrites: [answer => Object.fromEntries(Object.entries(answer).filter(([name]) => keep.includes(name)))],
  }),
});
