import * as z from 'zod';
import { defineFault } from '../define-fault.ts';
import { listOf } from './parameters.ts';

export const sparse = defineFault({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('sparse'),
    keep: z
      .array(z.string().min(1).max(100), {
        error: 'expected a list of names of fields, such as ["id"]; in short keep=id;name',
      })
      .min(1)
      .max(50)
      .meta({ description: 'The fields that are left.' }),
  }),
  shorthand: { main: 'keep', read: { keep: listOf } },
  example: 'sparse=id;name',
  about: 'Static data of which only some fields are known: none is guaranteed.',
  where: 'HotelDetail and AirportDetail',
  actsOn: ({ id }) => id === 'hotelDetail' || id === 'airportDetail',
  conflictsWith: () => [],
  plan: ({ keep }) => ({
    rewrites: [answer => Object.fromEntries(Object.entries(answer).filter(([name]) => keep.includes(name)))],
  }),
});
