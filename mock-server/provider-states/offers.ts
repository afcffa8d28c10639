import { isObject } from '#contracts';
import type { Stage } from './story.ts';
import { UnknownState } from './unknown-state.ts';

/**
 * The same stage, on which a Search shows those offers first that have a field that is not false: what is booked is
 * one of them.
 *
 * @throws UnknownState, from its calls, where no offer has the field
 * @example withOffersOf('IsPrePayment', stage)
 */
export function withOffersOf<S extends Stage>(field: string, stage: S): S {
  return {
    ...stage,
    async call(id, request) {
      const answer = await stage.call(id, request);
      if (!id.endsWith('.search')) return answer;
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
