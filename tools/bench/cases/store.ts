import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startUnderstudy } from '../beside.ts';
import type { Child } from '../child.ts';
import type { Figure } from '../figure.ts';
import type { Plan } from '../load/visitors.ts';
import { alternate, type Budget, cpuMicros, perSecond, ratio } from '../rounds.ts';
import type { Case } from './case.ts';

/** A load that is measured with the durable store and without. */
export interface Load {
  readonly name: string;
  readonly requests: number;
  /** The minimum speed with the durable store, as a multiple of the speed without. */
  readonly min?: number;
  plan(round: number, server: Child, count: number): Plan | Promise<Plan>;
}

const loads: readonly Load[] = [
  {
    name: 'Search with a SQLite store',
    requests: 20_000,
    min: 0.9,
    plan: round => ({ kind: 'new-searches', from: (round + 1) * 100_000 }),
  },
  {
    name: 'DoBooking with a SQLite store',
    requests: 4_000,
    min: 0.5,
    plan: async (round, server, count) => ({
      kind: 'books',
      bodies: await server.ask<string[]>({ prepare: count, from: round * count }),
    }),
  },
  {
    name: 'Search → detail with a SQLite store',
    requests: 10_000,
    min: 0.5,
    plan: round => ({ kind: 'flow', from: (round + 1) * 100_000 }),
  },
];

/** Measures what the durable store costs: Searches, DoBookings of 16 clients at the same time, and whole bookings. */
export const durableStore: Case = async budget => {
  const figures: Figure[] = [];
  for (const load of loads) {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
    try {
      figures.push(await compareWithMemory(load, budget, `sqlite:${folder}`));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return figures;
};

/** Measures a load with a durable store and without. @param where the address of an empty durable store */
export async function compareWithMemory(
  { name, requests, min, plan }: Load,
  budget: Budget,
  where: string,
): Promise<Figure> {
  const [durable, memory] = await Promise.all([startUnderstudy([], where), startUnderstudy()]);
  const servers = { durable, memory };
  const count = Math.round(requests * budget.scale) + 100;
  try {
    const paces = await alternate(
      {
        servers,
        requests,
        plan: (round, server) => plan(round, server === 'durable' ? durable : memory, count),
      },
      budget,
    );
    return {
      case: name,
      what: 'requests/s beside memory',
      value: ratio(paces.durable, paces.memory),
      unit: '×',
      target: min === undefined ? undefined : { min },
      note: `${perSecond(paces.durable)} to ${perSecond(paces.memory)} requests/s; processor ${cpuMicros(paces.durable)} to ${cpuMicros(paces.memory)} µs a request`,
      raw: paces,
    };
  } finally {
    await Promise.all([durable.stop(), memory.stop()]);
  }
}
