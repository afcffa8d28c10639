import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { playScenario } from '#scenarios/play/play-scenario';
import { complaintsIn, verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import { rightHabits } from './habits.ts';

const all = Object.entries(rightHabits).map(([name, client], turn) => ({ name, client, turn }));

describe.each(all)('a right client that $name', ({ client, turn }) => {
  // Each scenario is played with every third habit, because all pairs would take three times as long.
  it.each(catalogue.filter((_, index) => index % 3 === turn % 3))('is held in $id', async scenario => {
    const verdicts = verdictsOn(scenario, await playScenario(scenario, { client }));
    const unproven = verdicts.flatMap(({ rule, verdict, reason }) =>
      verdict === 'not-observed' && scenario.rules.includes(rule) ? [`unproven ${rule}: ${reason}`] : [],
    );
    expect([...complaintsIn(verdicts), ...unproven]).toEqual([]);
  });
});
