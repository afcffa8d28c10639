import type { MachineClock } from '../clock/index.ts';
import { maxTimer } from './expiry.ts';
import type { SandboxKeeping } from './keeping.ts';

/** The number of sandboxes that one read of the store returns. */
const perRead = 100;
/**
 * The time between two reads of the store, in milliseconds, while other processes can store sandboxes, and after a sandbox could not
 * be deleted.
 */
const interval = 10_000;

interface StoredExpiryParts {
  /**
   * Deletes a sandbox that has expired according to the store, and resolves when this is durable. Resolves with false if a call has
   * used the sandbox in the meantime.
   */
  deleteUnused(id: string): Promise<boolean>;
  /** Forgets some suspended sandboxes that another process has removed. Called after each read of a shared store. */
  forgetMissing(): Promise<void>;
}

/**
 * Deletes the sandboxes that have had no call for their `expiresAfter`, also those that no process has loaded. The durable store
 * finds these sandboxes, so that a server does not read all sandboxes. The instants are dates of the machine, because they must
 * outlive the process.
 */
export class StoredExpiry {
  readonly #machine: MachineClock;
  readonly #keeping: SandboxKeeping;
  readonly #parts: StoredExpiryParts;
  #isReading = false;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(machine: MachineClock, keeping: SandboxKeeping, parts: StoredExpiryParts) {
    this.#machine = machine;
    this.#keeping = keeping;
    this.#parts = parts;
    this.#readSoon();
  }

  /** Watches a sandbox that can expire after this number of seconds. */
  watch(_id: string, seconds: number): void {
    this.#readAt(this.#machine.now() + seconds * 1_000);
  }

  /** Does nothing, because the store knows which sandboxes exist. */
  end(): void {}

  #readAt(at: number): void {
    if (this.#timer && this.#timer.at <= at) return;
    this.#timer?.cancel();
    const wait = Math.min(maxTimer, Math.max(1, at - this.#machine.now()));
    const read = () => {
      this.#timer = undefined;
      void this.#read();
    };
    this.#timer = { at, cancel: this.#machine.timer(wait, read, true) };
  }

  #readSoon(): void {
    this.#machine.afterMacrotask(() => void this.#read());
  }

  async #read(): Promise<void> {
    const later = this.#machine.now() + interval;
    if (this.#isReading) {
      this.#readAt(later);
      return;
    }
    this.#isReading = true;
    try {
      const found = await this.#keeping.list.expired(perRead);
      if (!found) return; // the store is closed
      const { ids, next } = found;
      const deleted = await Promise.all(ids.map(id => this.#parts.deleteUnused(id)));
      if (ids.length === perRead && deleted.every(Boolean)) this.#readSoon();
      if (this.#keeping.isShared || deleted.includes(false)) this.#readAt(later);
      if (next !== undefined) this.#readAt(next);
      if (this.#keeping.isShared) await this.#parts.forgetMissing();
    } catch {
      this.#readAt(later); // the store does not answer, or did not confirm a removal
    } finally {
      this.#isReading = false;
    }
  }
}
