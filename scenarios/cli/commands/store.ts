import { resolve } from 'node:path';
import { asObject, hideUserInfo, UsageError } from '#contracts/util';
import {
  checkStore,
  createMockSupplier,
  type DurableStore,
  migrateStore,
  readOnly,
  readStart,
  storedIds,
} from '#mock-server';
import { openStore } from '#mock-server/node';
import { catalogue } from '../../catalogue/index.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { writeWhole } from '../new-files.ts';
import { storeAddress } from '../values.ts';
import { whyNotWritable } from '../write-reports.ts';

export const command = defineCommand({
  actions: {
    check: { args: ['<store>'], run: (_, [where]) => check(durable(where)) },
    export: { args: ['<store>', '<file>'], run: (_, [where, file]) => exportAll(durable(where), file) },
    migrate: {
      args: ['<store>', '<new store>'],
      run: (_, [where, target]) => migrate(durable(where), durable(target)),
    },
  },
  options: {},
  examples: [
    'store check sqlite:understudy-data',
    'store export sqlite:understudy-data sandboxes.jsonl',
    'store migrate sqlite:understudy-data sqlite:copy',
  ],
});

function durable(where: string): string {
  try {
    if (storeAddress(where) !== 'memory') return where;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const hint = where.includes(':') ? '' : `; did you mean "sqlite:${where}"?`;
    const expected = `expected sqlite:<folder> or redis://<host>:<port>${hint}`;
    throw new CliError([`store "${hideUserInfo(where)}": ${expected}`]);
  }
  throw new CliError(['store: a store in memory ends with its server; name a durable store']);
}

async function withStore<Result>(
  { where, mustExist = true }: { where: string; mustExist?: boolean },
  use: (store: DurableStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(where, mustExist);
  if (!store) throw new Error(`store: ${where} is not durable`);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function check(where: string): Promise<number> {
  const { sandboxes, problems } = await withStore({ where }, store => checkStore(readOnly(store)));
  for (const problem of problems) console.error(problem);
  console.log(`${hideUserInfo(where)}: ${sandboxes} sandboxes, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

/**
 * Writes each sandbox as one line of JSON, in the form of the control API. Personal data is masked, as in every export. The file
 * is written at the end, so a sandbox that cannot be read leaves an earlier export as it is.
 */
async function exportAll(where: string, file: string): Promise<number> {
  const why = await whyNotWritable(file);
  if (why !== undefined) throw new CliError([`store export ${file}: ${why}`]);
  const lines = await withStore({ where }, async opened => {
    const store = readOnly(opened);
    const supplier = createMockSupplier({ store: await readStart(store, { keepJournal: true }), catalogue });
    const read: string[] = [];
    for await (const id of storedIds(store)) {
      const answer = await supplier.fetch(`http://store.invalid/_control/sandboxes/${id}/export`);
      const text = await answer.text();
      if (!answer.ok) throw new CliError([messageOf(text)], 1);
      read.push(`${text}\n`);
    }
    return read;
  });
  await writeWhole(file, lines);
  console.log(`${file}: ${lines.length} sandboxes`);
  return 0;
}

async function migrate(where: string, target: string): Promise<number> {
  if (placeOf(where) === placeOf(target))
    throw new CliError([
      `store migrate: "${hideUserInfo(where)}" and "${hideUserInfo(target)}" are the same store; name another store to create`,
    ]);
  const count = await withStore({ where }, from =>
    withStore({ where: target, mustExist: false }, async to => {
      const [existing] = await to.list('', 1);
      if (existing === undefined) return migrateStore(from, to);
      const message = `${hideUserInfo(target)} already has sandboxes, such as "${existing.id}"; choose another store`;
      throw new CliError([message], 1);
    }),
  );
  console.log(`${hideUserInfo(target)}: ${count} sandboxes`);
  return 0;
}

function messageOf(refusal: string): string {
  const { error } = asObject(JSON.parse(refusal));
  return String(asObject(error).message ?? refusal);
}

/** Returns a text that is equal for two addresses of one folder, or of one database of one Valkey server. */
function placeOf(address: string): string {
  if (!/^rediss?:/.test(address)) return resolve(address.replace(/^sqlite:/, ''));
  const { hostname, port, pathname } = new URL(address);
  return `redis://${hostname}:${port || 6379}/${Number(pathname.slice(1))}`;
}
