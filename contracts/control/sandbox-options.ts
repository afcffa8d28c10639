import * as z from 'zod';

/** The options of a sandbox. */
export const sandboxOptions = z.strictObject({
  rateLimit: z.union([z.int().min(1).max(1_000_000), z.literal(false)], {
    error: 'expected a whole number of requests a minute from 1 to 1000000, or false',
  }),
  idempotency: z.enum(['ignored', 'honoured']),
  ids: z.enum(['known', 'any']).meta({
    description:
      'The hotel and destination ids that exist: with `known`, only the ids of the reference data; with `any`, every id. Use `any` for a client with its own mapping tables.',
  }),
  journalBytes: z
    .int()
    .min(0)
    .max(2 ** 31),
});
