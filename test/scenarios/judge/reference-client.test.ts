import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { rules, type Verdict } from '#scenarios/judge';
import { playScenario } from '#scenarios/play/play-scenario';
import { complaintsIn, verdictsOn } from './verdicts-on.ts';

const played = new Map<string, Verdict[]>();

beforeAll(async () => {
  for (const scenario of catalogue)
    played.set(scenario.id, verdictsOn(scenario, await playScenario(scenario)));
});

const verdictsIn = (id: string): Verdict[] => played.get(id) ?? [];

describe('the reference client, judged by every rule', () => {
  it.each(catalogue)('breaks none in $id', ({ id }) => {
    expect(verdictsIn(id).length).toBe(rules.length);
    expect(complaintsIn(verdictsIn(id))).toEqual([]);
  });

  it.each(catalogue)('shows in $id what its rules ask for', ({ id, rules: named }) => {
    const missingInput = verdictsIn(id).filter(
      ({ rule, verdict }) => verdict === 'not-observed' && named.includes(rule),
    );
    expect(missingInput.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([]);
  });

  it('shows every rule kept somewhere in the catalogue', () => {
    const kept = new Set(
      [...played.values()].flat().flatMap(({ rule, verdict }) => (verdict === 'pass' ? [rule] : [])),
    );
    expect(rules.filter(({ id }) => !kept.has(id)).map(({ id }) => id)).toEqual([]);
  });
});
