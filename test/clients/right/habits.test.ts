import { describe, expect, it } from 'vitest';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios/catalogue/index';
import { judgeEnded, type Verdict } from '#scenarios/judge';
import { playScenario } from '#scenarios/run/play/play-scenario';
import type { Report } from '#scenarios/run/play/report';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { playWithEvidence } from '../../scenarios/judge/evidence-of.ts';
import { complaintsIn, verdictsOn } from '../../scenarios/judge/verdicts-on.ts';
import { oddHabits, rightHabits } from './habits.ts';

/** Returns the rules of a scenario that a client has not shown. */
const unprovenIn = (verdicts: readonly Verdict[], { rules }: Scenario): string[] =>
  verdicts
    .filter(({ rule, verdict }) => verdict === 'not-observed' && rules.includes(rule))
    .map(({ rule, reason }) => `unproven ${rule}: ${reason}`);

const all = Object.entries(rightHabits).map(([name, client], turn) => ({ name, client, turn }));

describe.each(all)('a right client that $name', ({ client, turn }) => {
  // `npm run steady -- --measure 3` plays every habit in every scenario.
  it.each(catalogue.filter((_, index) => index % 9 === turn * 3))('is held in $id', async scenario => {
    const verdicts = verdictsOn(scenario, await playScenario(scenario, { client }));
    expect([...complaintsIn(verdicts), ...unprovenIn(verdicts, scenario)]).toEqual([]);
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
    const ended = { facts, books, task, result, context: { ...context, scenario } };
    const { verdicts, invariants } = judgeEnded(ended);
    const blamed = verdicts.filter(({ rule, verdict }) => verdict !== 'warn' || !warned.includes(rule));
    expect([...complaintsIn(blamed), ...unprovenIn(verdicts, scenario)]).toEqual([]);
    expect(invariants.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  },
);
