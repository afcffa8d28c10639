import { hour, minute, second, traffic, wire } from './build.ts';
import { lostTwice } from './lost-bookings.ts';
import { testRule } from './test-rule.ts';

const again = { facts: { idempotencyKey: 'same' } };

/** A DoBooking on a reused connection that breaks, and another one at once with the same Idempotency-Key. */
const onceMore = (say: object) =>
  traffic()
    .search()
    .conditions()
    .book({ lost: 'reset', facts: { ...again.facts, connection: { id: 1, request: 3 } } })
    .book({ ...again, ...say });

/** A look-up by booking id, without a reference. */
const byId = (bookingId: string) => ({ bookingId, reference: undefined }) as { bookingId: string }; // JSON drops it
const noReference = { reference: undefined } as object; // JSON drops it
const listed = (reference: string) => ({
  id: 'B1',
  bookingStatus: 'CONFIRMED',
  label: 'CONFIRMADO',
  reference,
});

/** A lost DoBooking, and a look-up by its reference that finds a booking of another guest. */
const foundOther = () =>
  traffic()
    .search()
    .conditions()
    .book({ lost: 'reset' })
    .find({ after: 30 * minute, shows: [wire.confirmed], answer: { guests: ['Otto Kern', 'Ida Kern'] } });

testRule('no-blind-rebooking', {
  'another booking after a look-up found only the booking of another guest': {
    traffic: foundOther().search().conditions().book(),
    verdict: 'pass',
  },
  'another booking after a list and a look-up showed the booking of another guest': {
    traffic: foundOther()
      .list({
        answer: {
          found: 1,
          listed: [{ id: 'B1', bookingStatus: 'CONFIRMED', label: 'CONFIRMADO', reference: 'ref-1' }],
        },
      })
      .search()
      .conditions()
      .book(),
    verdict: 'pass',
  },
  'another booking after a look-up found the booking under its guest in capitals': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .find({ after: 30 * minute, shows: [wire.confirmed], answer: { guests: ['SILVA/ANA MRS'] } })
      .search()
      .conditions()
      .book(),
    verdict: 'fail',
    at: [[3, 4, 7]],
  },
  'a lost answer after which the booking is found': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .find({ shows: [wire.confirmed] }),
    verdict: 'pass',
  },
  'another DoBooking after half an hour of empty looks': {
    traffic: lostTwice(30 * minute, builder => builder.find().find({ after: 29 * minute })),
    verdict: 'pass',
  },
  'another DoBooking at once': {
    traffic: lostTwice(second),
    verdict: 'fail',
    at: [[3, 5]],
    says: /DoBooking at 10:00:00 \(exchange 3\) was not answered; the client booked the same stay again at 10:00:01/,
    expects: /GetBooking by the ExternalReference/,
  },
  'another DoBooking without a look, however late': {
    traffic: lostTwice(2 * hour),
    verdict: 'fail',
    at: [[3, 5]],
  },
  'another DoBooking after 504': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ status: 504 })
      .book({ request: { token: 'C2' } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /was answered 504/,
  },
  'another DoBooking after an unreadable answer': {
    traffic: traffic().search().conditions().book({ unreadable: true }).conditions().book(),
    verdict: 'fail',
    at: [[3, 5]],
    says: /an unreadable answer/,
  },
  'another DoBooking after one empty look within the half hour (decision 3)': {
    traffic: lostTwice(5 * minute, builder => builder.find()),
    verdict: 'warn',
    at: [[3, 4, 6]],
    says: /1 look-up found nothing/,
  },
  'the list as a look': { traffic: lostTwice(31 * minute, builder => builder.list()), verdict: 'pass' },
  'a look that was not answered': {
    traffic: lostTwice(31 * minute, builder => builder.find({ status: 503 })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look for another reference': {
    traffic: lostTwice(31 * minute, builder => builder.find({ request: { reference: 'of another' } })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look by another credential': {
    traffic: lostTwice(31 * minute, builder => builder.list({ by: 'other' })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look at no booking at all': {
    traffic: lostTwice(31 * minute, builder => builder.find({ request: byId('0') })),
    verdict: 'fail',
    at: [[3, 6]],
    says: /without a look-up in between/,
  },
  'a look-up of an unknown booking': {
    traffic: lostTwice(31 * minute, builder => builder.find({ request: byId('999') })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look at the trip that the lost DoBooking adds to': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset', request: { bookingId: 'T7' } })
      .look()
      .book({ after: 31 * minute, request: { bookingId: 'T7' } }),
    verdict: 'pass',
  },
  'a look by a reference that the lost DoBooking had not': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset', request: noReference })
      .find({ request: { reference: 'invented' } })
      .book({ after: 31 * minute, request: noReference }),
    verdict: 'fail',
    at: [[3, 5]],
  },
  ...Object.fromEntries(
    Object.entries({
      'of arrivals after it': { dates: { CheckinDateFrom: '2029-01-01' } },
      'of arrivals before it': { dates: { CheckinDateTo: '2026-12-09' } },
      'of services before it': { dates: { FinalServiceDate: '2026-12-01' } },
      'of bookings made on later days': { dates: { InitialBookingDate: '2026-11-21' } },
      'of bookings made on earlier days': { dates: { FinalBookingDate: '2026-11-19' } },
      'of what changed before it': { dates: { UpdatedTo: '2026-11-20 09:00:00' } },
      'of what will change': { dates: { UpdatedFrom: '2026-11-20 11:00:00' } },
      'of what was cancelled': { statuses: ['Cancelled', 'Rejected'] },
      'of cars': { products: ['car'] },
      'of other ids': { ids: ['B77'] },
      'of another reference': { reference: 'invented' },
      'of a confirmation number': { confirmation: 'HCN1234567' },
      'of changes before the booking': { dates: { FinalUpdateDate: '2026-11-19' } },
      'of changes after the look-up': { dates: { InitialUpdateDate: '2026-11-21' } },
    }).map(([name, filter]) => [
      `a list ${name}`,
      {
        traffic: lostTwice(31 * minute, builder => builder.list({ request: { filter } })),
        verdict: 'fail' as const,
        at: [[3, 6]],
        says: /without a look-up in between/,
      },
    ]),
  ),
  'a list that can hold it': {
    traffic: lostTwice(31 * minute, builder =>
      builder.list({
        request: {
          filter: {
            reference: 'ref-1',
            statuses: ['CONFIRMED', 'Cancelled'],
            products: ['hotel'],
            dates: {
              CheckinDateFrom: '2026-12-10',
              CheckinDateTo: '2026-12-10',
              InitialBookingDate: '2026-11-20',
              UpdatedFrom: '2026-11-20 10:00:00',
              InitialUpdateDate: '2026-11-20',
              FinalUpdateDate: '2026-11-20',
            },
          },
        },
      }),
    ),
    verdict: 'pass',
  },
  'a list of other bookings within the half hour': {
    traffic: lostTwice(minute, builder =>
      builder.list({ answer: { found: 1, listed: [listed('of another')] } }),
    ),
    verdict: 'warn',
    at: [[3, 4, 6]],
  },
  'another DoBooking although a look has found the booking': {
    traffic: lostTwice(31 * minute, builder => builder.find({ shows: [wire.confirmed] })),
    verdict: 'fail',
    at: [[3, 4, 6]],
    says: /exchange 4 found the booking CONFIRMED at 10:00:00, but the client booked the same stay again at 10:31:00/,
    expects: /the booking that the look-up found/,
  },
  'another DoBooking although the list has it': {
    traffic: lostTwice(31 * minute, builder =>
      builder.list({ answer: { found: 1, listed: [listed('ref-1')] } }),
    ),
    verdict: 'fail',
    at: [[3, 4, 6]],
  },
  'another DoBooking after a look that found it rejected': {
    traffic: lostTwice(minute, builder => builder.find({ shows: [wire.rejected] })),
    verdict: 'pass',
  },
  'another DoBooking after the one that was found was cancelled': {
    traffic: lostTwice(minute, builder => builder.find({ shows: [wire.confirmed] }).cancel()),
    verdict: 'pass',
  },
  'another DoBooking under a reference that finds an earlier stay': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ request: { mainPax: 'Rui Silva', reference: 'trip' } })
      .conditions()
      .book({ lost: 'reset', request: { reference: 'trip' } })
      .find({
        request: { reference: 'trip' },
        answer: { found: 1, bookingId: 'B1', bookingStatus: 'CONFIRMED' },
      })
      .book({ after: 31 * minute, request: { reference: 'trip' } }),
    verdict: 'pass',
  },
  'how early another DoBooking came, on a clock that jumps at polls,': {
    traffic: lostTwice(5 * minute, builder => builder.find()),
    context: { clock: { mode: 'per-poll', speed: 0 } },
    verdict: 'inconclusive',
    why: /per-poll clock/,
  },
  'another stay': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .book({ request: { mainPax: 'Rui Silva' } }),
    verdict: 'pass',
  },
  'a repetition after 429': {
    traffic: traffic().search().conditions().book({ status: 429 }).book(),
    verdict: 'not-observed',
  },
  'the same request at once after a broken connection, which a loop or an HTTP library may send': {
    traffic: onceMore({ request: { reference: 'ref-1' } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /look-up in between \(the same request, \d+ ms after the connection broke: a loop of the client or its HTTP library repeated it\)\./,
  },
  'the same request after a pause, which no loop makes': {
    traffic: onceMore({ after: 30, request: { reference: 'ref-1' } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /look-up in between\. /,
  },
  'another request at once, which no HTTP library sends': {
    traffic: onceMore({}),
    verdict: 'fail',
    at: [[3, 4]],
    says: /look-up in between\. /,
  },
  'a DoBooking that was answered': {
    traffic: traffic().search().conditions().book(),
    verdict: 'not-observed',
  },
});
