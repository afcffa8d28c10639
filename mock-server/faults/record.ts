import { type OperationId, operations } from '#contracts';
import {
  type Commit,
  conflictKeys,
  type Fault,
  type FaultCall,
  type FaultEffect,
  FaultError,
  hasValue,
  isSingle,
  kindOf,
  type ParsedFault,
  type PlanCall,
  readPath,
} from '#contracts/fault';
import { asObject, maskBody, nearest, suggest } from '#contracts/util';
import { hash64, hexId } from '../clock/index.ts';
import { currencies } from '../inventory/index.ts';

/** An armed fault in the form that the user sees. */
export interface ArmedFault extends Fault {
  readonly id: string;
  /** The number of calls that matched the fault. Counting ends when the fault cannot apply to any further call. */
  readonly seen: number;
  /** The number of calls that the fault changed. */
  readonly fired: number;
}

export interface FaultState {
  readonly fault: Fault & { id: string };
  readonly seen: number;
  readonly fired: number;
  /** For example a number for each credential that the fault has revoked. */
  readonly memory: Record<string, number>;
}

export type FaultRecord = ReturnType<typeof createRecord>;

export function createRecord(
  fault: ParsedFault,
  counts: Omit<FaultState, 'fault'> & { readonly id: string },
) {
  const { operations: ids, match = {} } = fault;
  const {
    product,
    connection,
    nth = [1, Number.POSITIVE_INFINITY],
    times = Number.POSITIVE_INFINITY,
  } = match;
  const [first, last] = typeof nth === 'number' ? [nth, nth] : nth;
  const { per } = match;
  const body = Object.entries(match.body ?? {}).map(([path, value]) => ({ path, value: String(value) }));
  const singles = body.filter(({ path }) => ids.every(id => isSingle(id, path)));
  return {
    ...counts,
    fault,
    fields: body.map(({ path, value }) => ({ path: readPath(path) ?? [], value })),
    /** Faults with equal texts match the same calls. */
    filter: JSON.stringify([ids, product, connection, Object.entries(match.body ?? {}).sort(), per]),
    /** Then `nth` and `times` count for each item, in `memory`. */
    isPerItem: per === 'item',
    /** The values required in fields that a request can contain only once, by path. */
    singles: new Map(singles.map(({ path, value }) => [path, value])),
    first,
    last,
    times,
  };
}

export function refuseCurrency({ effect }: Fault): void {
  if (effect.kind !== 'price' || effect.currency === undefined || currencies.includes(effect.currency))
    return;
  const { currency: value } = effect;
  const valid = [...currencies];
  const hint = suggest(value, valid, '', '; ');
  const message = `the supplier has no exchange rate for "${value}"; valid are ${valid.join(', ')}${hint}`;
  const detail = { field: 'effect.currency', message, value, valid, nearest: nearest(value, valid) };
  throw new FaultError('invalid', [detail]);
}

/** With `per: item`, a call for a new item is always possible. */
export const isSpent = ({ seen, last, fired, times, isPerItem }: FaultRecord): boolean =>
  !isPerItem && (seen >= last || fired >= times);

export const stateOf = ({ id, fault, seen, fired, memory }: FaultRecord): FaultState =>
  structuredClone({ fault: { ...fault, id }, seen, fired, memory });

export function viewOf(record: FaultRecord): ArmedFault {
  const { fault, seen, fired } = stateOf(record);
  const { id, match, ...rest } = maskFault(fault);
  return { id, ...(match && { match }), ...rest, seen, fired };
}

/** Masks secrets, card numbers and personal data in `match`. `write`: returns the text that replaces a value. */
export function maskFault<F extends Fault>(
  fault: F,
  write: (value: unknown, shown: string) => string = (_, shown) => shown,
): F {
  if (!fault.match?.body) return fault;
  const entries = Object.entries(fault.match.body).map(([path, value]) => {
    const shown = masked(path, value);
    return [path, shown === value ? value : write(value, String(shown))] as const;
  });
  return { ...fault, match: { ...fault.match, body: Object.fromEntries(entries) } };
}

/** Masked if a field with this name is masked in recorded requests. */
function masked(path: string, value: unknown): unknown {
  const names = (readPath(path) ?? []).map(({ name }) => name);
  let shown: unknown = maskBody(
    names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
    () => '***',
  );
  for (const _ of names) shown = Object.values(Object(shown))[0]; // masking keeps the only field of each object
  return shown === value || typeof shown === 'string' ? shown : '***';
}

/** Counts a matching call. */
export function isDue(
  record: FaultRecord,
  call: FaultCall,
  { draw, item }: { readonly draw: PlanCall['draw']; readonly item: string | undefined },
): boolean {
  const { connection, probability } = record.fault.match ?? {};
  const isReused = call.requestOfConnection > 1;
  if (connection !== undefined && (connection === 'reused') !== isReused) return false;
  if (!record.fields.every(({ path, value }) => hasValue(call.body, path, value))) return false;
  if (record.isPerItem && item === undefined) return false;
  record.seen += 1;
  const { seen, fired } = record.isPerItem && item !== undefined ? countItem(record.memory, item) : record;
  if (seen < record.first || seen > record.last || fired >= record.times) return false;
  return probability === undefined || draw('probability') < probability;
}

/** Of the matching calls to which a fault can apply; 1 is the next call. The end is below 1 if no such call is left. */
function windowOf(record: FaultRecord): [number, number] {
  const { fault, first, last, times, isPerItem } = record;
  // The next call can be for a new item.
  const { seen, fired } = isPerItem ? { seen: 0, fired: 0 } : record;
  if (fired >= times) return [1, 0];
  // A fault that changes the operation does not apply if another keeps the operation from taking effect.
  const hitsAll = fault.match?.probability === undefined && kindOf(fault.effect).part !== 'operation';
  const end = hitsAll ? Math.min(last, first + times - 1) : last;
  return [Math.max(1, first - seen), end - seen];
}

export function conflictBetween(a: FaultRecord, b: FaultRecord): string | undefined {
  if (cannotMeet(a, b)) return undefined;
  for (const id of a.fault.operations) {
    if (!b.fault.operations.includes(id)) continue;
    const why = conflictIn(id, a.fault, b.fault);
    if (why !== undefined) return why;
  }
  return undefined;
}

export function conflictIn(id: OperationId, a: Fault, b: Fault): string | undefined {
  const keys = keysOf(a, id);
  const shared = keysOf(b, id).find(key => keys.includes(key));
  if (shared !== undefined) return `both faults decide ${conflictKeys[shared]} for ${id}`;
  const [one, other] = [ownCommit(a.effect), ownCommit(b.effect)];
  if (one !== undefined && other !== undefined && one !== other)
    return `one fault lets ${id} take effect "${one}", and the other fault "${other}"`;
  return undefined;
}

const keysOf = ({ effect }: Fault, id: OperationId) => kindOf(effect).conflictsWith(effect, operations[id]);

/** The required values are compared first, because they differ most often. */
function cannotMeet(a: FaultRecord, b: FaultRecord): boolean {
  if (haveOtherValues(a, b)) return true;
  const [one, other] = [a.fault.match?.connection, b.fault.match?.connection];
  if (one !== undefined && other !== undefined && one !== other) return true;
  const [[fromA, toA], [fromB, toB]] = [windowOf(a), windowOf(b)];
  if (toA < 1 || toB < 1) return true;
  // Comparable only if both faults count the same calls.
  return a.filter === b.filter && (toA < fromB || toB < fromA);
}

function haveOtherValues({ singles }: FaultRecord, other: FaultRecord): boolean {
  // A thousand faults are half a million pairs, so this loop creates no list.
  for (const [path, value] of singles) if ((other.singles.get(path) ?? value) !== value) return true;
  return false;
}

export function ownCommit(effect: FaultEffect): Commit | undefined {
  const { commit } = kindOf(effect);
  if (commit) return commit(effect);
  return 'commit' in effect ? effect.commit : undefined;
}

const maxItems = 1_000;

/** These differ between two calls for the same item. */
const notOfItem = new Set(['Credential', 'Token', 'ReToken', 'Timeout']);

/** Does not depend on the operation, tokens, or the order of fields. Undefined for a look-up that finds no booking. */
export function itemOf({ operation, owner, url, body, findBooking }: FaultCall): string | undefined {
  const isLookUp = operation.id === 'getBooking' || operation.id === 'getBookingDetail';
  if (isLookUp) return findBooking()?.id;
  const place = operation.base === 'commons' ? url : '';
  return hexId(hash64(JSON.stringify([owner, place, contentOf(body)])), 0);
}

function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(asObject(value))
    .filter(([name]) => !notOfItem.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, contentOf(field)]);
}

const seenKey = (item: string): string => `seen ${item}`;
const firedKey = (item: string): string => `fired ${item}`;

function countItem(memory: FaultState['memory'], item: string) {
  const before = memory[seenKey(item)];
  if (before === undefined) forgetOldest(memory);
  const seen = (before ?? 0) + 1;
  memory[seenKey(item)] = seen;
  return { seen, fired: memory[firedKey(item)] ?? 0 };
}

function forgetOldest(memory: FaultState['memory']): void {
  const items = Object.keys(memory).filter(key => key.startsWith('seen '));
  const [oldest] = items;
  if (oldest === undefined || items.length < maxItems) return;
  delete memory[oldest];
  delete memory[oldest.replace('seen', 'fired')];
}

export function addFired(memory: FaultState['memory'], item: string, added: 1 | -1): void {
  memory[firedKey(item)] = (memory[firedKey(item)] ?? 0) + added;
}
