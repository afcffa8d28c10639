import type { Facts } from '#contracts/exchange';
import type { Scenario } from '#contracts/scenario';
import { loadDrawing } from '#scenarios/catalogue/draw/index';
import { catalogue } from '#scenarios/catalogue/index';
import type { Verdict } from '#scenarios/judge';
import { causesFirst } from '#scenarios/report/by-rule';
import type { Break, BrokenClient } from '../../test/clients/broken/broken-client.ts';
import { caughtBy, type JudgedPlay, judgePlayOf } from '../../test/clients/broken/play-broken.ts';
import { rightHabits } from '../../test/clients/right/habits.ts';
import { scenarioOf } from '../../test/scenarios/catalogue/scenario-of.ts';

/** How many of all plays had the right result. */
export interface Share {
  readonly right: number;
  readonly all: number;
}

/** How good the judge is, over plays with drawn tasks. */
export interface Measure {
  readonly seeds: number;
  /** The plays of broken clients that the rule of the client catches, by the level of the rule. */
  readonly must: Share;
  readonly should: Share;
  /** The plays of right clients without a finding. */
  readonly rightClients: Share;
  /** The plays with a wrong call in which the first finding names the exchange of this call. */
  readonly firstFinding: Share;
}

/** A measure, and each play with a wrong result as a line of text. */
export interface Measured {
  readonly measure: Measure;
  readonly wrong: readonly string[];
}

interface Result {
  readonly part: keyof Omit<Measure, 'seeds'>;
  readonly isRight: boolean;
  readonly text: string;
}

/** Plays every broken client and every right client with drawn tasks, and counts the right results of the judge. */
export async function measureJudge(
  seeds: number,
  clients: readonly BrokenClient[],
  scenarios: readonly Scenario[] = catalogue,
): Promise<Measured> {
  const results: Result[] = [];
  const drawScenario = await loadDrawing();
  for (let number = 1; number <= seeds; number += 1) {
    const drawn = (scenario: Scenario) => drawScenario(scenario, { seed: 'measure', number });
    for (const broken of clients) {
      // A client with its own draw is wrong only with this draw.
      const { draw } = broken;
      if (!draw) results.push(...(await brokenResults(broken, drawn, number)));
      else if (number === 1)
        results.push(...(await brokenResults(broken, scenario => drawScenario(scenario, draw), number)));
    }
    for (const scenario of scenarios)
      for (const [name, client] of rightOnes)
        results.push(await rightResult({ name, client }, drawn(scenario), number));
  }
  const share = (part: Result['part']): Share => {
    const own = results.filter(result => result.part === part);
    return { right: own.filter(({ isRight }) => isRight).length, all: own.length };
  };
  const measure = {
    seeds,
    must: share('must'),
    should: share('should'),
    rightClients: share('rightClients'),
    firstFinding: share('firstFinding'),
  };
  return {
    measure,
    wrong: results.filter(({ isRight }) => !isRight).map(({ part, text }) => `${part}: ${text}`),
  };
}

const rightOnes: readonly (readonly [name: string, client: Break['client']])[] = [
  ['has no habit', undefined],
  ...Object.entries(rightHabits),
];

async function rightResult(
  { name, client }: { readonly name: string; readonly client: Break['client'] },
  scenario: Scenario,
  number: number,
): Promise<Result> {
  const { verdicts } = await judgePlayOf(scenario, client ? { client } : {});
  const caught = caughtBy(verdicts);
  const text = `a right client that ${name}, in ${scenario.id}, draw ${number}: ${caught.join(', ')}`;
  return { part: 'rightClients', isRight: caught.length === 0, text };
}

async function brokenResults(
  broken: BrokenClient,
  drawn: (scenario: Scenario) => Scenario,
  number: number,
): Promise<Result[]> {
  const { name, rule, scenario: id, breakIt } = broken;
  const scenario = drawn(scenarioOf(id));
  const right = await judgePlayOf(scenario, {});
  const play = await judgePlayOf(scenario, breakIt);
  const wrongCalls = differences(right, play);
  // With some draws there is no mistake to make, for example no accent to remove.
  if (wrongCalls.length === 0 && right.facts.length === play.facts.length && right.end === play.end)
    return [];
  const own = play.verdicts.find(verdict => verdict.rule === rule);
  const caught = caughtBy(play.verdicts);
  const text = `a client that ${name}, in ${id}, draw ${number}: ${caught.join(', ') || 'not caught'}`;
  const level = own?.level ?? 'must';
  const results: Result[] = [{ part: level, isRight: caught.includes(rule), text }];
  const first = firstFinding(play.verdicts);
  if (wrongCalls.length === 0 || !first) return results;
  const isRight = first.exchanges.some(exchange => wrongCalls.includes(exchange));
  const where = `the wrong calls are ${wrongCalls.join(', ')}, and the finding names ${first.exchanges.join(', ') || 'none'}`;
  return [...results, { part: 'firstFinding', isRight, text: `${text}; ${where}` }];
}

const firstFinding = (verdicts: readonly Verdict[]): Verdict['findings'][number] | undefined =>
  causesFirst({ verdicts: [...verdicts] }).find(({ findings }) => findings.length > 0)?.findings[0];

/**
 * Returns the numbers of the exchanges that the correct client does not have: with another operation, request, time or end. The
 * list is empty if the client only reports something wrong, or only leaves a call out.
 */
function differences(right: JudgedPlay, broken: JudgedPlay): number[] {
  const expected = right.facts.map(signatureOf);
  return broken.facts.flatMap(facts => {
    const index = expected.indexOf(signatureOf(facts));
    if (index < 0) return facts.number;
    expected.splice(index, 1);
    return [];
  });
}

const signatureOf = (facts: Facts): string => {
  const { operation, method, url, opened, closed, request, idempotencyKey, credential, tool } = facts;
  const times = [opened.at, closed?.at, closed?.ending];
  return JSON.stringify([operation, method, url, times, request, idempotencyKey, credential, tool]);
};
