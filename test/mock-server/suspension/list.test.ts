import { expect, it } from 'vitest';
import { readPages } from '#contracts/control';
import { createControlClient } from '../control/control-client.ts';
import { createTestSupplier } from '../hotel-client.ts';

it('lists sandboxes page by page, and the header Link leads to the next page', async () => {
  const supplier = createTestSupplier();
  const { ask } = createControlClient(supplier.fetch);
  for (const id of ['b', 'd', 'a', 'c']) await ask('createSandbox', { body: { id } });
  const pages: string[][] = [];
  const first = 'http://supplier.test/_control/sandboxes?limit=2';
  for await (const answer of readPages(first, url => supplier.fetch(url))) {
    const page: { id: string }[] = await answer.json();
    pages.push(page.map(({ id }) => id));
    await supplier.fetch('http://supplier.test/_control/sandboxes/b', { method: 'DELETE' });
  }
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['default']]);
});

it('shows a suspended sandbox in a list without waking it', async () => {
  const supplier = createTestSupplier();
  const { ask } = createControlClient(supplier.fetch);
  for (let number = 0; number < 1_020; number += 1)
    await ask('createSandbox', { body: { id: `n${number}` } });
  const before = supplier.sandboxes.find('n1019');
  const { body } = await ask('listSandboxes', { query: '?limit=1000' });
  expect(body).toHaveLength(1_000);
  expect(supplier.sandboxes.find('n1019')).toBe(before);
  const { body: listed } = await ask('listSandboxes', { query: '?after=n&limit=1' });
  const { body: shown } = await ask('getSandbox', { id: 'n0' });
  expect(listed[0]).toEqual({ ...shown, clock: listed[0]?.clock });
});

it('keeps only some new sandboxes in memory before a call uses them, and all that a call has used', async () => {
  const supplier = createTestSupplier();
  const { ask } = createControlClient(supplier.fetch);
  await ask('createSandbox', { body: { id: 'used' } });
  const used = supplier.sandboxes.find('used');
  for (let number = 0; number < 50; number += 1) await ask('createSandbox', { body: { id: `n${number}` } });
  expect(supplier.sandboxes.counts).toMatchObject({ all: 52, live: 18 });
  expect(supplier.sandboxes.find('used')).toBe(used);
  const { body } = await ask('getSandbox', { id: 'n0' });
  expect(body).toMatchObject({ id: 'n0', calls: 0 });
});

it('keeps all sandboxes in memory that a program has created', () => {
  const { sandboxes } = createTestSupplier();
  const created = Array.from({ length: 20 }, () => sandboxes.create());
  for (const sandbox of created) expect(sandboxes.get(sandbox.identity.id)).toBe(sandbox);
});
