/** Texts by number, bounded in memory: the lowest numbers go first. */
export interface Shelf {
  put(number: number, text: string): void;
  get(number: number): string | undefined;
  /** The lowest number that can still be there. */
  readonly first: number;
  /** How many texts were dropped. */
  readonly dropped: number;
  dump(): { first: number; texts: string[] };
}

// What a string costs beside its characters: its header, its slot, and the garbage collector's slack.
const overhead = 64;
const wide = /[\u0100-\uffff]/;

/** Bytes that a text keeps alive: two a character as soon as one does not fit in Latin-1. */
const costOf = (text: string): number => overhead + (wide.test(text) ? 2 * text.length : text.length);

/**
 * An empty shelf, or one that goes on from a dump. Numbers come nearly in order, so a text lies at its number's offset
 * from the first, and dropping costs no more than moving a mark.
 */
export function createShelf(bytes: number, state?: { first: number; texts: string[] }): Shelf {
  let texts: (string | undefined)[] = [...(state?.texts ?? [])];
  let offset = state?.first ?? 1; // number of texts[0]
  let first = offset;
  let dropped = 0;
  let size = texts.reduce((sum, text) => sum + costOf(text ?? ''), 0);

  function dropFirst(): void {
    const text = texts[first - offset];
    texts[first - offset] = undefined;
    first += 1;
    if (text === undefined) return;
    size -= costOf(text);
    dropped += 1;
  }

  return {
    put(number, text) {
      if (number < first) return;
      while (texts.length <= number - offset) texts.push(undefined);
      texts[number - offset] = text;
      size += costOf(text);
      while (size > bytes && first <= number) dropFirst();
      if (first - offset < 4_096 || first - offset < texts.length / 2) return;
      texts = texts.slice(first - offset);
      offset = first;
    },
    get: number => texts[number - offset],
    get first() {
      return first;
    },
    get dropped() {
      return dropped;
    },
    dump: () => ({ first, texts: texts.slice(first - offset).map(text => text ?? '') }),
  };
}
