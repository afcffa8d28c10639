interface SharedJournal {
  oldestAge(): number | undefined;
  dropBefore(age: number): void;
}

/** Of the time that the journals cover; dropped at once. */
const droppedShare = 1 / 8;

/** Shared by the journals of all sandboxes. Over the limit, their oldest exchanges are dropped first. */
export class JournalMemory {
  readonly #max: () => number;
  readonly #journals = new Set<SharedJournal>();
  #used = 0;
  #ages = 0;

  /** `max`: returns bytes, which can change. */
  constructor(max: () => number = () => Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  get used(): number {
    return this.#used;
  }

  /** A lower number is older. */
  nextAge(): number {
    this.#ages += 1;
    return this.#ages;
  }

  resize(journal: SharedJournal, bytes: number): void {
    this.#journals.add(journal);
    this.#used += bytes;
  }

  release(journal: SharedJournal, bytes: number): void {
    if (this.#journals.delete(journal)) this.#used -= bytes;
  }

  /** `excess`: the bytes that the process uses above its bound. */
  giveWay(excess = 0): void {
    const goal = Math.min(this.#max(), this.#used - excess);
    while (this.#used > goal) {
      const ages = [...this.#journals].map(journal => journal.oldestAge() ?? Number.POSITIVE_INFINITY);
      const oldest = ages.reduce((least, age) => Math.min(least, age), Number.POSITIVE_INFINITY);
      if (oldest > this.#ages) return; // all journals are empty
      const end = oldest + Math.ceil((this.#ages + 1 - oldest) * droppedShare);
      for (const journal of this.#journals) journal.dropBefore(end);
    }
  }
}
