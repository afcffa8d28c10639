import type { RequestFacts } from '#contracts/exchange';
import {
  hour,
  minute,
  second,
  start,
  type TrafficBuilder,
  toBooking,
  toConditions,
  traffic,
} from './build.ts';
import { auto, oneTask, perPoll, real, scaled, shared } from './tasks.ts';
import { fails, findings, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const refused = (retryAfter = '20') => ({ status: 429, facts: { retryAfter } });
/** A date the given seconds ahead, by a clock that differs by some ms. */
const byDate = (ahead: number, off = 0) => {
  const dateAt = (at: number) => new Date(start + off + at).toUTCString();
  return { status: 429, facts: { retryAfter: dateAt(ahead * second), date: dateAt(0) } };
};
const look = { request: { bookingId: 'B1' } };

testRule('retry-after-respected', {
  'a repetition when the time has passed': passes(
    traffic()
      .search(refused())
      .search({ after: 20 * second }),
  ),
  'a repetition that is early by less than the tolerance': passes(
    traffic().search(refused()).search({ after: 19_850 }),
  ),
  'a repetition on a clock that jumps': inconclusive(traffic().search(refused()).search({ after: 250 }), {
    context: perPoll,
    why: /per-poll/,
  }),
  'a repetition at once': fails([[1, 2]], traffic().search(refused()).search({ after: 250 }), {
    says: /sent exchange 2 at 10:00:00.250, although exchange 1 was answered 429 at 10:00:00.000 with Retry-After 20/,
    expects: /sends no call before 10:00:20.000, 20 seconds after the 429/,
  }),
  'another request of that operation which was on its way': passes(
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, request: { bookingId: 'B2' } }),
  ),
  'look-ups that the task asks for all alike': passes(
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    { context: { task: { steps: [{ do: 'lookups', count: 2 }] } } },
  ),
  'one look-up more than the task asks for': fails(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    { context: { task: { steps: [{ do: 'lookups', count: 1 }] } } },
  ),
  'another request of that operation later': fails(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 5 * second, request: { bookingId: 'B2' } }),
  ),
  'another operation of that credential': warns(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .list({ after: 5 * second }),
  ),
  'another credential': passes(traffic().search(refused()).search({ by: 'other' })),
  'a date that has passed': passes(
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 20 * second }),
    { context: auto },
  ),
  'a repetition before the date': fails(
    [[1, 2]],
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 5 * second }),
    { context: auto },
  ),
  'a repetition at once, although a date was named': fails(
    [[1, 2]],
    traffic().search(byDate(20)).search({ after: 10 }),
    {
      context: real,
      expects: /20 seconds after the 429, counted from the Date of that answer/,
    },
  ),
  'a repetition at once on a faster clock, although a date was named': fails(
    [[1, 2]],
    traffic('hotel', 12).search(byDate(20)).search({ after: second }),
    { context: scaled(12) },
  ),
  'a repetition early by the part of a second that a date does not say': passes(
    traffic()
      .search(byDate(20))
      .search({ after: 19 * second }),
    { context: real },
  ),
  'a date that is so near that a second matters': inconclusive(
    traffic().search(byDate(3)).search({ after: 10 }),
    { context: real, why: /whole seconds/ },
  ),
  'a date of a supplier whose clock is an hour behind, which was waited for': passes(
    traffic()
      .search(byDate(20, -hour))
      .search({ after: 20 * second }),
  ),
  'a date of a supplier whose clock is an hour behind, and a repetition at once': fails(
    [[1, 2]],
    traffic().search(byDate(20, -hour)).search({ after: 250 }),
  ),
  'a date that was recorded elsewhere without the Date of its answer': inconclusive(
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 250 }),
    { why: /no Date/ },
  ),
  'a wait on a clock that is too fast': inconclusive(
    traffic('hotel', 600)
      .search(refused())
      .search({ after: 20 * second }),
    { context: scaled(600) },
  ),
  'a 429 that the client did not receive': notObserved(
    traffic()
      .search({
        ...refused(),
        facts: { retryAfter: '20', closed: { at: start, real: 1.5, ending: 'reset', bytes: 0 } },
      })
      .search({ after: 250 }),
  ),
  'calls that were answered': notObserved(traffic().search()),
});

/** A look-up that fails repeatedly, with the given gaps. */
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

testRule('backoff-schedule', oneTask, {
  'gaps of the required length': passes(failing(250, 500, 1_000, 2_000)),
  'longer gaps': passes(failing(400, 900, 3_000)),
  'gaps that are short by less than the tolerance': passes(failing(201, 451)),
  'a gap that is long enough only if the machine delayed nothing': inconclusive(
    traffic()
      .list({ status: 503, took: 100, facts: { answered: { at: start, real: 0 } } })
      .list({ after: 150 }),
  ),
  'no gaps': fails(findings([1, 2], [2, 3]), failing(0, 10), {
    says: /Exchange 1 \(getBookingList\) failed at 10:00:00; the client sent the same request again at 10:00:00 \(exchange 2\), 0 ms later/,
    expects: /250 ms before attempt 2/,
  }),
  'gaps that do not grow': fails([[2, 3]], failing(250, 250)),
  'gaps after answers that were lost': fails(
    [[1, 2]],
    traffic().list({ lost: 'client-gone', took: 15_000 }).list({ after: 100 }),
  ),
  'what may be two programs that ask for the same': warns([[1, 2]], failing(0), { context: shared }),
  'another request': notObserved(
    traffic()
      .look({ status: 500, request: { bookingId: 'B1' } })
      .look({ request: { bookingId: 'B2' } }),
  ),
  'a wait that Retry-After decides': notObserved(
    traffic()
      .list({ status: 429, facts: { retryAfter: '0' } })
      .list(),
  ),
  'a look-up after a DoBooking, which repeats no look-up before it': passes(
    toConditions()
      .find({ status: 503, request: { reference: 'ref-1' } })
      .book({ lost: 'reset' })
      .find({ status: 503 })
      .find({ after: 250 }),
  ),
  'a look-up after a payment, which repeats no look-up before it': passes(
    toBooking().look({ status: 503 }).pay().look({ status: 503 }).look({ after: 250 }),
  ),
  'the next poll': notObserved(failing(5 * minute)),
  'a DoBooking, which is no matter of pauses': notObserved(toBooking({ status: 500 }).book()),
  'gaps on a clock that is too fast': inconclusive(failing(0), {
    context: { ...oneTask, ...scaled(60) },
  }),
  'gaps on a clock that jumps': inconclusive(failing(0), { context: { ...oneTask, ...perPoll } }),
});

const searching = (gap: number, request: (attempt: number) => Partial<RequestFacts> = () => ({})) =>
  [1, 2, 3, 4, 5].reduce(
    (builder, attempt) => builder.search({ after: gap, status: 500, request: request(attempt) }),
    traffic().search({ status: 500, request: request(0) }),
  );

testRule('at-most-five-attempts', oneTask, {
  'five attempts': passes(failing(250, 500, 1_000, 2_000)),
  'look-ups that the task asks for all alike': passes(failing(250, 500, 1_000, 2_000, 4_000), {
    context: { task: { steps: [{ do: 'lookups', count: 6 }] } },
  }),
  'one attempt': passes(failing()),
  'a sixth attempt': fails([[1, 5, 6]], failing(250, 500, 1_000, 2_000, 4_000), {
    says: /The client sent getBookingList 6 times from 10:00:00.000 to 10:00:07.750; exchange 6 is attempt 6/,
  }),
  'six attempts of which the last succeeds': fails(
    [[1, 5, 6]],
    failing(250, 500, 1_000, 2_000).list({ after: 4_000 }),
  ),
  'five attempts, and five more at the next poll': passes(
    failing(250, 500, 1_000, 2_000, 5 * minute, 250, 500, 1_000, 2_000),
  ),
  'six attempts that may be those of two programs': warns(
    [[1, 5, 6]],
    failing(250, 500, 1_000, 2_000, 4_000),
    { context: shared },
  ),
  'a Search that is sent a sixth time, however long after the fifth': fails([[1, 5, 6]], searching(61_000)),
  'a Search that says something else of no weight each time': fails(
    [[1, 5, 6]],
    searching(2_000, attempt => ({ mark: String(attempt) })),
  ),
  'other Searches of one task': passes(searching(2_000, attempt => ({ start: `2026-12-1${attempt}` }))),
  'the same Search of what may be several users, minutes apart': passes(searching(61_000), {
    context: shared,
  }),
  'six answers': notObserved(traffic().list().list().list().list().list().list()),
});

const autoTask = { ...oneTask, ...auto };

const opened = () => failing(250, 500);

testRule('breaker-opens', autoTask, {
  'three failures and an end': passes(opened()),
  'a trial after five seconds': passes(opened().list({ after: 5 * second })),
  'a fourth call at once': fails([[1, 2, 3, 4]], opened().list({ after: 100 }), {
    says: /called getBookingList at 10:00:00.850 \(exchange 4\), 100 ms after its third 5xx in a row \(exchange 3 at 10:00:00.750\)/,
  }),
  'attempts four and five with their pauses (decision 2)': warns(
    findings([1, 2, 3, 4], [2, 3, 4, 5]),
    failing(250, 500, 1_000, 2_000),
  ),
  'another request of that endpoint': fails(
    [[1, 2, 3, 4]],
    opened().list({ after: second, request: { start: '2026-12-10' } }),
  ),
  'another endpoint': passes(opened().look()),
  'an answer in between': notObserved(failing(250).list().list({ status: 500 }).list()),
  'failures whose answers were lost': notObserved(
    failing(250).list({ lost: 'reset' }).list({ lost: 'reset' }),
  ),
  'failures so late that the client may have given up': notObserved(
    failing(250)
      .list({ after: 500, took: 15_000, status: 503, facts: { faults: [{ id: 'f', kind: 'delay' }] } })
      .list(),
  ),
  'a call that was on its way': passes(opened().list({ after: 30 }), { context: oneTask }),
  'a call of what may be another program': warns([[1, 2, 3, 4]], opened().list({ after: second / 2 }), {
    context: shared,
  }),
  'calls on a clock that is too fast': inconclusive(opened().list(), {
    context: scaled(600),
  }),
  'calls on a clock that jumps': inconclusive(opened().list(), { context: { ...oneTask, ...perPoll } }),
});

/** The given number of calls at the given distance. */
function calls(count: number, gap = 0, builder = traffic()): TrafficBuilder {
  for (let sent = 0; sent < count; sent += 1) builder.list({ after: sent === 0 ? 0 : gap });
  return builder;
}

testRule('rate-limit-kept', {
  '120 calls at once': passes(calls(120)),
  '121 calls on a clock that jumps': inconclusive(calls(121), { context: perPoll, why: /per-poll/ }),
  '120 calls, and the next ones a minute later': passes(calls(30, 0, calls(120).list({ after: minute }))),
  '121 calls at once': fails([[1, 121]], calls(121), {
    says: /121 calls with one credential within .*, from 10:00:00 \(exchange 1\) to 10:00:00 \(exchange 121\)/,
  }),
  'calls that a correct client can have sent in time': passes(calls(150, 495)),
  'calls that are a little too fast': fails([[1, 121]], calls(150, 480)),
  'more than 120 around the turn of a minute (decision 6)': warns(
    [[1, 121]],
    calls(100, 0, calls(100, 0, traffic().list({ after: 55 * second })).list({ after: 10 * second })),
  ),
  '240 calls of two credentials': passes(
    (() => {
      const builder = calls(120);
      for (let sent = 0; sent < 120; sent += 1) builder.list({ by: 'other' });
      return builder;
    })(),
  ),
  'calls that faults answered': notObserved(
    (() => {
      const builder = calls(119);
      for (let sent = 0; sent < 60; sent += 1)
        builder.list({ status: 500, facts: { faults: [{ id: 'f', kind: 'status' }] } });
      return builder;
    })(),
  ),
  'a burst that took a second to arrive on a clock thirteen times as fast': passes(
    calls(30, 0, calls(120).list({ after: 47_100 })),
    { context: scaled(13) },
  ),
  'a burst that took seven seconds to arrive, and the next calls a minute after it began': inconclusive(
    calls(30, 0, calls(120, 60).list({ after: 53 * second })),
    { why: /calls of the client arrived late/ },
  ),
  'a burst that took two seconds to arrive, and the next calls soon after it': fails(
    [[1, 121]],
    calls(30, 0, calls(120, 17).list({ after: 40 * second })),
  ),
  'a burst after minutes that the clock skipped in no real time': fails(
    [[2, 122]],
    calls(
      121,
      0,
      traffic('hotel', 100_000)
        .list()
        .list({ after: 5 * minute }),
    ),
  ),
  'a second excess, which begins in another burst than the first': fails(
    findings([1, 121], [122, 242]),
    calls(20, 0, calls(180, 0, calls(60).list({ after: 20 * second })).list({ after: 45 * second })),
  ),
  'calls closer together than their way can explain': fails(
    [[1, 121]],
    calls(30, 0, calls(120).list({ after: 46_900 })),
    { context: scaled(13) },
  ),
  '150 calls by a limiter that leaves more than a minute for 118 of them': passes(
    calls(32, 0, calls(118).list({ after: 61 * second })),
  ),
  'calls on a clock that is too fast': inconclusive(calls(121), {
    context: scaled(600),
  }),
  'a few calls': notObserved(calls(10)),
});
