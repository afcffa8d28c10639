import * as z from 'zod';
import { controlEndpoints, detailsOf } from '#contracts/control';
import type { DueRow, RowKind, StoreChanges, StoreState, TokenRecord } from '../books/index.ts';
import {
  decodeParts,
  decodeSummary,
  encodePart,
  type PartName,
  partNames,
  type Sandbox,
  type SandboxState,
  type SandboxSummary,
  type StoredLife,
  summaryParts,
} from '../sandbox/index.ts';
import type { Row } from './store.ts';

const keyOf = (kind: RowKind | 'head', key: string | number): string => `${kind} ${key}`;

/** Each row begins with its position, because bookings, tokens and references have an order. */
export class Recorder implements StoreChanges {
  readonly #onChange: () => void;
  #puts = new Map<string, string>();
  #drops = new Set<string>();
  readonly #positions = new Map<string, number>();
  #last = 0;
  #isPaused = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isEmpty(): boolean {
    return this.#puts.size + this.#drops.size === 0;
  }

  put(kind: RowKind, key: string | number, value: unknown, keepsPlace = false): void {
    if (this.#isPaused) return;
    const name = keyOf(kind, key);
    const known = keepsPlace ? this.#positions.get(name) : undefined;
    if (known === undefined) this.#last += 1;
    const position = known ?? this.#last;
    if (keepsPosition(name)) this.#positions.set(name, position);
    this.#puts.set(name, `${position} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    this.#drops.delete(name);
    this.#onChange();
  }

  drop(kind: RowKind, key: string | number): void {
    const name = keyOf(kind, key);
    this.#positions.delete(name);
    this.#puts.delete(name);
    this.#drops.add(name);
    this.#onChange();
  }

  /** The durable store already has the changes of this work. */
  without<Result>(work: () => Result): Result {
    this.#isPaused = true;
    try {
      return work();
    } finally {
      this.#isPaused = false;
    }
  }

  continueWith(rows: readonly Row[]): void {
    this.#puts.clear();
    this.#drops.clear();
    this.#positions.clear();
    this.#last = 0;
    for (const { key, value } of rows) {
      const position = positionOf(value);
      if (Number.isNaN(position)) continue;
      this.#last = Math.max(this.#last, position);
      if (keepsPosition(key)) this.#positions.set(key, position);
    }
  }

  take(): { puts: Row[]; drops: string[] } {
    const puts = [...this.#puts].map(([key, value]) => ({ key, value }));
    const drops = [...this.#drops];
    this.#puts = new Map();
    this.#drops = new Set();
    return { puts, drops };
  }
}

const keepsPosition = (key: string): boolean => key.startsWith('booking ');

const positionOf = (value: string): number => Number.parseInt(value, 10);

interface Time {
  readonly now: number;
  readonly monotonic: number;
}

/**
 * Every commit writes rate windows with at most this number of calls. It writes larger ones only once in this interval, in
 * milliseconds. Otherwise the cost of a call would grow with the number of counted calls.
 */
const maxRateCalls = 1_000;
const rateInterval = 1_000;

export class HeadWriter {
  #written = new Map<string, string>();
  #rateAt = Number.NEGATIVE_INFINITY;
  /** Another text after each jump of the clock, and after the sandbox was closed. */
  #state = '';

  continueWith(rows: readonly Row[]): void {
    this.#state = '';
    this.#written = new Map(
      rows.flatMap(({ key, value }) => (key.startsWith('head ') ? [[key, value]] : [])),
    );
  }

  /** The sandbox in memory is as the rows say. */
  begin(sandbox: Sandbox): void {
    this.#state = stateOf(sandbox);
  }

  /** `note` must be called after the write. `isPassive`: only the time of a running clock has changed; `isMinor`: also counts of calls. */
  changed(sandbox: Sandbox, time: Time) {
    const rows = partNames.flatMap(name => {
      const key = keyOf('head', name);
      if (!this.#mustLook(name, sandbox, time)) return [];
      const value = encodePart(sandbox, name, time.now);
      return this.#written.get(key) === value ? [] : [{ key, value }];
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

  #mustLook(name: PartName, sandbox: Sandbox, { monotonic }: Time): boolean {
    if (name === 'beginning') return !this.#written.has(keyOf('head', name)); // it never changes
    if (name !== 'rate' || sandbox.rate.size() <= maxRateCalls) return true;
    if (monotonic - this.#rateAt < rateInterval) return false;
    this.#rateAt = monotonic;
    return true;
  }
}

const clockKey = keyOf('head', 'clock');
const minorKeys: ReadonlySet<string> = new Set(['clock', 'life', 'rate'].map(name => keyOf('head', name)));

const stateOf = ({ clock, closed, closedAt }: Sandbox): string =>
  JSON.stringify([clock.anchor(), closed, closedAt]);

function partReader(rows: readonly Row[]): (name: PartName) => string {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return name => {
    const value = values.get(keyOf('head', name));
    if (value === undefined) throw new TypeError(`the row "head ${name}" is missing`);
    return value;
  };
}

export const summaryKeys: readonly string[] = summaryParts.map(name => keyOf('head', name));

/** Undefined if a row is damaged or missing; `understudy store check` names such a sandbox. */
export function summaryIn(rows: readonly Row[], now: number): SandboxSummary | undefined {
  try {
    return decodeSummary(partReader(rows), now);
  } catch {
    return undefined;
  }
}

/** @throws SyntaxError or TypeError when a row is damaged or missing */
export function decode(rows: readonly Row[], now: number): { state: SandboxState; life: StoredLife } {
  const store = decodeStore(rows);
  const { state, life } = decodeParts(partReader(rows), now); // at the end, because a running clock continues from here
  return { state: { ...state, store }, life };
}

function decodeStore(rows: readonly Row[]): StoreState {
  const sorted = rows
    .map(({ key, value }) => ({ key, value, position: positionOf(value) }))
    .filter(({ position }) => !Number.isNaN(position))
    .sort((a, b) => a.position - b.position);
  const bookings: string[] = [];
  const tokens: [string, TokenRecord][] = [];
  const counts: [number, number][] = [];
  const due: { number: number; row: DueRow }[] = [];
  // If a booking received a reference more than once, the last time counts.
  const shared = new Map<string, Set<string>>();
  const readers: Record<string, (key: string, text: string) => void> = {
    booking: (_, text) => void bookings.push(text),
    token: (key, text) => void tokens.push([key, JSON.parse(text)]),
    count: (key, text) => void counts.push([Number(key), Number(text)]),
    due: (key, text) => void due.push({ number: Number(key), row: JSON.parse(text) }),
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
    shared: [...shared].map(([reference, ids]): [string, string[]] => [reference, [...ids]]),
  };
}

const textOf = (value: string): string => value.slice(value.indexOf(' ') + 1);

const { identity, start } = controlEndpoints.importSandbox.request.shape;
const whole = z.int().min(0);

const partSchemas: Readonly<Record<PartName, z.ZodType>> = {
  beginning: z.looseObject({ identity, start }),
  clock: z.looseObject({
    clock: z.looseObject({ mode: z.string(), now: z.number(), scale: z.number() }),
    savedAt: z.number(),
  }),
  faults: z.looseObject({ faults: z.array(z.looseObject({})), faultsArmed: whole }),
  runs: z.looseObject({ plays: z.array(z.looseObject({ id: z.string() })), playsBegun: whole }),
  life: z.looseObject({ closed: z.boolean(), next: z.int().min(1), createdAt: z.number() }),
  rate: z.looseObject({ rate: z.array(z.tuple([z.string(), z.array(z.number())])) }),
  inventory: z.looseObject({ inventory: z.array(z.array(z.unknown())).optional() }),
};

const schemas: Readonly<Record<string, z.ZodType>> = {
  booking: z.looseObject({
    id: z.string(),
    owner: z.string(),
    services: z.array(z.looseObject({ id: z.string(), truth: z.string(), stored: z.string() })),
    payments: z.array(z.looseObject({})),
  }),
  token: z.looseObject({ step: z.string() }),
  due: z.looseObject({ at: z.number(), bookingId: z.string(), serviceId: z.string() }),
  shared: z.tuple([z.string(), z.string()]),
  count: z.int(),
};

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
    const schema = kind === 'head' ? partSchemas[key.slice(kind.length + 1) as PartName] : schemas[kind];
    const { error } = schema?.safeParse(json) ?? {};
    if (!error || !schema) return undefined;
    const [detail] = detailsOf(error, { value: json, schema });
    return detail?.field === 'body' ? detail.message : `field "${detail?.field}": ${detail?.message}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
