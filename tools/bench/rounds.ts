import { type Child, startChild } from './child.ts';
import type { Job, Round } from './load/generator.ts';
import type { Plan } from './load/visitors.ts';
import { median } from './median.ts';

/** The size limits of a case. */
export interface Budget {
  rounds: number;
  /** The factor on the number of requests of a round. */
  scale: number;
}

const capMs = 6_000;
const connections = 16;

export const startGenerator = (): Promise<Child> => startChild(new URL('load/generator.ts', import.meta.url));

/** Runs one round of load. Throws when a status is not 200, because the round would be invalid. */
export async function playRound(
  generator: Child,
  job: Omit<Job, 'capMs' | 'connections'> & Partial<Job>,
): Promise<Round> {
  const round = await generator.ask<Round>({ capMs, connections, ...job });
  if (round.failed > 0)
    throw new Error(`${round.failed} of ${round.answered} answers were not 200 (${job.plan.kind})`);
  return round;
}

/** The results of a server over all rounds. */
export interface Pace {
  perSecond: number[];
  /** The processor time of the server per request, in microseconds. Other programs disturb it less than the elapsed time. */
  cpu: number[];
  /** The share of the time in which the generator computed. */
  busy: number[];
}

/** The servers of a comparison, and the requests for each in a round. */
export interface Comparison {
  servers: Record<string, Child>;
  plan(round: number, server: string): Plan | Promise<Plan>;
  requests: number;
}

/** Loads the servers in alternating order, after one warm-up round. */
export async function alternate(
  { servers, plan, requests }: Comparison,
  { rounds, scale }: Budget,
): Promise<Record<string, Pace>> {
  const generator = await startGenerator();
  const names = Object.keys(servers);
  const paces: Record<string, Pace> = Object.fromEntries(
    names.map(name => [name, { perSecond: [], cpu: [], busy: [] }]),
  );
  const wanted = Math.round(requests * scale);
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of rotate(names, round)) {
      const [server, pace] = [servers[name], paces[name]];
      if (!server || !pace) continue;
      const port = await server.ask<number>({ ask: 'port' });
      const given = await plan(round, name);
      const before = await server.ask<number>({ ask: 'cpu' });
      const { answered, ms, busy } = await playRound(generator, {
        port,
        plan: given,
        requests: wanted,
      });
      const cpu = (await server.ask<number>({ ask: 'cpu' })) - before;
      if (round === 0) continue;
      pace.perSecond.push((answered / ms) * 1_000);
      pace.cpu.push(cpu / answered);
      pace.busy.push(busy);
    }
  }
  await generator.stop();
  return paces;
}

const rotate = (names: string[], by: number): string[] =>
  names.map((_, index) => names[(index + by) % names.length] ?? '');

/** Returns the median over all rounds of one server's speed as a multiple of another's in the same round. */
export function ratio(of: Pace | undefined, to: Pace | undefined): number {
  return median((of?.perSecond ?? []).map((value, round) => value / (to?.perSecond[round] ?? Number.NaN)));
}

export const perSecond = (pace: Pace | undefined): number => Math.round(median(pace?.perSecond ?? []));
export const cpuMicros = (pace: Pace | undefined): number => Math.round(median(pace?.cpu ?? []));
