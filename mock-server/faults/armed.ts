import type { OperationId } from '#contracts';
import { maskBody } from '#contracts/exchange';
import { type Fault, FaultError, hasValue, type PathStep, readPath, scopeOf } from '#contracts/fault';
import { nearest } from '#contracts/util';
import { currencies } from '../inventory/rates.ts';
import type { ExchangeState } from './call-state.ts';

/** A fault that is armed, and how often it was met. */
export interface ArmedFault extends Fault {
  readonly id: string;
  /** How many calls matched it, until it could hit none any more. */
  readonly seen: number;
  /** How many of them it hit. */
  readonly fired: number;
}

/** A fault as it is kept, ready to be met. */
export interface Armed {
  readonly fault: Fault & { id: string };
  readonly operations: readonly OperationId[];
  readonly fields: readonly { path: readonly PathStep[]; value: string }[];
  /** The calls it can hit, by how manieth that matches they are; and how many of them at most. */
  readonly first: number;
  readonly last: number;
  readonly times: number;
  seen: number;
  fired: number;
  /** What its effect remembers between calls. */
  readonly memory: Record<string, number>;
}

/** Everything of a fault that a call is compared with; it still lacks its id. */
export type Prepared = Omit<Armed, 'fault'> & { readonly fault: Fault };

/**
 * Makes a fault ready to be met.
 *
 * @throws FaultError when it can act nowhere, or changes a price into a currency that there is no rate for
 */
export function prepare(fault: Fault): Prepared {
  const {
    body = {},
    nth = [1, Number.POSITIVE_INFINITY],
    times = Number.POSITIVE_INFINITY,
  } = fault.match ?? {};
  const [first, last] = typeof nth === 'number' ? [nth, nth] : nth;
  const fields = Object.entries(body).map(([path, value]) => ({
    path: readPath(path) ?? [],
    value: String(value),
  }));
  const operations = scopeOf(fault);
  refuseCurrency(fault);
  return { fault, operations, fields, first, last, times, seen: 0, fired: 0, memory: {} };
}

function refuseCurrency({ effect }: Fault): void {
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

/** Whether it can hit no call any more. */
export const isSpent = ({ seen, last, fired, times }: Armed): boolean => seen >= last || fired >= times;

/** A fault as it is shown: values that are secrets, cards or personal are masked. */
export function view({ fault, seen, fired }: Armed): ArmedFault {
  const { id, match, ...rest } = structuredClone(fault);
  if (match?.body) match.body = Object.fromEntries(Object.entries(match.body).map(masked));
  return { id, ...(match && { match }), ...rest, seen, fired };
}

/** A value of the match, masked as it would be in a recorded body: by the names on its path. */
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

/** Whether a call is one of those that a fault looks at: by what it holds and what carries it. */
export function concerns({ fault: { match }, fields }: Armed, { body, incoming }: ExchangeState): boolean {
  if (match?.connection !== undefined) {
    const isReused = (incoming.connection?.request ?? 1) > 1;
    if ((match.connection === 'reused') !== isReused) return false;
  }
  return fields.every(({ path, value }) => hasValue(body, path, value));
}
