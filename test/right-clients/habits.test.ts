import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { playScenario } from '#scenarios/play/play-scenario';
import { complaintsIn, verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import { rightHabits } from './habits.ts';

describe.each(Object.entries(rightHabits))('a right client that %s', (_, client) => {
  it.each(catalogue)('is held in $id', async scenario => {
    const verdicts = verdictsOn(scenario, await playScenario(scenario, { client }));
    const unproven = verdicts.flatMap(({ rule, verdict, reason }) =>
      verdict === 'not-observed' && scenario.rules.includes(rule) ? [`unproven ${rule}: ${reason}`] : [],
    );
    expect([...complaintsIn(verdicts), ...unproven]).toEqual([]);
  });
});
