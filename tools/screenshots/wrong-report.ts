import { systemClock, version } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios';
import { runExitCode } from '#scenarios/report/exit-codes';
import { type RunReport, type ScenarioReport, scenarioStates } from '#scenarios/report/index';
import { judgePlay } from '#scenarios/run/judge-play';
import { playOnStage } from '#scenarios/run/play/index';
import { repeatCommand } from '#scenarios/run/repeat';
import { type Handle, second, wire } from '../../test/clients/broken/broken-client.ts';

const command = ['node', 'booking-client.mjs'];
/** A real duration would differ in each picture. */
const tookMs = 400;
const seed = 'understudy';

/** Sends a DoBooking again if its answer is lost. This is the most frequent mistake of clients with a general retry. */
const retry: Handle = ({ send, wait }) =>
  send().catch(async () => {
    await wait(second);
    return send();
  });
const { client } = wire({
  'hotel.doBooking': retry,
  'car.doBooking': retry,
  'transfer.doBooking': retry,
  'tour.doBooking': retry,
});

/**
 * Plays the catalogue in this process with a client that books again after a lost answer. The report is the same each time: the
 * dates are those of the scenarios, and the seed is fixed.
 *
 * @throws the errors of the client and of the judge
 * @example (await wrongReport()).summary.broken
 */
export async function wrongReport(): Promise<RunReport> {
  const scenarios: ScenarioReport[] = [];
  for (const scenario of catalogue) scenarios.push(await playOne(scenario));
  const count = (state: string) => scenarios.filter(one => one.state === state).length;
  const counts = scenarioStates.map(state => [state, count(state)]);
  const first = scenarios[0]?.story?.began;
  return {
    format: 'understudy-report',
    version: 1,
    understudy: version,
    command,
    startedAt: new Date(first ?? systemClock.now()).toISOString(),
    tookMs: tookMs * scenarios.length,
    strict: false,
    exitCode: runExitCode(scenarios, { isStale: false, isStrict: false }),
    summary: Object.fromEntries(counts) as RunReport['summary'], // fromEntries drops the key types
    stale: [],
    scenarios,
  };
}

async function playOne(scenario: Scenario): Promise<ScenarioReport> {
  const { played, stage } = await playOnStage(scenario, { seed, client });
  const { report, kept, restartedAfter, took } = played;
  const clock = { mode: 'warp', speed: 1 } as const;
  const judged = judgePlay(
    scenario,
    {
      sandbox: stage.sandbox,
      pace: { mode: 'manual', speed: 1 },
      result: report,
      leaks: [],
      kept,
      restartedAfter,
      output: '',
      tookMs,
      virtualMs: took,
    },
    { strict: false, isKnown: () => false },
  );
  const pace = { ...clock, timeout: undefined };
  return { ...judged, clock, repeat: repeatCommand({ scenario: scenario.id, seed, command, clock, pace }) };
}
