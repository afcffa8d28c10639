import { inTurns } from '#scenarios/run/in-turns';
import type { BrokenClient } from '../../test/clients/broken/broken-client.ts';
import { judgeBroken, playedBy } from '../../test/clients/broken/play-broken.ts';
import { program } from '../../test/programs/index.ts';
import { otherwise, playWith, wayOf } from './over-port.ts';

/** The result of a broken client over a port. */
export interface Caught {
  readonly broken: BrokenClient;
  /** The verdict of the rule that should catch it, with the reason where the rule cannot observe. */
  readonly verdict: string;
  /** The verdicts that differ from those of the run in this process. */
  readonly otherwise: readonly string[];
}

/** The speeds of broken clients that keep calling in a scenario that itself takes no time, or a day. */
const speeds: Readonly<Record<string, number>> = {
  'keeps polling a Rejected booking': 15,
  'reports an OnRequest room as booked and never polls it': 312,
  'polls an OnRequest room once and reports it confirmed with an invented id': 312,
};

/** Runs broken clients in their own processes, and compares each verdict with that of the run in this process. */
export async function playBrokenOverPort(
  clients: readonly BrokenClient[],
  jobs: number,
): Promise<readonly Caught[]> {
  const caught: Caught[] = [];
  // Other work of this process delays the answers to all clients.
  const inProcess = new Map<BrokenClient, Awaited<ReturnType<typeof judgeBroken>>>();
  for (const broken of clients) inProcess.set(broken, await judgeBroken(broken));
  await inTurns(clients, { jobs, isOver: () => false }, async broken => {
    const { name, scenario, rule } = broken;
    const verdicts = inProcess.get(broken) ?? [];
    const played = playedBy(broken);
    const { mode, speed } = await wayOf(played);
    const pace = { mode, speed: speeds[name] ?? speed };
    const report = await playWith(
      [program('test/clients/broken/broken-adapter.ts'), name, scenario],
      played,
      pace,
    );
    const own = report.verdicts.find(one => one.rule === rule);
    const verdictText = own
      ? [own.verdict, own.reason ?? []].flat().join(': ')
      : (report.reason ?? 'not played');
    caught.push({ broken, verdict: verdictText, otherwise: otherwise(report, { verdicts }) });
  });
  return caught;
}
