import type { Carried } from './kept-sandbox.ts';

/**
 * Copies of sandboxes in memory that have ended: a write failed, or a change that is not durable yet removes or replaces the
 * sandbox. If the store still has the sandbox at the next load, its journal and its tokens continue.
 */
export class EarlierCopies {
  readonly #copies = new Map<string, Carried[]>();

  has(id: string): boolean {
    return this.#copies.has(id);
  }

  add(id: string, copy: Carried): void {
    this.#copies.set(id, [...this.of(id), copy]);
  }

  /** Returns the copies of a sandbox, the oldest first. */
  of(id: string): readonly Carried[] {
    return this.#copies.get(id) ?? [];
  }

  /** Forgets the copies of a sandbox. Releases the memory of all their journals, except the journal that continues. */
  forget(id: string, continued?: Carried['journal']): void {
    for (const { journal } of this.of(id)) if (journal !== continued) journal.release();
    this.#copies.delete(id);
  }
}
