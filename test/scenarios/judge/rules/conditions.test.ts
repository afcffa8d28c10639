import { minute, type Say, second, toBooking, toConditions, traffic } from './build.ts';
import { oneTask, perPoll, scaled, taskOf } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

/** A call with a Token. */
const by = (token: string): Say => ({ request: { token } });
const refused = (...errors: string[]): Say => ({ status: 400, answer: { errors } });
const rooms = (...units: string[]): Say => ({ request: { units } });
const on = (start: string): Say => ({ request: { start } });

testRule('conditions-before-booking', {
  'a booking of what conditions were given for': passes(toBooking()),
  'rooms in another order': passes(toConditions(rooms('room-1', 'room-2')).book(rooms('room-2', 'room-1'))),
  'a booking straight from the Search': fails([[1, 2]], traffic().search().book(refused('TokenWrongStep')), {
    says: /hotel 1001001 with \[room-1\] \(exchange 2\) without conditions/,
    expects: /hotel\.getBookingConditions for 1001001/,
  }),
  'conditions of another room': fails([[2, 3]], toConditions(rooms('room-9')).book({ status: 400 })),
  'conditions that were refused': fails([[1, 3]], toConditions({ status: 400 }).book({ status: 400 })),
  'a tour on another date than its conditions': fails(
    [[2, 3]],
    traffic('tour')
      .search()
      .conditions(on('2026-12-10'))
      .book({ status: 400, ...on('2026-12-11') }),
  ),
  'a booking by a Token that was given before the recording': inconclusive(traffic().book(by('C0')), {
    why: /before the recording/,
  }),
  'a booking whose conditions the journal may have lost': inconclusive(
    traffic().search().book({ status: 400 }),
    { lostFacts: 12, why: /lost the first 12/ },
  ),
  'a booking by a bad credential': notObserved(traffic().search().book({ status: 401 })),
});

/** A booking by the Token of conditions after which the client received newer ones. */
const byOlderConditions = () => toConditions().revalidate('SameRoomsFound').book(by('C2'));

testRule('booking-uses-conditions-token', {
  'the Token of the conditions': passes(toBooking()),
  'the Token of the Search': fails([[1, 3]], toBooking({ status: 400, ...by('S1') }), {
    says: /Token of the Search in exchange 1/,
  }),
  'the Token of older conditions': fails([[2, 3, 4]], byOlderConditions(), {
    ...oneTask,
    expects: /exchange 3/,
  }),
  'older conditions of a Search that several users may share': warns([[2, 3, 4]], byOlderConditions()),
  'two bookings of the same offer, each by its own conditions': passes(
    byOlderConditions().book({ request: { token: 'C3', mainPax: 'Rui Silva' } }),
  ),
  'newer conditions of another Search': passes(toConditions().search().conditions().book(by('C2'))),
  'a Token whose issuer is unknown': notObserved(traffic().book(by('C0'))),
});

const again = by('S1');
const refusedAgain = { status: 400, ...again };
const byReToken = (say: Say) => traffic().search().revalidate('SameRoomsFound', say);

testRule('token-used-once', {
  'each Token once': passes(toBooking()),
  'the Token of a Search twice': fails([[2, 3]], toConditions().conditions(refusedAgain), {
    says: /Token S1 again .* exchange 2 used it up at 10:00:00/,
  }),
  'the Token of conditions twice': fails([[3, 4]], toBooking().book({ status: 400, ...by('C2') })),
  'a Token again after an unreadable answer': passes(
    toConditions({ unreadable: true }).conditions(refusedAgain),
  ),
  'a Token again after 429': passes(toConditions({ status: 429 }).conditions(again)),
  'a Token beside the ReToken': passes(
    toConditions().conditions({ request: { token: 'S1', reToken: 'R1' } }),
  ),
  'two calls under way at the same time': passes(
    toConditions({ at: 0, took: 100 }).conditions({ at: 50, ...refusedAgain }),
  ),
  'traffic without Tokens': notObserved(traffic().list()),
});

const aged = (after: number, speed = 1) =>
  traffic('hotel', speed)
    .search()
    .conditions({ after, ...refused('TokenExpired') });

testRule('token-fresh', {
  'a Token of exactly 30 minutes': passes(toConditions({ after: 'PT30M' })),
  'one that is older by less than the tolerance': passes(aged(30 * minute + 18 * second)),
  'a Token that has expired': fails([[1, 2]], aged(41 * minute + 10 * second), {
    says: /^The client sent a Token at 10:41:10 \(exchange 2\) that exchange 1 issued at 10:00:00 and that expired at 10:30:00\./,
    expects: /at most 30 minutes/,
  }),
  'a ReToken in the place of a Token that has expired': passes(byReToken({ after: 'PT40M' })),
  'a Token that is tried beside its ReToken': passes(byReToken({ after: 'PT40M', ...by('S1') })),
  'a Token that grew too old in a moment in which a client on a fast clock had to wait': inconclusive(
    aged(30 * minute + 500 * second, 600),
    scaled(600),
  ),
  'an old Token on a fast clock that gave the client seconds': fails(
    [[1, 2]],
    aged(60 * minute, 600),
    scaled(600),
  ),
  'a Token on a clock that jumps at polls': inconclusive(aged(60 * minute), perPoll),
});

const booked = (after: number) => toBooking({ after });

testRule('conditions-fresh', {
  'a booking at once': passes(booked(0)),
  'a booking just in time': passes(booked(5 * minute - 1)),
  'a booking that is late by less than the tolerance': passes(booked(5 * minute + 3 * second)),
  'a booking by conditions that went stale': fails([[2, 3]], booked(7 * minute), {
    says: /DoBooking at 10:07:00 \(exchange 3\), 7 minutes after it received the conditions \(exchange 2 at 10:00:00\)/,
  }),
  'conditions that came slowly': passes(toConditions({ took: 'PT10S' }).book({ after: 'PT4M55S' })),
  'a booking on a clock that jumps at polls': inconclusive(booked(7 * minute), perPoll),
});

/** An answer that has another price. */
const costing = (value: number): Say => ({ answer: { price: { value, currency: 'BRL' } } });
const moved: Say = { ...costing(110), facts: { faults: [{ id: 'f1', kind: 'price' }] } };
const declining = { task: { ...taskOf(), onPriceChange: 'decline' as const } };
const otherTerms: Say = { facts: { faults: [{ id: 'f1', kind: 'terms' }] } };
const december = { start: '2026-12-01', end: '2026-12-12', value: 100, currency: 'BRL' };
const november = { start: '2026-11-01', end: '2026-11-30', value: 50, currency: 'BRL' };
const under = (...policies: (typeof december)[]): Say => ({ answer: { policies } });
const decliningTerms = { task: { ...taskOf(), onConditionsChange: 'decline' as const } };
const showing = (Value: number) => ({
  task: taskOf(),
  result: { outcome: 'confirmed', shownToUser: { total: { Value, Currency: 'BRL' } } },
});

testRule('price-change-confirmed', {
  'a new price that was shown and booked': passes(toConditions(moved).book(), showing(110)),
  'a new price that the user was not shown': fails([[2, 3]], toConditions(moved).book(), {
    ...showing(100),
    says: /showed the user 100 BRL, but the booked offer costs 110 BRL/,
  }),
  'a price that the user declines and the client does not book': passes(toConditions(moved), declining),
  'a price that the user declines and the client books': fails([[2, 3]], toConditions(moved).book(), {
    ...declining,
    expects: /sends no DoBooking/,
  }),
  'a price that moved between two conditions': fails(
    [[3, 4]],
    toConditions().revalidate('RoomsFoundWithChanges', costing(120)).book(),
    { ...declining, says: /100 BRL in exchange 2, now 120 BRL/ },
  ),
  'other taxes that the user declines and the client books': fails(
    [[2, 3]],
    toConditions(otherTerms).book(),
    { ...decliningTerms, says: /after the taxes or the cancellation policies changed in exchange 2/ },
  ),
  'other taxes that the user declines and the client does not book': passes(
    toConditions(otherTerms),
    decliningTerms,
  ),
  'other taxes that the user accepts': passes(toConditions(otherTerms).book(), showing(100)),
  'policies that changed between two conditions, and that the user declines': fails(
    [[3, 4]],
    toConditions().revalidate('RoomsFoundWithChanges', under(december)).book(),
    { ...decliningTerms, says: /the cancellation policies changed/ },
  ),
  'the same policies in another order': notObserved(
    toConditions(under(december, november)).revalidate('SameRoomsFound', under(november, december)).book(),
    decliningTerms,
  ),
  'a price that stayed': notObserved(toBooking(), showing(100)),
  'a price that stayed and was shown otherwise': warns([[2, 3]], toBooking(), {
    ...showing(110),
    says: /showed the user 110 BRL, but the booked offer costs 100 BRL/,
  }),
  'a new price whose client does not say what it showed': notObserved(toConditions(moved).book(), {
    task: taskOf(),
  }),
  'traffic without a task': notObserved(toConditions(moved).book(), { why: /needs a task/ }),
});

testRule('retoken-within-25h', {
  'a ReToken of exactly 25 hours': passes(byReToken({ after: 'PT25H' })),
  'a ReToken that is older': fails([[1, 2]], byReToken({ after: 'PT26H', status: 400 }), {
    says: /a ReToken at 2026-11-21 12:00:00 \(exchange 2\) that exchange 1 issued at 2026-11-20 10:00:00, 26 hours before/,
  }),
  'a full Search instead': passes(traffic().search().search({ after: 'PT26H' })),
  'a ReToken on a clock that jumps at polls': inconclusive(byReToken({ after: 'PT26H' }), perPoll),
});

const decliningRooms = { task: { ...declining.task, ...decliningTerms.task } };
const soldOut = { answer: { errors: ['RoomUnavailable'] } };
const changed = () => traffic().search().revalidate('RoomsFoundWithChanges');
const goneTwice = () => traffic().search().revalidate('RoomsNotFound').revalidate('RoomsNotFound');

testRule('retoken-outcome-honoured', {
  'the same rooms booked by the new Token': passes(toConditions().revalidate('SameRoomsFound').book()),
  'the same rooms booked by the old Token': fails([[2, 3, 4]], byOlderConditions(), oneTask),
  'a new Search after rooms that are gone': passes(
    traffic().search().revalidate('RoomsNotFound', soldOut).search(),
  ),
  'the ReToken once more for rooms that are gone': fails([[1, 2, 3]], goneTwice(), {
    ...oneTask,
    expects: /new Search/,
  }),
  'rooms that are gone and booked by older conditions': fails(
    [[1, 3, 4]],
    toConditions().revalidate('RoomsNotFound').book(by('C2')),
    oneTask,
  ),
  'an old Token of a Search that several users may share': warns([[2, 3, 4]], byOlderConditions()),
  'rooms that are gone, requested perhaps by another user': warns([[1, 2, 3]], goneTwice()),
  'changed rooms that were agreed to': passes(changed().book(), showing(100)),
  'changed rooms whose price the user was not shown': fails([[2, 3]], changed().book(), showing(90)),
  'changed rooms that the user declines and the client books': fails(
    [[2, 3]],
    changed().book(),
    decliningRooms,
  ),
  'changed rooms that the user declines': passes(changed(), decliningRooms),
  'changed rooms without shownToUser': notObserved(changed().book()),
});
