/** The removed sandboxes that the durable store still contains. */
export class Removals {
  #next = new Map<string, Wait>();
  #writing = new Map<string, Wait>();

  get isPending(): boolean {
    return this.#next.size > 0;
  }

  has(id: string): boolean {
    return this.#next.has(id) || this.#writing.has(id);
  }

  add(id: string): void {
    if (this.#next.has(id)) return;
    const wait: Wait = Promise.withResolvers();
    wait.promise.catch(() => {}); // a removal that no call waits for must not end the process
    this.#next.set(id, wait);
  }

  /** Returns a promise that resolves when the removal of a sandbox is durable; undefined if none is pending. */
  settled(id: string): Promise<void> | undefined {
    return (this.#next.get(id) ?? this.#writing.get(id))?.promise;
  }

  /** Returns the ids for the next batch. */
  take(): string[] {
    this.#writing = this.#next;
    this.#next = new Map();
    return [...this.#writing.keys()];
  }

  written(): void {
    for (const wait of this.#writing.values()) wait.resolve();
    this.#writing.clear();
  }

  /** These removals of the last `take` could not be written. The sandboxes exist again. */
  failed(ids: readonly string[], errorOf: (id: string) => unknown): void {
    for (const id of ids) {
      this.#writing.get(id)?.reject(errorOf(id));
      this.#writing.delete(id);
    }
  }
}

type Wait = PromiseWithResolvers<void>;
