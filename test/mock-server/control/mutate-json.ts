/** Returns whole numbers below a limit, the same ones for the same seed. */
export type Chance = (below: number) => number;

/** Creates a random number generator from a seed (mulberry32). */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Holder = Record<string, unknown>;

/** A place in a JSON value. `write` sets its value, and undefined removes it. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  write(value: unknown): void;
}

/** Returns every place of a JSON value, including places in texts that hold JSON. */
function placesIn(holder: Holder, path = '', changed: () => void = () => {}): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => {
    const here = `${path}/${key}`;
    const write = (next: unknown) => {
      if (next !== undefined) holder[key] = next;
      else if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      changed();
    };
    const inside = jsonIn(value);
    const within = inside ?? (isHolder(value) ? value : undefined);
    const up = inside ? () => write(JSON.stringify(inside)) : changed;
    return [{ path: here, value, write }, ...(within ? placesIn(within, here, up) : [])];
  });
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

function jsonIn(value: unknown): Holder | undefined {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return undefined;
  try {
    const inside: unknown = JSON.parse(value);
    return isHolder(inside) ? inside : undefined;
  } catch {
    return undefined;
  }
}

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  1,
  -1,
  1.5,
  1e15,
  -1e15,
  8.64e15,
  1e300,
  '',
  'x',
  'demo',
  '[',
  '{}',
  '[]',
  '2026-02-31',
  '2026-12-10',
  '+275760-09-13',
  'a"b\n',
  '\ud800',
  'cancelled',
  'confirmed',
  'on-request',
  '__proto__',
  [],
  {},
  [null],
  { toString: null },
  'x'.repeat(5_000),
];

/** Groups places by the part of the file, and within it by path, so that a long list has the same weight as a field. */
const sections = (places: readonly Place[]): Place[][][] =>
  groups(places, ({ path }) => path.split('/').slice(1, 3).join('/')).map(section =>
    groups(section, ({ path }) => path.replaceAll(/\d+/g, '#')),
  );

const groups = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, keyOf).values(),
];

function oneOf<T>(items: readonly T[], chance: Chance): T {
  const item = items[chance(items.length)];
  if (item === undefined) throw new RangeError('oneOf: the list is empty');
  return item;
}

/** Changes one or two places of a JSON value: writes an odd value or the value of another place, or repeats an entry. */
export function mutateJson(value: Holder, chance: Chance): { value: Holder; changes: string[] } {
  const changes: string[] = [];
  for (let left = 1 + chance(2); left > 0; left -= 1) {
    const places = placesIn(value);
    const pick = () => oneOf(oneOf(oneOf(sections(places), chance), chance), chance);
    const place = pick();
    const put = chance(4) === 0 ? structuredClone(pick().value) : structuredClone(odd[chance(odd.length)]);
    place.write(put);
    changes.push(`${place.path} = ${JSON.stringify(put)?.slice(0, 60)}`);
  }
  return { value, changes };
}
