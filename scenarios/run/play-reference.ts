import { systemClock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { tokensIn } from '../report/index.ts';
import { booksOf } from './books.ts';
import { judgePlay, type PassCriteria, type Play } from './judge-play.ts';
import { type PlayOptions, playOnStage } from './play/index.ts';
import { createLeakSearch, secretsOf } from './secrets.ts';

export type PlaySupplier = Pick<PlayOptions, 'seed' | 'inventory' | 'profile'>;

/** In this process. The clock jumps when client and supplier both wait. */
export async function playWithReference(scenario: Scenario, supplier: PlaySupplier = {}): Promise<Play> {
  const began = systemClock.now();
  const { seed, inventory, profile } = supplier;
  const staged = await playOnStage(scenario, { seed, inventory, profile });
  return { ...playOf(scenario, staged), output: '', tookMs: systemClock.now() - began };
}

export function playOf(
  { task }: Scenario,
  { played, stage: { sandbox } }: Awaited<ReturnType<typeof playOnStage>>,
): Omit<Play, 'output' | 'tookMs'> {
  const search = createLeakSearch(secretsOf(task, sandbox.identity), 'log');
  for (const line of played.output) search.read(`${line}\n`);
  return {
    sandbox,
    pace: { mode: sandbox.clock.mode, speed: sandbox.clock.speed },
    result: played.report,
    leaks: search.found(tokensIn(played.facts)),
    kept: played.kept,
    virtualMs: played.took,
    restartedAfter: played.restartedAfter,
  };
}

export type JudgedReference = Awaited<ReturnType<typeof judgeReference>>;

/** For `run` and `scenarios check`, so that both give the same result for a scenario. */
export async function judgeReference(
  scenario: Scenario,
  supplier: PlaySupplier = {},
  criteria: PassCriteria = { strict: false, isKnown: () => false },
) {
  const play = await playWithReference(scenario, supplier);
  const idle = play.sandbox.faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : []));
  const { outcome, services, why } = play.result ?? {};
  const ends = services ?? scenario.products.map(product => ({ product, outcome }));
  // The products of which the client found no offer that fits the task.
  const unavailable = ends.flatMap(end => (end.outcome === 'unavailable' ? end.product : []));
  const report = judgePlay(scenario, play, criteria);
  const isPenaltyDue = booksOf(play.sandbox).services.some(({ penalty }) => penalty !== undefined);
  return { report, why, idle, unavailable, isPenaltyDue };
}
