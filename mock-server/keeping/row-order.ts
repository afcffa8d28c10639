import type { Row } from './keeper.ts';
import { runAtOnce } from './turns.ts';

/** Merges pages of rows into one list by kind and position. Other calls run in the meantime. */
export async function mergeInOrder(pages: readonly (readonly Row[])[]): Promise<readonly Row[]> {
  let lists = runAtOnce(sortPages(pages));
  while (lists.length > 1) {
    const merged: Row[][] = [];
    for (let at = 0; at < lists.length; at += 2) {
      const into: Row[] = [];
      runAtOnce(merge(lists[at] ?? [], lists[at + 1] ?? [], into));
      merged.push(into);
    }
    lists = merged;
  }
  return lists[0] ?? [];
}

function* sortPages(pages: readonly (readonly Row[])[]): Generator<void, Row[][]> {
  const sorted: Row[][] = [];
  for (const page of pages) yield void sorted.push([...page].sort(byPosition));
  return sorted;
}

function* merge(first: readonly Row[], second: readonly Row[], into: Row[]): Generator<void, void> {
  let [a, b] = [0, 0];
  for (;;) {
    const [one, other] = [first[a], second[b]];
    if (!one && !other) return;
    if (one && (!other || byPosition(one, other) <= 0)) {
      into.push(one);
      a += 1;
    } else if (other) {
      into.push(other);
      b += 1;
    }
    if ((a + b) % 64 === 0) yield;
  }
}

function byPosition(a: Row, b: Row): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = (a.position ?? -1) - (b.position ?? -1);
  return difference !== 0 ? difference : a.key < b.key ? -1 : 1;
}
