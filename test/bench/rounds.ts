import { type Child, startChild } from './child.ts';
import type { Job, Round } from './load/generator.ts';
import type { Plan } from './load/visitors.ts';
import { median } from './median.ts';

/** How much a case may do. */
export interface Budget {
  rounds: number;
  /** Factor on the number of requests of a round. */
  scale: number;
}

const capMs = 6_000;
const connections = 16;

export const startGenerator = (): Promise<Child> => startChild(new URL('load/generator.ts', import.meta.url));

/** One round of load; an answer other than 200 makes it worthless, so it throws. */
export async function playRound(
  generator: Child,
  job: Omit<Job, 'capMs' | 'connections'> & Partial<Job>,
): Promise<Round> {
  const round = await generator.ask<Round>({ capMs, connections, ...job });
  if (round.failed > 0)
    throw new Error(`${round.failed} of ${round.answered} answers were not 200 (${job.plan.kind})`);
  return round;
}

/** What a server gave, over all rounds. */
export interface Pace {
  perSecond: number[];
  /** Processor time of the server for a request, microseconds: less disturbed by what else the machine does. */
  cpu: number[];
  /** Share of the time that the generator computed. */
  busy: number[];
}

/** The servers of a comparison, and what each is sent in a round. */
export interface Comparison {
  servers: Record<string, Child>;
  plan(round: number, server: string): Plan;
  requests: number;
}

/** Loads servers in alternating rounds, each time another one first, after one round that warms them up. */
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
      const before = await server.ask<number>({ ask: 'cpu' });
      const { answered, ms, busy } = await playRound(generator, {
        port,
        plan: plan(round, name),
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

/** The median over rounds of one server's pace as a multiple of another's in the same round. */
export function ratio(of: Pace | undefined, to: Pace | undefined): number {
  return median((of?.perSecond ?? []).map((value, round) => value / (to?.perSecond[round] ?? Number.NaN)));
}

export const perSecond = (pace: Pace | undefined): number => Math.round(median(pace?.perSecond ?? []));
export const cpuMicros = (pace: Pace | undefined): number => Math.round(median(pace?.cpu ?? []));
