import {
  checkStore,
  createMockSupplier,
  migrateStore,
  readOnly,
  readStart,
  type SandboxKeeper,
  StoreError,
  storedIds,
} from '#mock-server';
import { openStore } from '#mock-server/node';
import { catalogue } from '../../catalogue/index.ts';
import { CliError, ValueError } from '../cli-error.ts';
import { defineCommand } from '../command.ts';
import { exportLines, writeWhole } from '../export-sandboxes.ts';
import { storeAddress } from '../values.ts';
import { whyNotWritable } from '../write-reports.ts';

const actions = ['check', 'export', 'migrate'] as const;

export const command = defineCommand({
  args: { name: 'action', max: 3, choices: actions },
  options: {},
  examples: [
    'store check sqlite:understudy-data',
    'store export sqlite:understudy-data sandboxes.jsonl',
    'store migrate sqlite:understudy-data sqlite:copy',
  ],
  async run({ args: [action, where, target] }) {
    try {
      if (action === 'check') return await check(need(where, 'the store to check'));
      if (action === 'export')
        return await exportAll(need(where, 'the store to export'), need(target, 'the file to write'));
      if (action === 'migrate')
        return await migrate(need(where, 'the store to copy'), need(target, 'the store to create'));
    } catch (error) {
      if (error instanceof StoreError) throw new CliError([error.message], 1);
      if (error instanceof ValueError) throw new CliError([`store: ${error.message}`]);
      throw error;
    }
    throw new CliError([`store: expected ${actions.join(', ')} as the first argument`]);
  },
});

function need(argument: string | undefined, what: string): string {
  if (argument === undefined) throw new CliError([`store: ${what} is missing; see "store --help"`]);
  return argument;
}

async function open(where: string, mustExist = true): Promise<SandboxKeeper> {
  const keeper = await openStore(storeAddress(where), mustExist);
  if (keeper) return keeper;
  throw new CliError(['store: a store in memory ends with its server; name a durable store']);
}

async function check(where: string): Promise<number> {
  const keeper = readOnly(await open(where));
  const { sandboxes, problems } = await checkStore(keeper);
  await keeper.close(true);
  for (const problem of problems) console.error(problem);
  console.log(`${where}: ${sandboxes} sandboxes, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

/** Writes each sandbox as one line of JSON, in the form of the control API. Personal data is masked, as in every export. */
async function exportAll(where: string, file: string): Promise<number> {
  const why = await whyNotWritable(file);
  if (why !== undefined) throw new CliError([`store export ${file}: ${why}`]);
  const keeper = readOnly(await open(where));
  const supplier = createMockSupplier({ store: await readStart(keeper, { keepJournal: true }), catalogue });
  let count = 0;
  async function* ids(): AsyncGenerator<string> {
    for await (const id of storedIds(keeper)) {
      yield id;
      count += 1;
    }
  }
  try {
    await writeWhole(file, exportLines({ ids: ids(), fetch: supplier.fetch }));
  } finally {
    await supplier.closeStore();
  }
  console.log(`${file}: ${count} sandboxes`);
  return 0;
}

async function migrate(where: string, target: string): Promise<number> {
  const from = await open(where);
  const to = await open(target, false);
  const [existing] = await to.list('', 1);
  if (existing !== undefined)
    throw new CliError([`${target} already has sandboxes, such as "${existing}"; choose another store`], 1);
  const count = await migrateStore(from, to);
  await from.close(true);
  await to.close(true);
  console.log(`${target}: ${count} sandboxes`);
  return 0;
}
