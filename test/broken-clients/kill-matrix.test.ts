import { beforeAll, describe, expect, it } from 'vitest';
import { rules, type Verdict } from '#scenarios/judge';
import { brokenClients } from './index.ts';
import { caughtBy, judgeBroken, judgeReference } from './play-broken.ts';
import { rulesPage } from './rules-page.ts';

const scenarios = [...new Set(brokenClients.map(({ scenario }) => scenario))];

describe('the kill matrix', () => {
  it('has for every rule a broken client that it catches', () => {
    const killed = new Set(brokenClients.map(({ rule }) => rule));
    expect(rules.map(({ id }) => id).filter(id => !killed.has(id))).toEqual([]);
  });

  it('has each broken client once', () => {
    const names = brokenClients.map(({ name, scenario }) => `${name} in ${scenario}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('is what docs/rules.md shows', async () => {
    await expect(rulesPage()).toMatchFileSnapshot('../../docs/rules.md');
  });

  it.each(brokenClients)('$rule catches a client that $name', async broken => {
    const { rule, overlaps = [] } = broken;
    const verdicts = await judgeBroken(broken);
    expect(caughtBy(verdicts).toSorted()).toEqual([rule, ...overlaps].toSorted());
    expect(JSON.stringify(verdicts)).not.toMatch(/[SRC][\da-f]{32}/); // a report must not contain a Token (auth.5)
    const own = verdicts.find(verdict => verdict.rule === rule);
    expect(own?.verdict, own?.findings[0]?.message).toBe(own?.level === 'must' ? 'fail' : 'warn');
  });
});

describe('the reference client', () => {
  const verdictsIn = new Map<string, Verdict[]>();
  beforeAll(async () => {
    for (const id of scenarios) verdictsIn.set(id, await judgeReference(id));
  });

  it.each(scenarios)('is caught by no rule in %s', id => {
    expect(caughtBy(verdictsIn.get(id) ?? [])).toEqual([]);
  });

  it.each(brokenClients)('passes $rule where a client that $name does not', ({ rule, scenario }) => {
    const verdict = verdictsIn.get(scenario)?.find(one => one.rule === rule)?.verdict;
    expect(verdict).toBe('pass');
  });
});
