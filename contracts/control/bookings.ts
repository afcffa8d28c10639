import * as z from 'zod';
import { type ServiceStatus, statusNames } from '../clauses/index.ts';
import { instant, objectComponent, wholeNumber } from '../input/index.ts';
import { paymentStatus, products } from '../operations/index.ts';

const status = z.enum(statusNames);
const money = z.object({ value: z.number(), currency: z.string() });

const service = z.object({
  serviceId: z.string(),
  product: z.enum(products),
  supplier: z.string(),
  item: z.string(),
  /** The name of the hotel, car, transfer or tour. A sandbox of an old version has none. */
  name: z.string().optional(),
  units: z.array(z.string()),
  start: z.string(),
  end: z.string().optional(),
  timeZone: z.string(),
  guests: z.array(z.object({ name: z.string(), surname: z.string(), age: z.number().optional() })),
  price: money,
  penalties: z.array(z.object({ start: z.string(), end: z.string(), amount: money })),
  /** The real status of the service at the supplier. */
  truth: status,
  /** The status that the booking shows. The next look-up updates this status. */
  stored: status,
  bookingStatus: z.string(),
  status: z.string(),
  onRequest: z.boolean(),
  confirmationNumber: z.string().optional(),
  timeline: z.array(z.object({ at: instant, status })),
  errors: z.array(z.object({ Code: z.string(), Message: z.string(), Field: z.string().optional() })),
});

const payment = z.object({
  /** The id of the service that the client paid for. */
  serviceId: z.string(),
  paymentConditionId: z.string(),
  amount: money,
  status: paymentStatus,
  at: instant,
  card: z.object({ last4: z.string(), luhn: z.boolean(), ours: z.boolean() }),
});

export const bookingView = objectComponent('ControlBooking', {
  bookingId: z.string(),
  owner: z.string(),
  reference: z.string().optional(),
  bookingStatus: z.string(),
  status: z.string(),
  createdAt: instant,
  updatedAt: instant,
  price: money,
  services: z.array(service),
  payments: z.array(payment),
});

/** The statuses that the supplier can decide without a call of the client. */
export const supplierDecisions = [
  'confirmed',
  'rejected',
  'failed',
  'expired',
  'cancelled',
] as const satisfies readonly ServiceStatus[];

/** A decision of the supplier about one service of a booking, or about all services that can get the status. */
export const bookingDecision = z.strictObject({
  status: z.enum(supplierDecisions),
  serviceId: z.string().optional(),
});

export const bookingQuery = z.strictObject({
  limit: wholeNumber(z.int().min(1).max(100_000)).optional(),
  // The instant of the last change of a booking, and its id.
  after: z
    .string()
    .regex(/^\d{1,16}-./, { error: 'expected the value of "after" from the Link header of the page before' })
    .optional(),
});
