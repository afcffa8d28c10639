import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import { asObject } from '#contracts/util';
import type { Sandbox } from '#mock-server';
import { hasHarnessError } from '#scenarios/judge';
import { documentOf, verdictReport, writeReport } from '#scenarios/report/index';
import { judgePlay } from '#scenarios/run/judge-play';
import { brokenAnswers, closeAndJudge } from '#scenarios/run/judge-sandbox';
import { playWithReference } from '#scenarios/run/play-reference';
import { scenarioOf } from '../catalogue/scenario-of.ts';

const criteria = { strict: false, isKnown: () => false };

/** Changes the latest recorded answer of an operation, as a defect of the stand-in would. */
function answerOtherwise({ journal }: Sandbox, operation: OperationId, change: object) {
  const entry = journal.read().findLast(({ facts }) => facts.operation === operation);
  if (!entry?.bodies) throw new Error(`no ${operation} is recorded`);
  const answer = { ...asObject(entry.bodies.answer), ...change };
  const number = journal.nextNumber();
  const facts = { ...entry.facts, number };
  journal.insert({ facts, bodies: { ...entry.bodies, answer } });
  return number;
}

describe('an answer of the stand-in that its contract does not allow', () => {
  const scenario = scenarioOf('hotel-confirmed');
  const broken = { bookingStatus: 'BOOKD' };

  it('is named, with its field and value', async () => {
    const { sandbox } = await playWithReference(scenario);
    expect(brokenAnswers(sandbox)).toEqual([]);
    const number = answerOtherwise(sandbox, 'hotel.doBooking', broken);
    const problem = expect.stringMatching(/^bookingStatus: expected one of .*, got "BOOKD"$/);
    expect(brokenAnswers(sandbox)).toEqual([{ exchange: number, problem }]);
  });

  it('fails the scenario as a harness, and is held against no client', async () => {
    const play = await playWithReference(scenario);
    answerOtherwise(play.sandbox, 'hotel.doBooking', broken);
    const report = judgePlay(scenario, play, criteria);
    const reason = expect.stringContaining('bookingStatus');
    expect(report).toMatchObject({ state: 'harness-error', reason });
    const words = new Set(report.verdicts.map(({ verdict }) => verdict));
    expect(words).toContain('harness-error');
    expect(words).not.toContain('fail');
    expect(words).not.toContain('warn');
  });

  it('is in the judgement of its sandbox', async () => {
    const { sandbox } = await playWithReference(scenario);
    expect(hasHarnessError(closeAndJudge(sandbox))).toBe(false);
    answerOtherwise(sandbox, 'hotel.doBooking', broken);
    const judged = closeAndJudge(sandbox);
    expect(hasHarnessError(judged)).toBe(true);
    for (const format of ['text', 'junit'] as const)
      expect(await writeReport(format, documentOf(verdictReport([judged], 70)))).toContain(
        'the stand-in broke its own contract in exchange',
      );
  });
});

it.each(['xml-error', 'truncated-json', 'empty-body', 'bad-gateway-html', 'hotel-detail-sparse'])(
  'an answer that a fault has altered is not an answer of the stand-in in %s',
  async id => {
    const { sandbox } = await playWithReference(scenarioOf(id));
    expect(sandbox.journal.read().some(({ facts }) => facts.faults)).toBe(true);
    expect(brokenAnswers(sandbox)).toEqual([]);
  },
);
