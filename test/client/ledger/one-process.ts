import { type BookingOutcome, createClient } from '#client';
import { VirtualClock } from '#mock-server/clock/index';
import { watchFiles } from './file-steps.ts';
import { book, demo, prepaid, stay } from './requests.ts';

export interface Task {
  readonly baseUrl: string;
  readonly dir: string;
  readonly credential: { readonly Username: string; readonly Password: string };
  /** The time at which its clock starts, in milliseconds since the epoch. */
  readonly start: number;
  /** How many times it requests the same booking at once, under each of these references. */
  readonly times: number;
  readonly references?: readonly string[];
  /** Whether it books a prepaid room, which is paid after DoBooking. */
  readonly prepaid?: boolean;
  /** The process kills itself before this step. Steps are file changes and network calls, counted from the ledger's first. */
  readonly dieAt?: number;
}

const task: Task = JSON.parse(process.argv[2] ?? '');
const steps: string[] = [];

function step(what: string): void {
  if (steps.length === 0 && what !== 'mkdir') return; // the ledger writes nothing before its first mkdir
  steps.push(what);
  if (steps.length === task.dieAt) process.kill(process.pid, 'SIGKILL');
}

watchFiles(step);
const { createFileLedger } = await import('#client/node');

/** The clock jumps whenever neither files nor the network are busy, so that no test waits. */
const clock = new VirtualClock({
  mode: 'auto',
  start: task.start,
  events: { nextAt: () => undefined, fire: () => [] },
});
const client = createClient({
  ...demo,
  baseUrl: task.baseUrl,
  credential: task.credential,
  clock,
  ledger: createFileLedger({ dir: task.dir, hold: clock.hold }),
  async fetch(input, init) {
    const release = clock.hold('the network');
    try {
      step('fetch');
      const response = await fetch(input, init);
      const text = await response.text();
      return new Response(text, response);
    } finally {
      release();
    }
  },
});
const requests = (task.references ?? [undefined]).map(reference => ({
  ...(task.prepaid ? prepaid : stay),
  ...(reference && { reference }),
}));
const outcomes: BookingOutcome[] = await Promise.all(
  requests.flatMap(request => Array.from({ length: task.times }, () => book(client, request))),
);
step('end');
const results = outcomes.map(each => `${each.outcome} ${'bookingId' in each ? each.bookingId : ''}`);
process.stdout.write(JSON.stringify({ results, steps: steps.length }));
