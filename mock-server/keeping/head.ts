import type { JournalHead } from '../journal/index.ts';
import type { Sandbox, SandboxState } from '../sandboxes/index.ts';
import type { Row } from './keeper.ts';

/** The parts of a sandbox outside its store. Each part is a row, which is written when its JSON text has changed. */
interface Head {
  beginning: Pick<SandboxState, 'identity' | 'start' | 'marks'>;
  clock: SandboxState['clock'] & { savedAt: number };
  faults: Pick<SandboxState, 'faults' | 'faultsArmed'>;
  runs: Pick<SandboxState, 'plays' | 'playsBegun'>;
  life: Pick<SandboxState, 'closed' | 'closedAt'> & {
    next: number;
    crashes: number;
    /** Absent in files of older versions. */
    createdAt?: number;
  };
  rate: SandboxState['rate'];
  /** Absent if the journal is not in the store. */
  journal: JournalHead;
}

/**
 * The minimum time between two writes of the rate windows while calls arrive, in milliseconds. They can contain thousands of
 * instants.
 */
const rateInterval = 1_000;
/** The maximum number of calls in rate windows that are written. A larger window belongs to a sandbox without a real limit. */
const maxRateCalls = 10_000;

/**
 * Compares the head of a sandbox with the rows that were written last.
 *
 * @example const head = new HeadWriter(0); head.changed(sandbox, time, false) // the rows that differ
 */
export class HeadWriter {
  readonly #written = new Map<string, string>();
  readonly #crashes: number;
  #hasBeginning = false;
  #rateAt = Number.NEGATIVE_INFINITY;
  #lacksRate = false;

  /** @param crashes how often the sandbox was loaded without its newest changes */
  constructor(crashes: number) {
    this.#crashes = crashes;
  }

  /** Whether the last call of `changed` left out the rate windows, so that the store can have an older state of them. */
  get lacksRate(): boolean {
    return this.#lacksRate;
  }

  /**
   * Returns the rows that have changed since the last call.
   *
   * @param isQuiet whether the sandbox had no call since the last call of this function. Then the rate windows are always included
   */
  changed(sandbox: Sandbox, { now, monotonic }: { now: number; monotonic: number }, isQuiet: boolean): Row[] {
    const hasRate = isQuiet || monotonic - this.#rateAt >= rateInterval;
    if (hasRate) this.#rateAt = monotonic;
    this.#lacksRate = !hasRate && isWritable(sandbox.rateCalls());
    const parts = headOf(sandbox, now, { hasBeginning: !this.#hasBeginning, hasRate });
    this.#hasBeginning = true;
    const life = { ...parts.life, crashes: this.#crashes };
    return Object.entries({ ...parts, life }).flatMap(([key, part]) => {
      const value = JSON.stringify(part);
      if (this.#written.get(key) === value) return [];
      this.#written.set(key, value);
      return [{ kind: 'head', key, value } as const];
    });
  }
}

const isWritable = (rateCalls: number): boolean => rateCalls > 0 && rateCalls <= maxRateCalls;

function headOf(
  sandbox: Sandbox,
  now: number,
  { hasBeginning, hasRate }: { hasBeginning: boolean; hasRate: boolean },
) {
  const { beginning, clock, rate, next, createdAt, closed, closedAt, ...state } = sandbox.dumpHead();
  const { faults, faultsArmed, plays, playsBegun } = state;
  return {
    ...(hasBeginning && { beginning: beginning() }),
    clock: { ...clock, savedAt: now },
    faults: { faults, faultsArmed },
    runs: { plays, playsBegun },
    life: { closed, ...(closedAt !== undefined && { closedAt }), next, createdAt },
    ...(hasRate && sandbox.rateCalls() <= maxRateCalls && { rate: rate() }),
  };
}

/** After a crash, the exchange numbers continue after this gap, so that no number is given twice. */
const numberGap = 1_000;

interface ReadHead {
  readonly state: Omit<SandboxState, 'store'>;
  readonly crashes: number;
  readonly createdAt: number | undefined;
  readonly journal: JournalHead | undefined;
}

/**
 * Returns the state of a sandbox without its store, how often it was loaded without its newest changes, and the instant of its
 * creation, and what the store knows about its journal.
 *
 * @param now the present instant on the machine. A running clock continues as if the process had not stopped.
 * @throws SyntaxError or TypeError when a row is damaged or missing
 */
export function readHead(all: readonly Row[], now: number): ReadHead {
  const rows = all.filter(({ kind }) => kind === 'head');
  const part = <Name extends keyof Head>(name: Name) => readPart(rows, name);
  const optional = <Name extends keyof Head>(name: Name) =>
    rows.some(({ key }) => key === name) ? part(name) : undefined;
  const { next, crashes, createdAt, ...life } = part('life');
  const { savedAt, ...clock } = part('clock');
  const isRunning = !clock.awaitsFirstRequest && clock.mode !== 'manual' && clock.mode !== 'auto';
  const passed = isRunning ? Math.max(0, now - savedAt) * clock.scale : 0;
  const state: Omit<SandboxState, 'store'> = {
    format: 'understudy-sandbox',
    version: 1,
    ...part('beginning'),
    ...part('faults'),
    ...part('runs'),
    ...life,
    clock: { ...clock, now: Math.floor(clock.now + passed) },
    rate: optional('rate') ?? [],
    journal: { next, facts: [], bodies: [] },
  };
  return { state, crashes, createdAt, journal: optional('journal') };
}

/**
 * Returns the row that notes a crash. After a crash, the sandbox gives new exchange numbers and new tokens, although the store
 * does not have the newest ones.
 */
export function crashRow(rows: readonly Row[]): Row {
  const { next, crashes, ...life } = readPart(rows, 'life');
  const value = JSON.stringify({ ...life, next: next + numberGap, crashes: crashes + 1 });
  return { kind: 'head', key: 'life', value };
}

function readPart<Name extends keyof Head>(rows: readonly Row[], name: Name): Head[Name] {
  const row = rows.find(({ kind, key }) => kind === 'head' && key === name);
  if (!row) throw new TypeError(`the row "head ${name}" is missing`);
  return JSON.parse(row.value); // `HeadWriter` has written this value
}
