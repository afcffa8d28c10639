import { startChild } from '../child.ts';
import { type Command, startCommand } from '../command.ts';
import type { Figure } from '../figure.ts';
import type { SearcherMessage } from '../load/searcher.ts';
import { paths, searchBody } from '../requests.ts';
import type { Case } from './case.ts';
import { withStored } from './stored-sandboxes.ts';

const mebi = 1024 * 1024;
const counts = { quick: { used: 200, idle: 10_000 }, full: { used: 1_000, idle: 100_000 } };
/** The sandboxes with full journals, and the calls of each. All calls together need more than the bound of the memory. */
const full = { sandboxes: 200, quickCalls: 300, calls: 1_000, maxMemory: 384 };
const rounds = 5;
const searchesOfUse = 5;
const atOnce = 16;

/** Measures the memory of a server with many sandboxes, and the time of calls that concern all of them. */
export const manySandboxes: Case = async ({ quick }) => {
  const { used, idle } = quick ? counts.quick : counts.full;
  return [
    ...(await measured(command => afterDeletions(command, used))),
    ...(await measured(command => withIdle(command, idle))),
    ...(await measured(command => whileCreating(command, idle / 10))),
    ...(await withStored(idle)),
    ...(await measured(
      command => withFullJournals(command, quick),
      ['--max-memory', `${full.maxMemory}MiB`],
    )),
  ];
};

async function measured(
  measure: (command: Command) => Promise<Figure[]>,
  options: readonly string[] = [],
): Promise<Figure[]> {
  const command = await startCommand(options);
  try {
    return await measure(command);
  } finally {
    await command.stop();
  }
}

/** Uses and deletes many sandboxes, several times, and compares the memory with the memory before. */
async function afterDeletions(command: Command, count: number): Promise<Figure[]> {
  await times(200, index => useAndDelete(command, index)); // loads all code
  const before = await settledMemory(command);
  const after: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await times(count, index => create(command, `used-${index}`));
    await times(count, index => use(command, `used-${index}`));
    await times(count, index => remove(command, `used-${index}`));
    after.push(await settledMemory(command));
  }
  return [
    {
      case: 'Deleted sandboxes',
      what: `RSS after ${count} sandboxes were used and deleted ${rounds} times, above the start`,
      value: ((after.at(-1) ?? 0) - before) / mebi,
      unit: 'MB',
      target: { max: 100 },
      raw: { before, after },
    },
  ];
}

/** Creates many sandboxes without a call, and measures the memory, a list, a deletion and a refused call. */
async function withIdle(command: Command, count: number): Promise<Figure[]> {
  await times(count, index => create(command, `idle-${index}`));
  const busy = command.memory();
  await settled(20_000); // V8 shrinks its heap when a server was idle for 8 to 16 seconds
  const memory = command.memory();
  const slowest = async (call: (index: number) => Promise<unknown>) => {
    const durations: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const start = performance.now();
      await call(index);
      durations.push(performance.now() - start);
    }
    return Math.max(...durations);
  };
  const named = { case: `${count} idle sandboxes`, unit: 'ms' };
  const url = `${command.url}/_control/sandboxes`;
  return [
    { ...named, what: 'RSS after 20 s', value: memory / mebi, unit: 'MB', target: { max: 300 } },
    { ...named, what: 'RSS at once', value: busy / mebi, unit: 'MB' },
    {
      ...named,
      what: 'slowest page of 100',
      value: await slowest(index => read(`${url}?limit=100&after=idle-${index}`)),
      target: { max: 100 },
    },
    {
      ...named,
      what: 'slowest deletion',
      value: await slowest(index => remove(command, `idle-${index}`)),
      target: { max: 50 },
    },
    {
      ...named,
      what: 'slowest refused call',
      value: await slowest(index => read(`${url}/idle-${index}`)),
      target: { max: 50 },
    },
  ];
}

/** Creates sandboxes as fast as the server can, and measures the small calls of another client in the meantime. */
async function whileCreating(command: Command, count: number): Promise<Figure[]> {
  await create(command, 'other');
  await use(command, 'other');
  const searcher = await startChild(new URL('../load/searcher.ts', import.meta.url));
  await searcher.ask({ sandbox: `${command.url}/sandbox/other` } satisfies SearcherMessage);
  const beginning = performance.now();
  await times(count, index => create(command, `new-${index}`));
  const perSecond = (count * 1_000) / (performance.now() - beginning);
  const durations = await searcher.ask<number[]>('stop' satisfies SearcherMessage);
  await searcher.stop();
  const named = { case: `${count} creations, ${atOnce} at once` };
  return [
    { ...named, what: 'creations in a second', value: perSecond, unit: '1/s' },
    {
      ...named,
      what: 'slowest Search of another client',
      value: Math.max(...durations),
      unit: 'ms',
      target: { max: 50 },
      raw: durations,
    },
  ];
}

/** Fills the journals of many sandboxes, and measures the memory of a server with `--max-memory`. */
async function withFullJournals(command: Command, quick: boolean): Promise<Figure[]> {
  const { sandboxes, maxMemory } = full;
  const calls = quick ? full.quickCalls : full.calls;
  await times(sandboxes, index => create(command, `full-${index}`));
  let refused = 0;
  await times(calls * sandboxes, async index => {
    if ((await search(command, `full-${index % sandboxes}`, index)) !== 200) refused += 1;
  });
  const named = { case: `${sandboxes} full journals` };
  return [
    { ...named, what: 'refused Searches', value: refused, unit: '', target: { max: 0 } },
    {
      ...named,
      what: `peak RSS after ${calls} Searches in each sandbox, with --max-memory ${maxMemory}MiB`,
      value: command.peak() / mebi,
      unit: 'MB',
      target: { max: maxMemory },
    },
  ];
}

async function times(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function read(url: string, method = 'GET', body?: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, ...(body !== undefined && { body, headers }) });
  await answer.arrayBuffer();
  return answer.status;
}

const credential = { Username: 'demo', Password: 'demo' };

const create = ({ url }: Command, id: string) =>
  read(
    `${url}/_control/sandboxes`,
    'POST',
    JSON.stringify({ id, credential, clock: { mode: 'manual' }, options: { rateLimit: false } }),
  );

const remove = ({ url }: Command, id: string) => read(`${url}/_control/sandboxes/${id}`, 'DELETE');

/** Uses a sandbox: some Searches, which leave tokens and exchanges. */
async function use(command: Command, id: string): Promise<void> {
  for (let number = 0; number < searchesOfUse; number += 1) await search(command, id, number);
}

const search = ({ url }: Command, id: string, number: number) =>
  read(`${url}/sandbox/${id}${paths.search}`, 'POST', searchBody(number));

async function useAndDelete(command: Command, index: number): Promise<void> {
  const id = `first-${index}`;
  await create(command, id);
  await use(command, id);
  await remove(command, id);
}

/** Returns the memory after the server had time to give memory back. */
async function settledMemory(command: Command): Promise<number> {
  await settled(5_000);
  return command.memory();
}

const settled = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
