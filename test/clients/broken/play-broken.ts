import type { Facts } from '#contracts/exchange';
import type { Scenario } from '#contracts/scenario';
import { loadDrawing } from '#scenarios/catalogue/draw/index';
import type { RuleId, Verdict } from '#scenarios/judge';
import { tokensIn } from '#scenarios/report/index';
import { playOnStage } from '#scenarios/run/play/play-scenario';
import { createLeakSearch, secretsOf } from '#scenarios/run/secrets';
import { scenarioOf } from '../../scenarios/catalogue/scenario-of.ts';
import { verdictsOn } from '../../scenarios/judge/verdicts-on.ts';
import type { Break, BrokenClient } from './broken-client.ts';

const drawScenario = await loadDrawing();

type Played = Pick<BrokenClient, 'scenario' | 'draw'>;

/** Returns the scenario that a broken client plays: the fixed one, or a draw of it. */
export function playedBy({ scenario, draw }: Played): Scenario {
  const fixed = scenarioOf(scenario);
  return draw ? drawScenario(fixed, draw) : fixed;
}

export const judgeReference = (played: Played): Promise<Verdict[]> => playAndJudge(playedBy(played), {});

export const judgeBroken = (broken: BrokenClient): Promise<Verdict[]> =>
  playAndJudge(playedBy(broken), broken.breakIt);

const playAndJudge = async (scenario: Scenario, breakIt: Break): Promise<Verdict[]> =>
  (await judgePlayOf(scenario, breakIt)).verdicts;

/** The verdicts on a client, and the calls that the client made. */
export interface JudgedPlay {
  readonly verdicts: Verdict[];
  readonly facts: readonly Facts[];
  /** The report and the output of the client, as text. */
  readonly end: string;
}

/** Judges with all evidence that a runner has: the task, the report, the supplier's bookings, and a searched output. */
export async function judgePlayOf(
  scenario: Scenario,
  { client, report = same => same }: Break,
): Promise<JudgedPlay> {
  const { played, stage } = await playOnStage(scenario, { client });
  const altered = { ...played, report: report(played.report) };
  const verdicts = judgeEnd(scenario, { played: altered, stage });
  return { verdicts, facts: played.facts, end: JSON.stringify([altered.report, played.output]) };
}

export function judgeEnd(
  scenario: Scenario,
  { played, stage: { sandbox } }: Awaited<ReturnType<typeof playOnStage>>,
): Verdict[] {
  const search = createLeakSearch(secretsOf(scenario.task, sandbox.identity), 'log');
  for (const line of played.output) search.read(`${line}\n`);
  return verdictsOn(scenario, played, search.found(tokensIn(played.facts)));
}

/** Returns the ids of the rules whose verdict is neither `pass` nor `not-observed`. */
export const caughtBy = (verdicts: readonly Verdict[]): RuleId[] =>
  verdicts.flatMap(({ rule, verdict }) => (verdict === 'pass' || verdict === 'not-observed' ? [] : [rule]));
