import * as z from 'zod';
import type { Facts } from '../exchange/index.ts';
import { faultKinds } from '../fault/index.ts';
import { operationIds } from '../operations/index.ts';
import { instantMs } from '../scalars.ts';
import { longList } from './long-values.ts';

// The data for the judge that an exported sandbox contains. All objects of this file accept unknown fields.

const text = z.string().exactOptional();
const texts = longList(z.string()).exactOptional();
const number = z.number().exactOptional();
const flag = z.boolean().exactOptional();
const stamp = z.looseObject({ at: instantMs, real: z.number() });
const card = z.looseObject({ last4: z.string(), luhn: z.boolean(), ours: z.boolean() });
const status = { id: z.string(), bookingStatus: z.string(), label: z.string() };

const request = z.looseObject({
  token: text,
  reToken: text,
  bookingId: text,
  serviceId: text,
  reference: text,
  item: text,
  units: texts,
  destination: text,
  start: text,
  end: text,
  times: texts,
  rooms: longList(z.looseObject({ adults: z.number(), ages: longList(z.number()) })).exactOptional(),
  airport: text,
  term: text,
  managerId: text,
  mainPax: text,
  countries: texts,
  wantsOnRequest: flag,
  payment: z
    .looseObject({ condition: text, card: card.exactOptional(), instalments: number })
    .exactOptional(),
  filter: z
    .looseObject({
      ids: texts,
      reference: text,
      statuses: texts,
      products: texts,
      confirmation: text,
      dates: z.record(z.string(), z.string()).exactOptional(),
    })
    .exactOptional(),
  mark: text,
});

const answer = z.looseObject({
  errors: texts,
  fields: texts,
  token: text,
  reToken: text,
  bookingId: text,
  bookingStatus: text,
  label: text,
  services: longList(z.looseObject(status)).exactOptional(),
  confirmation: text,
  revalidation: text,
  price: z.looseObject({ value: z.number(), currency: z.string() }).exactOptional(),
  restriction: text,
  prePayment: flag,
  payLater: flag,
  taxes: z
    .array(z.looseObject({ amount: z.number(), currency: z.string(), name: text, type: text }))
    .exactOptional(),
  policies: z
    .array(z.looseObject({ start: z.string(), end: z.string(), value: z.number(), currency: z.string() }))
    .exactOptional(),
  pricing: z
    .looseObject({
      base: z.number().exactOptional(),
      taxes: z.number().exactOptional(),
      total: z.number().exactOptional(),
    })
    .exactOptional(),
  moreInformation: text,
  paymentConditions: texts,
  paymentStatus: text,
  penalty: number,
  found: number,
  listed: longList(z.looseObject({ ...status, reference: text })).exactOptional(),
  places: texts,
});

/** The data that the judge needs from one exchange. */
export const facts = z.looseObject({
  number: z.int().min(1),
  operation: z.enum(operationIds).nullable(),
  method: z.string(),
  url: z.string().regex(/^\//, { error: 'expected a path that begins with "/"' }),
  opened: stamp,
  answered: stamp.exactOptional(),
  closed: z
    .looseObject({
      ...stamp.shape,
      ending: z.enum(['complete', 'client-gone', 'reset']),
      bytes: z.number().min(0),
    })
    .exactOptional(),
  connection: z.looseObject({ id: z.number(), request: z.number() }).exactOptional(),
  status: z.int().min(100).max(999).exactOptional(),
  scenario: text,
  faults: z
    .array(
      z.looseObject({
        id: z.string(),
        kind: z.enum(Object.keys(faultKinds)),
        commit: z.enum(['before', 'after', 'never']).exactOptional(),
      }),
    )
    .exactOptional(),
  unrecorded: z.literal(true).exactOptional(),
  credential: z.looseObject({ in: z.enum(['body', 'url', 'header']), mark: z.string() }).exactOptional(),
  exposed: longList(z.looseObject({ in: z.enum(['url', 'header']), name: z.string() })).exactOptional(),
  personalHeaders: z
    .array(z.looseObject({ name: z.string(), shape: z.string(), last4: text }))
    .exactOptional(),
  idempotencyKey: text,
  tool: z
    .looseObject({ accept: text, contentType: text, revision: text, method: text, name: text, error: number })
    .exactOptional(),
  request,
  retryAfter: text,
  date: text,
  answer,
  warnings: z
    .array(
      z.looseObject({
        kind: z.enum(['lenient', 'unknown-field', 'ignored', 'spelling', 'header', 'wrong', 'assumed-wrong']),
        field: z.string(),
        message: z.string(),
      }),
    )
    .exactOptional(),
}) satisfies z.ZodType<Facts>;
