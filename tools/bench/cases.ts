import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startValkey } from '../../test/mock-server/store/redis/valkey.ts';
import { createSandbox, post, type Running, startBareHono, startCommand } from './command.ts';
import { type Visitor, visit } from './connection.ts';
import {
  bookBody,
  type Choice,
  chooseFirst,
  conditionsBody,
  detailBody,
  newGuestsBody,
  paths,
  searchBody,
  valueAfter,
} from './requests.ts';

/** The processor time of two servers per request: of the measured server, and of the one that it is compared with. */
export interface Figure {
  readonly name: string;
  /** The median of the rounds, in microseconds. */
  readonly micros: number;
  readonly besideMicros: number;
  /** The median of the rounds: how many times as fast as the other server. */
  readonly times: number;
}

/** The number of rounds, and the requests of each server in a round. */
export interface Budget {
  readonly rounds: number;
  readonly requests: number;
}

/** A case measures one or more figures. It starts its servers and stops them. */
type Case = (budget: Budget) => Promise<readonly Figure[]>;

/** Creates the visitor of one connection. `from` differs in each round. */
type NewVisitor = (connection: number, from: number) => Visitor;

const connections = 4;
const sandboxes = 16;

/** All cases by the names of the command line. */
export const cases: Readonly<Record<string, { readonly measures: string; readonly run: Case }>> = {
  'search-same': {
    measures: 'Search with the same criteria, beside bare Hono',
    run: besideHono('Search, same criteria', () => {
      const call = { path: paths.search, body: searchBody(0) };
      return { reads: false, next: () => call };
    }),
  },
  'search-new': {
    measures: 'Search with new guests each time, beside bare Hono',
    run: besideHono('Search, new guests', (connection, from) => {
      const number = counter(from + connection, connections);
      return { reads: false, next: () => ({ path: paths.search, body: newGuestsBody(number()) }) };
    }),
  },
  flow: {
    measures: 'Search, conditions, DoBooking and detail, beside bare Hono',
    run: besideHono('Search → conditions → DoBooking → detail', booker),
  },
  sqlite: {
    measures: 'Search and DoBooking with a SQLite store, beside memory',
    async run(budget) {
      const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
      try {
        return await besideMemory('SQLite', `sqlite:${folder}`, budget);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
  redis: {
    measures: 'Search and DoBooking with a Valkey store, beside memory',
    async run(budget) {
      const valkey = await startValkey();
      try {
        return await besideMemory('Valkey', valkey.url, budget);
      } finally {
        await valkey.stop();
      }
    },
  },
};

/** Returns a function that returns the next number. No two connections have the same numbers. */
function counter(from: number, step: number): () => number {
  let next = from - step;
  return () => {
    next += step;
    return next;
  };
}

/** Repeats Search, conditions, DoBooking and detail. */
function booker(connection: number, from: number): Visitor {
  let step = 0;
  let flow = 0;
  const number = counter(from + connection, connections);
  let choice: Choice = { token: '', hotelId: '', roomId: '' };
  const steps = [
    () => {
      flow = number();
      return { path: paths.search, body: searchBody(flow) };
    },
    (answer: string) => {
      choice = chooseFirst(answer);
      return { path: paths.conditions, body: conditionsBody(choice) };
    },
    (answer: string) => {
      choice = { ...choice, token: valueAfter(answer, '"Token":"') };
      return { path: paths.book, body: bookBody(choice, flow) };
    },
    (answer: string) => ({ path: paths.detail, body: detailBody(valueAfter(answer, '"BookingId":"')) }),
  ] as const;
  return {
    reads: true,
    next(answer) {
      const take = steps[step % steps.length] ?? steps[0];
      step += 1;
      return take(answer);
    },
  };
}

/** Compares the command, called in a created sandbox, with bare Hono that sends the same bytes. */
function besideHono(name: string, newVisitor: NewVisitor): Case {
  return async budget => {
    const command = await startCommand();
    try {
      const base = await createSandbox(command, 'bench');
      const hono = await startBareHono(await answersOf(base, newVisitor(0, 0)));
      try {
        const own = { server: command, base, newVisitor };
        const beside = { server: hono, base: hono.url, newVisitor };
        return [await compare(name, own, beside, budget)];
      } finally {
        await hono.stop();
      }
    } finally {
      await command.stop();
    }
  };
}

/** Returns the answers to the first calls of a visitor, by their paths. */
async function answersOf(base: string, visitor: Visitor): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  let answer = '';
  for (let number = 0; number < 4; number += 1) {
    const { path, body } = visitor.next(answer);
    answer = await post(base + path, body);
    answers[path] = answer;
  }
  return answers;
}

/** Compares the command with a durable store with the command without: Searches, and DoBookings in several sandboxes at once. */
async function besideMemory(store: string, where: string, budget: Budget): Promise<Figure[]> {
  const [stored, memory] = [await startCommand(['--store', where]), await startCommand()];
  try {
    const loadOf = async (server: Running) => {
      const bases: string[] = [];
      for (let number = 0; number < sandboxes; number += 1)
        bases.push(await createSandbox(server, `bench-${number}`));
      return { search: searcher(server, bases), book: await bookings(server, bases, budget) };
    };
    const [own, beside] = [await loadOf(stored), await loadOf(memory)];
    return [
      await compare(`Search with ${store}`, own.search, beside.search, budget),
      await compare(`DoBooking with ${store}, ${sandboxes} sandboxes at once`, own.book, beside.book, budget),
    ];
  } finally {
    await stored.stop();
    await memory.stop();
  }
}

/** Calls each sandbox on its own connection. */
function searcher(server: Running, bases: readonly string[]): Load {
  const newVisitor: NewVisitor = (connection, from) => {
    const number = counter(from + connection, sandboxes);
    const path = new URL(`${bases[connection]}${paths.search}`).pathname;
    return { reads: false, next: () => ({ path, body: searchBody(number()) }) };
  };
  return { server, base: server.url, newVisitor, connections: sandboxes };
}

/** Prepares bookings in each sandbox up to DoBooking, and returns the load that makes them. */
async function bookings(server: Running, bases: readonly string[], budget: Budget): Promise<Load> {
  const each = Math.ceil(budget.requests / sandboxes) * (budget.rounds + 1);
  const prepared = await Promise.all(
    bases.map(async base => {
      const bodies: string[] = [];
      for (let n = 0; n < each; n += 1) {
        const choice = chooseFirst(await post(base + paths.search, searchBody(n)));
        const token = valueAfter(await post(base + paths.conditions, conditionsBody(choice)), '"Token":"');
        bodies.push(bookBody({ ...choice, token }, n));
      }
      return bodies;
    }),
  );
  const newVisitor: NewVisitor = connection => {
    const path = new URL(`${bases[connection]}${paths.book}`).pathname;
    return { reads: false, next: () => ({ path, body: prepared[connection]?.pop() ?? 'no body is left' }) };
  };
  return { server, base: server.url, newVisitor, connections: sandboxes };
}

/** A server, and the requests for it. The paths of the visitors begin at `base`. */
interface Load {
  readonly server: Running;
  readonly base: string;
  readonly newVisitor: NewVisitor;
  readonly connections?: number;
}

/** Loads two servers in turns, one at a time, after a round to warm up. */
async function compare(name: string, own: Load, beside: Load, { rounds, requests }: Budget): Promise<Figure> {
  const pairs: [own: number, beside: number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const isOwnFirst = round % 2 === 0;
    const first = await microsPerRequest(isOwnFirst ? own : beside, round, requests);
    const second = await microsPerRequest(isOwnFirst ? beside : own, round, requests);
    if (round > 0) pairs.push(isOwnFirst ? [first, second] : [second, first]);
  }
  return {
    name,
    micros: median(pairs.map(pair => pair[0])),
    besideMicros: median(pairs.map(pair => pair[1])),
    times: median(pairs.map(pair => pair[1] / pair[0])),
  };
}

async function microsPerRequest(load: Load, round: number, requests: number): Promise<number> {
  const { server, base, newVisitor, connections: count = connections } = load;
  const { port, pathname } = new URL(base);
  const prefix = pathname === '/' ? '' : pathname;
  const each = Math.ceil(requests / count);
  const before = server.cpu();
  const failures: number[] = [];
  const visitOne = (connection: number) => {
    const visitor = newVisitor(connection, (round + 1) * 100_000);
    let sent = 0;
    const next = (answer: string) => {
      sent += 1;
      const call = visitor.next(answer);
      return { ...call, path: prefix + call.path };
    };
    return visit({
      port: Number(port),
      visitor: { ...visitor, next },
      mayGoOn: () => sent < each,
      onAnswer(status) {
        if (status !== 200) failures.push(status);
      },
    });
  };
  await Promise.all(Array.from({ length: count }, (_, index) => visitOne(index)));
  if (failures.length > 0) throw new Error(`${failures.length} answers had the status ${failures[0]}`);
  return (server.cpu() - before) / (each * count);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.slice(sorted.length % 2 ? middle : middle - 1, middle + 1);
  return (low + high) / 2;
}
