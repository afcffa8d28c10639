import { createMemoryLedger } from '#client';
import { asObject } from '#contracts/util';
import { transfer } from '#scenarios/catalogue/parts';
import { criteriaOf } from '#scenarios/run/play/criteria';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  afterBooking,
  type Break,
  caughtBy,
  criteria,
  followedBy,
  type Handle,
  listOf,
  minute,
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
  ...caughtBy('outcome-as-expected', 'trip-service-rejected-later', {
    'takes the status of the trip for the status of the added transfer': wire({
      getBookingDetail: readsTheTrip,
    }),
  }),
  ...caughtBy(['booked-as-expected', 'no-blind-rebooking'], 'trip-restarted', {
    'forgets after a restart that the hotel of the trip is booked': forgetful(),
  }),
  ...caughtBy(['booked-as-expected', 'attach-uses-real-booking-id'], 'trip-hotel-rejected', {
    'books the transfer of a trip although the hotel is rejected': booksTransferAnyway,
  }),
  ...caughtBy('rejected-not-cancelled', 'trip-partial-failure', {
    'cancels the Rejected transfer of a trip': wire({
      'transfer.doBooking': followedBy(({ other }, { BookingId, Services }) => {
        const { ServiceId } = listOf(Services).at(-1) ?? {};
        return other('transfer.cancelByService', { BookingId, ServiceId });
      }),
    }),
  }),
  ...caughtBy('times-utc-hhmm', 'trip-hotel-and-transfer', {
    'sends the local time of a transfer instead of UTC': wire({
      'transfer.search': criteria(() => ({ Time: '15:30' })),
    }),
  }),
  ...caughtBy(['booked-as-expected', 'poll-stops-at-final'], 'answer-lost-second-not-booked', {
    'takes the first booking of the account for its own after a lost answer': takesFromList(0),
  }),
  ...caughtBy('booked-as-expected', 'answer-lost-second-booked', {
    'takes the last booking of the account for its own after a lost answer': takesFromList(-1),
  }),
  ...caughtBy('booked-as-expected', 'two-cities', {
    'keeps the first answer of Autocomplete for all places': wire(() => {
      let kept: string | undefined;
      return {
        autocomplete: async ({ send }) => {
          kept ??= await (await send()).text();
          return Response.json(JSON.parse(kept));
        },
      };
    }),
  }),
  ...caughtBy(['no-blind-rebooking', 'booked-as-expected'], 'answer-lost-look-ups-lost', {
    'takes three look-ups without an answer for empty ones, and books again': givesUpLookUps,
  }),
  ...caughtBy(
    ['no-blind-rebooking', 'booked-as-expected'],
    'booking-visible-late',
    {
      'looks once after a lost answer, and books again a minute later': bookingAfterLoss(
        async (client, ExternalReference, { clock }) => {
          await client.call('getBooking', { ExternalReference });
          await clock.sleep(minute);
        },
      ),
    },
    { onlyWarned: 'the specification demands one look-up, and a booking can appear late (decision 3)' },
  ),
  ...caughtBy('ambiguous-status-polled', 'pending-unresolved', {
    'polls a Pending booking only in the list of bookings': wire({
      getBookingDetail: async ({ other }) => {
        await other('getBookingList', {});
        throw new TypeError('no look-up');
      },
    }),
  }),
  ...caughtBy(
    ['charged-as-expected', 'booked-as-expected', 'outcome-as-expected', 'payment-not-repeated'],
    'payment-answer-lost-pending',
    {
      'pays again when the answer to a payment is lost, although the bank still decides': wire({
        payBooking: againAtOnce,
      }),
    },
  ),
  ...caughtBy(
    'rate-limit-kept',
    'rate-limit-real',
    {
      'counts its calls from one full minute to the next': {
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
      },
    },
    { onlyWarned: 'the specification can be read as a limit for each minute of the clock (decision 6)' },
  ),
];
