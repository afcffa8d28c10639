import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { playScenario } from '#scenarios/run/play/play-scenario';
import { complaintsIn, verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import { rightHabits } from './habits.ts';

const all = Object.entries(rightHabits).map(([name, client], turn) => ({ name, client, turn }));

describe.each(all)('a right client that $name', ({ client, turn }) => {
  // `npm run steady -- --measure 3` plays every habit in every scenario.
  it.each(catalogue.filter((_, index) => index % 9 === turn * 3))('is held in $id', async scenario => {
    const verdicts = verdictsOn(scenario, await playScenario(scenario, { client }));
    const unproven = verdicts.flatMap(({ rule, verdict, reason }) =>
      verdict === 'not-observed' && scenario.rules.includes(rule) ? [`unproven ${rule}: ${reason}`] : [],
    );
    expect([...complaintsIn(verdicts), ...unproven]).toEqual([]);
  });
});
