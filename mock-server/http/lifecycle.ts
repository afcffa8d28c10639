export class Lifecycle {
  readonly #listeners = new Set<() => void>();
  #isStopping = false;

  /** Whether the server stops. It then refuses new calls and is no longer ready. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const listener of this.#listeners) listener();
  }

  onStop(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
