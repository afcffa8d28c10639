/** Where a text was found in another one. */
export interface Found {
  readonly at: number;
  readonly length: number;
}

/** Finds any of many texts in one pass over another, however many there are. */
export interface TextIndex {
  readonly texts: ReadonlySet<string>;
  add(text: string): void;
  /** The first of them from a place on; of those that begin there the longest. */
  find(where: string, from?: number): Found | undefined;
}

/** By so many characters candidates are told apart; shorter texts are not to be added. */
export const headLength = 6;
const blockLength = 3;
const farthest = headLength - blockLength + 1;
const tableSize = 1 << 16;

/** The place in the table of the three characters that end here. */
const placeOf = (text: string, end: number): number =>
  ((text.charCodeAt(end - 2) << 8) ^ (text.charCodeAt(end - 1) << 4) ^ text.charCodeAt(end)) &
  (tableSize - 1);

/**
 * An empty index (Wu and Manber's way): a table tells of every three characters how near to the end of a head they can
 * stand, so most of a text is stepped over.
 *
 * @example index.add('s3cret-word'); index.find('a s3cret-word') // { at: 2, length: 11 }
 */
export function createTextIndex(): TextIndex {
  const texts = new Set<string>();
  const byHead = new Map<string, string[]>();
  const steps = new Uint8Array(tableSize).fill(farthest);

  function longestAt(where: string, at: number): string | undefined {
    return byHead.get(where.slice(at, at + headLength))?.find(text => where.startsWith(text, at));
  }

  return {
    texts,
    add(text) {
      if (texts.has(text)) return;
      texts.add(text);
      const head = text.slice(0, headLength);
      const others = byHead.get(head) ?? [];
      byHead.set(
        head,
        [...others, text].sort((a, b) => b.length - a.length),
      );
      for (let end = blockLength - 1; end < headLength; end += 1) {
        const place = placeOf(text, end);
        steps[place] = Math.min(steps[place] ?? farthest, headLength - 1 - end);
      }
    },
    find(where, from = 0) {
      let end = from + headLength - 1;
      while (end < where.length) {
        const step = steps[placeOf(where, end)] ?? 0; // the table has every place
        const at = end + 1 - headLength;
        const text = step === 0 ? longestAt(where, at) : undefined;
        if (text !== undefined) return { at, length: text.length };
        end += step || 1;
      }
      return undefined;
    },
  };
}
