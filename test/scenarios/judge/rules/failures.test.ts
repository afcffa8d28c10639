import type { Facts, RequestFacts } from '#contracts/exchange';
import { hour, minute, type Say, second, start, type TrafficBuilder, toBooking, traffic } from './build.ts';
import { auto, oneTask, perPoll, real, scaled, shared } from './tasks.ts';
import { fails, findings, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const refused = (retryAfter = '20') => ({ status: 429, facts: { retryAfter } });
/** A date the given seconds ahead, by a clock that differs by some ms. */
const byDate = (ahead: number, off = 0) => {
  const dateAt = (at: number) => new Date(start + off + at).toUTCString();
  return { status: 429, facts: { retryAfter: dateAt(ahead * second), date: dateAt(0) } };
};
const dated = () => refused(new Date(start + 20 * second).toUTCString());
/** A Search, and the same Search after a time. */
const searchedAgain = (first: Say, after: Say['after'] & {}, speed = 1) =>
  traffic('hotel', speed).search(first).search({ after });
const lookUp = (bookingId: string, more: Say = {}): Say => ({ request: { bookingId }, ...more });
/** A look-up that is refused for the rate. */
const refusedLook = () => traffic().look(lookUp('B1', refused()));
const lookUps = (count: number) => ({ task: { steps: [{ do: 'lookups' as const, count }] } });
const unread = { closed: { at: start, real: 1.5, ending: 'reset' as const, bytes: 0 } };

testRule('retry-after-respected', {
  'a repetition when the time has passed': passes(searchedAgain(refused(), 'PT20S')),
  'a repetition that is early by less than the tolerance': passes(searchedAgain(refused(), 19_850)),
  'a repetition on a clock that jumps': inconclusive(searchedAgain(refused(), 250), {
    ...perPoll,
    why: /per-poll/,
  }),
  'a repetition at once': fails([[1, 2]], searchedAgain(refused(), 250), {
    says: /sent exchange 2 at 10:00:00.250, although exchange 1 was answered 429 at 10:00:00.000 with Retry-After 20/,
    expects: /sends no call before 10:00:20.000, 20 seconds after the 429/,
  }),
  'another request of that operation which was on its way': passes(
    refusedLook().look(lookUp('B2', { at: 900 })),
  ),
  'look-ups that the task asks for all alike': passes(
    refusedLook().look(lookUp('B1', { at: 900 })),
    lookUps(2),
  ),
  'one look-up more than the task asks for': fails(
    [[1, 2]],
    refusedLook().look(lookUp('B1', { at: 900 })),
    lookUps(1),
  ),
  'another request of that operation later': fails(
    [[1, 2]],
    refusedLook().look(lookUp('B2', { at: 'PT5S' })),
  ),
  'another operation of that credential': warns([[1, 2]], refusedLook().list({ after: 'PT5S' })),
  'another credential': passes(traffic().search(refused()).search({ by: 'other' })),
  'a date that has passed': passes(searchedAgain(dated(), 'PT20S'), auto),
  'a repetition before the date': fails([[1, 2]], searchedAgain(dated(), 'PT5S'), auto),
  'a repetition at once, although a date was named': fails([[1, 2]], searchedAgain(byDate(20), 10), {
    ...real,
    expects: /20 seconds after the 429, counted from the Date of that answer/,
  }),
  'a repetition early by the part of a second that a date does not say': passes(
    searchedAgain(byDate(20), 'PT19S'),
    real,
  ),
  'a date that is so near that a second matters': inconclusive(searchedAgain(byDate(3), 10), {
    ...real,
    why: /whole seconds/,
  }),
  'a date of a supplier whose clock is an hour behind, which was waited for': passes(
    searchedAgain(byDate(20, -hour), 'PT20S'),
  ),
  'a date of a supplier whose clock is an hour behind, and a repetition at once': fails(
    [[1, 2]],
    searchedAgain(byDate(20, -hour), 250),
  ),
  'a date that was recorded elsewhere without the Date of its answer': inconclusive(
    searchedAgain(dated(), 250),
    { why: /no Date/ },
  ),
  'a wait on a clock that is too fast': inconclusive(searchedAgain(refused(), 'PT20S', 600), scaled(600)),
  'a 429 that the client did not receive': notObserved(
    searchedAgain({ status: 429, facts: { retryAfter: '20', ...unread } }, 250),
  ),
});

/** A look-up that fails repeatedly, with the given gaps. */
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

const hangUps = (...gaps: number[]): TrafficBuilder => {
  const gone: Say = { lost: 'client-gone', took: 15_000 };
  return gaps.reduce((builder, after) => builder.list({ ...gone, after }), traffic().list(gone));
};

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
    traffic().list({ lost: 'client-gone', took: 15_000 }).list({ after: 199 }),
    auto,
  ),
  'a gap after a cut answer': fails([[1, 2]], traffic().list({ lost: 'reset' }).list({ after: 199 })),
  'a gap after a hang-up that a busy stand-in may have noticed too late': inconclusive(hangUps(0)),
  'a gap after an answer that was sent before the client hung up': fails(
    [[1, 2]],
    traffic()
      .list({
        lost: 'client-gone',
        took: 100,
        facts: { status: 503, answered: { at: start + 100, real: 100 } },
      })
      .list({ after: 100 }),
  ),
  'a second gap after hang-ups that is too short also then': fails([[2, 3]], hangUps(250, 199)),
  'what may be two programs that ask for the same': warns([[1, 2]], failing(0), shared),
  'a 429 whose Retry-After may be missing in the recording': inconclusive(
    traffic()
      .list({ status: 429, facts: { unrecorded: { headers: true } } })
      .list(),
  ),
  'a 429 without Retry-After': fails([[1, 2]], traffic().list({ status: 429 }).list()),
  'a wait that Retry-After decides': notObserved(traffic().list(refused('0')).list()),
  'a look-up after a payment, which repeats no look-up before it': passes(
    toBooking().look({ status: 503 }).pay().look({ status: 503 }).look({ after: 250 }),
  ),
  'the next poll': notObserved(failing(5 * minute)),
  'a DoBooking, which is no matter of pauses': notObserved(toBooking({ status: 500 }).book()),
  'gaps on a clock that is too fast': inconclusive(failing(0), scaled(60)),
  'gaps on a clock that jumps': inconclusive(failing(0), perPoll),
});

const searching = (gap: number, request: (attempt: number) => Partial<RequestFacts> = () => ({})) =>
  [1, 2, 3, 4, 5].reduce(
    (builder, attempt) => builder.search({ after: gap, status: 500, request: request(attempt) }),
    traffic().search({ status: 500, request: request(0) }),
  );

testRule('at-most-five-attempts', oneTask, {
  'five attempts': passes(failing(250, 500, 1_000, 2_000)),
  'look-ups that the task asks for all alike': passes(failing(250, 500, 1_000, 2_000, 4_000), lookUps(6)),
  'one attempt': passes(failing()),
  'a sixth attempt': fails([[1, 5, 6]], failing(250, 500, 1_000, 2_000, 4_000), {
    says: /The client sent getBookingList 6 times from 10:00:00.000 to 10:00:07.750; exchange 6 is attempt 6/,
  }),
  'six attempts that may be those of two programs, although the last succeeds': warns(
    [[1, 5, 6]],
    failing(250, 500, 1_000, 2_000).list({ after: 4_000 }),
    shared,
  ),
  'a Search that is sent a sixth time, however long after the fifth': fails([[1, 5, 6]], searching(61_000)),
  'a Search that says something else of no weight each time': fails(
    [[1, 5, 6]],
    searching(2_000, attempt => ({ mark: String(attempt) })),
  ),
  'other Searches of one task': passes(searching(2_000, attempt => ({ start: `2026-12-1${attempt}` }))),
  'the same Search of what may be several users, minutes apart': passes(searching(61_000), shared),
  'six answers': notObserved(traffic().list().list().list().list().list().list()),
});

/** An answer that a fault changed. */
const by = (kind: NonNullable<Facts['faults']>[number]['kind']): Say => ({
  facts: { faults: [{ id: 'f', kind }] },
});
const opened = () => failing(250, 500);

testRule(
  'breaker-opens',
  { ...oneTask, ...auto },
  {
    'three failures and an end': passes(opened()),
    'a trial after five seconds': passes(opened().list({ after: 'PT5S' })),
    'a fourth call at once': fails([[1, 2, 3, 4]], opened().list({ after: 100 }), {
      says: /called getBookingList at 10:00:00.850 \(exchange 4\), 100 ms after its third 5xx in a row \(exchange 3 at 10:00:00.750\)/,
    }),
    'attempts four and five with their pauses (decision 2)': warns(
      findings([1, 2, 3, 4], [2, 3, 4, 5]),
      failing(250, 500, 1_000, 2_000),
    ),
    'another request of that endpoint': fails(
      [[1, 2, 3, 4]],
      opened().list({ after: 'PT1S', request: { start: '2026-12-10' } }),
    ),
    'another endpoint': passes(opened().look()),
    'an answer in between': notObserved(failing(250).list().list({ status: 500 }).list()),
    'failures whose answers were lost': notObserved(
      failing(250).list({ lost: 'reset' }).list({ lost: 'reset' }),
    ),
    'failures so late that the client may have given up': notObserved(
      failing(250)
        .list({ after: 500, took: 15_000, status: 503, ...by('delay') })
        .list(),
    ),
    'a call that was on its way': passes(opened().list({ after: 30 }), { clock: undefined }),
    'a call of what may be another program': warns([[1, 2, 3, 4]], opened().list({ after: 500 }), {
      ...shared,
      clock: undefined,
    }),
    'calls on a clock that is too fast': inconclusive(opened().list(), { ...shared, ...scaled(600) }),
    'calls on a clock that jumps': inconclusive(opened().list(), perPoll),
  },
);

/** The given number of calls at the given distance. */
function calls(count: number, gap = 0, builder = traffic(), say: Say = {}): TrafficBuilder {
  for (let sent = 0; sent < count; sent += 1) builder.list({ after: sent === 0 ? 0 : gap, ...say });
  return builder;
}

testRule('rate-limit-kept', {
  '120 calls at once': passes(calls(120)),
  '121 calls on a clock that jumps': inconclusive(calls(121), { ...perPoll, why: /per-poll/ }),
  '120 calls, and the next ones a minute later': passes(calls(30, 0, calls(120).list({ after: 'PT1M' }))),
  '121 calls at once': fails([[1, 121]], calls(121), {
    says: /121 calls with one credential within .*, from 10:00:00 \(exchange 1\) to 10:00:00 \(exchange 121\)/,
  }),
  'calls that a correct client can have sent in time': passes(calls(150, 495)),
  'calls that are a little too fast': fails([[1, 121]], calls(150, 480)),
  'more than 120 around the turn of a minute (decision 6)': warns(
    [[1, 121]],
    calls(100, 0, calls(100, 0, traffic().list({ after: 'PT55S' })).list({ after: 'PT10S' })),
  ),
  '240 calls of two credentials': passes(calls(120, 0, calls(120), { by: 'other' })),
  'calls that faults answered': notObserved(calls(60, 0, calls(119), { status: 500, ...by('status') })),
  'a burst that took a second to arrive on a clock thirteen times as fast': passes(
    calls(30, 0, calls(120).list({ after: 47_100 })),
    scaled(13),
  ),
  'a burst that took seven seconds to arrive, and the next calls a minute after it began': inconclusive(
    calls(30, 0, calls(120, 60).list({ after: 'PT53S' })),
    { why: /calls of the client arrived late/ },
  ),
  'a burst after minutes that the clock skipped in no real time': fails(
    [[2, 122]],
    calls(121, 0, traffic('hotel', 100_000).list().list({ after: 'PT5M' })),
  ),
  'a second excess, which begins in another burst than the first': fails(
    findings([1, 121], [122, 242]),
    calls(20, 0, calls(180, 0, calls(60).list({ after: 'PT20S' })).list({ after: 'PT45S' })),
  ),
  'calls closer together than their way can explain': fails(
    [[1, 121]],
    calls(30, 0, calls(120).list({ after: 46_900 })),
    scaled(13),
  ),
  '150 calls by a limiter that leaves more than a minute for 118 of them': passes(
    calls(32, 0, calls(118).list({ after: 'PT61S' })),
  ),
  'calls on a clock that is too fast': inconclusive(calls(121), scaled(600)),
});
