import type { Deviation } from '#contracts/control';
import { type Found, findingWith } from './rule.ts';
import type { Call } from './traffic/index.ts';

const maxPlaces = 6;

export function describeDeviation({ deviation, places }: Deviation): string {
  const more = places.length - maxPlaces;
  const listed = [...places.slice(0, maxPlaces), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `The client sent requests that do not fit the contract: ${listed}: ${deviation}. The stand-in accepts them, but a stricter supplier may reject them.`;
}

/** Every finding about a deviation contains this sentence. */
export const asDefined = 'A correct client sends only fields and values that the contract defines.' as const;

/** One finding for each kind of deviation, however many calls and fields have it. */
export function harmlessFindings(calls: readonly Call[]): Found[] {
  const found = new Map<string, Map<string, Call>>();
  for (const call of calls)
    for (const { kind, field, message } of call.facts.warnings ?? []) {
      if (kind !== 'lenient') continue;
      const places = found.get(message) ?? new Map<string, Call>();
      const place = placeOf(call, field);
      if (!places.has(place)) places.set(place, call);
      found.set(message, places);
    }
  return [...found].map(([message, at]) => {
    const harmless = { deviation: message, places: [...at.keys()] };
    const about = { also: [...at.values()], expected: asDefined, warn: true };
    return { ...findingWith(about)`${describeDeviation(harmless)}`, harmless };
  });
}

/** Without list positions, so that all items of a list are one place. */
function placeOf({ facts: { operation } }: Call, field: string): string {
  return field === '' ? `the body of ${operation}` : `${operation} ${field.replace(/\[\d+\]/g, '[]')}`;
}
