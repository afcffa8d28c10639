import { expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';

it('the product has one folder idiom: no x.ts beside a folder x/', () => {
  const files = projectFiles();
  const folders = new Set(files.map(file => file.slice(0, file.lastIndexOf('/'))));
  const product = files.filter(file => /^(contracts|mock-server|client|scenarios)\/.*\.tsx?$/.test(file));
  expect(product.length).toBeGreaterThan(100);
  expect(product.filter(file => folders.has(file.replace(/\.tsx?$/, '')))).toEqual([]);
});
