/** The state of a server: it answers calls, or it stops. */
export class Lifecycle {
  readonly #listeners = new Set<() => void>();
  #isStopping = false;

  /** Whether the server stops. It then refuses new calls and is no longer ready. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Starts to stop the server. Calls that have begun still get their answers. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener when the server starts to stop. */
  onStop(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
