import * as z from 'zod';
import { instant } from '#contracts/control';
import { provingExchange } from '../../judge/index.ts';

const offset = z.int().describe('Milliseconds after the start of the story, on the sandbox clock.');
const body = z.string().describe('The body as text, with secrets masked. A long body is cut off.');

const call = z.strictObject({
  ...provingExchange.shape,
  at: offset,
  tookMs: z.int().min(0),
  faults: z
    .array(z.strictObject({ kind: z.string(), commit: z.enum(['before', 'after', 'never']).optional() }))
    .optional()
    .describe('The faults that changed the answer, and when the operation took effect.'),
  bookingId: z.string().optional(),
  request: body.optional(),
  answer: body.optional(),
});

const cause = z
  .int()
  .optional()
  .describe('The number of the exchange that caused the event; missing if no exchange did.');

const service = z.strictObject({
  bookingId: z.string(),
  serviceId: z.string(),
  product: z.string(),
  item: z.string(),
  name: z.string().optional().describe('The name of the item.'),
  states: z
    .array(z.strictObject({ at: offset, status: z.string(), by: cause }))
    .describe('The real statuses at the supplier, the first one first.'),
});

const token = z.strictObject({
  kind: z.enum(['Token', 'ReToken']),
  name: z.string().describe('The first characters of the Token.'),
  by: z.int().describe('The number of the exchange that issued the Token.'),
  usedBy: z.int().optional().describe('The number of the exchange that used the Token up.'),
  from: offset,
  until: offset.describe('When the Token expired, or was used up.'),
  end: z.enum(['expired', 'used', 'open']),
});

const charge = z.strictObject({
  at: offset,
  by: cause,
  bookingId: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
});

export const storySchema = z.strictObject({
  began: instant,
  ended: offset.describe('When the client ended. Later events happened at the supplier only.'),
  calls: z.array(call),
  restarts: z
    .array(z.strictObject({ at: offset, after: z.int() }))
    .describe('When the client was killed and started again, and the last exchange before.'),
  services: z.array(service),
  tokens: z.array(token),
  charges: z.array(charge),
  left: z.int().min(1).optional().describe('The number of further calls that the story leaves out.'),
});

export type Story = z.infer<typeof storySchema>;
export type StoryCall = Story['calls'][number];
