import { isObject } from '#contracts/util';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { trustsReference } from '../right/habits.ts';
import {
  type Break,
  caughtBy,
  type Handle,
  type HeldCall,
  noLookUp,
  reporting,
  said,
  second,
  wire,
} from './broken-client.ts';

type Status = { readonly bookingStatus: string; readonly Status: string };
const confirmed: Status = { bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO' };
const cancelled: Status = { bookingStatus: 'Cancelled', Status: 'CANCELADO' };

/** Returns a copy of an answer in which every booking and every service has a status. */
function withStatus(value: unknown, status: Status): unknown {
  if (Array.isArray(value)) return value.map(one => withStatus(one, status));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withStatus(part, status)]),
  );
  return 'bookingStatus' in copy ? { ...copy, ...status } : copy;
}

/** Reads every booking with one status, whatever its own status is. */
const believing =
  (status: Status): Handle =>
  async ({ send }) =>
    Response.json(withStatus(await said(await send()), status));

/** Treats every booking that a look-up by reference finds as confirmed. */
const believesWhatItFinds = wire({ getBooking: believing(confirmed) });

/** Makes another call, if the answer of a call was lost, and sends the call again after a second. */
export const againAfter =
  (between: (call: HeldCall) => Promise<unknown>): Handle =>
  call =>
    call.send().catch(async () => {
      await between(call);
      await call.wait(second);
      return call.send();
    });

/** Sends a call again after a second, if its answer was lost. */
export const againAtOnce = againAfter(async () => undefined);

/** Treats a payment without an answer as approved, and does not read the booking. */
const believesInPayment: Break = {
  ...wire({
    payBooking: ({ send }) => send().catch(() => Response.json({ PaymentStatus: 'Approved', Errors: [] })),
    getBookingDetail: noLookUp,
  }),
  ...reporting('confirmed'),
};

/** Reports a confirmed booking after a restart, and makes no call. */
function believesAfterRestart(): Break {
  // Both processes of a play have the same ledger.
  const started = new WeakSet<object>();
  return {
    client: setting => {
      const client = createReferenceClient(setting);
      if (!started.has(setting.ledger)) {
        started.add(setting.ledger);
        return client;
      }
      return {
        ...client,
        resume: async () => [],
        book: async () => ({ outcome: 'failed', bookingId: undefined, reasons: [] }),
      };
    },
    ...reporting('confirmed'),
  };
}

export const lost = [
  ...caughtBy(
    ['outcome-as-expected', 'ambiguous-status-polled', 'booked-as-expected'],
    'answer-lost-pending',
    {
      'reports a Pending booking, found after a lost answer, as confirmed': believesWhatItFinds,
    },
  ),
  ...caughtBy(
    ['on-request-not-success', 'ambiguous-status-polled', 'booked-as-expected', 'outcome-as-expected'],
    'answer-lost-on-request',
    {
      'reports an OnRequest booking, found after a lost answer, as confirmed': believesWhatItFinds,
    },
  ),
  ...caughtBy(['outcome-as-expected', 'body-inspected'], 'answer-lost-rejected', {
    'reports a Rejected booking, found after a lost answer, as confirmed': believesWhatItFinds,
  }),
  ...caughtBy(['outcome-as-expected', 'ambiguous-status-polled'], 'answer-lost-technical-problem', {
    'reports a TechnicalProblem, found after a lost answer, as confirmed': believesWhatItFinds,
  }),
  ...caughtBy('booked-as-expected', 'answer-lost-other-guest', {
    'takes the booking of another guest, found after a lost answer, for its own': trustsReference(
      uuid => `order ${uuid.slice(0, 8)}`,
    ),
  }),
  ...caughtBy('booked-as-expected', 'client-restarted-not-booked', {
    'reports a confirmed booking after a restart without a look-up, although nothing was booked':
      believesAfterRestart(),
  }),
  ...caughtBy('outcome-as-expected', 'client-restarted-rejected', {
    'reports a confirmed booking after a restart without a look-up, although it was rejected':
      believesAfterRestart(),
  }),
  ...caughtBy('booked-as-expected', 'cancel-answer-lost-not-cancelled', {
    'reports a trip as cancelled, although the cancellation got no answer': {
      ...wire({ getBooking: believing(cancelled), getBookingDetail: believing(cancelled) }),
      ...reporting('cancelled'),
    },
  }),
  ...caughtBy('outcome-as-expected', 'payment-answer-lost-declined', {
    'reports a lost payment as successful, although the card was declined': believesInPayment,
  }),
  ...caughtBy(['charged-as-expected', 'booked-as-expected'], 'payment-not-arrived', {
    'reports a lost payment as successful, although no payment arrived': believesInPayment,
  }),
  ...caughtBy('declined-card-not-repeated', 'prepaid-declined', {
    'sends a declined card two more times': wire({
      payBooking: async ({ send, wait }) => {
        await send();
        await wait(10 * second);
        await send();
        await wait(10 * second);
        return send();
      },
    }),
  }),
  ...caughtBy('cancel-not-repeated', 'cancel-answer-lost-with-penalty', {
    'cancels again without a look-up after a lost answer, although the first cancellation cost a penalty':
      wire({ cancelBooking: againAtOnce }),
  }),
  ...caughtBy('idempotency-key-per-booking', 'rate-limited-booking', {
    'sends a new Idempotency-Key when it repeats a DoBooking after a 429': wire(({ newUuid }) => ({
      'hotel.doBooking': ({ send }) => send({ headers: { 'idempotency-key': newUuid() } }),
    })),
  }),
];
