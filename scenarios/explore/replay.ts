import type { Exploration } from './exploration.ts';
import { createCounts } from './exploration.ts';
import type { Flow, Subject } from './flows.ts';
import type { PlayRun } from './play.ts';
import type { Schedule } from './shorthand.ts';

export async function replay<S extends Subject = Flow>(
  play: PlayRun<S>,
  flow: S,
  schedule: Schedule,
): Promise<Exploration<S>> {
  const run = await play(flow, schedule, true);
  const counts = createCounts(Math.max(1, schedule.length));
  counts.add(run, true);
  const isPlayed = run.state === 'held' || run.state === 'warned' || run.state === 'broken';
  const reasons = {
    'not-applicable': run.why ?? 'these disturbances contradict each other',
    'not-reached': 'the client did not make a call of this schedule',
    'not-played': run.why ?? 'the client does not support this flow',
  } as const;
  const reason = isPlayed ? undefined : reasons[run.state as keyof typeof reasons]; // the other states are played
  return {
    ended: 'complete',
    depth: Math.max(1, schedule.length),
    flows: [
      {
        id: flow.id,
        state: isPlayed ? 'explored' : 'not-played',
        outcome: run.outcome,
        calls: run.calls.map(({ operation }) => operation),
        ...(reason !== undefined && { reason }),
      },
    ],
    ...counts.result(),
    extraRuns: 0,
    skipped: { knownState: 0, sameEffect: 0 },
    left: 0,
    counterexamples: run.broken.map(broken => ({ flow, broken, schedule, run, runs: 1, also: [] })),
    unsteady: [],
  };
}
