import { hour, minute, second, toBooking, wire } from './build.ts';
import { lostTwice } from './lost-bookings.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const again = { facts: { idempotencyKey: 'same' } };

/** A DoBooking on a reused connection that breaks, and another one at once with the same Idempotency-Key. */
const onceMore = (say: object) =>
  toBooking({ lost: 'reset', facts: { ...again.facts, connection: { id: 1, request: 3 } } }).book({
    ...again,
    ...say,
  });

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
  toBooking({ lost: 'reset' }).find({
    after: 30 * minute,
    shows: [wire.confirmed],
    answer: { guests: ['Otto Kern', 'Ida Kern'] },
  });

testRule('no-blind-rebooking', {
  'another booking after a look-up found only the booking of another guest': passes(
    foundOther().search().conditions().book(),
  ),
  'another booking for a guest with names of one letter': passes(
    toBooking({ lost: 'reset', request: { mainPax: 'Y E' } })
      .find({
        after: 30 * minute,
        shows: [wire.confirmed],
        answer: { guests: ['Otto Kern'] },
      })
      .search()
      .conditions()
      .book({ request: { mainPax: 'Y E' } }),
  ),
  'another booking after a list and a look-up showed the booking of another guest': passes(
    foundOther()
      .list({
        answer: {
          found: 1,
          listed: [{ id: 'B1', bookingStatus: 'CONFIRMED', label: 'CONFIRMADO', reference: 'ref-1' }],
        },
      })
      .search()
      .conditions()
      .book(),
  ),
  'another booking after a look-up found the booking under its guest in capitals': fails(
    [[3, 4, 7]],
    toBooking({ lost: 'reset' })
      .find({ after: 30 * minute, shows: [wire.confirmed], answer: { guests: ['SILVA/ANA MRS'] } })
      .search()
      .conditions()
      .book(),
  ),
  'a lost answer after which the booking is found': passes(
    toBooking({ lost: 'reset' }).find({ shows: [wire.confirmed] }),
  ),
  'another DoBooking after half an hour of empty looks': passes(
    lostTwice(30 * minute, builder => builder.find().find({ after: 29 * minute })),
  ),
  'another DoBooking at once': fails([[3, 5]], lostTwice(second), {
    says: /DoBooking at 10:00:00 \(exchange 3\) was not answered; the client booked the same stay again at 10:00:01/,
    expects: /GetBooking by the ExternalReference/,
  }),
  'another DoBooking without a look, however late': fails([[3, 5]], lostTwice(2 * hour)),
  'another DoBooking after 504': fails(
    [[3, 4]],
    toBooking({ status: 504 }).book({ request: { token: 'C2' } }),
    { says: /was answered 504/ },
  ),
  'another DoBooking after an unreadable answer': fails(
    [[3, 5]],
    toBooking({ unreadable: true }).conditions().book(),
    { says: /an unreadable answer/ },
  ),
  'another DoBooking after one empty look within the half hour (decision 3)': warns(
    [[3, 4, 6]],
    lostTwice(5 * minute, builder => builder.find()),
    { says: /1 look-up found nothing/ },
  ),
  'the list as a look': passes(lostTwice(31 * minute, builder => builder.list())),
  'a look that was not answered': fails(
    [[3, 6]],
    lostTwice(31 * minute, builder => builder.find({ status: 503 })),
    { says: /after 1 look-up that could not show it \(exchange 4: getBooking, which was answered 503\)/ },
  ),
  'a look for another reference': fails(
    [[3, 6]],
    lostTwice(31 * minute, builder => builder.find({ request: { reference: 'of another' } })),
    { says: /exchange 4: getBooking by another ExternalReference/ },
  ),
  'a look by another credential': fails(
    [[3, 6]],
    lostTwice(31 * minute, builder => builder.list({ by: 'other' })),
  ),
  'a look at no booking at all': fails(
    [[3, 6]],
    lostTwice(31 * minute, builder => builder.find({ request: byId('0') })),
    { says: /1 look-up that could not show it/ },
  ),
  'a look-up of an unknown booking': fails(
    [[3, 6]],
    lostTwice(31 * minute, builder => builder.find({ request: byId('999') })),
    { says: /exchange 4: getBooking by BookingId "999", without the ExternalReference/ },
  ),
  'a look at the trip that the lost DoBooking adds to': passes(
    toBooking({ lost: 'reset', request: { bookingId: 'T7' } })
      .look()
      .book({ after: 31 * minute, request: { bookingId: 'T7' } }),
  ),
  'a look by a reference that the lost DoBooking had not': fails(
    [[3, 5]],
    toBooking({ lost: 'reset', request: noReference })
      .find({ request: { reference: 'invented' } })
      .book({ after: 31 * minute, request: noReference }),
  ),
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
      'of what was cancelled since': { dates: { CancelationDateStart: '2026-11-20' } },
      'of what was cancelled until then': { dates: { CancelationDateEnd: '2026-11-21' } },
      'of cars': { products: ['car'] },
      'of other ids': { ids: ['B77'] },
      'of another reference': { reference: 'invented' },
      'of a confirmation number': { confirmation: 'HCN1234567' },
      'of changes before the booking': { dates: { FinalUpdateDate: '2026-11-19' } },
      'of changes after the look-up': { dates: { InitialUpdateDate: '2026-11-21' } },
    }).map(([name, filter]) => [
      `a list ${name}`,
      fails(
        [[3, 6]],
        lostTwice(31 * minute, builder => builder.list({ request: { filter } })),
        { says: /1 look-up that could not show it/ },
      ),
    ]),
  ),
  'a list that can hold it': passes(
    lostTwice(31 * minute, builder =>
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
  ),
  'a list of other bookings within the half hour': warns(
    [[3, 4, 6]],
    lostTwice(minute, builder => builder.list({ answer: { found: 1, listed: [listed('of another')] } })),
  ),
  'another DoBooking although a look has found the booking': fails(
    [[3, 4, 6]],
    lostTwice(31 * minute, builder => builder.find({ shows: [wire.confirmed] })),
    {
      says: /exchange 4 found the booking CONFIRMED at 10:00:00, but the client booked the same stay again at 10:31:00/,
      expects: /the booking that the look-up found/,
    },
  ),
  'another DoBooking although the list has it': fails(
    [[3, 4, 6]],
    lostTwice(31 * minute, builder => builder.list({ answer: { found: 1, listed: [listed('ref-1')] } })),
  ),
  'another DoBooking after a look that found it rejected': passes(
    lostTwice(minute, builder => builder.find({ shows: [wire.rejected] })),
  ),
  'another DoBooking after the one that was found was cancelled': passes(
    lostTwice(minute, builder => builder.find({ shows: [wire.confirmed] }).cancel()),
  ),
  'another DoBooking under a reference that finds an earlier stay': passes(
    toBooking({ request: { mainPax: 'Rui Silva', reference: 'trip' } })
      .conditions()
      .book({ lost: 'reset', request: { reference: 'trip' } })
      .find({
        request: { reference: 'trip' },
        answer: { found: 1, bookingId: 'B1', bookingStatus: 'CONFIRMED' },
      })
      .book({ after: 31 * minute, request: { reference: 'trip' } }),
  ),
  'how early another DoBooking came, on a clock that jumps at polls,': inconclusive(
    lostTwice(5 * minute, builder => builder.find()),
    { context: { clock: { mode: 'per-poll', speed: 0 } }, why: /per-poll clock/ },
  ),
  'another stay': passes(toBooking({ lost: 'reset' }).book({ request: { mainPax: 'Rui Silva' } })),
  'a repetition after 429': notObserved(toBooking({ status: 429 }).book()),
  'the same request at once after a broken connection, which a loop or an HTTP library may send': fails(
    [[3, 4]],
    onceMore({ request: { reference: 'ref-1' } }),
    {
      says: /look-up in between \(the same request, \d+ ms after the connection broke: a loop of the client or its HTTP library repeated it\)\./,
    },
  ),
  'the same request after a pause, which no loop makes': fails(
    [[3, 4]],
    onceMore({ after: 30, request: { reference: 'ref-1' } }),
    { says: /look-up in between\. / },
  ),
  'another request at once, which no HTTP library sends': fails([[3, 4]], onceMore({}), {
    says: /look-up in between\. /,
  }),
  'a DoBooking that was answered': notObserved(toBooking()),
});
