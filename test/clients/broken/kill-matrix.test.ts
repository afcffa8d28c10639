import { describe, expect, it } from 'vitest';
import { rules } from '#scenarios/judge';
import { brokenClients } from './index.ts';
import { caughtBy, judgeBroken, judgeReference } from './play-broken.ts';

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

  it.each(brokenClients)('$rule catches a client that $name', async broken => {
    const { rule, overlaps = [], onlyWarned } = broken;
    const verdicts = await judgeBroken(broken);
    expect(caughtBy(verdicts).toSorted()).toEqual([rule, ...overlaps].toSorted());
    expect(JSON.stringify(verdicts)).not.toMatch(/[SRC][\da-f]{32}/); // a report must not contain a Token (auth.5)
    const own = verdicts.find(verdict => verdict.rule === rule);
    expect(own?.verdict, own?.findings[0]?.message).toBe(
      own?.level === 'must' && !onlyWarned ? 'fail' : 'warn',
    );
  });
});

it.each(drawn)(
  'a client that is made for the fixed tasks passes the fixed task of $scenario although it $name',
  async broken => {
    const { draw: _, ...fixed } = broken;
    expect(caughtBy(await judgeBroken(fixed))).toEqual([]);
  },
);

// test/scenarios/catalogue/plays.test.ts proves the same for the fixed tasks.
it.each(drawn)(
  'the reference client passes $rule in the drawn task in which a client that $name does not',
  async broken => {
    const verdicts = await judgeReference(broken);
    expect(caughtBy(verdicts)).toEqual([]);
    expect(verdicts.find(({ rule }) => rule === broken.rule)?.verdict).toBe('pass');
  },
);
