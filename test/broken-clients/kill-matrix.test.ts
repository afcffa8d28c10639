import { beforeAll, describe, expect, it } from 'vitest';
import { rules, type Verdict } from '#scenarios/judge';
import { placeOf } from './broken-client.ts';
import { brokenClients } from './index.ts';
import { caughtBy, judgeBroken, judgeReference } from './play-broken.ts';
import { rulesPage } from './rules-page.ts';

/** The scenarios and draws of the broken clients, each once. */
const places = [...new Map(brokenClients.map(broken => [placeOf(broken), broken]))].map(
  ([place, { scenario, draw }]) => ({ place, scenario, ...(draw && { draw }) }),
);
const drawn = brokenClients.filter(({ draw }) => draw);

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
    const own = verdicts.find(verdict => verdict.rule === rule);
    expect(own?.verdict, own?.findings[0]?.message).toBe(own?.level === 'must' ? 'fail' : 'warn');
  });
});

describe('a client that is made for the fixed tasks', () => {
  it.each(drawn)('passes the fixed task of $scenario although it $name', async broken => {
    const { draw: _, ...fixed } = broken;
    expect(caughtBy(await judgeBroken(fixed))).toEqual([]);
  });
});

describe('the reference client', () => {
  const verdictsIn = new Map<string, Verdict[]>();
  beforeAll(async () => {
    for (const { place, ...played } of places) verdictsIn.set(place, await judgeReference(played));
  });

  it.each(places)('is caught by no rule in $place', ({ place }) => {
    expect(caughtBy(verdictsIn.get(place) ?? [])).toEqual([]);
  });

  it.each(brokenClients)('passes $rule where a client that $name does not', broken => {
    const { rule } = broken;
    const verdict = verdictsIn.get(placeOf(broken))?.find(one => one.rule === rule)?.verdict;
    expect(verdict).toBe('pass');
  });
});
