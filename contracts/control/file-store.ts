import * as z from 'zod';
import { type ServiceStatus, statuses } from '../booking-status.ts';
import { limits } from '../limits.ts';
import { instantMs } from '../scalars.ts';
import { bookedPax, type errorEntry, paymentStatus, products } from '../shapes/index.ts';
import { isObject } from '../util/index.ts';
import { longList } from './long-values.ts';

// The bookings and tokens of an exported sandbox. The objects accept unknown fields, like all objects of the exported file.

const status = z.enum(Object.keys(statuses) as [ServiceStatus, ...ServiceStatus[]]); // Object.keys returns string[]
const product = z.enum(products);

/** No list of a request has more entries, so no booking has more. */
const max = limits.listEntries.value;

/** The criteria are a part of a request, so they are not longer than a request. */
const criteria = z
  .string()
  .max(limits.bodySize.value, { abort: true })
  .refine(isJsonObject, { error: 'expected a JSON object as text' });

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

// A fault can add errors with any code, so the schema accepts any text. For the compiler, the type contains
// only the codes of the contract.
const errorCode = z.string() as unknown as typeof errorEntry.shape.Code;

const date = z.iso.date({ error: 'expected a date as YYYY-MM-DD' });
const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'expected an ISO 4217 code such as "BRL"' });
const timeZone = z
  .string()
  .max(100, { abort: true })
  .refine(isTimeZone, { error: 'expected a time zone such as "America/Sao_Paulo"' });

/** The time zones that were checked last. A check takes longer than all other checks of a booking. */
const knownZones = new Set<string>();
const maxKnownZones = 1_000;

function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
  } catch {
    return false;
  }
  if (knownZones.size >= maxKnownZones) knownZones.clear();
  knownZones.add(name);
  return true;
}

/** The supplier creates the ids of bookings and services, and they are far shorter. */
const id = z.string().max(100, { abort: true });

const service = z.looseObject({
  id,
  reference: z.string().exactOptional(),
  product,
  supplier: z.string(),
  item: z.string(),
  units: longList(z.string(), { max }),
  start: date,
  end: date.exactOptional(),
  timeZone,
  paxs: longList(z.looseObject(bookedPax.shape), { max }),
  guestsPerRoom: longList(z.int().min(0), { max }).exactOptional(),
  criteria: criteria.exactOptional(),
  cents: z.int(),
  policies: longList(z.looseObject({ start: date, end: date, cents: z.int() })),
  penalty: z.int().exactOptional(),
  truth: status,
  stored: status,
  onRequest: z.boolean(),
  timeline: longList(z.looseObject({ at: instantMs, status })),
  plan: z.int(),
  confirmation: z.string().exactOptional(),
  errors: longList(
    z.looseObject({ Code: errorCode, Message: z.string(), Field: z.string().exactOptional() }),
  ),
  toldAt: instantMs,
});

const payment = z.looseObject({
  serviceId: z.string(),
  conditionId: z.string(),
  cents: z.int(),
  status: paymentStatus,
  at: instantMs,
  card: z.looseObject({ last4: z.string(), luhn: z.boolean(), ours: z.boolean() }),
});

const booking = z.looseObject({
  id,
  owner: z.string(),
  currency,
  createdAt: instantMs,
  updatedAt: instantMs,
  services: longList(service),
  payments: longList(payment),
  play: z.string().exactOptional(),
  isOthers: z.literal(true).exactOptional(),
});

const issued = {
  product,
  owner: z.string(),
  issuedAt: instantMs,
  consumedAt: instantMs.exactOptional(),
  criteria,
  play: z.string().exactOptional(),
};
const token = z.discriminatedUnion('step', [
  z.looseObject({ step: z.literal('search'), ...issued }),
  z.looseObject({
    step: z.literal('conditions'),
    ...issued,
    item: z.string(),
    units: longList(z.string(), { max }),
    serviceDate: z.string().exactOptional(),
    cents: z.int(),
    currency,
    price: z
      .looseObject({
        byPercent: z.number().exactOptional(),
        byCents: z.number().exactOptional(),
        currency: currency.exactOptional(),
        convert: z.boolean().exactOptional(),
      })
      .exactOptional(),
    terms: z
      .looseObject({
        taxesByPercent: z.number().exactOptional(),
        extraTaxCents: z.number().exactOptional(),
        nonRefundable: z.boolean().exactOptional(),
      })
      .exactOptional(),
  }),
  z.looseObject({ step: z.literal('answered'), request: z.string(), answer: criteria }),
]);

const due = z.looseObject({
  at: instantMs,
  bookingId: z.string(),
  serviceId: z.string(),
  plan: z.int(),
  status: status.exactOptional(),
});

/** The bookings, the tokens and the planned status changes of a sandbox. */
export const store = z.looseObject({
  bookings: longList(booking),
  tokens: longList(z.tuple([z.string(), token])),
  counts: longList(z.tuple([z.number(), z.int().min(0)])),
  due: longList(due),
  booked: longList(z.tuple([z.string(), z.int()])),
  shared: longList(z.tuple([z.string(), longList(z.string())])).exactOptional(),
});
