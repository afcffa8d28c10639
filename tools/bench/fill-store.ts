import { type Change, createMockSupplier, readStart } from '#mock-server';
import { openStore } from '#mock-server/node';

/**
 * Fills an empty durable store with copies of one idle sandbox: `idle-0`, `idle-1`, and so on. The rows are written directly, because
 * creating each sandbox by a request would take minutes.
 *
 * @param where the address of the store, such as `sqlite:data`
 */
export async function fillStore(where: string, count: number): Promise<void> {
  const store = await openStore(where);
  if (!store) throw new Error(`${where} is not a durable store`);
  const supplier = createMockSupplier({ store: await readStart(store) });
  const body = JSON.stringify({ id: 'model', clock: { mode: 'manual' } });
  const headers = { 'content-type': 'application/json' };
  await supplier.fetch('http://supplier.test/_control/sandboxes', { method: 'POST', headers, body });
  const { rows = [] } = (await store.load('model')) ?? {};
  const copy = (id: string): Change => ({
    replaces: true,
    puts: rows.map(row => ({ ...row, value: row.value.replaceAll('"model"', `"${id}"`) })),
    drops: [],
    calls: [],
    dropCalls: [],
  });
  for (let number = 0; number < count; number += 1)
    await store.commit(`idle-${number}`, 0, copy(`idle-${number}`));
  await supplier.closeStore();
}
