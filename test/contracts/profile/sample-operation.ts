import * as z from 'zod';
import { defineOperation } from '#contracts/operations/operation';
import { requiredByAssumption } from '#contracts/provenance';
import { isoDate, utcTime } from '#contracts/shapes';

const price = z.object({ Value: z.number(), Currency: z.string() });

const sample = defineOperation({
  id: 'sample',
  base: 'base',
  method: 'POST',
  path: '/sample',
  effect: 'read',
  summary: 'Has a field of each kind.',
  provenance: { kind: 'assumed', reason: 'operation' },
  answerProvenance: { kind: 'assumed', reason: 'answer' },
  request: () =>
    z.strictObject({
      Token: z.string().optional(),
      Criteria: z.object({ Currency: z.string().optional(), NumNights: z.int().optional() }),
      Filters: z.object({ Name: z.string().optional() }).optional(),
      Price: price.nullable().optional(),
      BookingId: z.string(),
      Phone: requiredByAssumption(z.string()),
      HotelId: z.int().optional(),
      bookingStatus: z.enum(['CONFIRMED', 'PENDING']).optional(),
      IsPaid: z.boolean().optional(),
      CheckinDate: z.optional(isoDate),
      Time: z.optional(utcTime),
      RoomIds: z.array(z.string()).optional(),
      Errors: z.array(z.object({ Code: z.string() })).optional(),
    }),
  answer: () => z.looseObject({ Token: z.string() }),
  problems: [],
});

export const samples = { sample };
