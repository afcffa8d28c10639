import type { Facts } from '#contracts/control';

/** The maximum number of calls that the page keeps. With more calls, the tab would need too much memory. */
export const maxCalls = 20_000;

/**
 * Adds calls to a list that is sorted by number. A call that is in the list already is replaced, because it has ended in the
 * meantime. The oldest calls above `maxCalls` are dropped.
 *
 * @returns a new list
 */
export function mergeCalls(list: readonly Facts[], batch: readonly Facts[]): readonly Facts[] {
  const last = list.at(-1)?.number ?? 0;
  const sorted = [...new Map(batch.map(one => [one.number, one])).values()].sort(
    (a, b) => a.number - b.number,
  );
  const later = sorted.filter(one => one.number > last);
  const earlier = sorted.length === later.length ? [] : sorted.filter(one => one.number <= last);
  const kept = earlier.length === 0 ? list : replaceAll(list, earlier);
  return [...kept, ...later].slice(-maxCalls);
}

function replaceAll(list: readonly Facts[], changed: readonly Facts[]): readonly Facts[] {
  const byNumber = new Map(list.map(one => [one.number, one]));
  for (const one of changed) byNumber.set(one.number, one);
  return byNumber.size === list.length
    ? [...byNumber.values()]
    : [...byNumber.values()].sort((a, b) => a.number - b.number);
}
