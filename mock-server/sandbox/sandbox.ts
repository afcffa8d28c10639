import { limits, type ServiceStatus } from '#contracts';
import { contractWords, createRedactor, type Redactor } from '#contracts/exchange';
import { FaultError, type PlaceOf } from '#contracts/fault';
import { inventoryKinds } from '#contracts/inventory';
import type { Scenario } from '#contracts/scenario';
import { type Mark, once } from '#contracts/util';
import {
  type BookingRecord,
  Bookings,
  createTokens,
  Journal,
  type JournalMemory,
  MemoryStore,
  type ServiceRecord,
  type StoreChanges,
  type Tokens,
} from '../books/index.ts';
import {
  type Advance,
  type Fired,
  hash32,
  hostMachine,
  type MachineClock,
  type SecretSource,
  VirtualClock,
} from '../clock/index.ts';
import { Faults } from '../faults/index.ts';
import { type InventorySource, type Places, SandboxInventory } from '../inventory/index.ts';
import { encode, type SandboxState } from './codec.ts';
import type { SandboxIdentity } from './config.ts';
import type { Namespace } from './ids.ts';
import type { Ports } from './ports.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';
import { type Catalogue, ScenarioRuns } from './scenario-runs/index.ts';

export interface SandboxSource extends Pick<SandboxState, 'identity' | 'start'> {
  /** Of the faults, for messages. */
  placeOf?: PlaceOf | undefined;
  /** Of another sandbox, or of an earlier copy of the same sandbox. */
  state?: SandboxState | undefined;
  /** In real milliseconds since 1970. Default: now. */
  createdAt?: number | undefined;
  lost?: { facts: number; bodies: number } | undefined;
}

export interface Surroundings {
  machine?: MachineClock | undefined;
  /** A port closes when another process has removed its sandbox from a shared store. */
  ports?: Pick<Ports, 'ids'> | undefined;
  /** In memory. Default: no maximum. */
  maxSandboxes?: number | undefined;
  secrets: SecretSource;
  catalogue: Catalogue;
  /** Default: the built-in inventory. */
  inventory?: InventorySource | undefined;
  journalMemory?: JournalMemory | undefined;
}

/**
 * The connection of one sandbox with the durable store. Each call has a turn, in which it changes the sandbox in memory. The changes
 * are committed before the turn ends.
 */
export interface SandboxKeep {
  readonly changes: StoreChanges;
  readonly keepsJournal: boolean;
  /**
   * If another process has changed the sandbox in the meantime, takes back all effects of the call, reads the sandbox again, and runs
   * the call again. `work`: receives another object if another process has reset the sandbox, and must not start another turn.
   *
   * @throws StoreError, and the sandbox is as it was before the turn
   * @throws SandboxError if another process has removed the sandbox
   */
  run<Result>(work: (sandbox: Sandbox) => Result | Promise<Result>): Promise<Result>;
  /** Of the last turn; undefined if it was committed. */
  readonly failure: unknown;
  /** Waits until the changes outside turns are durable. */
  saved(): Promise<void>;
  /** Keeps the sandbox in memory until the returned function is called. */
  use(): () => void;
  /** When the changes of the present turn are durable; now if no turn runs. */
  afterCommit(fn: () => void): void;
  /** If the present turn must be taken back. */
  undo(fn: () => void): void;
  alone(step: () => void): void;
  /** The present text of an exchange. */
  call(number: number, text: string): void;
  callDropped(number: number): void;
  /** Receives messages about commits of other processes. */
  watch(): void;
  /** Reads the exchanges of other processes, and those of an earlier process. @throws StoreError */
  readCalls(): Promise<void>;
}

/** An isolated supplier with its own clock, inventory, credentials, tokens, bookings and journal. */
export class Sandbox {
  readonly identity: SandboxIdentity;
  /** The clock options and the faults with which the sandbox was created. A reset restores them. */
  readonly start: SandboxState['start'];
  readonly clock: VirtualClock;
  /** The real time at which the sandbox was created or reset, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Of the last call that named this sandbox, in monotonic milliseconds. @internal */
  usedAt: number;
  /** @internal */
  readonly store: MemoryStore;
  /** @internal */
  readonly tokens: Tokens;
  /** @internal */
  readonly bookings: Bookings;
  /** @internal */
  readonly inventory: SandboxInventory;
  readonly journal: Journal;
  readonly faults: Faults;
  /** @internal */
  readonly runs: ScenarioRuns;
  /** @internal */
  readonly redactor: Redactor;
  /** @internal */
  readonly keep: SandboxKeep | undefined;
  /** @internal */
  namespace: Namespace | undefined;
  /** @internal */
  readonly marks: () => readonly string[];
  /** @internal */
  rate: RateWindows;
  readonly #waiting = new Set<AbortController>();
  readonly #listeners = new Set<(fired: Fired) => void>();
  #closed: boolean;
  #closedAt: number | undefined;

  /** @internal */
  constructor(source: SandboxSource, surroundings: Surroundings, keep?: SandboxKeep) {
    const { machine = hostMachine, catalogue, secrets, inventory } = surroundings;
    const { state, createdAt = machine.now(), lost, placeOf } = source;
    // A sandbox must not share data with its source.
    const { identity, start } = structuredClone({ identity: source.identity, start: source.start });
    const seed = hash32(identity.seed);
    this.keep = keep;
    this.identity = identity;
    this.createdAt = createdAt;
    this.usedAt = machine.monotonic();
    this.start = start;
    const store = new MemoryStore(state?.store, keep?.changes);
    this.store = store;
    this.#closed = state?.closed ?? false;
    this.#closedAt = this.#closed ? state?.closedAt : undefined;
    const isClosed = () => this.#closed;
    this.faults = new Faults({ seed, store, isClosed }, state);
    if (!state) this.faults.armList(source.start.faults, 'faults', placeOf);
    this.runs = new ScenarioRuns({ seed, store, isClosed, catalogue }, state);
    this.bookings = new Bookings(seed, store);
    this.clock = new VirtualClock({
      ...(state ? { state: state.clock } : start.clock),
      events: { nextAt: () => store.nextDue(), fire: until => this.#fire(until) },
      machine,
      turns: keep,
    });
    const { testville } = catalogue;
    this.inventory = new SandboxInventory(
      { seed, ids: identity.options.ids, testville, source: inventory },
      state,
    );
    if (!state && identity.scenario !== undefined)
      setUpInventory(this.inventory, catalogue.require(identity.scenario));
    this.rate = createRateWindows(identity.options.rateLimit, state?.rate);
    const mark = markWith(secrets.mark, identity, state?.marks);
    this.marks = once(() => markedTexts(identity).map(mark));
    this.tokens = createTokens(seed, store);
    this.redactor = createRedactor({ secrets: secretsOf(identity), mark, contractWords });
    this.journal = new Journal(identity.options.journalBytes, {
      state: state?.journal,
      lost,
      keep,
      memory: surroundings.journalMemory,
    });
  }

  /** @internal */
  get places(): Places {
    return this.inventory.current.places;
  }

  /** Whether the sandbox is closed. A closed sandbox refuses requests, and its journal no longer changes. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The instant at which the sandbox was closed, on its own clock, in milliseconds since 1970. */
  get closedAt(): number | undefined {
    return this.#closedAt;
  }

  /** Closes the sandbox until it is reset. Calls that wait for the clock end without an effect. */
  close(): void {
    this.#closed = true;
    this.#closedAt ??= this.clock.now();
    this.afterCommit(() => this.#endWaits());
  }

  /** For a turn with a reset that is taken back. @internal */
  reopen(): void {
    this.#closed = false;
    this.#closedAt = undefined;
  }

  #endWaits(): void {
    for (const controller of this.#waiting) controller.abort();
  }

  /** Now if the sandbox is only in memory. @internal */
  afterCommit(fn: () => void): void {
    if (this.keep) this.keep.afterCommit(fn);
    else fn();
  }

  /** @internal */
  undo(fn: () => void): void {
    this.keep?.undo(fn);
  }

  /** Loads the recorded calls of other processes and of an earlier process, if a durable store has them. @throws StoreError */
  async loadCalls(): Promise<void> {
    await this.keep?.readCalls();
  }

  /** @internal */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Then commits of other processes matter at once. @internal */
  get needsMessages(): boolean {
    return this.#waiting.size > 0 || this.#listeners.size > 0;
  }

  /** The calls that wait, the listeners and the journal stay. @internal */
  load({ store, clock, closed, closedAt, rate, journal, ...state }: SandboxState): void {
    this.store.load(store);
    this.faults.load(state);
    this.runs.load(state);
    this.inventory.load(state);
    this.rate = createRateWindows(this.identity.options.rateLimit, rate);
    this.#closed = closed;
    this.#closedAt = closedAt;
    this.journal.continueAt(journal.next);
    this.clock.load(clock);
    this.namespace?.setBookings(this.identity.id, this.store.bookingCount);
    if (closed) this.#endWaits();
  }

  /** So that `close` can end the wait. `end` must be called when the call no longer waits. @internal */
  startWaiting() {
    const controller = new AbortController();
    this.#waiting.add(controller);
    return { controller, end: () => void this.#waiting.delete(controller) };
  }

  /** Then this object must stay in memory. @internal */
  isBusy(): boolean {
    const { journal, clock, needsMessages } = this;
    return needsMessages || journal.isBusy() || clock.isBusy() || clock.waits().length > 0;
  }

  /** In monotonic milliseconds. @internal */
  lastUse(now: number): number {
    return this.isBusy() ? now : this.usedAt;
  }

  /** Calls the listener for every status change, at the instant of the change. Returns the function that unsubscribes. */
  onFired(listener: (fired: Fired) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @throws Error for a change that the transition table does not allow @internal */
  decide(booking: BookingRecord, service: ServiceRecord, status: ServiceStatus): void {
    this.#report(this.bookings.decide(booking, service, { at: this.clock.now(), status }));
  }

  dump(): SandboxState {
    return encode(this);
  }

  *#fire(until: number): Iterable<Fired | undefined> {
    for (const event of this.bookings.fire(until)) {
      if (event) this.#report(event);
      yield event;
    }
  }

  #report(event: Fired): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const secretsOf = ({ credentials, staticToken, mcpToken }: SandboxIdentity): string[] => [
  ...credentials.map(({ Password }) => Password),
  staticToken,
  mcpToken,
];

/** In the order of the stored marks. The text of the header has a mark of its own. */
const markedTexts = (identity: SandboxIdentity): string[] => [
  ...secretsOf(identity),
  `Bearer ${identity.mcpToken}`,
];

/** The secrets of the sandbox keep the marks of an imported state. */
function markWith(mark: Mark, identity: SandboxIdentity, carried: readonly string[] = []): Mark {
  const own = once(
    () => new Map(markedTexts(identity).map((text, index) => [text, carried[index] ?? mark(text)])),
  );
  return secret => own().get(secret) ?? mark(secret);
}

/**
 * Closes a sandbox. First, its clock advances until all tokens have expired and all scheduled events have happened (a clock in
 * mode `real` does not advance). Then the sandbox refuses all requests.
 *
 * @returns the events that happened while the clock advanced; an empty list for a sandbox that was already closed
 * @example closeSandbox(sandbox).map(({ to }) => to) // ['confirmed']
 */
export function closeSandbox(sandbox: Sandbox): Fired[] {
  const { clock, closed } = sandbox;
  const fired = closed ? [] : clock.mode === 'real' ? clock.settle() : passAllWindows(clock);
  sandbox.close();
  return fired;
}

/** The longest life of a token, then all scheduled events. */
const allWindows: readonly Advance[] = [{ by: limits.reTokenLife.value }, { until: () => false }];

const passAllWindows = (clock: VirtualClock): Fired[] => allWindows.flatMap(how => clock.advance(how).fired);

/** @throws FaultError for a record that is wrong, or whose place does not exist */
function setUpInventory(inventory: SandboxInventory, { id, setup }: Scenario): void {
  for (const kind of inventoryKinds)
    for (const [index, record] of (setup?.inventory?.[kind] ?? []).entries()) {
      const source = `scenario ${id}: setup.inventory.${kind}[${index}]`;
      const problems = inventory.patch(kind, record).map(problem => ({ ...problem, source }));
      if (problems.length > 0) throw new FaultError('invalid', problems);
    }
}
