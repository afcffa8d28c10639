import { maskBody } from '#contracts/exchange';
import {
  type ComparableFault,
  comparisonOf,
  type Fault,
  type FaultCall,
  FaultError,
  hasValue,
  type ParsedFault,
  type PathStep,
  type PlanCall,
  readPath,
} from '#contracts/fault';
import { nearest } from '#contracts/util';
import { currencies } from '../inventory/index.ts';

/** An armed fault, as users see it. */
export interface ArmedFault extends Fault {
  readonly id: string;
  /** How many calls matched it, until it could hit none any more. */
  readonly seen: number;
  /** How many of them it hit. */
  readonly fired: number;
}

/** An armed fault as plain data. */
export interface FaultState {
  readonly fault: Fault & { id: string };
  readonly seen: number;
  readonly fired: number;
  /** What the fault remembers between calls. */
  readonly memory: Record<string, number>;
}

/** An armed fault, ready to be compared with calls. */
export interface FaultRecord extends ComparableFault, Pick<FaultState, 'memory'> {
  readonly id: string;
  readonly fields: readonly { path: readonly PathStep[]; value: string }[];
  seen: number;
  fired: number;
}

/** Creates the record of a fault. */
export function createRecord(
  fault: ParsedFault,
  { id, seen, fired, memory }: Pick<FaultRecord, 'id' | 'seen' | 'fired' | 'memory'>,
): FaultRecord {
  const fields = Object.entries(fault.match?.body ?? {}).map(([path, value]) => ({
    path: readPath(path) ?? [],
    value: String(value),
  }));
  return { id, fault, ...comparisonOf(fault), fields, seen, fired, memory };
}

/** Refuses a price in a currency that this supplier has no rate for. */
export function refuseCurrency({ effect }: Fault): void {
  if (effect.kind !== 'price' || effect.currency === undefined || currencies.includes(effect.currency))
    return;
  const { currency } = effect;
  const near = nearest(currency, currencies);
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  const message = `there is no rate for "${currency}"; known are ${currencies.join(', ')}${hint}`;
  throw new FaultError('invalid', [
    {
      field: 'effect.currency',
      message,
      value: currency,
      valid: [...currencies],
      ...(near !== undefined && { nearest: near }),
    },
  ]);
}

/** Whether the fault can hit no call any more. */
export const isSpent = ({ seen, last, fired, times }: FaultRecord): boolean => seen >= last || fired >= times;

/** Returns the fault as plain data, to be restored later. */
export const stateOf = ({ id, fault, seen, fired, memory }: FaultRecord): FaultState =>
  structuredClone({ fault: { ...fault, id }, seen, fired, memory });

/** Returns the fault as users see it: secrets, cards and personal values in its match are masked. */
export function viewOf(record: FaultRecord): ArmedFault {
  const { fault, seen, fired } = stateOf(record);
  const { id, match, ...rest } = fault;
  if (match?.body) match.body = Object.fromEntries(Object.entries(match.body).map(masked));
  return { id, ...(match && { match }), ...rest, seen, fired };
}

/** Masks a value of the match as in a recorded body: by the names on its path. */
function masked<T>([path, value]: [string, T]): [string, T | string] {
  const names = (readPath(path) ?? []).map(({ name }) => name);
  let shown = maskBody(
    names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
    () => '***',
  );
  for (const _ of names) shown = Object.values(Object(shown))[0]; // masking keeps the one field of each
  if (shown === value) return [path, value];
  return [path, typeof shown === 'string' ? shown : '***'];
}

/** Counts a call that the fault matches, and returns whether the fault is due. */
export function isDue(record: FaultRecord, call: FaultCall, draw: PlanCall['draw']): boolean {
  const { connection, probability } = record.fault.match ?? {};
  const isReused = call.requestOfConnection > 1;
  if (connection !== undefined && (connection === 'reused') !== isReused) return false;
  if (!record.fields.every(({ path, value }) => hasValue(call.body, path, value))) return false;
  record.seen += 1;
  if (record.seen < record.first || record.seen > record.last || record.fired >= record.times) return false;
  return probability === undefined || draw('probability') < probability;
}
