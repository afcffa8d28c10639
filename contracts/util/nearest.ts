const minShared = 4;
/** The time grows with the product of both lengths. */
const maxLength = 200;

/** Ignores letter case. Similar: one name begins or ends with the other, or at most a third of the letters differ. The first of equals wins. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const wanted = name.toLowerCase();
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    if (known === wanted) return candidate;
    const distance = distanceIfNear(wanted, known);
    if (distance !== undefined && (best === undefined || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate;
}

/** `before`: the text before the nearest name. @example suggest('serv', ['serve', 'run'], 'see --help') // 'did you mean "serve"?' */
export function suggest(name: string, known: Iterable<string>, otherwise = '', before = ''): string {
  const near = nearest(name, known);
  return near === undefined ? otherwise : `${before}did you mean "${near}"?`;
}

function distanceIfNear(a: string, b: string): number | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const surplus = long.length - short.length;
  if (short.length >= minShared && (long.startsWith(short) || long.endsWith(short))) return surplus;
  const max = Math.max(1, Math.floor(long.length / 3));
  if (surplus > max || short.length < 2) return undefined;
  const distance = editDistance(short, long);
  return distance <= max ? distance : undefined;
}

/** Counts inserted, deleted, replaced and swapped letters. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
