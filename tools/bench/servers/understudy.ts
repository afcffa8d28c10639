import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '#mock-server';
import type * as NodeSide from '#mock-server/node';
import { clockStart } from '../requests.ts';
import { answerParent } from './answer-parent.ts';
import { fillBookings } from './fill-bookings.ts';
import { prepareBookings } from './prepare-bookings.ts';

// The built package as a server. Its rate limit is on, but too high to refuse a request of the bench.

const rateLimit = 2_000_000; // a ring buffer of 16 MB
const dist = join(import.meta.dirname, '..', '..', '..', 'dist', 'mock-server');
const load = (file: string) => import(pathToFileURL(join(dist, file)).href);
const { createMockSupplier, readStart }: typeof Core = await load('index.js');
const { listen, openStore }: typeof NodeSide = await load('node/index.js');

const [, , where = 'memory'] = process.argv;
const keeper = await openStore(where);
const supplier = createMockSupplier({
  clock: { mode: 'real', start: clockStart },
  options: { rateLimit },
  store: keeper && (await readStart(keeper)),
});
const { port } = await listen(supplier, { port: 0 });
const sandbox = supplier.sandboxes.require('default');
type Message =
  | { bookings: number }
  | { lost: true }
  | { faults: readonly string[] }
  | { prepare: number; from: number };
answerParent(port, (message: Message) => {
  if ('prepare' in message) return prepareBookings(supplier, message);
  if ('lost' in message) return sandbox.journal.lost();
  if ('faults' in message) return sandbox.faults.arm(...message.faults).length;
  return fillBookings(sandbox, message.bookings);
});
