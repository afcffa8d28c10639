import {
  booked,
  hour,
  lostTwice,
  minute,
  polled,
  type Say,
  second,
  type TrafficBuilder,
  toBooking,
  toConditions,
  toLost,
  traffic,
  wire,
} from './build.ts';
import { auto, hotelStep, oneTask, shared, taskOf } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const again = { facts: { idempotencyKey: 'same' } };

/** A DoBooking on a reused connection that breaks, and another one at once with the same Idempotency-Key. */
const onceMore = (say: object) =>
  toBooking({ lost: 'reset', facts: { ...again.facts, connection: { id: 1, request: 3 } } }).book({
    ...again,
    ...say,
  });

/** Adds another booking, from a new Search on. */
const bookedAgain = (builder: TrafficBuilder, say: Say = {}) => builder.search().conditions().book(say);

/** A look-up by booking id, without a reference. */
const byId = (bookingId: string) => ({ bookingId, reference: undefined }) as { bookingId: string }; // JSON drops it
const noReference = { reference: undefined } as object; // JSON drops it
/** A list with one booking. */
const listing = (reference: string): Say => ({
  answer: { found: 1, listed: [{ id: 'B1', bookingStatus: 'CONFIRMED', label: 'CONFIRMADO', reference }] },
});

/** A lost DoBooking, one look for it, and another DoBooking after half an hour. */
const findBetween = (say: Say, after = 31 * minute) => lostTwice(after, toLost().find(say));
const listBetween = (say: Say, after = 31 * minute) => lostTwice(after, toLost().list(say));

const foundLate: Say = { after: 'PT30M', shows: wire.confirmed };

/** A lost DoBooking, and a look-up by its reference that finds a booking of these guests. */
const foundOf = (...guests: string[]) => toLost().find({ ...foundLate, answer: { guests } });
const foundOther = () => foundOf('Otto Kern', 'Ida Kern');

/** A guest with names of one letter, and a booking that belongs to the trip T7. */
const brief: Say = { request: { mainPax: 'Y E' } };
const ofTrip: Say = { request: { bookingId: 'T7' } };
const ofReference: Say = { request: { reference: 'trip' } };

/** Filters of lists that cannot show the booking. */
const otherLists = {
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
};

testRule('no-blind-rebooking', {
  'another booking after a look-up found only the booking of another guest': passes(
    bookedAgain(foundOther()),
  ),
  'another booking for a guest with names of one letter': passes(
    bookedAgain(
      toBooking({ lost: 'reset', ...brief }).find({ ...foundLate, answer: { guests: ['Otto Kern'] } }),
      brief,
    ),
  ),
  'another booking after a list and a look-up showed the booking of another guest': passes(
    bookedAgain(foundOther().list(listing('ref-1'))),
  ),
  'another booking after a look-up found the booking under its guest in capitals': fails(
    [[3, 4, 7]],
    bookedAgain(foundOf('SILVA/ANA MRS')),
  ),
  'a lost answer after which the booking is found': passes(toLost().find({ shows: wire.confirmed })),
  'another DoBooking after half an hour of empty looks': passes(
    lostTwice(30 * minute, toLost().find().find({ after: 'PT29M' })),
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
    findBetween({}, 5 * minute),
    { says: /1 look-up found nothing/ },
  ),
  'the list as a look': passes(listBetween({})),
  'a look that was not answered': fails([[3, 6]], findBetween({ status: 503 }), {
    says: /after 1 look-up that could not show it \(exchange 4: getBooking, which was answered 503\)/,
  }),
  'a look for another reference': fails([[3, 6]], findBetween({ request: { reference: 'of another' } }), {
    says: /exchange 4: getBooking by another ExternalReference/,
  }),
  'a look by another credential': fails([[3, 6]], listBetween({ by: 'other' })),
  'a look at no booking at all': fails([[3, 6]], findBetween({ request: byId('0') }), {
    says: /1 look-up that could not show it/,
  }),
  'a look-up of an unknown booking': fails([[3, 6]], findBetween({ request: byId('999') }), {
    says: /exchange 4: getBooking by BookingId "999", without the ExternalReference/,
  }),
  'a look at the trip that the lost DoBooking adds to': passes(
    toBooking({ lost: 'reset', ...ofTrip })
      .look()
      .book({ after: 'PT31M', ...ofTrip }),
  ),
  'a look by a reference that the lost DoBooking had not': fails(
    [[3, 5]],
    toBooking({ lost: 'reset', request: noReference })
      .find({ request: { reference: 'invented' } })
      .book({ after: 'PT31M', request: noReference }),
  ),
  ...Object.fromEntries(
    Object.entries(otherLists).map(([name, filter]) => [
      `a list ${name}`,
      fails([[3, 6]], listBetween({ request: { filter } }), { says: /1 look-up that could not show it/ }),
    ]),
  ),
  'a list that can hold it': passes(
    listBetween({
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
  'a list of other bookings within the half hour': warns(
    [[3, 4, 6]],
    listBetween(listing('of another'), minute),
  ),
  'another DoBooking although a look has found the booking': fails(
    [[3, 4, 6]],
    findBetween({ shows: wire.confirmed }),
    {
      says: /exchange 4 found the booking CONFIRMED at 10:00:00, but the client booked the same stay again at 10:31:00/,
      expects: /the booking that the look-up found/,
    },
  ),
  'another DoBooking although the second of two looks has found the booking': fails(
    [[3, 5, 7]],
    lostTwice(31 * minute, toLost().find().find({ shows: wire.confirmed })),
  ),
  'another DoBooking although the list has it': fails([[3, 4, 6]], listBetween(listing('ref-1'))),
  'another DoBooking after the listed booking was cancelled': passes(
    bookedAgain(
      toLost()
        .list(listing('ref-1'))
        .cancel({ request: byId('B1') }),
    ),
  ),
  'another DoBooking after a cancellation of the listed booking that failed': fails(
    [[3, 4, 8]],
    bookedAgain(
      toLost()
        .list(listing('ref-1'))
        .cancel({ request: byId('B1'), shows: wire.notForwarded }),
    ),
  ),
  'another DoBooking after a look that found it rejected': passes(
    findBetween({ shows: wire.rejected }, minute),
  ),
  'another DoBooking after the one that was found was cancelled': passes(
    lostTwice(minute, toLost().find({ shows: wire.confirmed }).cancel()),
  ),
  'another DoBooking under a reference that finds an earlier stay': passes(
    toBooking({ request: { mainPax: 'Rui Silva', reference: 'trip' } })
      .conditions()
      .book({ lost: 'reset', ...ofReference })
      .find({ ...ofReference, answer: { found: 1, bookingId: 'B1', bookingStatus: 'CONFIRMED' } })
      .book({ after: 'PT31M', ...ofReference }),
  ),
  'how early another DoBooking came, on a clock that jumps at polls,': inconclusive(
    findBetween({}, 5 * minute),
    { clock: { mode: 'per-poll', speed: 0 }, why: /per-poll clock/ },
  ),
  'another stay': passes(toBooking({ lost: 'reset' }).book({ request: { mainPax: 'Rui Silva' } })),
  'a repetition after 429': notObserved(toBooking({ status: 429 }).book()),
  'the same request at once after a broken connection, which a loop or an HTTP library may send': fails(
    [[3, 4]],
    onceMore({ request: { reference: 'ref-1' } }),
    {
      says: /look-up in between \(the same request, 1 ms after the connection broke: a loop of the client or its HTTP library repeated it\)\./,
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
});

testRule('no-rebooking-while-unknown', {
  'a TechnicalProblem that is polled': passes(booked(wire.technical).look({ after: 'PT5M' })),
  'another booking while it is TechnicalProblem': fails(
    [[3, 5]],
    booked(wire.technical).conditions().book(),
    { says: /booking B1 of exchange 3 was TechnicalProblem at 10:00:00/ },
  ),
  'another booking while a look says Pending': fails([[3, 4, 5]], polled(wire.pending, 'PT10M').book()),
  'another booking while it waits for credit': fails([[3, 4]], booked(wire.creditBlocked).book()),
  'another booking once it was rejected': passes(
    booked(wire.technical).look({ after: 'PT5M', shows: wire.rejected }).book(),
  ),
  'another stay in the meantime': passes(booked(wire.technical).book({ request: { item: '1001002' } })),
  'another booking a day after an OnRequest': passes(booked(wire.onRequest).book({ after: 'PT25H' })),
  'a booking that was under way when the answer came': passes(
    toBooking({ at: 0, took: 1_000, shows: wire.technical }).book({ at: 500 }),
  ),
  'a booking that was confirmed at once': notObserved(booked(wire.confirmed).book()),
});

const first = { at: 0, took: 2 * second };
const givenUp: Say = { ...first, lost: 'client-gone' };
const otherRoom: Say = { at: second, request: { units: ['room-2'] } };
const two = () => toConditions();

testRule('one-booking-in-flight', {
  'two bookings one after the other': passes(two().book(first).book()),
  'two bookings at once': fails([[3, 4]], two().book(first).book({ at: 'PT1S' }), {
    says: /stay at 10:00:01 \(exchange 4\), before the DoBooking at 10:00:00 \(exchange 3\) was answered/,
  }),
  'two bookings at once of two stays': notObserved(two().book(first).book(otherRoom)),
  'a booking just after its client has given up another': passes(two().book(givenUp).book({ at: 1_980 })),
  'a booking long before its client has given up another': fails(
    [[3, 4]],
    two().book(givenUp).book({ at: 'PT1S' }),
    auto,
  ),
  'one booking for two simultaneous requests': passes(two().book(), {
    task: taskOf({ ...hotelStep, times: 2 }),
  }),
  'one booking for one request': notObserved(two().book(), oneTask),
  'one booking': notObserved(two().book()),
});

const keyed = (idempotencyKey: string) => toBooking({ facts: { idempotencyKey } });

testRule('idempotency-key-present', {
  'a UUID v4': passes(keyed('3F2B8C1E-5d7a-4e90-b6c4-0a9d8e7f6b5c')),
  'a UUID of another version': fails([[3]], keyed('3f2b8c1e-5d7a-1e90-b6c4-0a9d8e7f6b5c'), {
    says: /not a UUID v4/,
  }),
  'a word': fails([[3]], keyed('booking-1'), { says: /"booking-1"/ }),
  'no key': fails([[1]], traffic().call('car.doBooking'), { says: /without an Idempotency-Key/ }),
});

/** A DoBooking with a key. */
const by = (idempotencyKey: string, more: Say = {}): Say => ({ facts: { idempotencyKey }, ...more });
const key = by('one');
const other = { request: { mainPax: 'Rui Silva' } };
const begun = () => toConditions();

testRule('idempotency-key-per-booking', {
  'a key for each booking': passes(begun().book().book(other)),
  'one key for two bookings': fails([[3, 4]], begun().book(key).book(by('one', other)), {
    says: /Idempotency-Key one of exchange 3 for another booking/,
  }),
  'one key in capitals and in small letters for two bookings': fails(
    [[3, 4]],
    begun().book(by('ABC-1')).book(by('abc-1', other)),
  ),
  'one key for the same stay once it is booked': fails([[3, 4]], begun().book(key).book(key)),
  'the same key after 429': passes(
    begun()
      .book(by('one', { status: 429 }))
      .book(key),
  ),
  'a new key after 429': fails([[3, 4]], begun().book({ status: 429 }).book()),
  'a new key for new conditions after 429': passes(
    begun().book({ status: 429 }).revalidate('SameRoomsFound').book(),
  ),
  'the same key after an answer that was lost': passes(
    begun()
      .book(by('one', { lost: 'reset' }))
      .book(key),
  ),
  'the key of a booking that was refused': passes(
    begun()
      .book(by('one', { status: 400 }))
      .book(by('one', other)),
  ),
  'the same key of two credentials': passes(
    begun()
      .book(key)
      .book(by('one', { by: 'other' })),
  ),
  'one booking': notObserved(begun().book()),
});

const reference = 'my-agency';
const one = { request: { reference } };
const otherReference = { request: { reference, item: '2002', units: ['room-9'] } };
const bookedTwice = (first = {}, second = {}) =>
  bookedAgain(toBooking({ ...one, ...first }), { ...otherReference, ...second });

const bookedAfterCancel = (shows: (typeof wire)['cancelled' | 'failed']) =>
  toBooking(one).cancel({ shows }).search().conditions().book(otherReference);

testRule('reference-unique', oneTask, {
  'a new reference for each booking': passes(bookedAgain(toBooking(), { request: { item: '2002' } })),
  'one reference for two bookings': fails([[3, 6]], bookedTwice(), {
    says: /ExternalReference "my-agency", which it had sent for another booking/,
  }),
  'one reference for two bookings without a task': warns([[3, 6]], bookedTwice(), shared),
  'one reference of two credentials': passes(bookedTwice({}, { by: 'other' })),
  'a service that is added to the same booking': passes(
    bookedTwice({}, { request: { ...otherReference.request, bookingId: 'B1' } }),
  ),
  'a new booking after a rejected one': passes(bookedTwice({ shows: wire.rejected })),
  'a new booking after a cancelled one': passes(bookedAfterCancel(wire.cancelled)),
  'another booking after a cancellation that failed': fails([[3, 7]], bookedAfterCancel(wire.failed)),
  'a new booking after one without an answer': passes(bookedTwice({ lost: 'reset' })),
  'a repeated DoBooking of the same stay, which other rules judge': passes(
    toBooking(one).conditions().book(one),
  ),
  'bookings without a reference': notObserved(traffic().book({ facts: { request: {} } })),
});
