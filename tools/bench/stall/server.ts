import { createMockSupplier, readStart } from '#mock-server';
import { listen, openStore } from '#mock-server/node';
import { judgeRoutes } from '#scenarios';
import { ProcessMemory } from '#scenarios/cli/process-memory';
import { clockStart, paths } from '../requests.ts';
import { fillBookings, fillDue } from '../servers/fill-bookings.ts';
import { prepareBookings } from '../servers/prepare-bookings.ts';

// A server with the full sandboxes "default" and "due" and a small sandbox "small" in its own process. The argument is the address of the store.

/** The content of the full sandboxes: `due` is the number of bookings with due events in the sandbox "due". */
interface FullSandboxes {
  bookings: number;
  exchanges: number;
  due: number;
}

/** The messages of the tool. `fill` adds bookings and recorded calls. `measured` returns and resets the measurements. */
export type Message = { fill: FullSandboxes } | { measured: true };

/** The measurements of the server since the last message. */
export interface Measured {
  /** The longest processor time of the main thread between two turns of its event loop, in milliseconds. */
  longestTurn: number;
  /** The highest resident memory of the process, in bytes. */
  peak: number;
  /** The processor time of the process, in milliseconds. */
  processor: number;
}

const keeper = await openStore(process.argv[2] ?? 'memory');
const supplier = createMockSupplier({
  clock: { mode: 'manual', start: clockStart },
  options: { rateLimit: false },
  store: keeper && (await readStart(keeper)),
  routes: [judgeRoutes],
});
const { url } = await listen(supplier, { port: 0 });
new ProcessMemory(undefined).keepSmall(supplier);
supplier.sandboxes.create({ id: 'small' });

let measured: Measured = { longestTurn: 0, peak: 0, processor: 0 };
let thread = process.threadCpuUsage();
let total = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(thread);
  thread = process.threadCpuUsage();
  measured.longestTurn = Math.max(measured.longestTurn, (user + system) / 1_000);
  measured.peak = Math.max(measured.peak, process.memoryUsage.rss());
}, 1);

function takeMeasured(): Measured {
  const { user, system } = process.cpuUsage(total);
  const taken = { ...measured, processor: (user + system) / 1_000 };
  total = process.cpuUsage();
  thread = process.threadCpuUsage();
  measured = { longestTurn: 0, peak: 0, processor: 0 };
  return taken;
}

/** Books with a Search, a request for conditions and a DoBooking each, and then adds copies of the booking. */
async function fill({ bookings, exchanges, due }: FullSandboxes): Promise<void> {
  const flows = Math.ceil(exchanges / 3);
  const headers = { 'content-type': 'application/json' };
  for (let from = 0; from < flows; from += 100)
    for (const body of await prepareBookings(supplier, { prepare: Math.min(100, flows - from), from }))
      await (
        await supplier.fetch(`http://supplier.test${paths.book}`, { method: 'POST', headers, body })
      ).text();
  const full = supplier.sandboxes.require('default');
  fillBookings(full, bookings - full.store.bookingCount + 1);
  if (due === 0) return;
  const clock = { mode: 'manual', start: clockStart } as const;
  fillDue(supplier.sandboxes.create({ id: 'due', clock }), { from: full, count: due });
}

process.on('message', async (message: Message) => {
  if ('fill' in message) process.send?.(await fill(message.fill).then(() => ({ filled: true })));
  else process.send?.(takeMeasured());
});
process.once('disconnect', () => process.exit());
process.send?.({ url });
