import { createWriteStream, realpathSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asObject, hideUserInfo } from '#contracts/util';
import {
  checkStore,
  createMockSupplier,
  type DurableStore,
  migrateStore,
  readOnly,
  readStart,
  StoreError,
  storedIds,
} from '#mock-server';
import { openStore } from '#mock-server/node';
import { catalogue } from '../../catalogue/index.ts';
import { CliError, ValueError } from '../cli-error.ts';
import { defineActions } from '../command.ts';
import { storeAddress } from '../values.ts';
import { whyNotWritable } from '../write-reports.ts';

export const command = defineActions('store', {
  actions: {
    check: { args: ['<store>'], run: ([where]) => withStoreErrors(() => check(durable(where))) },
    export: {
      args: ['<store>', '<file>'],
      run: ([where, file]) => withStoreErrors(() => exportAll(durable(where), file)),
    },
    migrate: {
      args: ['<store>', '<new store>'],
      run: ([where, target]) => withStoreErrors(() => migrate(durable(where), durable(target))),
    },
  },
  options: {},
  examples: [
    'store check sqlite:understudy-data',
    'store export sqlite:understudy-data sandboxes.jsonl',
    'store migrate sqlite:understudy-data sqlite:copy',
  ],
});

async function withStoreErrors(act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof StoreError ? new CliError([error.message], 1) : error;
  }
}

/** Returns the address of a durable store. @throws CliError if it has another form */
function durable(where: string): string {
  try {
    if (storeAddress(where) !== 'memory') return where;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const hint = where.includes(':') ? '' : `; did you mean "sqlite:${where}"?`;
    const expected = `expected sqlite:<folder> or redis://<host>:<port>${hint}`;
    throw new CliError([`store "${hideUserInfo(where)}": ${expected}`]);
  }
  throw new CliError(['store: a store in memory ends with its server; name a durable store']);
}

/** Runs a function with an open store, and closes the store also after an error. */
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

/** Writes each sandbox as one line of JSON, in the form of the control API. Personal data is masked, as in every export. */
async function exportAll(where: string, file: string): Promise<number> {
  const why = await whyNotWritable(file);
  if (why !== undefined) throw new CliError([`store export ${file}: ${why}`]);
  let count = 0;
  async function* counted(ids: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const id of ids) {
      yield id;
      count += 1;
    }
  }
  await withStore({ where }, async opened => {
    const store = readOnly(opened);
    const supplier = createMockSupplier({ store: await readStart(store, { keepJournal: true }), catalogue });
    await writeWhole(file, exportLines({ ids: counted(storedIds(store)), fetch: supplier.fetch }));
  });
  console.log(`${file}: ${count} sandboxes`);
  return 0;
}

async function migrate(where: string, target: string): Promise<number> {
  const count = await withStore({ where }, from => {
    if (isSameStore(where, target))
      throw new CliError([
        `store migrate: "${hideUserInfo(where)}" and "${hideUserInfo(target)}" are the same store; name another store to create`,
      ]);
    return withStore({ where: target, mustExist: false }, async to => {
      const [existing] = await to.list('', 1);
      if (existing === undefined) return migrateStore(from, to);
      const message = `${hideUserInfo(target)} already has sandboxes, such as "${existing.id}"; choose another store`;
      throw new CliError([message], 1);
    });
  });
  console.log(`${hideUserInfo(target)}: ${count} sandboxes`);
  return 0;
}

/** The sandboxes of an export, and a function that requests the control API of their server. */
interface Exported {
  readonly ids: AsyncIterable<string> | Iterable<string>;
  readonly fetch: (url: string) => Response | Promise<Response>;
}

/**
 * Yields each sandbox as one line of JSON, in parts. The function never has a whole sandbox in memory, because the text of a
 * sandbox can be larger than the memory.
 *
 * @throws CliError if a sandbox cannot be exported
 */
export async function* exportLines({ ids, fetch }: Exported): AsyncGenerator<Uint8Array | string> {
  for await (const id of ids) {
    const answer = await fetch(`http://store.invalid/_control/sandboxes/${id}/export`);
    if (!answer.ok) throw new CliError([messageOf(await answer.text())], 1);
    yield* answer.body ?? [];
    yield '\n';
  }
}

/** Returns the message in a refusal of the control API. The message names the sandbox. */
function messageOf(refusal: string): string {
  const { error } = asObject(JSON.parse(refusal));
  return String(asObject(error).message ?? refusal);
}

/**
 * Writes a file in parts. The file gets its name when it is complete, so a failure leaves the earlier file, or none. A device or a
 * pipe, such as /dev/stdout, receives the parts at once.
 *
 * @throws CliError if the file cannot be written; or the error of the parts
 */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    await writeParts(file, parts);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CliError([`cannot write ${file}: ${error.message}`], 1);
    throw error;
  }
}

async function writeParts(file: string, parts: AsyncIterable<Uint8Array | string>): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile()) return pipeline(Readable.from(parts), createWriteStream(file));
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(draft, { flush: true }));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Returns whether two addresses name the same store: the same folder, or the same database of the same Valkey server. Two names
 * of one server, such as localhost and 127.0.0.1, count as different servers.
 *
 * @example isSameStore('redis://host', 'redis://host:6379/0') // true
 */
export const isSameStore = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

function placeOf(address: string): string {
  if (!/^rediss?:/.test(address)) return folderOf(address.replace(/^sqlite:/, ''));
  const { hostname, port, pathname } = new URL(address);
  return `redis://${hostname}:${port || 6379}/${Number(pathname.slice(1))}`;
}

function folderOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // the folder does not exist yet
  }
}
