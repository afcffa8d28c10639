/** The removed sandboxes that the durable store still contains. */
export class Removals {
  #next = new Set<string>();
  #writing = new Set<string>();
  #wait: PromiseWithResolvers<void> | undefined;
  #writingWait: PromiseWithResolvers<void> | undefined;

  get isPending(): boolean {
    return this.#next.size > 0;
  }

  has(id: string): boolean {
    return this.#next.has(id) || this.#writing.has(id);
  }

  add(id: string): void {
    this.#next.add(id);
    if (this.#wait) return;
    this.#wait = Promise.withResolvers();
    this.#wait.promise.catch(() => {}); // a removal that no call waits for must not end the process
  }

  /** Returns a promise that resolves when all removals are durable; undefined if none is pending. */
  settled(): Promise<void> | undefined {
    return (this.#wait ?? this.#writingWait)?.promise;
  }

  /** Returns the ids for the next batch. */
  take(): string[] {
    this.#writing = this.#next;
    this.#writingWait = this.#wait;
    this.#next = new Set();
    this.#wait = undefined;
    return [...this.#writing];
  }

  written(): void {
    this.#writingWait?.resolve();
    this.#clear();
  }

  /** The removals of the last `take` could not be written. The sandboxes exist again. */
  failed(error: unknown): void {
    this.#writingWait?.reject(error);
    this.#clear();
  }

  #clear(): void {
    this.#writing = new Set();
    this.#writingWait = undefined;
  }
}
