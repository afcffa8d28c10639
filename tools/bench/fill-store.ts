import { createMockSupplier, readStart, type SandboxChange } from '#mock-server';
import { openStore } from '#mock-server/node';

const perBatch = 500;

/**
 * Fills an empty durable store with copies of one idle sandbox: `idle-0`, `idle-1`, and so on. The rows are written directly, because
 * creating each sandbox by a request would take minutes.
 *
 * @param where the address of the store, such as `sqlite:data`
 */
export async function fillStore(where: string, count: number): Promise<void> {
  const keeper = await openStore(where);
  if (!keeper) throw new Error(`${where} is not a durable store`);
  const supplier = createMockSupplier({ store: await readStart(keeper) });
  const body = JSON.stringify({ id: 'model', clock: { mode: 'manual' } });
  const headers = { 'content-type': 'application/json' };
  await supplier.fetch('http://supplier.test/_control/sandboxes', { method: 'POST', headers, body });
  const { rows = [] } = (await keeper.load('model')) ?? {};
  const copy = (id: string): SandboxChange => ({
    id,
    how: 'replace',
    puts: rows.map(row => ({ ...row, value: row.value.replaceAll('"model"', `"${id}"`) })),
    drops: [],
  });
  for (let from = 0; from < count; from += perBatch) {
    const ids = Array.from(
      { length: Math.min(perBatch, count - from) },
      (_, index) => `idle-${from + index}`,
    );
    await keeper.write(ids.map(copy));
  }
  await supplier.closeStore();
}
