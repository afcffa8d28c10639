import { isFromAnswer } from '#contracts/sample-calls';

/** The place of a value in JSON: names and list indexes from the root. */
export type Path = readonly (string | number)[];

/** A value of JSON that is neither an object nor a list. */
export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Returns every leaf of JSON, in the order of its text. A reference to the answer of another call counts as one leaf. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value !== 'object' || value === null || isFromAnswer(value)) return [{ path, value }];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([name, entry]) => leavesOf(entry, [...path, name]));
}

/** Returns JSON up to the last of the given paths, with 0 in place of every value. That is enough to count names in its text. */
export function outlineOf(value: unknown, paths?: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null) return 0;
  const entries = Object.entries(value);
  const last = paths
    ? entries.findLastIndex(([name]) => paths.some(([head]) => String(head) === name))
    : entries.length;
  const kept = entries.slice(0, last + 1).map(([name, entry], index) => {
    const inside = paths?.filter(([head]) => String(head) === name).map(path => path.slice(1));
    return [name, outlineOf(entry, index < last ? undefined : inside)] as const;
  });
  return Array.isArray(value) ? kept.map(([, entry]) => entry) : Object.fromEntries(kept);
}
