import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/exchange';
import { judge } from '#scenarios/judge';
import { traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { verdictOf } from './test-rule.ts';

const plain = () => traffic().search().conditions().book().look();
/** A request with a country that does not exist. */
const odd = { request: { countries: ['XX'] } };
const refused = { status: 400, ...odd };

describe('judge', () => {
  it('reports each rule as not observed without traffic, with the reason', () => {
    const verdicts = judge([]).verdicts;
    expect([...new Set(verdicts.map(({ verdict }) => verdict))]).toEqual(['not-observed']);
    expect(verdicts.filter(({ reason }) => !reason)).toEqual([]);
  });

  it('returns the same verdicts each time, and changes nothing', () => {
    const { facts } = plain();
    const before = structuredClone(facts);
    expect(judge(facts)).toEqual(judge(facts));
    expect(facts).toEqual(before);
  });

  it('fails a plain booking by no rule', () => {
    const words = judge(plain().facts, oneTask).verdicts.map(({ verdict }) => verdict);
    expect(words.filter(word => word === 'fail')).toEqual([]);
    expect(words.filter(word => word === 'pass').length).toBeGreaterThan(10);
  });

  it('reports a rule that throws as a harness error', () => {
    const [first, ...rest] = traffic().list({ status: 429 }).list().facts;
    const broken: Facts = Object.defineProperty({ ...(first as Facts) }, 'retryAfter', {
      // there is one
      get: () => {
        throw new Error('no such header');
      },
    });
    const verdicts = judge([broken, ...rest]).verdicts;
    const failed = verdicts.filter(({ verdict }) => verdict === 'harness-error');
    expect(failed.map(({ rule, reason }) => [rule, reason])).toContainEqual([
      'retry-after-respected',
      'no such header',
    ]);
    expect(failed.length).toBeLessThan(5);
  });

  it('cannot tell what the journal may have lost, and still holds what is there', () => {
    const context = { lostFacts: 7 };
    expect(verdictOf('token-fresh', plain(), context)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('lost the first 7 exchanges'),
    });
    expect(verdictOf('country-codes', traffic().search(odd), context).verdict).toBe('fail');
    expect(verdictOf('outcome-as-expected', plain(), context).verdict).toBe('not-observed');
  });

  it('holds nothing against a client whose time-outs came by themselves, but what each request shows', () => {
    const twice = traffic().search(refused).search(refused);
    const at = (speed: number, rule: 'client-errors-not-retried' | 'country-codes') =>
      verdictOf(rule, twice, { ...oneTask, clock: { mode: 'scaled', speed } }).verdict;
    expect([at(15, 'client-errors-not-retried'), at(16, 'client-errors-not-retried')]).toEqual([
      'fail',
      'inconclusive',
    ]);
    expect(at(16, 'country-codes')).toBe('fail');
    const late = traffic('hotel', 16).list({ took: 16 * 60 });
    late.search(refused).search(refused);
    const clock = { mode: 'scaled', speed: 16 } as const;
    expect(verdictOf('client-errors-not-retried', late, { ...oneTask, clock })).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^the clock ran 16 times as fast as real time/),
    });
  });

  it.each([
    ['a short wait that the machine may have shortened', 'backoff-schedule', 1, 20, 'fail'],
    ['a short wait that the machine may have shortened', 'backoff-schedule', 1, 750, 'inconclusive'],
    ['polls that come far too early', 'poll-interval', 1, 750, 'fail'],
    ['a repetition on a clock with short time-outs', 'client-errors-not-retried', 15, 240, 'fail'],
    ['a repetition on a clock with short time-outs', 'client-errors-not-retried', 15, 260, 'inconclusive'],
    ['what a request shows', 'country-codes', 15, 750, 'fail'],
  ] as const)(
    'judges %s (%s, speed %i) on a machine that needs some time for an answer: %i ms, %s',
    (_, rule, speed, ms, word) => {
      const busy = traffic('hotel', speed)
        .list({ took: ms * speed })
        .search({ status: 500 })
        .search({ after: 106 })
        .search(refused)
        .search(odd)
        .conditions()
        .book({ shows: wire.pending })
        .look({ shows: wire.pending })
        .look({ after: 'PT1M' });
      const clock = { mode: speed === 1 ? 'real' : 'scaled', speed } as const;
      const { verdict, reason = '' } = verdictOf(rule, busy, { ...oneTask, clock });
      expect(verdict).toBe(word);
      if (word === 'inconclusive')
        expect(reason).toMatch(/^the machine was so busy that .* needed \d+\.?\d* ms for an answer$/);
    },
  );

  it('takes no answer of a recording, or that a fault held up, for a busy machine', () => {
    const late = (facts?: Partial<Facts>) =>
      traffic()
        .list({ took: 750, ...(facts && { facts }) })
        .search({ status: 500 })
        .search({ after: 106 });
    const clock = { mode: 'real', speed: 1 } as const;
    expect(verdictOf('backoff-schedule', late(), oneTask).verdict).toBe('fail');
    const delayed = late({ faults: [{ id: 'f', kind: 'delay' }] });
    expect(verdictOf('backoff-schedule', delayed, { ...oneTask, clock }).verdict).toBe('fail');
  });

  it('shows the first hundred findings, and counts the others', () => {
    const builder = traffic();
    for (let sent = 0; sent < 130; sent += 1) builder.search(odd);
    const { findings, more } = verdictOf('country-codes', builder);
    expect([findings.length, more]).toEqual([100, 30]);
  });

  it('judges calls in flight by their facts so far', () => {
    const { facts } = plain();
    const open = facts.map(({ closed: _, answered: __, status: ___, ...one }) => ({ ...one, answer: {} }));
    const words = judge(open).verdicts.map(({ verdict }) => verdict);
    expect(words.filter(word => word === 'fail' || word === 'harness-error')).toEqual([]);
  });
});
