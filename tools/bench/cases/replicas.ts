import { readFileSync } from 'node:fs';
import { type Nginx, startNginx } from '../../../test/mock-server/redis/nginx.ts';
import { startValkey, type Valkey } from '../../../test/mock-server/redis/valkey.ts';
import { startUnderstudy } from '../beside.ts';
import type { Child } from '../child.ts';
import { median } from '../median.ts';
import { playRound, startGenerator } from '../rounds.ts';
import type { Case } from './case.ts';

/** One or two servers with a Valkey store, and the processes in front of and behind them. */
interface Setup {
  readonly port: number;
  readonly servers: readonly Child[];
  readonly nginx: Nginx | undefined;
  readonly valkey: Valkey;
}

/** The processor time of a round in microseconds for each request. */
interface Cost {
  /** The server with the most work. */
  readonly busiest: number;
  readonly servers: number;
  readonly nginx: number;
  readonly valkey: number;
}

const requests = 20_000;
const cores = 4;
const sandboxes = Array.from({ length: 64 }, (_, index) => `team-${index}`);

/**
 * Measures the processor time of one server, and of two servers behind nginx with the same Searches in many sandboxes. From these
 * times, computes the requests a second on four cores: a server and Valkey use at most one core each, and all processes together use at
 * most all cores.
 */
export const twoServers: Case = async ({ rounds, scale }) => {
  const setups = { one: await start(1), two: await start(2) };
  const generator = await startGenerator();
  const costs: { one: Cost[]; two: Cost[] } = { one: [], two: [] };
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const name of ['one', 'two'] as const) {
        const { port } = setups[name];
        const plan = { kind: 'new-searches', from: (round + 1) * 100_000, sandboxes } as const;
        const before = await usage(setups[name]);
        const { answered } = await playRound(generator, {
          port,
          plan,
          requests: Math.round(requests * scale),
        });
        const after = await usage(setups[name]);
        const spent = after.map((value, index) => (value - (before[index] ?? 0)) / answered);
        const [nginx = 0, valkey = 0, ...servers] = spent;
        if (round > 0)
          costs[name].push({ busiest: Math.max(...servers), servers: sum(servers), nginx, valkey });
      }
  } finally {
    await generator.stop();
    for (const setup of Object.values(setups)) await stop(setup);
  }
  const one = medianCost(costs.one);
  const two = medianCost(costs.two);
  return [
    {
      case: 'Two servers behind nginx',
      what: `requests/s beside one server, computed for ${cores} cores`,
      value: onFourCores(two) / onFourCores(one),
      unit: '×',
      target: { min: 1.6 },
      note: `processor time a request: ${describe(one)} with one server; ${describe(two)} with two`,
      raw: costs,
    },
  ];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const onFourCores = ({ busiest, servers, nginx, valkey }: Cost): number =>
  1e6 / Math.max(busiest, valkey, (servers + nginx + valkey) / cores);
const describe = ({ busiest, servers, nginx, valkey }: Cost): string =>
  `servers ${Math.round(servers)} µs (the busiest ${Math.round(busiest)}), nginx ${Math.round(nginx)}, Valkey ${Math.round(valkey)}`;

function medianCost(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map(cost => cost[name]));
  return { busiest: of('busiest'), servers: of('servers'), nginx: of('nginx'), valkey: of('valkey') };
}

async function start(count: 1 | 2): Promise<Setup> {
  const valkey = await startValkey();
  const servers = [await startUnderstudy([], valkey.url)];
  if (count === 2) servers.push(await startUnderstudy([], valkey.url));
  const urls = await Promise.all(
    servers.map(async server => `http://127.0.0.1:${await server.ask<number>({ ask: 'port' })}`),
  );
  const [first = '', second] = urls;
  const nginx = second === undefined ? undefined : await startNginx([first, second]);
  const url = nginx?.url ?? first;
  for (const id of sandboxes) await create(url, id);
  return { port: Number(new URL(url).port), servers, nginx, valkey };
}

async function create(url: string, id: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({
    credential: { Username: 'demo', Password: 'demo' },
    options: { rateLimit: false, journalBytes: 1_000_000 },
  });
  const { status } = await fetch(`${url}/_control/sandboxes/${id}`, { method: 'PUT', headers, body });
  if (status !== 201) throw new Error(`sandbox "${id}" was answered ${status}`);
}

async function stop({ servers, nginx, valkey }: Setup): Promise<void> {
  await nginx?.stop();
  for (const server of servers) await server.stop();
  await valkey.stop();
}

/** Returns the processor time of nginx, of Valkey and of each server, in microseconds. */
async function usage({ servers, nginx, valkey }: Setup): Promise<number[]> {
  const own = await Promise.all(servers.map(server => server.ask<number>({ ask: 'cpu' })));
  return [nginx ? processorTime(nginx.pid) : 0, processorTime(valkey.pid()), ...own];
}

const microsPerTick = 10_000;

/** Returns the processor time of a process and of its children, in microseconds. Linux counts in ticks of 10 ms. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = (Number(fields[11]) + Number(fields[12])) * microsPerTick;
  return own + sum(children.map(child => processorTime(Number(child))));
}
