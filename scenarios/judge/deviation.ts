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
  const deviations = calls.flatMap(call =>
    (call.facts.warnings ?? [])
      .filter(({ kind }) => kind === 'lenient')
      .map(({ field, message }) => ({ message, call, place: placeOf(call, field) })),
  );
  return [...Map.groupBy(deviations, ({ message }) => message)].map(([message, same]) => {
    const places = Map.groupBy(same, ({ place }) => place);
    const harmless = { deviation: message, places: [...places.keys()] };
    const also = [...places.values()].map(([first]) => first?.call);
    const about = { also, expected: asDefined, warn: true };
    return { ...findingWith(about)`${describeDeviation(harmless)}`, harmless };
  });
}

/** Without list positions, so that all items of a list are one place. */
function placeOf({ facts: { operation } }: Call, field: string): string {
  return field === '' ? `the body of ${operation}` : `${operation} ${field.replace(/\[\d+\]/g, '[]')}`;
}
