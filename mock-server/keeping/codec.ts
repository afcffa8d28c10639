import * as z from 'zod';
import { controlEndpoints, detailsOf } from '#contracts/control';
import type { Sandbox, SandboxState } from '../sandboxes/index.ts';
import type { DueRow, StoreSource, TokenRecord } from '../store/index.ts';
import { keyOf, positionOf } from './recorder.ts';
import type { Row } from './store.ts';

/** The parts of a sandbox outside its store. Each part is a row, which is written when its text has changed. */
interface Head {
  beginning: Pick<SandboxState, 'identity' | 'start' | 'marks'>;
  clock: SandboxState['clock'] & { savedAt: number };
  faults: Pick<SandboxState, 'faults' | 'faultsArmed'>;
  runs: Pick<SandboxState, 'plays' | 'playsBegun'>;
  life: Pick<SandboxState, 'closed' | 'closedAt'> & {
    /** The number of the next exchange. */
    next: number;
    createdAt: number;
    bookings: number;
    /** How many exchanges the journal has dropped, and how many have lost their bodies. */
    lost: { facts: number; bodies: number };
  };
  rate: SandboxState['rate'];
}

/** The instants of the machine at a commit. */
export interface Time {
  readonly now: number;
  readonly monotonic: number;
}

/** The maximum number of calls in rate windows that every commit writes, and the minimum time between two writes of more calls, in milliseconds. */
const maxRateCalls = 1_000;
const rateInterval = 1_000;

/** Compares the head of a sandbox with the rows that were written last. */
export class HeadWriter {
  #written = new Map<string, string>();
  #rateAt = Number.NEGATIVE_INFINITY;
  /** Another text after each jump of the clock, and after the sandbox was closed. */
  #state = '';

  /** Continues with the rows that the durable store has. */
  continueWith(rows: readonly Row[]): void {
    this.#state = '';
    this.#written = new Map(
      rows.flatMap(({ key, value }) => (key.startsWith('head ') ? [[key, value]] : [])),
    );
  }

  /** Notes that the sandbox in memory is as the rows say. */
  begin(sandbox: Sandbox): void {
    this.#state = stateOf(sandbox);
  }

  /**
   * Returns the rows that have changed. `note` must be called when they are written.
   *
   * @returns `isPassive` if only the time of a running clock has changed, and `isMinor` if only this time and the counts of calls have
   */
  changed(
    sandbox: Sandbox,
    { now, monotonic }: Time,
  ): { rows: Row[]; isPassive: boolean; isMinor: boolean; note(): void } {
    const isLarge = sandbox.rateCalls() > maxRateCalls;
    const hasRate = !isLarge || monotonic - this.#rateAt >= rateInterval;
    if (isLarge && hasRate) this.#rateAt = monotonic;
    const hasBeginning = !this.#written.has(keyOf('head', 'beginning'));
    const rows = Object.entries(headOf(sandbox, now, { hasBeginning, hasRate })).flatMap(([name, part]) => {
      const row = { key: keyOf('head', name), value: JSON.stringify(part) };
      return this.#written.get(row.key) === row.value ? [] : [row];
    });
    const state = stateOf(sandbox);
    return {
      rows,
      isMinor: rows.every(({ key }) => minorKeys.has(key)) && state === this.#state,
      isPassive: rows.every(({ key }) => key === clockKey) && state === this.#state,
      note: () => {
        for (const { key, value } of rows) this.#written.set(key, value);
        this.#state = state;
      },
    };
  }
}

const clockKey = keyOf('head', 'clock');
const minorKeys: ReadonlySet<string> = new Set(['clock', 'life', 'rate'].map(name => keyOf('head', name)));

const stateOf = ({ clock, closed, closedAt }: Sandbox): string =>
  JSON.stringify([clock.anchor(), closed, closedAt]);

function headOf(
  sandbox: Sandbox,
  now: number,
  { hasBeginning, hasRate }: { hasBeginning: boolean; hasRate: boolean },
): Partial<Head> {
  const { beginning, clock, rate, next, createdAt, closed, closedAt, ...state } = sandbox.dumpHead();
  const { faults, faultsArmed, plays, playsBegun } = state;
  const bookings = sandbox.store.bookingCount;
  const lost = sandbox.journal.lost();
  return {
    ...(hasBeginning && { beginning: beginning() }),
    clock: { ...clock, savedAt: clock.mode === 'manual' || clock.mode === 'auto' ? 0 : now },
    faults: { faults, faultsArmed },
    runs: { plays, playsBegun },
    life: { closed, ...(closedAt !== undefined && { closedAt }), next, createdAt, bookings, lost },
    ...(hasRate && { rate: rate() }),
  };
}

/** The state of a stored sandbox. The journal is empty, because it is read later. */
export interface Decoded {
  readonly state: Omit<SandboxState, 'store'> & { readonly store: StoreSource };
  readonly life: Head['life'];
}

/**
 * Reads the head of a sandbox.
 *
 * @param now the present instant on the machine. A running clock continues as if the process had not stopped.
 * @throws SyntaxError or TypeError when a row is damaged or missing
 */
export function decodeHead(
  rows: readonly Row[],
  now: number,
): { state: Omit<SandboxState, 'store'>; life: Head['life'] } {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  function part<Name extends keyof Head>(name: Name): Head[Name] {
    const value = values.get(keyOf('head', name));
    if (value === undefined) throw new TypeError(`the row "head ${name}" is missing`);
    return JSON.parse(value); // `HeadWriter` has written this value
  }
  const life = part('life');
  const { closed, closedAt, next } = life;
  const { savedAt, ...clock } = part('clock');
  const isRunning = !clock.awaitsFirstRequest && clock.mode !== 'manual' && clock.mode !== 'auto';
  const passed = isRunning ? Math.max(0, now - savedAt) * clock.scale : 0;
  const runs = values.has(keyOf('head', 'runs')) ? part('runs') : { plays: [], playsBegun: 0 };
  const state: Omit<SandboxState, 'store'> = {
    format: 'understudy-sandbox',
    version: 1,
    ...part('beginning'),
    ...part('faults'),
    ...runs,
    closed,
    ...(closedAt !== undefined && { closedAt }),
    clock: { ...clock, now: Math.floor(clock.now + passed) },
    rate: values.has(keyOf('head', 'rate')) ? part('rate') : [],
    journal: { next, facts: [], bodies: [] },
  };
  return { state, life };
}

/**
 * Reads a sandbox from its rows.
 *
 * @throws SyntaxError or TypeError when a row is damaged or missing
 */
export function decode(rows: readonly Row[], now: number): Decoded {
  const store = decodeStore(rows);
  const { state, life } = decodeHead(rows, now); // at the end, because a running clock continues from here
  return { state: { ...state, store }, life };
}

function decodeStore(rows: readonly Row[]): StoreSource {
  const sorted = rows
    .map(({ key, value }) => ({ key, value, position: positionOf(value) }))
    .filter(({ position }) => !Number.isNaN(position))
    .sort((a, b) => a.position - b.position);
  const bookings: string[] = [];
  const tokens: [string, TokenRecord][] = [];
  const counts: [number, number][] = [];
  const due: { number: number; row: DueRow }[] = [];
  const booked: [string, number][] = [];
  // If a booking received a reference more than once, the last time counts.
  const shared = new Map<string, Set<string>>();
  const readers: Record<string, (key: string, text: string) => void> = {
    booking: (_, text) => void bookings.push(text),
    token: (key, text) => void tokens.push([key, JSON.parse(text)]),
    count: (key, text) => void counts.push([Number(key), Number(text)]),
    due: (key, text) => void due.push({ number: Number(key), row: JSON.parse(text) }),
    booked: (key, text) => void booked.push([key, Number(text)]),
    shared(_, text) {
      const [reference, id]: [string, string] = JSON.parse(text);
      const ids = shared.get(reference) ?? new Set();
      ids.delete(id);
      shared.set(reference, ids.add(id));
    },
  };
  for (const { key, value } of sorted) {
    const space = key.indexOf(' ');
    readers[key.slice(0, space)]?.(key.slice(space + 1), textOf(value));
  }
  due.sort((a, b) => a.row.at - b.row.at || a.number - b.number);
  return {
    bookings,
    tokens,
    counts,
    due: due.map(({ row }) => row),
    dueNumbers: due.map(({ number }) => number),
    booked,
    shared: [...shared].map(([reference, ids]): [string, string[]] => [reference, [...ids]]),
  };
}

/** Returns the value of a row without its position. */
const textOf = (value: string): string => value.slice(value.indexOf(' ') + 1);

const { identity, start } = controlEndpoints.importSandbox.request.shape;
const whole = z.int().min(0);
const text = z.string();

/** The schemas of the rows: of the head by their keys, of the other kinds by their kinds. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  'head beginning': z.looseObject({ identity, start }),
  'head clock': z.looseObject({ mode: text, now: z.number(), scale: z.number(), savedAt: z.number() }),
  'head faults': z.looseObject({ faults: z.array(z.looseObject({})), faultsArmed: whole }),
  'head runs': z.looseObject({ plays: z.array(z.looseObject({ id: text })), playsBegun: whole }),
  'head life': z.looseObject({ closed: z.boolean(), next: z.int().min(1), createdAt: z.number() }),
  'head rate': z.array(z.tuple([text, z.array(z.number())])),
  booking: z.looseObject({
    id: text,
    owner: text,
    services: z.array(z.looseObject({ id: text, truth: text, stored: text })),
    payments: z.array(z.looseObject({})),
  }),
  token: z.looseObject({ step: text }),
  due: z.looseObject({ at: z.number(), bookingId: text, serviceId: text }),
  shared: z.tuple([text, text]),
  booked: z.int(),
  count: z.int(),
};

/**
 * Returns a message for the first row whose value is not readable, with the row and the field. Returns undefined if every row is
 * readable.
 *
 * @example findRowProblem(rows) // 'row "booking 4121511416": field "services": missing'
 */
export function findRowProblem(rows: readonly Row[]): string | undefined {
  for (const row of rows) {
    const problem = problemOf(row);
    if (problem !== undefined) return `row "${row.key}": ${problem}`;
  }
  return undefined;
}

function problemOf({ key, value }: Row): string | undefined {
  const kind = key.slice(0, key.indexOf(' '));
  try {
    const json: unknown = JSON.parse(kind === 'head' ? value : textOf(value));
    const schema = schemas[kind === 'head' ? key : kind];
    const { error } = schema?.safeParse(json) ?? {};
    if (!error || !schema) return undefined;
    const [detail] = detailsOf(error, { value: json, schema });
    return detail?.field === 'body' ? detail.message : `field "${detail?.field}": ${detail?.message}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
