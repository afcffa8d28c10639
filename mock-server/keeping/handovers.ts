/** The sandboxes that this process is giving to other processes. */
export class Handovers {
  readonly #running = new Map<string, Promise<void>>();

  /** Returns a promise that resolves when a sandbox is given away; undefined if it is not being given away. */
  of(id: string): Promise<void> | undefined {
    return this.#running.get(id);
  }

  /** Starts to give a sandbox away, unless this has already begun. */
  start(id: string, give: () => Promise<void>): void {
    if (this.#running.has(id)) return;
    const handing = give()
      .catch(() => {}) // after a failed write, the sandbox is no longer in memory, and the other process asks again
      .finally(() => this.#running.delete(id));
    this.#running.set(id, handing);
  }
}
