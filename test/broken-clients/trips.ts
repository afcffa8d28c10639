import { createMemoryLedger } from '#client';
import { asObject } from '#contracts/util';
import { transfer } from '#scenarios/catalogue/parts';
import { criteriaOf } from '#scenarios/run/play/criteria';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  afterBooking,
  type Break,
  broken,
  criteria,
  followedBy,
  type Handle,
  listOf,
  minute,
  onWire,
  said,
  wire,
} from './broken-client.ts';
import { againAtOnce } from './lost.ts';
import { bookingAfterLoss } from './rebooking.ts';
import { bodyWith } from './requests.ts';

/** Gives each service of a trip the status of the trip. */
const readsTheTrip: Handle = async ({ send }) => {
  const { Booking, ...rest } = await said(await send());
  const { bookingStatus, Status, Services, ...booking } = asObject(Booking);
  const services = listOf(Services).map(service => ({ ...service, bookingStatus, Status }));
  return Response.json({ ...rest, Booking: { ...booking, bookingStatus, Status, Services: services } });
};

/** Forgets at its second start what it has kept. */
function forgetful(): Break {
  const started = new WeakSet<object>();
  return {
    client: setting => {
      const isFirst = !started.has(setting.ledger);
      started.add(setting.ledger);
      return createReferenceClient(isFirst ? setting : { ...setting, ledger: createMemoryLedger() });
    },
  };
}

/** Books the transfer of a trip whose hotel was rejected, as a trip of its own. */
const booksTransferAnyway = afterBooking(async ({ client, outcome }) => {
  if (outcome.outcome !== 'rejected') return;
  const { product, criteria } = await criteriaOf(transfer, client);
  if (product !== 'transfer') return;
  await client.book({ product, criteria, guests: transfer.guests, choose: ([first]) => first }, () => true);
});

/** Looks for a lost booking in the list of all bookings, and takes one by its place. */
const takesFromList = (place: 0 | -1): Break =>
  wire({
    getBooking: async ({ other, body }) => {
      const { Bookings } = await said(await other('getBookingList', {}));
      const { BookingId } = listOf(Bookings).at(place) ?? {};
      const found = await said(await other('getBookingDetail', { BookingId }));
      const own = `"ExternalReference":"${body.ExternalReference}"`;
      return Response.json(bodyWith(found, /"ExternalReference":"[^"]*"/g, own));
    },
  });

/** Takes look-ups without an answer for look-ups that found nothing. */
const givesUpLookUps = wire(() => {
  let lost = 0;
  return {
    getBooking: async ({ send }) => {
      if (lost < 3)
        return send().catch(error => {
          lost += 1;
          throw error;
        });
      return Response.json({ Errors: [] });
    },
  };
});

export const trips = [
  onWire(
    'takes the status of the trip for the status of the added transfer',
    'outcome-as-expected',
    'trip-service-rejected-later',
    { getBookingDetail: readsTheTrip },
  ),
  broken(
    'forgets after a restart that the hotel of the trip is booked',
    ['booked-as-expected', 'no-blind-rebooking'],
    'trip-restarted',
    forgetful(),
  ),
  broken(
    'books the transfer of a trip although the hotel is rejected',
    ['booked-as-expected', 'attach-uses-real-booking-id'],
    'trip-hotel-rejected',
    booksTransferAnyway,
  ),
  onWire('cancels the Rejected transfer of a trip', 'rejected-not-cancelled', 'trip-partial-failure', {
    'transfer.doBooking': followedBy(({ other }, { BookingId, Services }) => {
      const { ServiceId } = listOf(Services).at(-1) ?? {};
      return other('transfer.cancelByService', { BookingId, ServiceId });
    }),
  }),
  onWire('sends the local time of a transfer instead of UTC', 'times-utc-hhmm', 'trip-hotel-and-transfer', {
    'transfer.search': criteria(() => ({ Time: '15:30' })),
  }),
  broken(
    'takes the first booking of the account for its own after a lost answer',
    ['booked-as-expected', 'poll-stops-at-final'],
    'answer-lost-second-not-booked',
    takesFromList(0),
  ),
  broken(
    'takes the last booking of the account for its own after a lost answer',
    'booked-as-expected',
    'answer-lost-second-booked',
    takesFromList(-1),
  ),
  onWire('keeps the first answer of Autocomplete for all places', 'booked-as-expected', 'two-cities', () => {
    let kept: string | undefined;
    return {
      autocomplete: async ({ send }) => {
        kept ??= await (await send()).text();
        return Response.json(JSON.parse(kept));
      },
    };
  }),
  broken(
    'takes three look-ups without an answer for empty ones, and books again',
    ['no-blind-rebooking', 'booked-as-expected'],
    'answer-lost-look-ups-lost',
    givesUpLookUps,
  ),
  {
    ...broken(
      'looks once after a lost answer, and books again a minute later',
      ['no-blind-rebooking', 'booked-as-expected'],
      'booking-visible-late',
      bookingAfterLoss(async (client, ExternalReference, { clock }) => {
        await client.call('getBooking', { ExternalReference });
        await clock.sleep(minute);
      }),
    ),
    onlyWarned: 'the specification demands one look-up, and a booking can appear late (decision 3)',
  },
  onWire(
    'polls a Pending booking only in the list of bookings',
    'ambiguous-status-polled',
    'pending-unresolved',
    {
      getBookingDetail: async ({ other }) => {
        await other('getBookingList', {});
        throw new TypeError('no look-up');
      },
    },
  ),
  onWire(
    'pays again when the answer to a payment is lost, although the bank still decides',
    ['charged-as-expected', 'booked-as-expected', 'outcome-as-expected', 'payment-not-repeated'],
    'payment-answer-lost-pending',
    { payBooking: againAtOnce },
  ),
  {
    ...broken('counts its calls from one full minute to the next', 'rate-limit-kept', 'rate-limit-real', {
      client: setting => {
        const counts = new Map<number, number>();
        const { clock } = setting;
        const client = createReferenceClient({ ...setting, policies: { rate: { calls: 10_000 } } });
        return {
          ...client,
          call: async (...asked) => {
            for (;;) {
              const now = Math.floor(clock.now() / minute);
              const count = (counts.get(now) ?? 0) + 1;
              counts.set(now, count);
              if (count <= 120) return client.call(...asked);
              await clock.sleep((now + 1) * minute - clock.now());
            }
          },
        };
      },
    }),
    onlyWarned: 'the specification can be read as a limit for each minute of the clock (decision 6)',
  },
];
