import { inTurns } from '#scenarios/runner/in-turns';
import type { BrokenClient } from '../broken-clients/broken-client.ts';
import { judgeBroken, scenarioOf } from '../broken-clients/play-broken.ts';
import { otherwise, playWith, wayOf } from './over-port.ts';

/** What became of a broken client over a port. */
export interface Caught {
  readonly broken: BrokenClient;
  /** What the rule that is to catch it said, with its reason where nobody can tell. */
  readonly verdict: string;
  /** Where it was judged otherwise than in this process. */
  readonly otherwise: readonly string[];
}

/** How many times as fast those are played that go on where the scenario itself is over in no time, or for a day. */
const speeds: Readonly<Record<string, number>> = {
  'keeps polling a Rejected booking': 15,
  'reports an OnRequest room as booked and never polls it': 312,
  'polls an OnRequest room once and reports it confirmed with an invented id': 312,
};

/** Plays broken clients as processes of their own, and compares each verdict with that of the same play in this process. */
export async function playBrokenOverPort(
  clients: readonly BrokenClient[],
  jobs: number,
): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  // Whatever this process does later holds up the answers to all clients.
  const inProcess = new Map<BrokenClient, Awaited<ReturnType<typeof judgeBroken>>>();
  for (const broken of clients) inProcess.set(broken, await judgeBroken(broken));
  await inTurns(clients, { jobs, signal: new AbortController().signal }, async broken => {
    const { name, scenario, rule } = broken;
    const verdicts = inProcess.get(broken) ?? [];
    const played = scenarioOf(scenario);
    const { mode, speed } = await wayOf(played);
    const pace = { mode, speed: speeds[name] ?? speed };
    const report = await playWith(['test/broken-clients/broken-adapter.ts', name, scenario], played, pace);
    const own = report.verdicts.find(one => one.rule === rule);
    const told = own ? [own.verdict, own.reason ?? []].flat().join(': ') : (report.reason ?? 'not played');
    caught.push({ broken, verdict: told, otherwise: otherwise(report, { verdicts }) });
  });
  return caught;
}
