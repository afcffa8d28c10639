import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '#contracts/scenario';
import {
  type BookedService,
  type InvariantId,
  type InvariantVerdict,
  invariants,
  type JudgeContext,
  judgeEnded,
} from '#scenarios/judge';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { type Evidence, invariantsOn, playWithEvidence } from './evidence-of.ts';
import { lostTwice, minute, start, type TrafficBuilder, toLost, wire } from './rules/build.ts';

type Change = (evidence: Evidence) => Evidence;

const evidenceOf = async (scenario: Scenario) => (await playWithEvidence(scenario)).evidence;

const brokenOf = (verdicts: readonly InvariantVerdict[]): string[] =>
  verdicts.flatMap(({ invariant, verdict }) => (verdict === 'broken' ? [invariant] : []));

const asked = async (id: string, change: Change = same => same): Promise<InvariantVerdict[]> =>
  invariantsOn(change(await evidenceOf(scenarioOf(id))));

const withServices =
  (change: (services: readonly BookedService[]) => readonly BookedService[]): Change =>
  evidence => ({ ...evidence, books: { ...evidence.books, services: change(evidence.books.services) } });

const withFirst = (change: (service: BookedService) => Partial<BookedService>): Change =>
  withServices(([first, ...rest]) => (first ? [{ ...first, ...change(first) }, ...rest] : []));

const withCharges = (change: (charges: BookedService['charges']) => BookedService['charges']): Change =>
  withFirst(({ charges }) => ({ charges: change(charges) }));

const withEvidence =
  (change: Partial<Evidence>): Change =>
  evidence => ({ ...evidence, ...change });

const withResult =
  (change: Partial<NonNullable<Evidence['result']>>): Change =>
  evidence => ({ ...evidence, result: { outcome: 'error', ...evidence.result, ...change } });

const reporting = (outcome: string): Change => withResult({ outcome });

/** A cancelled booking with a penalty before the first service. */
const rebooked = withServices(services => [
  ...services.slice(0, 1).map(one => {
    const penalty = { Value: 50, Currency: one.priceCurrency };
    return { ...one, bookingId: 'B1', status: 'cancelled' as const, penalty };
  }),
  ...services,
]);

const showingHalf: Change = evidence => {
  const { Value = 0, Currency = '' } = evidence.result?.shownToUser?.total ?? {};
  return withResult({ shownToUser: { total: { Value: Value / 2, Currency } } })(evidence);
};

const withOtherId: Change = evidence =>
  withResult({ bookingId: `own-${evidence.result?.bookingId}` })(evidence);

const ended = (byItself: boolean, virtualMs: number) => withEvidence({ finish: { byItself, virtualMs } });
const printed = withEvidence({ leaks: [{ what: 'password', where: 'stderr, line 1' }] });

/** The books again with a second booking of the first service. */
const twice = withServices(services => [
  ...services,
  ...services.slice(0, 1).map(one => ({ ...one, bookingId: 'B2', charges: [] })),
]);

it.each(invariants)('the guide of explore lists the invariant $id with its level', async ({ id, level }) => {
  const guide = await readFile(new URL('../../../docs/guides/explore.md', import.meta.url), 'utf8');
  const [row] = guide.match(new RegExp(`^\\| \`${id}\` \\|.*$`, 'm')) ?? [];
  expect(row?.includes('`should`')).toBe(level === 'should');
});

const cases: readonly [InvariantId, string, string, Change][] = [
  ['one-booking', 'has booked other nights', 'hotel-confirmed', withFirst(() => ({ end: '2027-01-30' }))],
  ['one-charge', 'has charged the card twice', 'prepaid-approved', withCharges(all => [...all, ...all])],
  [
    'one-charge',
    'has charged another amount',
    'prepaid-approved',
    withCharges(all => all.map(one => ({ ...one, cents: one.cents + 1 }))),
  ],
  ['truth-told', 'reports "failed"', 'hotel-confirmed', reporting('failed')],
  ['truth-told', 'reports "error"', 'pending-unresolved', reporting('error')],
  ['truth-told', 'reports "cancelled"', 'hotel-confirmed', reporting('cancelled')],
  ['truth-told', 'reports "confirmed"', 'rejected-no-availability', reporting('confirmed')],
  ['truth-told', 'reports "payment-declined"', 'prepaid-approved', reporting('payment-declined')],
  [
    'truth-told',
    'reports one outcome for a trip, which no service of it has',
    'trip-hotel-and-transfer',
    withResult({ outcome: 'failed', services: [] }),
  ],
  ['truth-told', 'reports another id', 'hotel-confirmed', withOtherId],
  ['truth-told', 'ends without a result', 'hotel-confirmed', withEvidence({ result: undefined })],
  ['truth-told', 'has cancelled a booking with a penalty, and booked again', 'hotel-confirmed', rebooked],
  [
    'agreed-price',
    'has booked at another price',
    'price-up',
    withFirst(({ cents }) => ({ cents: cents + 1 })),
  ],
  ['agreed-price', 'shows half of the price', 'hotel-confirmed', showingHalf],
  ['ends', 'is stopped', 'hotel-confirmed', ended(false, 60_000)],
  ['ends', 'polls for a week', 'hotel-confirmed', ended(true, 7 * 86_400_000)],
  ['clean-output', 'prints a password', 'hotel-confirmed', printed],
];

describe('an invariant', () => {
  it.each(cases)('%s alone is broken by a client that %s (%s)', async (invariant, _, id, change) => {
    expect(brokenOf(await asked(id))).toEqual([]);
    expect(brokenOf(await asked(id, change))).toEqual([invariant]);
  });

  it('clean-output only warns of a password in the state folder', async () => {
    const leaks = [{ what: 'password' as const, where: 'state.json', isKept: true as const }];
    const kept = await asked('hotel-confirmed', withEvidence({ leaks }));
    expect(brokenOf(kept)).toEqual([]);
    const { findings } = kept.find(({ invariant }) => invariant === 'clean-output') ?? {};
    expect(findings?.map(({ warn }) => warn)).toEqual([true]);
  });

  it('one-booking is broken by a second booking, and the message has both ids', async () => {
    const verdicts = await asked('hotel-confirmed', twice);
    const [first] = verdicts;
    expect(first).toMatchObject({ invariant: 'one-booking', verdict: 'broken' });
    expect(first?.findings[0]?.message).toMatch(/2 bookings for one purchase: .*\d{7}.* and .*B2/);
    expect(first?.findings[0]?.exchanges).not.toEqual([]);
  });

  const looked: readonly [string, string, TrafficBuilder, number][] = [
    ['is broken by', 'does not look for it', lostTwice(31 * minute), 31],
    ['is broken by', 'looks for it only afterwards', lostTwice(minute).find({ after: 'PT40M' }), 1],
    ['is broken by', 'finds it', lostTwice(31 * minute, toLost().find({ shows: wire.confirmed })), 31],
    ['warns of', 'looks for it too early', lostTwice(5 * minute, toLost().find()), 5],
    [
      'is kept by',
      'looks for it in vain for 30 minutes',
      lostTwice(30 * minute, toLost().find({ after: 'PT30M' })),
      60,
    ],
  ];

  it.each(looked)(
    'one-booking %s a client that books again after a lost answer and %s',
    async (expected, _, { facts }, again) => {
      const { task, books } = await evidenceOf(scenarioOf('hotel-confirmed'));
      const services = [0, again].flatMap((minutes, index) =>
        books.services.map(one => ({
          ...one,
          bookingId: `B${index + 1}`,
          reference: `ref-${index + 1}`,
          bookedAt: start + minutes * minute,
        })),
      );
      const [oneBooking] = invariantsOn({ task, books: { ...books, services }, facts });
      const answer = oneBooking?.findings.map(({ warn }) => (warn ? 'warns of' : 'is broken by')) ?? [];
      expect(answer).toEqual(expected === 'is kept by' ? [] : [expected]);
    },
  );

  it('nothing-orphaned is broken by a client that keeps and reports no id', async () => {
    const forget = withEvidence({ state: '', result: { outcome: 'ask-support' } });
    expect(brokenOf(await asked('pending-unresolved', forget))).toEqual(['truth-told', 'nothing-orphaned']);
  });

  it('nothing-orphaned does not apply if the state of the client is unknown and the result has not all bookings', async () => {
    const orphaned = async (change: Change) =>
      (await asked('pending-unresolved', evidence => ({ ...change(evidence), state: undefined }))).find(
        ({ invariant }) => invariant === 'nothing-orphaned',
      );
    const reason = expect.stringContaining('state');
    const forget = withEvidence({ result: { outcome: 'ask-support' } });
    expect(await orphaned(forget)).toMatchObject({ verdict: 'not-applicable', reason });
    expect(await orphaned(same => same)).toMatchObject({ verdict: 'held' });
  });

  it.each([
    ['HTTP 500', 'server-error-once'],
    ['HTTP 429', 'rate-limited-seconds'],
  ])('recovers is broken by a client that gives up after one %s', async (_, id) => {
    const evidence = await evidenceOf(scenarioOf(id));
    expect(brokenOf(invariantsOn(evidence))).toEqual([]);
    const hit = evidence.facts.findIndex(({ faults }) => faults !== undefined);
    const gaveUp = {
      ...evidence,
      facts: evidence.facts.slice(0, hit + 1),
      books: { services: [] },
      result: { outcome: 'error' },
    };
    expect(brokenOf(invariantsOn(gaveUp))).toEqual(['recovers']);
  });
});

it('the books of the supplier give no expectation without a scenario: a repeated cancellation with a penalty stays a warning, except of a client that is explored', async () => {
  const { books, facts, task } = await evidenceOf(scenarioOf('cancel-with-penalty'));
  expect(books.services).toMatchObject([{ penalty: { Currency: 'BRL' } }]);
  const cancel = facts.find(({ operation }) => /cancel/i.test(operation ?? ''));
  if (!cancel?.closed) throw new Error('no call cancels');
  const { at, real } = cancel.closed;
  const move = (by: number) => ({ at: at + by, real: real + by });
  const again = {
    ...cancel,
    number: facts.length + 1,
    opened: move(1),
    answered: move(2),
    closed: { ...cancel.closed, ...move(2) },
  };
  const verdictWith = (context: Pick<JudgeContext, 'scenario' | 'isOneClient'>) =>
    judgeEnded({ facts: [...facts, again], books, task, context }).verdicts.find(
      ({ rule }) => rule === 'cancel-not-repeated',
    )?.verdict;
  expect(verdictWith({})).toBe('warn');
  expect(verdictWith({ isOneClient: true })).toBe('fail');
  expect(verdictWith({ scenario: scenarioOf('cancel-with-penalty') })).toBe('fail');
});

describe('the invariants without a task', () => {
  it('judges only what books and exchanges prove, and says why the others do not apply', async () => {
    const { books, facts } = await evidenceOf(scenarioOf('prepaid-approved'));
    const verdicts = invariantsOn({ books, facts });
    const judged = verdicts.filter(({ verdict }) => verdict !== 'not-applicable');
    expect(judged.map(({ invariant }) => invariant)).toEqual(['one-booking', 'one-charge']);
    expect(verdicts.filter(({ verdict, reason }) => verdict === 'not-applicable' && !reason)).toEqual([]);
    expect(verdicts.map(({ invariant }) => invariant)).toEqual(invariants.map(({ id }) => id));
  });

  it('only warns of two equal bookings, because two programs may have made them', async () => {
    const { books, facts } = twice(await evidenceOf(scenarioOf('hotel-confirmed')));
    const [first] = invariantsOn({ books, facts });
    expect(first).toMatchObject({ verdict: 'held', findings: [{ warn: true }] });
  });

  it('proves a breach in long traffic with at most 50 exchanges, those about the bookings among them', async () => {
    const { books, facts } = twice(await evidenceOf(scenarioOf('hotel-confirmed')));
    const own = facts.filter(({ answer }) => answer.bookingId === books.services[0]?.bookingId);
    const other = facts.find(({ operation }) => operation === 'hotel.doBooking');
    if (!other) throw new Error('no call books a hotel');
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...other,
      number: index + 1,
      answer: { ...other.answer, bookingId: `other-${index}` },
    }));
    const later = facts.map(one => ({ ...one, number: one.number + 1_000 }));
    const [first] = invariantsOn({ books, facts: [...others, ...later] });
    const proof = first?.findings[0]?.exchanges ?? [];
    expect(proof).toHaveLength(50);
    expect(own.length).toBeGreaterThan(1);
    for (const { number } of own) expect(proof).toContain(number + 1_000);
  });
});
