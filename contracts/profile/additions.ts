import { isObject, type JsonObject, mapValues, suggest } from '../util/index.ts';
import type { PlacedFields } from './place.ts';
import { type ProfileProblem, problemAt } from './problem.ts';
import type { Addition, Additions } from './schema.ts';

/** Changes `answer`. */
export function addFields(answer: unknown, additions: Additions): void {
  for (const { holder, name, addition } of placesIn(answer, additions)) {
    const value = addedValue(addition, holder);
    if (value !== undefined) holder[name] = value;
  }
}

function addedValue({ is, count, copy, but, hides }: Addition, holder: JsonObject): unknown {
  if (hides !== undefined) return null;
  if (copy !== undefined) return isObject(holder[copy]) ? { ...holder[copy], ...but } : holder[copy];
  if (count === undefined) return structuredClone(is);
  const list = holder[count];
  return Array.isArray(list) ? list.length : undefined;
}

/** With the contract's values in the place of each null that hides them. */
export function showHidden(answer: unknown, additions: Additions): unknown {
  if (!Object.values(additions).some(({ hides }) => hides !== undefined)) return answer;
  const shown: unknown = structuredClone(answer);
  for (const { holder, name, addition } of placesIn(shown, additions))
    if (addition.hides !== undefined && holder[name] === null) holder[name] = structuredClone(addition.hides);
  return shown;
}

function* placesIn(answer: unknown, additions: Additions) {
  for (const [path, addition] of Object.entries(additions)) {
    const steps = path.split('.');
    const name = steps.at(-1) ?? '';
    for (const holder of holdersIn(answer, steps.slice(0, -1))) yield { holder, name, addition };
  }
}

/** Through all entries of the lists on the way. */
function* holdersIn(value: unknown, [step, ...inside]: readonly string[]): Generator<JsonObject> {
  if (Array.isArray(value)) {
    for (const entry of value) yield* holdersIn(entry, step === undefined ? [] : [step, ...inside]);
  } else if (isObject(value)) {
    if (step === undefined) yield value;
    else yield* holdersIn(value[step], inside);
  }
}

export function additionProblems(id: string, additions: Additions, fields: PlacedFields): ProfileProblem[] {
  const known = new Set(pathsIn(fields));
  return Object.entries(additions).flatMap(([path, { count, copy, hides }]) => {
    const around = path.split('.').slice(0, -1);
    const beside = [count, copy].filter(name => name !== undefined).map(name => [...around, name]);
    const needed = [around, ...beside, ...(hides === undefined ? [] : [path.split('.')])];
    return needed.flatMap(steps => {
      const name = steps.join('.');
      if (name === '' || known.has(name)) return [];
      const message = `"${name}" is not in the answer of ${id} in the dialect${suggest(name, known, '', '; ')}`;
      return [problemAt(['operations', id, 'also', path], message)];
    });
  });
}

/** In the dialect, without list indexes. */
function* pathsIn(fields: PlacedFields, prefix: readonly string[] = []): Generator<string> {
  for (const { at, isUnwrapped, first, isList, inner } of fields.values()) {
    const own = [...prefix, ...at];
    if (!isUnwrapped) for (const [index] of own.entries()) yield own.slice(0, index + 1).join('.');
    yield* pathsIn(inner, isList ? own : prefix);
    if (first) yield* pathsIn(inner, [...prefix, ...first]);
  }
}

const totals = ['TotalSellingPrice', 'TotalPrice', 'SellingPrice', 'Total'];

/**
 * As some suppliers show prices before the booking: a total is rounded up, and the price of one room has 4 decimals. Rounded twice,
 * both are the same, because the decimals depend only on the price.
 */
export function roundPrices(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(roundPrices);
  if (!isObject(value)) return value;
  return mapValues(value, roundPrice);
}

function roundPrice(price: unknown, name: string): unknown {
  if (!isObject(price) || typeof price.Value !== 'number') return roundPrices(price);
  if (totals.includes(name)) return { ...price, Value: Math.ceil(price.Value) };
  if (name !== 'SellingPricePerRoom') return price;
  const cents = Math.round(price.Value * 100);
  return { ...price, Value: (cents * 100 + ((cents * 37) % 99) - 49) / 10_000 };
}
