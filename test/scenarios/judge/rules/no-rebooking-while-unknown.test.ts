import { hour, minute, toBooking, wire } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const booked = (shows: (typeof wire)[keyof typeof wire]) => toBooking({ shows: [shows] });

testRule('no-rebooking-while-unknown', {
  'a TechnicalProblem that is polled': passes(booked(wire.technical).look({ after: 5 * minute })),
  'another booking while it is TechnicalProblem': fails(
    [[3, 5]],
    booked(wire.technical).conditions().book(),
    { says: /booking B1 of exchange 3 was TechnicalProblem at 10:00:00/ },
  ),
  'another booking while a look says Pending': fails(
    [[3, 4, 5]],
    booked(wire.pending)
      .look({ after: 10 * minute, shows: [wire.pending] })
      .book(),
  ),
  'another booking while it waits for credit': fails([[3, 4]], booked(wire.creditBlocked).book()),
  'another booking once it was rejected': passes(
    booked(wire.technical)
      .look({ after: 5 * minute, shows: [wire.rejected] })
      .book(),
  ),
  'another stay in the meantime': passes(booked(wire.technical).book({ request: { item: '1001002' } })),
  'another booking a day after an OnRequest': passes(booked(wire.onRequest).book({ after: 25 * hour })),
  'a booking that was under way when the answer came': passes(
    toBooking({ at: 0, took: 1_000, shows: [wire.technical] }).book({ at: 500 }),
  ),
  'a booking that was confirmed at once': notObserved(booked(wire.confirmed).book()),
});
