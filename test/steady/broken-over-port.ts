import { inTurns } from '#scenarios/run/in-turns';
import type { BrokenClient } from '../broken-clients/broken-client.ts';
import { judgeBroken, scenarioOf } from '../broken-clients/play-broken.ts';
import { otherwise, playOverPort } from './over-port.ts';

/** What became of a broken client over a port. */
export interface Caught {
  readonly broken: BrokenClient;
  /** What the rule that is to catch it said, with its reason where nobody can tell. */
  readonly verdict: string;
  /** Where it was judged otherwise than in this process. */
  readonly otherwise: readonly string[];
}

/** Plays broken clients as processes of their own, and compares each verdict with that of the same play in this process. */
export async function playBrokenOverPort(
  clients: readonly BrokenClient[],
  jobs: number,
): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  await inTurns(clients, { jobs, signal: new AbortController().signal }, async broken => {
    const { name, scenario, rule } = broken;
    const verdicts = await judgeBroken(broken);
    const { scenarios } = await playOverPort({
      scenarios: [scenarioOf(scenario)],
      jobs: 1,
      command: () => ['test/broken-clients/broken-adapter.ts', name, scenario],
    });
    const [report] = scenarios;
    const own = report?.verdicts.find(one => one.rule === rule);
    const told = own ? [own.verdict, own.reason ?? []].flat().join(': ') : (report?.reason ?? 'not played');
    caught.push({ broken, verdict: told, otherwise: report ? otherwise(report, { verdicts }) : [] });
  });
  return caught;
}
