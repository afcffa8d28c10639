import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '#mock-server';
import { clockStart, paths, searchBody } from '../requests.ts';

// Not a server: calls the stand-in once in this process.

const dist = join(import.meta.dirname, '..', '..', '..', 'dist', 'mock-server', 'index.js');
const { createMockSupplier }: typeof Core = await import(pathToFileURL(dist).href);
// Node loads its own fetch at the first use of one of its classes. That takes 25 ms, which do not count as ours.
new Request('http://supplier.test');

process.once('message', async () => {
  const begin = performance.now();
  const supplier = createMockSupplier({ clock: { mode: 'manual', start: clockStart } });
  const answer = await supplier.fetch(`http://supplier.test${paths.search}`, {
    method: 'POST',
    body: searchBody(0),
  });
  await answer.text();
  const ms = performance.now() - begin;
  if (answer.status !== 200) throw new Error(`the first Search was answered ${answer.status}`);
  process.send?.(ms);
});
process.send?.('ready');
