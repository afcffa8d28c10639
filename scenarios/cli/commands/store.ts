import { hideUserInfo } from '#contracts/util';
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
import { defineActions } from '../actions.ts';
import { CliError, ValueError } from '../cli-error.ts';
import { exportLines, writeWhole } from '../export-sandboxes.ts';
import { isSameStore } from '../same-store.ts';
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
