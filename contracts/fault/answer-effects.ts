import * as z from 'zod';
import { suppliers } from '../suppliers.ts';
import { defineEffect } from './effect-row.ts';

// Good answers that lack something.

const sparse = defineEffect({
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
  main: 'keep',
  about: 'Static data of which only some fields are known: none is guaranteed.',
  where: 'HotelDetail and AirportDetail',
  actsOn: ({ id }) => id === 'hotelDetail' || id === 'airportDetail',
  claims: () => [],
});

const partial = defineEffect({
  part: 'operation',
  schema: z.strictObject({
    kind: z.literal('partial'),
    supplier: z.enum(suppliers).meta({ description: 'The one whose offers are missing.' }),
  }),
  main: 'supplier',
  about: 'One of the suppliers behind a Search did not answer: its offers are missing, and Errors[] says so.',
  where: 'Search',
  actsOn: ({ id }) => id.endsWith('.search'),
  claims: () => [],
});

/** The effects that leave something out of a good answer. */
export const answerEffects = { sparse, partial } as const;
