import { type AnyOperation, type OperationId, operations } from '#contracts';
import {
  type AnswerFacts,
  type CallTexts,
  type Exchange,
  entryIn,
  entryOf,
  type Facts,
  headOf,
  type JournalEntry,
  type RedactedCall,
  type Redactor,
} from '#contracts/exchange';
import { asObject, hideNamedSecrets } from '#contracts/util';
import { hash64, hexId } from '../../clock/index.ts';
import { JournalMemory } from './journal-memory.ts';

export type { Bodies, JournalEntry } from '#contracts/exchange';
export { JournalMemory } from './journal-memory.ts';

/** The conditions for the exchanges that a journal returns. */
export interface JournalQuery {
  /** Selects only exchanges with a number above this number. */
  after?: number | undefined;
  operation?: OperationId | undefined;
  /** The maximum number of exchanges: with `after` the first ones, otherwise the newest. */
  limit?: number | undefined;
}

/** Redacted, for snapshots and exported sandboxes. */
export interface JournalState {
  next: number;
  calls: readonly ClosedCall[];
}

interface StoredCalls {
  readonly keepsJournal: boolean;
  call(number: number, text: string): void;
  callDropped(number: number): void;
}

interface JournalStart {
  state?: JournalState | undefined;
  lost?: { facts: number; bodies: number } | undefined;
  keep?: StoredCalls | undefined;
  memory?: JournalMemory | undefined;
}

/** Never changes. JSON texts take less memory than objects, and cost the garbage collector less. */
export interface ClosedCall extends CallTexts {
  readonly number: number;
  readonly operation: OperationId | null;
}

type HeldCall = ClosedCall & { readonly bytes: number; readonly age: number };

/** Of the memory, for exchanges with bodies; the rest is for older ones without. */
const wholeShare = 0.75;
/** In bytes, beside the texts. */
const perCall = 150;

/** The exchanges of a sandbox, without secrets. When the journal is full, it drops bodies first, and then whole exchanges. */
export class Journal {
  readonly #max: number;
  readonly #keep: StoredCalls | undefined;
  readonly #memory: JournalMemory;
  readonly #open = new Map<number, Facts>();
  readonly #closed = new Map<number, HeldCall>();
  readonly #listeners = new Set<(facts: Facts) => void>();
  readonly #lost: { facts: number; bodies: number };
  #next = 1;
  /** No closed exchange has a lower number. */
  #first = 1;
  /** The exchanges below this number have no bodies. */
  #firstWhole = 1;
  /** Bytes of the exchanges with bodies, and of those without. */
  #whole = 0;
  #bare = 0;
  #isReleased = false;

  /** `bytes`: the maximum. @internal */
  constructor(bytes: number, { state, lost, keep, memory = new JournalMemory() }: JournalStart = {}) {
    this.#max = bytes;
    this.#keep = keep;
    this.#memory = memory;
    this.#lost = { facts: 0, bodies: 0, ...lost };
    if (!state) return;
    for (const call of state.calls) {
      if (keep?.keepsJournal) keep.call(call.number, rowOf(entryIn(call).facts, call.bodies));
      this.#add(call);
    }
    this.#next = state.next;
  }

  /** Counted from 1. @internal */
  nextNumber(): number {
    this.#next += 1;
    return this.#next - 1;
  }

  /** Returns the number of exchanges, including those that the journal has dropped. */
  count(): number {
    return this.#next - 1;
  }

  /** @internal */
  open(facts: Facts): void {
    this.#open.set(facts.number, facts);
  }

  /** For a call that runs again. @internal */
  takeBack(number: number): void {
    this.#open.delete(number);
    if (number === this.#next - 1) this.#next = number;
  }

  /** The durable store has this entry until `close`. @internal */
  settle(call: RedactedCall): void {
    if (this.#keep?.keepsJournal) this.#keep.call(call.head.number, JSON.stringify(entryOf(call)));
  }

  /** @internal */
  close(call: RedactedCall): void {
    const { number, operation } = call.head;
    this.#open.delete(number);
    const bodies = JSON.stringify(call.bodies);
    this.#put({ number, operation, head: JSON.stringify(call.head), bodies });
    if (this.#keep?.keepsJournal) this.#keep.call(number, rowOf(entryOf(call).facts, bodies));
  }

  /** An exchange of another process, also one that the journal has. @internal */
  insert(entry: JournalEntry): void {
    this.continueAt(entry.facts.number + 1);
    this.#put(closedCall(entry));
  }

  /** @internal */
  continueAt(next: number): void {
    this.#next = Math.max(this.#next, next);
  }

  /** Returns the exchanges that the journal still has, ordered by number. */
  read(query: JournalQuery = {}): JournalEntry[] {
    return [...this.entries(query)];
  }

  /** As the journal is now: later calls do not change the result. @internal */
  entries(query: JournalQuery = {}): Iterable<JournalEntry> {
    return entriesOf(this.#select(query));
  }

  /** A thread receives texts faster than objects. @internal */
  texts(): CallTexts[] {
    return this.#select({}).map(call => ('head' in call ? call : { head: JSON.stringify(call) }));
  }

  /** Returns how many exchanges the full journal has dropped (`facts`), and how many lost their bodies (`bodies`). */
  lost(): { facts: number; bodies: number } {
    return { ...this.#lost };
  }

  /** Calls the listener for every exchange that closes. Returns the function that unsubscribes. */
  subscribe(listener: (facts: Facts) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @internal */
  isBusy(): boolean {
    return this.#open.size > 0 || this.#listeners.size > 0;
  }

  /** The exchanges no longer count towards the limit of all journals. @internal */
  release(): void {
    this.#isReleased = true;
    this.#memory.release(this, this.#whole + this.#bare);
  }

  /** @internal */
  oldestAge(): number | undefined {
    return this.#oldest()?.age;
  }

  /** @internal */
  dropBefore(age: number): void {
    for (let oldest = this.#oldest(); oldest && oldest.age < age; oldest = this.#oldest()) this.#drop(oldest);
  }

  /** @internal */
  dump(): JournalState {
    return { next: this.#next, calls: [...this.#closed.values()].sort((a, b) => a.number - b.number) };
  }

  #select({ after, operation, limit = Number.POSITIVE_INFINITY }: JournalQuery): (HeldCall | Facts)[] {
    const [firstOpen = Number.POSITIVE_INFINITY] = this.#open.keys();
    const oldest = Math.max((after ?? 0) + 1, Math.min(this.#first, firstOpen));
    const newest = this.#next - 1;
    const isNewestFirst = after === undefined && limit !== Number.POSITIVE_INFINITY;
    const found: (HeldCall | Facts)[] = [];
    for (let step = 0; step <= newest - oldest && found.length < limit; step += 1) {
      const number = isNewestFirst ? newest - step : oldest + step;
      const one = this.#open.get(number) ?? this.#closed.get(number);
      if (one && (operation === undefined || one.operation === operation)) found.push(one);
    }
    return isNewestFirst ? found.reverse() : found;
  }

  #put(call: ClosedCall): void {
    this.#add(call);
    if (this.#listeners.size === 0) return;
    const { facts } = entryIn(call);
    for (const listener of this.#listeners) listener(facts);
  }

  #add({ number, operation, head, bodies }: ClosedCall): void {
    const known = this.#closed.get(number);
    if (known) this.#remove(known);
    const age = known?.age ?? this.#memory.nextAge();
    const bytes = perCall + bytesOf(head) + (bodies === undefined ? 0 : bytesOf(bodies));
    this.#set({ number, operation, head, bodies, bytes, age });
    if (bytes > this.#max * wholeShare) this.#dropBodies(number);
    this.#first = Math.min(this.#first, number);
    this.#firstWhole = Math.min(this.#firstWhole, number);
    this.#shrink();
  }

  #shrink(): void {
    for (; this.#whole > this.#max * wholeShare; this.#firstWhole += 1) this.#dropBodies(this.#firstWhole);
    while (this.#bare > this.#max * (1 - wholeShare)) {
      const oldest = this.#oldest();
      if (!oldest) break;
      this.#drop(oldest);
      this.#keep?.callDropped(oldest.number);
    }
    this.#memory.giveWay();
  }

  #oldest(): HeldCall | undefined {
    for (; this.#closed.size > 0; this.#first += 1) {
      const call = this.#closed.get(this.#first);
      if (call) return call;
    }
    return undefined;
  }

  #dropBodies(number: number): void {
    const call = this.#closed.get(number);
    if (call?.bodies === undefined) return;
    this.#remove(call);
    const head = JSON.stringify(entryIn(call).facts);
    this.#set({ ...call, head, bodies: undefined, bytes: perCall + bytesOf(head) });
    this.#lost.bodies += 1;
  }

  #drop(call: HeldCall): void {
    this.#remove(call);
    this.#lost.facts += 1;
    if (call.bodies !== undefined) this.#lost.bodies += 1;
  }

  #set(call: HeldCall): void {
    this.#closed.set(call.number, call);
    this.#count(call, call.bytes);
  }

  #remove(call: HeldCall): void {
    this.#closed.delete(call.number);
    this.#count(call, -call.bytes);
  }

  #count({ bodies }: HeldCall, bytes: number): void {
    if (bodies === undefined) this.#bare += bytes;
    else this.#whole += bytes;
    if (!this.#isReleased) this.#memory.resize(this, bytes);
  }
}

/** The JSON of an entry. Its bodies are not written again, because they can be large. */
const rowOf = (facts: Facts, bodies: string | undefined): string =>
  `{"facts":${JSON.stringify(facts)}${bodies === undefined ? '' : `,"bodies":${bodies}`}}`;

function* entriesOf(calls: readonly (HeldCall | Facts)[]): Generator<JournalEntry, void> {
  for (const call of calls) yield 'head' in call ? entryIn(call) : { facts: call };
}

/** Of an exchange that a store or a file has. */
export function closedCall({ facts, bodies }: JournalEntry): ClosedCall {
  const { number, operation } = facts;
  return bodies
    ? { number, operation, head: JSON.stringify(headOf(facts, bodies)), bodies: JSON.stringify(bodies) }
    : { number, operation, head: JSON.stringify(facts) };
}

/** V8 stores a text in one byte per character, or in two if the text has a character beyond Latin-1. */
const bytesOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 * text.length : text.length);

/** Only the method, the address and the warnings are already redacted. */
export interface RecordedCall extends Exchange {
  /** The server can create the answer from this key again, so the journal does not store the answer. */
  replayKey?: unknown;
  /** What the rules of the judge need from an answer that is not stored. */
  answerFacts?: AnswerFacts | undefined;
}

/** Without the secrets of the sandbox and of the request (auth.5). The facts are read later, because most calls are never read. */
export function redactCall(call: RecordedCall, redactor: Redactor): RedactedCall {
  const { replayKey, requestBody: sent, requestHeaders, answerBody, answerHeaders, ...head } = call;
  const operation = call.operation === null ? undefined : operations[call.operation];
  const own = redactor.with(secretIn(operation, sent));
  const request = redactRequest(operation, sent, own);
  return {
    head,
    bodies: {
      requestHeaders: own.redactHeaders(requestHeaders),
      request,
      ...(answerHeaders && Object.keys(answerHeaders).length > 0 && { answerHeaders }),
      ...(replayKey === undefined
        ? { answer: own.redactBody(answerBody) }
        : hasSameCriteria(sent, request) && { recipe: replayKey }),
    },
  };
}

/** With changed criteria, the server would create another answer from the replay key. */
const hasSameCriteria = (sent: unknown, redacted: unknown): boolean =>
  JSON.stringify(asObject(sent).Criteria) === JSON.stringify(asObject(redacted).Criteria);

/** `request` has contract names. */
export function secretIn(operation: AnyOperation | undefined, request: unknown): unknown {
  const { Credential, token } = asObject(request);
  return operation?.base === 'commons' ? token : asObject(Credential).Password;
}

/** The Token of a Search is not secret. */
function redactRequest(operation: AnyOperation | undefined, request: unknown, redactor: Redactor): unknown {
  const redacted = redactor.redactBody(request);
  const token = operation?.base === 'commons' ? secretIn(operation, request) : undefined;
  return typeof token === 'string' ? { ...asObject(redacted), token: redactor.mark(token) } : redacted;
}

const headLength = 200;
/** Of a body that is not JSON. The last characters are dropped, because they can be the beginning of a card number. */
const maskedLength = 2_000;
const tailLength = 40;

/** Its beginning is masked (auth.5). */
export function describeUnreadable(text: string | null, redactor: Redactor): unknown {
  if (text === null || text === '') return undefined;
  const head = redactor.redactText(hideNamedSecrets(text.slice(0, maskedLength)));
  const shown = text.length > maskedLength ? Math.min(headLength, head.length - tailLength) : headLength;
  const hash = redactor.mark(hexId(hash64(text), 0));
  return { unreadable: true, length: text.length, hash, head: head.slice(0, shown) };
}
