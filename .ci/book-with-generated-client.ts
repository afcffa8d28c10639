// Serves a stand-in. The generated client then books one of each product in the OpenAPI document.
// Usage: node .ci/book-with-generated-client.ts <compiled script of the client>
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operationIds } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';

const [script = ''] = process.argv.slice(2);
const { bookEachProduct } = await import(pathToFileURL(resolve(script)).href);
const products = operationIds.filter(id => id.endsWith('.search')).map(id => id.split('.')[0]);
const clock = { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } as const;
const listening = await listen(createMockSupplier({ clock }), { port: 0 });
try {
  await bookEachProduct(listening.url, products);
  console.log(`The generated client booked and cancelled: ${products.join(', ')}`);
} finally {
  await listening.close();
}
