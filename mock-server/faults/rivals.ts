import { operations } from '#contracts';
import { contradiction, isSingle, type Scoped, windowOf } from '#contracts/fault';
import type { Prepared } from './armed.ts';

/** A fault with what tells quickly that it and another one are for different calls. */
export interface Rival {
  readonly armed: Prepared;
  /** Equal for faults that count the same calls. */
  readonly filter: string;
  /** The values it asks for, of fields that a request has once at most. */
  readonly singles: ReadonlyMap<string, string>;
}

/** Makes a fault ready to be compared: once, as a list of faults compares each with all the others. */
export function rivalOf(armed: Prepared): Rival {
  const { product, connection, body = {} } = armed.fault.match ?? {};
  const filter = JSON.stringify([armed.operations, product, connection, Object.entries(body).sort()]);
  const singles = Object.entries(body)
    .filter(([path]) => armed.operations.every(id => isSingle(operations[id].request, path)))
    .map(([path, value]): [string, string] => [path, String(value)]);
  return { armed, filter, singles: new Map(singles) };
}

/**
 * Why two faults cannot both be armed, or nothing when they can. Most pairs of many faults are plainly for different
 * calls; only the others are worth the whole question.
 */
export function whyNot(one: Rival, other: Rival): string | undefined {
  if (addsUp(one) || addsUp(other)) return undefined;
  if (one.singles.size > 0 && asksForOther(one, other)) return undefined;
  const [a, b] = [windowOf(one.armed.fault, one.armed), windowOf(other.armed.fault, other.armed)];
  if (b[1] < 1) return undefined;
  if (one.filter === other.filter && (a[1] < b[0] || b[1] < a[0])) return undefined;
  return contradiction(scoped(one, a), scoped(other, b));
}

/** A delay decides nothing: several of them add up. */
const addsUp = ({ armed }: Rival): boolean => armed.fault.effect.kind === 'delay';

function asksForOther({ singles }: Rival, other: Rival): boolean {
  for (const [path, value] of singles) {
    const otherValue = other.singles.get(path);
    if (otherValue !== undefined && otherValue !== value) return true;
  }
  return false;
}

const scoped = ({ armed: { fault, operations: ids } }: Rival, window: Scoped['window']): Scoped => ({
  fault,
  operations: ids,
  window,
});
