import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios/catalogue/index';
import { drawScenario } from '#scenarios/draw/index';
import type { RuleId, Verdict } from '#scenarios/judge';
import { playOnStage } from '#scenarios/play/play-scenario';
import { createLeakSearch } from '#scenarios/runner/leak-search';
import { tokensOf } from '#scenarios/runner/play';
import { secretsOf } from '#scenarios/runner/secrets';
import { verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import type { Break, BrokenClient } from './broken-client.ts';

/** Returns the scenario of the catalogue with this id. */
export function scenarioOf(id: string): Scenario {
  const found = catalogue.find(scenario => scenario.id === id);
  if (!found) throw new Error(`no scenario of the catalogue has the id "${id}"`);
  return found;
}

type Played = Pick<BrokenClient, 'scenario' | 'draw'>;

/** Returns the scenario that a broken client plays: the fixed one, or a draw of it. */
export function playedBy({ scenario, draw }: Played): Scenario {
  const fixed = scenarioOf(scenario);
  return draw ? drawScenario(fixed, draw) : fixed;
}

/** Returns the verdicts on the reference client in the scenario of a broken client. */
export const judgeReference = (played: Played): Promise<Verdict[]> => playAndJudge(playedBy(played), {});

/** Returns the verdicts on a broken client. */
export const judgeBroken = (broken: BrokenClient): Promise<Verdict[]> =>
  playAndJudge(playedBy(broken), broken.breakIt);

/** Judges with all evidence that a runner has: the task, the report, the supplier's bookings, and a searched output. */
async function playAndJudge(
  scenario: Scenario,
  { client, report = same => same }: Break,
): Promise<Verdict[]> {
  const { played, stage } = await playOnStage(scenario, { client });
  const { sandbox } = stage;
  const search = createLeakSearch(secretsOf(scenario.task, sandbox.identity), 'log');
  for (const line of played.output) search.read(`${line}\n`);
  const altered = { ...played, report: report(played.report) };
  return verdictsOn(scenario, altered, search.found(tokensOf(sandbox)));
}

/** Returns the ids of the rules whose verdict is neither `pass` nor `not-observed`. */
export const caughtBy = (verdicts: readonly Verdict[]): RuleId[] =>
  verdicts.flatMap(({ rule, verdict }) => (verdict === 'pass' || verdict === 'not-observed' ? [] : [rule]));
