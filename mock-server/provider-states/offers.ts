import type { OperationId } from '#contracts';
import { callsFor } from '#contracts/sample-calls';
import { isObject } from '#contracts/util';
import type { Stage } from './story.ts';
import { UnknownState } from './unknown-state.ts';

/**
 * The same stage, on which the Search that an operation goes back to shows those offers first that have a field that is not
 * false: what is booked is one of them. Of an operation of one product that is its own Search.
 *
 * @throws UnknownState where the operation needs no Search; and, from its calls, where no offer has the field
 * @example withOffersOf('IsPrePayment', 'hotel.doBooking', stage)
 */
export function withOffersOf<S extends Stage>(field: string, operation: OperationId, stage: S): S {
  const [product] = operation.split('.');
  const isOwn = (id: string) =>
    id.endsWith('.search') && (!operation.includes('.') || id.startsWith(`${product}.`));
  const before = callsFor(operation, stage.story).map(index => stage.story[index]?.operation ?? '');
  if (!before.slice(0, -1).some(isOwn))
    throw new UnknownState(operation, `${operation} needs no Search, and so no offer with ${field}`);
  return {
    ...stage,
    async call(id, request) {
      const answer = await stage.call(id, request);
      if (!isOwn(id)) return answer;
      if (!has(answer, field)) throw new UnknownState(field, `no offer of ${id} has this field`);
      return sorted(answer, field);
    },
  };
}

const has = (value: unknown, field: string): boolean =>
  Array.isArray(value)
    ? value.some(entry => has(entry, field))
    : isObject(value) && (Boolean(value[field]) || Object.values(value).some(entry => has(entry, field)));

function sorted(value: unknown, field: string): unknown {
  if (Array.isArray(value)) {
    const rank = (entry: unknown) => (has(entry, field) ? 0 : 1);
    return value.map(entry => sorted(entry, field)).toSorted((a, b) => rank(a) - rank(b));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, sorted(entry, field)]));
}
