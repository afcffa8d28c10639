import { expect, it } from 'vitest';
import { byProductPage } from './by-product.ts';

it('each rule is proven for each product, or cannot be broken with it: docs/rules-by-product.md', async () => {
  const page = await byProductPage();
  expect(page.split('\n').filter(line => line.includes('impossible: unknown'))).toEqual([]);
  await expect(page).toMatchFileSnapshot('../../docs/rules-by-product.md');
}, 120_000);
