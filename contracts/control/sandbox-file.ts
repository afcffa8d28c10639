import * as z from 'zod';
import { type ServiceStatus, statuses } from '../booking-status.ts';
import { faultSchema } from '../fault/schema.ts';
import type { errorEntry } from '../shapes/answer.ts';
import { products } from '../shapes/booking.ts';
import { bookedPax } from '../shapes/pax.ts';
import { paymentStatus } from '../shapes/payment.ts';
import { isObject } from '../util/json.ts';
import { clockModes } from './clock.ts';
import { startFaults } from './faults.ts';
import { sandboxId } from './scalars.ts';

// The state of a sandbox as export writes it and import reads it. Objects are open, so that a field this table does not
// know survives the way out and in.

const status = z.enum(Object.keys(statuses) as [ServiceStatus, ...ServiceStatus[]]); // Object.keys widens to string
const product = z.enum(products);
const count = z.int().min(0);

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isJsonObject = (text: string): boolean => isObject(read(text));

/** Text that holds JSON: what is inside was written by the same program. */
const jsonText = z.string().refine(text => read(text) !== undefined, { error: 'expected JSON text' });

// Any text, for faults give errors that only a supplier knows; the records call them all codes of the contract.
const errorCode = z.string() as unknown as typeof errorEntry.shape.Code;

const service = z.looseObject({
  id: z.string(),
  reference: z.string().exactOptional(),
  product,
  supplier: z.string(),
  item: z.string(),
  units: z.array(z.string()),
  start: z.string(),
  end: z.string().exactOptional(),
  timeZone: z.string(),
  paxs: z.array(z.looseObject(bookedPax.shape)),
  criteria: jsonText.exactOptional(),
  cents: z.number(),
  policies: z.array(z.looseObject({ start: z.string(), end: z.string(), cents: z.number() })),
  penalty: z.number().exactOptional(),
  truth: status,
  stored: status,
  onRequest: z.boolean(),
  timeline: z.array(z.looseObject({ at: z.number(), status })),
  plan: z.number(),
  confirmation: z.string().exactOptional(),
  errors: z.array(z.looseObject({ Code: errorCode, Message: z.string(), Field: z.string().exactOptional() })),
  toldAt: z.number(),
});

const payment = z.looseObject({
  serviceId: z.string(),
  conditionId: z.string(),
  cents: z.number(),
  status: paymentStatus,
  at: z.number(),
  card: z.looseObject({ last4: z.string(), luhn: z.boolean(), ours: z.boolean() }),
});

const booking = z.looseObject({
  id: z.string(),
  owner: z.string(),
  currency: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  services: z.array(service),
  payments: z.array(payment),
  play: z.string().exactOptional(),
});

const issued = {
  product,
  owner: z.string(),
  issuedAt: z.number(),
  consumedAt: z.number().exactOptional(),
  criteria: jsonText,
  play: z.string().exactOptional(),
};
const token = z.discriminatedUnion('step', [
  z.looseObject({ step: z.literal('search'), ...issued }),
  z.looseObject({
    step: z.literal('conditions'),
    ...issued,
    item: z.string(),
    units: z.array(z.string()),
    serviceDate: z.string().exactOptional(),
    cents: z.number(),
    currency: z.string(),
    price: z
      .looseObject({
        byPercent: z.number().exactOptional(),
        byCents: z.number().exactOptional(),
        currency: z.string().exactOptional(),
      })
      .exactOptional(),
  }),
  z.looseObject({ step: z.literal('answered'), request: z.string(), answer: jsonText }),
]);

const store = z.looseObject({
  bookings: z.array(booking),
  tokens: z.array(z.tuple([z.string(), token])),
  counts: z.array(z.tuple([z.number(), z.number()])),
  due: z.array(
    z.looseObject({
      at: z.number(),
      bookingId: z.string(),
      serviceId: z.string(),
      plan: z.number(),
      status: status.exactOptional(),
    }),
  ),
  booked: z.array(z.tuple([z.string(), z.number()])),
});

const record = z.string().refine(isJsonObject, { error: 'expected JSON text of an object' });
const shelf = z.array(z.tuple([z.int().min(1), record]));

const clock = z.looseObject({
  mode: z.enum(clockModes),
  scale: z.number(),
  now: z.number(),
  awaitsFirstRequest: z.boolean(),
});

const armedFault = z
  .looseObject({
    fault: faultSchema().required({ id: true }),
    seen: count,
    fired: count,
    memory: z.record(z.string(), z.number()),
  })
  .refine(({ seen, fired }) => seen < 0 || fired <= seen, {
    path: ['fired'],
    error: 'expected at most as many as "seen": a call that was hit was seen',
  });

const play = z.looseObject({
  id: z.string(),
  scenario: z.string(),
  keys: z.array(z.string()),
  open: z.string().exactOptional(),
  booked: z.literal(true).exactOptional(),
  faults: z.array(armedFault),
  faultsArmed: count,
});

const identity = z.looseObject({
  id: sandboxId,
  seed: z.string(),
  credentials: z.array(z.looseObject({ Username: z.string(), Password: z.string() })).min(1),
  staticToken: z.string(),
  managerId: z.int(),
  mcpToken: z.string(),
  options: z.looseObject({
    rateLimit: z.union([z.int().min(1), z.literal(false)], { error: 'expected a whole number or false' }),
    idempotency: z.enum(['ignored', 'honoured']),
    ids: z.enum(['known', 'any']).exactOptional(),
    journalBytes: count,
  }),
  scenario: z.string().exactOptional(),
});

/**
 * A whole sandbox as one JSON file: who it is, its clock, bookings, tokens and journal. The document shows no more than
 * its head: what is inside belongs to the version.
 */
export const sandboxFile = z
  .looseObject({
    format: z.literal('understudy-sandbox', {
      error: 'expected "understudy-sandbox": the answer of an export',
    }),
    version: z.literal(1, { error: 'expected 1, the version that this server reads' }),
    identity,
    start: z.looseObject({
      clock: z.looseObject({
        mode: z.enum(clockModes),
        start: z.number().optional(),
        scale: z.number().optional(),
        startOnFirstRequest: z.boolean().optional(),
      }),
      faults: startFaults.exactOptional(),
    }),
    clock,
    store,
    journal: z.looseObject({ next: z.int().min(1), facts: shelf, bodies: shelf }),
    marks: z.array(z.string().regex(/^~[\da-f]{8}$/)).exactOptional(),
    rate: z.array(z.tuple([z.string(), z.array(z.number())])),
    faults: z.array(armedFault).exactOptional(), // a file that was written before there were faults has none
    faultsArmed: count.exactOptional(),
    plays: z.array(play).exactOptional(),
    playsBegun: count.exactOptional(),
    closed: z.boolean(),
    closedAt: z.number().exactOptional(),
  })
  .meta({
    id: 'ControlSandboxFile',
    override: {
      type: 'object',
      description: 'A sandbox as a file: hand it back as it came.',
      properties: { format: { const: 'understudy-sandbox' }, version: { const: 1 } },
      required: ['format', 'version'],
    },
  });
