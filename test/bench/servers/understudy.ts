import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '#mock-server';
import type * as NodeSide from '#mock-server/node';
import { clockStart } from '../requests.ts';
import { answerParent } from './answer-parent.ts';
import { fillBookings } from './fill-bookings.ts';

// The built package as a server. Its rate limit is on, but too high to refuse a request of the bench.

const rateLimit = 2_000_000; // a ring buffer of 16 MB
const dist = join(import.meta.dirname, '..', '..', '..', 'dist', 'mock-server');
const load = (file: string) => import(pathToFileURL(join(dist, file)).href);
const { createMockSupplier }: typeof Core = await load('index.js');
const { listen }: typeof NodeSide = await load('node/index.js');

const supplier = createMockSupplier({ clock: { mode: 'real', start: clockStart }, options: { rateLimit } });
const { port } = await listen(supplier, { port: 0 });
const sandbox = supplier.sandboxes.require('default');
answerParent(port, (message: { bookings: number } | { lost: true } | { faults: readonly string[] }) => {
  if ('lost' in message) return sandbox.journal.lost();
  if ('faults' in message) return sandbox.faults.arm(...message.faults).length;
  return fillBookings(sandbox, message.bookings);
});
