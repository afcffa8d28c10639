import { systemClock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { playOnStage } from '../play/index.ts';
import { type Play, tokensOf } from './play.ts';
import { createLeakSearch, secretsOf } from './secrets.ts';

/** Plays a scenario with the reference client in this process. The clock jumps forward when client and supplier both wait. */
export async function playWithReference(scenario: Scenario, seed: string | undefined): Promise<Play> {
  const began = systemClock.now();
  const { played, stage } = await playOnStage(scenario, { seed });
  const { sandbox } = stage;
  const search = createLeakSearch(secretsOf(scenario.task, sandbox.identity), 'log');
  for (const line of played.output) search.read(`${line}\n`);
  return {
    sandbox,
    pace: { mode: sandbox.clock.mode, speed: sandbox.clock.speed },
    result: played.report,
    leaks: search.found(tokensOf(sandbox)),
    kept: played.kept,
    output: '',
    tookMs: systemClock.now() - began,
    virtualMs: played.took,
    restartedAfter: played.restartedAfter,
  };
}
