import { expect, it } from 'vitest';
import { readPages } from '#contracts/control';
import { createControlClient } from '../control/control-client.ts';
import { createTestSupplier } from '../hotel-client.ts';

it('the control API lists sandboxes page by page, and the header Link leads to the next page', async () => {
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
