import { type Say, type TrafficBuilder, toBooking, toConditions, traffic } from './build.ts';
import { hotelStep, oneTask, taskOf, transferStep } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const trip = { task: taskOf(hotelStep, { ...transferStep, attachTo: 0 }) };

/** A hotel, and a transfer booked under a booking id. */
function withTransfer(bookingId: string, hotelId = '0'): TrafficBuilder {
  const hotel = toBooking({ request: { bookingId: hotelId } });
  return hotel.book({ request: { bookingId, item: 'T1' }, facts: { operation: 'transfer.doBooking' } });
}

testRule('attach-uses-real-booking-id', trip, {
  'a transfer under the id of its hotel': passes(withTransfer('B1')),
  'a transfer under "0"': fails([[3, 4]], withTransfer('0'), { expects: /BookingId "B1"/ }),
  'a transfer under an unknown id': fails([[3, 4]], withTransfer('B7')),
  'a hotel that does not begin with "0"': fails(
    [[3]],
    toBooking({ status: 404, request: { bookingId: '1' } }),
    { expects: /"0"/ },
  ),
  'a task without a trip': notObserved(withTransfer('0'), { task: taskOf() }),
});

const suggested = (...places: string[]) =>
  traffic().call('autocomplete', { answer: { found: places.length, places } });

const ofRio: Say = { answer: { places: ['1001'] } };

testRule('destination-from-autocomplete', {
  'a destination that Autocomplete gave': passes(suggested('1001', '1002').search()),
  'a destination that an airport serves': passes(traffic().call('airportDetail', ofRio).search()),
  'a destination that Autocomplete did not give': warns([[2]], suggested('2002').search(), {
    says: /"1001", which no earlier Autocomplete/,
  }),
  'a destination of a task without any Autocomplete': warns([[1]], traffic().search(), oneTask),
  'a destination that may be kept from another run': inconclusive(traffic().search(), { why: /earlier/ }),
  'a suggestion that the journal may have lost': inconclusive(suggested('2002').search(), { lostFacts: 3 }),
  'a Search for single hotels': notObserved(
    traffic().call('hotel.search', { request: { start: '2026-12-10' } }),
  ),
  'a transfer from an airport': notObserved(traffic('transfer').search()),
});

const refused = (...fields: string[]) => ({ status: 400, answer: { errors: ['InvalidRequest'], fields } });

testRule('selection-from-search', {
  'a room that the Search offered': passes(toConditions()),
  'a room that it did not offer': fails([[1, 2]], toConditions(refused('RoomIds[0]')), {
    says: /hotel 1001001 with \[room-1\] \(exchange \d+\), but the Search of exchange 1 did not offer RoomIds\[0\]/,
  }),
  'a car that it did not offer': fails([[1, 2]], traffic('car').search().conditions(refused('CarId'))),
  'a refusal by a fault': notObserved(
    toConditions({ ...refused('HotelId'), facts: { faults: [{ id: 'f', kind: 'status' }] } }),
  ),
  'a selection that is missing': notObserved(
    traffic().call('hotel.getBookingConditions', refused('HotelId')),
  ),
  'a Token that was refused': notObserved(
    toConditions({ status: 400, answer: { errors: ['TokenExpired'], fields: ['Token'] } }),
  ),
});

const rooms = (...ages: number[][]) => ({
  request: { rooms: ages.map(each => ({ adults: 1, ages: each })) },
});

const bookedFor = (searched: Say, booked: Say) => traffic().search(searched).conditions().book(booked);

testRule('child-ages-exact', {
  'the ages of the Search': passes(toBooking()),
  'rooms in another order': passes(bookedFor(rooms([4], [7, 2]), rooms([2, 7], [4]))),
  'fewer rooms than were searched for': passes(bookedFor(rooms([4], [7]), rooms([7]))),
  'another age than in the Search': fails([[1, 3]], bookedFor(rooms([7]), { ...rooms([8]), status: 400 }), {
    says: /children of \[8\] in one room, but the Search was for \[7\]/,
  }),
  'a child that the Search did not have': fails([[1, 3]], bookedFor(rooms([]), rooms([7]))),
  'a child without an age': fails([[1]], traffic().search(rooms([-1])), { says: /without an age/ }),
  'ages that Search and booking share and the task does not': fails(
    [[1, 3]],
    bookedFor(rooms([6]), rooms([6])),
    { ...oneTask, says: /the task has children of \[7\]/ },
  ),
  'adults only': notObserved(bookedFor(rooms([]), rooms([]))),
});
