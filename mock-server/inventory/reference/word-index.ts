/** Finds entries by the beginning of a word. */
export interface WordIndex<Entry> {
  /** The entries that have a word with this beginning, each once. */
  startingWith(beginning: string): Set<Entry>;
}

/**
 * An index of entries by their words: sorted once, then a beginning is found by halving.
 *
 * @example createWordIndex([['rio', 1], ['recife', 2]]).startingWith('re') // Set { 2 }
 */
export function createWordIndex<Entry>(pairs: Iterable<readonly [word: string, Entry]>): WordIndex<Entry> {
  const byWord = new Map<string, Entry[]>();
  for (const [word, entry] of pairs) {
    const entries = byWord.get(word);
    if (entries) entries.push(entry);
    else byWord.set(word, [entry]);
  }
  const rows = [...byWord].sort(([a], [b]) => (a < b ? -1 : 1));

  /** The first row that is not before a word. */
  function firstFrom(word: string): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.[0] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    startingWith(beginning) {
      const found = new Set<Entry>();
      for (let at = firstFrom(beginning); rows[at]?.[0].startsWith(beginning); at += 1)
        for (const entry of rows[at]?.[1] ?? []) found.add(entry);
      return found;
    },
  };
}
