import * as z from 'zod';
import { component } from '../clauses/index.ts';
import { objectComponent, wholeNumber } from '../input/index.ts';
import { operationIds } from '../operations/index.ts';

export const exchangeQuery = z.strictObject({
  after: wholeNumber(z.int().min(0)).optional(),
  operation: z.enum(operationIds).optional(),
  limit: wholeNumber(z.int().min(1)).optional(),
});

export const exchangeListQuery = exchangeQuery.extend({
  bodies: z.enum(['true', 'false']).optional().meta({
    description:
      'With `false`, the calls come without headers and bodies, so that a long list stays small. The default is true.',
  }),
});

const stamp = z.object({ at: z.number(), real: z.number() });
const headers = z.record(z.string(), z.string());

/** A recorded call, with headers and bodies unless the journal dropped these. Instants are in epoch milliseconds. */
export const exchangeView = component(
  'ControlExchange',
  z.looseObject({
    number: z.int(),
    operation: z.string().nullable(),
    method: z.string(),
    url: z.string(),
    opened: stamp,
    answered: stamp.optional(),
    closed: z.object({ ...stamp.shape, ending: z.string(), bytes: z.number() }).optional(),
    status: z.int().optional(),
    scenario: z.string().optional(),
    request: z.record(z.string(), z.unknown()),
    answer: z.record(z.string(), z.unknown()),
    requestHeaders: headers.optional(),
    requestBody: z.unknown().optional(),
    answerHeaders: headers.optional(),
    answerBody: z.unknown().optional(),
    /** Whether the journal dropped headers and bodies to stay within its size limit. */
    bodiesDropped: z.literal(true).optional(),
  }),
);

export const harFile = objectComponent('ControlHar', {
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    entries: z.array(z.looseObject({ startedDateTime: z.string(), time: z.number() })),
  }),
});
