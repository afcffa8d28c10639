import { limits } from '#contracts';
import { contractWords, createMark, createRedactor, type Mark, type Redactor } from '#contracts/exchange';
import type { PlaceOf } from '#contracts/fault';
import { type Bookings, createBookings } from '../bookings/index.ts';
import {
  createVirtualClock,
  type Fired,
  type MachineClock,
  type NewClock,
  type VirtualClock,
} from '../clock/index.ts';
import { createFaults, type Faults } from '../faults/index.ts';
import { createInventories, createPlaces, type Inventories, type Places } from '../inventory/index.ts';
import { createJournal, type Journal } from '../journal/index.ts';
import { type Catalogue, ScenarioRuns } from '../scenario-runs/index.ts';
import { hash32 } from '../seed.ts';
import type { SecretSource } from '../seed-secrets.ts';
import { type CreateStore, createMemoryStore, type Store } from '../store/index.ts';
import { createTokens, type Tokens } from '../tokens/index.ts';
import { createRateWindow, type RateWindow } from './rate-window.ts';
import type { SandboxIdentity, SandboxState } from './sandbox-config.ts';

/** One isolated universe: clock, inventory seed, credentials, tokens, bookings and journal of its own. */
export interface Sandbox {
  readonly identity: SandboxIdentity;
  /** As it was made, for a reset. */
  readonly start: SandboxState['start'];
  readonly clock: VirtualClock;
  readonly store: Store;
  readonly tokens: Tokens;
  readonly bookings: Bookings;
  /** What it sells, by product. */
  readonly inventoryOf: Inventories;
  /** The destinations and hotels that exist in it. */
  readonly places: Places;
  readonly journal: Journal;
  readonly faults: Faults;
  /** The scenarios that single calls play. */
  readonly runs: ScenarioRuns;
  /** Closed: further requests are refused, and what was recorded is final. */
  readonly closed: boolean;
  /** When it was, ms since 1970 on its clock. */
  readonly closedAt: number | undefined;
  /** Closes it for good, or until a reset: calls that wait are let go without any effect. */
  close(): void;
  /** Notes a call that waits, so that it is let go when the sandbox is closed. */
  startWaiting(): Waiting;
  /** Hides its secrets, cards and personal data in whatever is kept or shown of its calls. */
  readonly redactor: Redactor;
  rateWindow(username: string): RateWindow | undefined;
  /** Calls back for every status move that comes due; gives the way to stop. */
  onFired(listener: (fired: Fired) => void): () => void;
  dump(): SandboxState;
}

/** A call that waits. */
export interface Waiting {
  readonly controller: AbortController;
  /** It waits no longer. */
  end(): void;
}

/** What a sandbox is made from: an identity and a fresh clock, or the state of another one. */
export type SandboxSource =
  | {
      identity: SandboxIdentity;
      clock: NewClock;
      faults?: readonly unknown[] | undefined;
      /** Names the faults in errors. */
      placeOf?: PlaceOf | undefined;
    }
  | { state: SandboxState; identity?: SandboxIdentity };

/** What a sandbox needs from around it. */
export interface Surroundings {
  machine?: MachineClock | undefined;
  createStore?: CreateStore | undefined;
  /** Where generated secrets and the key of the marks come from. */
  secrets: SecretSource;
  /** What it can play. */
  catalogue: Catalogue;
}

/** Makes a sandbox. */
export function createSandbox(
  source: SandboxSource,
  { machine, createStore = createMemoryStore, catalogue, secrets }: Surroundings,
): Sandbox {
  const state = 'state' in source ? source.state : undefined;
  // A sandbox shares nothing with what it was made from.
  const { identity, start } = structuredClone(beginningOf(source));
  const seed = hash32(identity.seed);
  const store = createStore(state?.store);
  let closed = state?.closed ?? false;
  let closedAt = closed ? state?.closedAt : undefined;
  const isClosed = () => closed;
  const faults = createFaults({ seed, store, isClosed }, state);
  if (!('state' in source)) {
    const { faults: given = [], placeOf } = source;
    faults.armList(given, 'faults', placeOf);
  }
  const runs = new ScenarioRuns({ seed, store, isClosed, catalogue }, state);
  const bookings = createBookings(seed, store);
  const listeners = new Set<(fired: Fired) => void>();
  const events = {
    nextAt: () => store.nextDue(),
    fire(until: number) {
      const fired = bookings.fire(until);
      for (const event of fired) for (const listener of listeners) listener(event);
      return fired;
    },
  };
  const clock = createVirtualClock({
    ...('state' in source ? { state: source.state.clock } : source.clock),
    events,
    machine,
  });
  const journal = createJournal(identity.options.journalBytes, state?.journal);
  const places = createPlaces(identity.options.ids, catalogue.testville);
  const windows = createRateWindows(identity.options.rateLimit, state?.rate);
  const waiting = new Set<AbortController>();
  const mark = markWith(createMark(secrets.markKey()), identity, state?.marks);

  const sandbox: Sandbox = {
    identity,
    start,
    clock,
    store,
    bookings,
    journal,
    tokens: createTokens(seed, store),
    inventoryOf: createInventories(seed, places),
    places,
    faults,
    runs,
    get closed() {
      return closed;
    },
    get closedAt() {
      return closedAt;
    },
    close() {
      closed = true;
      closedAt ??= clock.now();
      for (const controller of waiting) controller.abort();
    },
    startWaiting() {
      const controller = new AbortController();
      waiting.add(controller);
      return { controller, end: () => void waiting.delete(controller) };
    },
    redactor: createRedactor({ secrets: secretsOf(identity), mark, contractWords }),
    rateWindow: windows.of,
    onFired(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dump: () => ({
      format: 'understudy-sandbox',
      version: 1,
      ...structuredClone({ identity, start }),
      ...faults.dump(),
      ...runs.dump(),
      clock: clock.dump(),
      store: store.dump(),
      journal: journal.dump(),
      marks: markedTexts(identity).map(mark),
      rate: windows.dump(),
      closed,
      ...(closedAt !== undefined && { closedAt }),
    }),
  };
  return sandbox;
}

function beginningOf(source: SandboxSource): Pick<SandboxState, 'identity' | 'start'> {
  if (!('state' in source)) {
    const { identity, clock, faults = [] } = source;
    return { identity, start: { clock, faults } };
  }
  const { identity, start } = source.state;
  return { identity: source.identity ?? identity, start };
}

const secretsOf = ({ credentials, staticToken, mcpToken }: SandboxIdentity): string[] => [
  ...credentials.map(({ Password }) => Password),
  staticToken,
  mcpToken,
];

/** The texts that its own secrets come in, as a journal marks them. */
const markedTexts = (identity: SandboxIdentity): string[] => [
  ...secretsOf(identity),
  `Bearer ${identity.mcpToken}`,
];

/** Marks its own secrets as the process did that exported it, whose key does not leave that process. */
function markWith(mark: Mark, identity: SandboxIdentity, carried: readonly string[] = []): Mark {
  const known = new Map(
    markedTexts(identity)
      .slice(0, carried.length)
      .map((text, index) => [text, carried[index]]),
  );
  return secret => known.get(secret) ?? mark(secret);
}

function createRateWindows(limit: number | false, state: [string, number[]][] = []) {
  const windows = new Map<string, RateWindow>();
  function of(username: string, instants?: number[]): RateWindow | undefined {
    if (limit === false) return undefined;
    const window = windows.get(username) ?? createRateWindow(limit, limits.rateWindow.value, instants);
    windows.set(username, window);
    return window;
  }
  for (const [username, instants] of state) of(username, instants);
  return {
    of: (username: string) => of(username),
    dump: () => [...windows].map(([name, window]): [string, number[]] => [name, window.dump()]),
  };
}
