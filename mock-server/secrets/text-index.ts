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
const windowLength = 4;
const marksSize = 1 << (4 * windowLength);

/** The next hash of the last four characters: what came before them was shifted out. */
const roll = (hash: number, code: number): number => ((hash << 4) ^ code) & (marksSize - 1);

/**
 * An empty index. Almost every place of a text is passed by with one look into a table of marks.
 *
 * @example index.add('s3cret-word'); index.find('a s3cret-word') // { at: 2, length: 11 }
 */
export function createTextIndex(): TextIndex {
  const texts = new Set<string>();
  const byHead = new Map<string, string[]>();
  const marks = new Uint8Array(marksSize);

  function longestAt(where: string, at: number): string | undefined {
    return byHead.get(where.slice(at, at + headLength))?.find(text => where.startsWith(text, at));
  }

  return {
    texts,
    add(text) {
      if (texts.has(text)) return;
      texts.add(text);
      const head = text.slice(0, headLength);
      byHead.set(
        head,
        [...(byHead.get(head) ?? []), text].sort((a, b) => b.length - a.length),
      );
      let hash = 0;
      for (let at = 0; at < windowLength; at += 1) hash = roll(hash, text.charCodeAt(at));
      marks[hash] = 1;
    },
    find(where, from = 0) {
      let hash = 0;
      for (let end = from; end < where.length; end += 1) {
        hash = roll(hash, where.charCodeAt(end));
        const at = end + 1 - windowLength;
        if (marks[hash] === 0 || at < from) continue;
        const text = longestAt(where, at);
        if (text !== undefined) return { at, length: text.length };
      }
      return undefined;
    },
  };
}
