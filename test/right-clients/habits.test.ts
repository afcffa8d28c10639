import { describe, expect, it } from 'vitest';
import { catalogue } from '#scenarios/catalogue/index';
import { judgeEnded } from '#scenarios/judge';
import { playScenario } from '#scenarios/run/play/play-scenario';
import type { Report } from '#scenarios/run/play/report';
import { scenarioOf } from '../scenarios/catalogue/scenario-of.ts';
import { playWithEvidence } from '../scenarios/judge/evidence-of.ts';
import { complaintsIn, verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import { oddHabits, rightHabits } from './habits.ts';

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

const odd = oddHabits.flatMap(({ scenarios, ...habit }) => scenarios.map(id => ({ ...habit, id })));

it.each(odd)(
  'a right client with an odd habit that $name is held in $id',
  async ({ id, breakIt, warned = [] }) => {
    const scenario = scenarioOf(id);
    const { evidence } = await playWithEvidence(scenario, { client: breakIt.client });
    const { facts, books, task, ...context } = evidence;
    const { report = same => same } = breakIt;
    const result = report(evidence.result as Report); // the client made a report
    const { verdicts, invariants } = judgeEnded({
      facts,
      books,
      task,
      result,
      context: { ...context, scenario },
    });
    const blamed = verdicts.filter(({ rule, verdict }) => verdict !== 'warn' || !warned.includes(rule));
    expect(complaintsIn(blamed)).toEqual([]);
    expect(invariants.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
    const unproven = verdicts.filter(
      ({ rule, verdict }) => verdict === 'not-observed' && scenario.rules.includes(rule),
    );
    expect(unproven.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([]);
  },
);
